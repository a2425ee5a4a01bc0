/** What became of a run of a job, and the words that say why. */

import type { Verdict } from "../checks/judgement.ts";
import type { Reason } from "../checks/reason.ts";
import { duration, instant } from "../time-text.ts";
import type { Ping } from "./ping.ts";
import type { RunSettings } from "./run-schedule.ts";

export interface RunResult {
	/** The run that it is the result of; null: of none, only the status follows. */
	readonly dueAt: number | null;
	readonly verdict: Verdict;
	readonly reason: Reason | null;
	/** The reason in a sentence; null when the verdict is up. */
	readonly message: string | null;
	/** The start that was told, else the instant of the ping, else the due instant. */
	readonly startedAt: number;
	readonly completedAt: number;
	/** Null when the job told no start, or no end. */
	readonly durationMs: number | null;
	/** Of the sender; null where no ping came. */
	readonly address: string | null;
}

export function told(
	{ maxRuntimeSeconds }: RunSettings,
	{ kind, exitCode, at, address }: Ping,
	{ dueAt, startedAt, durationMs }: Pick<RunResult, "dueAt" | "startedAt" | "durationMs">,
): RunResult {
	const result = { dueAt, startedAt, completedAt: at, durationMs, address };
	if (kind === "fail") {
		const how = exitCode === null ? "The job reported that it failed." : `The job failed with exit code ${exitCode}.`;
		return { ...result, verdict: "down", reason: "job_failed", message: how };
	}
	if (durationMs !== null && maxRuntimeSeconds !== null && durationMs > maxRuntimeSeconds * 1000) {
		return {
			...result,
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

export function late({ graceSeconds }: RunSettings, dueAt: number, endsAt: number): RunResult {
	return {
		dueAt,
		verdict: "down",
		reason: "late",
		message: `The job was due at ${instant(dueAt)} and sent nothing within ${duration(graceSeconds * 1000)}.`,
		startedAt: dueAt,
		completedAt: endsAt,
		durationMs: null,
		address: null,
	};
}

export function unfinished({ startedAt }: Pick<RunResult, "startedAt">, dueAt: number, endsAt: number): RunResult {
	return {
		dueAt,
		verdict: "down",
		reason: "unfinished",
		message: `The job started at ${instant(startedAt)} and did not end by ${instant(endsAt)}.`,
		startedAt,
		completedAt: endsAt,
		durationMs: null,
		address: null,
	};
}

export function missed(dueAt: number, endsAt: number): RunResult {
	return {
		dueAt,
		verdict: "missed",
		reason: "service_off",
		message: "Lapwing could not receive pings when the job was due.",
		startedAt: dueAt,
		completedAt: endsAt,
		durationMs: null,
		address: null,
	};
}
