/** What became of a run of a job, and the words that say why. */

import type { Verdict } from "../checks/judgement.ts";
import type { Reason } from "../checks/reason.ts";
import { duration, instant } from "../time-text.ts";
import type { JobReport } from "./job-report.ts";
import type { RunSettings } from "./run-schedule.ts";

export interface RunResult {
	/** The run that it is the result of; null: of none, only the status follows. */
	readonly dueAt: number | null;
	readonly verdict: Verdict;
	readonly reason: Reason | null;
	/** The reason in a sentence; null when the verdict is up. */
	readonly message: string | null;
	/** The start that was reported, else the instant of the report, else the due instant. */
	readonly startedAt: number;
	readonly completedAt: number;
	/**
	 * Where it is not up, when the job should have reported a good end: the due instant of a late run, the end of the
	 * longest time of one that ran on, the instant of a failure. Its outage begins then.
	 */
	readonly failingFrom: number;
	/** Null when the job reported no start, or no end. */
	readonly durationMs: number | null;
	/** Of the sender; null where no report came. */
	readonly address: string | null;
}

export function reported(
	{ maxRuntimeSeconds }: RunSettings,
	{ kind, exitCode, at, address }: JobReport,
	{ dueAt, startedAt, durationMs }: Pick<RunResult, "dueAt" | "startedAt" | "durationMs">,
): RunResult {
	const result = { dueAt, startedAt, completedAt: at, failingFrom: at, durationMs, address };
	if (kind === "fail") {
		const how = exitCode === null ? "The job reported that it failed." : `The job failed with exit code ${exitCode}.`;
		return { ...result, verdict: "down", reason: "job_failed", message: how };
	}
	if (durationMs !== null && maxRuntimeSeconds !== null && durationMs > maxRuntimeSeconds * 1000) {
		return {
			...result,
			failingFrom: startedAt + maxRuntimeSeconds * 1000,
			verdict: "degraded",
			reason: "overran",
			message: overran(durationMs, maxRuntimeSeconds * 1000),
		};
	}
	return { ...result, verdict: "up", reason: null, message: null };
}

function overran(durationMs: number, longestMs: number): string {
	const longest = duration(longestMs);
	const took = duration(durationMs);
	// In two units some seconds above an hour are an hour.
	const shown = took === longest ? `${longest} and ${duration(Math.max(1_000, durationMs - longestMs))}` : took;
	return `The job took ${shown}; more than ${longest} is degraded.`;
}

interface Late {
	readonly dueAt: number;
	readonly endsAt: number;
	/** A report that came before, and too early to be that of this run. */
	readonly early: { readonly at: number; readonly leastMs: number } | null;
}

export function late({ graceSeconds }: RunSettings, { dueAt, endsAt, early }: Late): RunResult {
	const nothing = `The job was due at ${instant(dueAt)} and sent nothing within ${duration(graceSeconds * 1000)}.`;
	return {
		dueAt,
		verdict: "down",
		reason: "late",
		message: early === null ? nothing : `${nothing} ${tooEarly(early)}`,
		startedAt: dueAt,
		completedAt: endsAt,
		failingFrom: dueAt,
		durationMs: null,
		address: null,
	};
}

/** Without it, a monitor that was up by such a report is down for no visible reason. */
function tooEarly({ at, leastMs }: NonNullable<Late["early"]>): string {
	return `Its report at ${instant(at)} was too early: one counts for a run from ${duration(leastMs)} before it is due.`;
}

interface Unfinished {
	readonly dueAt: number;
	readonly startedAt: number;
	/** When it should have ended. */
	readonly overdueAt: number;
	readonly endsAt: number;
}

export function unfinished({ dueAt, startedAt, overdueAt, endsAt }: Unfinished): RunResult {
	return {
		dueAt,
		verdict: "down",
		reason: "unfinished",
		message: `The job started at ${instant(startedAt)} and did not end by ${instant(endsAt)}.`,
		startedAt,
		completedAt: endsAt,
		failingFrom: Math.min(overdueAt, endsAt),
		durationMs: null,
		address: null,
	};
}

export function missed(dueAt: number, endsAt: number): RunResult {
	return {
		dueAt,
		verdict: "missed",
		reason: "service_off",
		message: "Lapwing could not receive reports when the job was due.",
		startedAt: dueAt,
		completedAt: endsAt,
		failingFrom: dueAt,
		durationMs: null,
		address: null,
	};
}
