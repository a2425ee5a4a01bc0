import type { JobReport, ReportKind } from "../job-report.ts";
import type { ListeningOutage } from "../outages.ts";
import type { RunResult } from "../run-result.ts";
import type { RunSettings } from "../run-schedule.ts";
import { afterReport, afterTime, initialState, type JobState, wakeAt } from "../runs.ts";

/** Due at every full hour, with a grace of five minutes. */
export const HOURLY: RunSettings = {
	schedule: "0 * * * *",
	timeZone: "UTC",
	every: null,
	graceSeconds: 300,
	maxRuntimeSeconds: null,
};
export const EVERY_MINUTE: RunSettings = { ...HOURLY, schedule: "* * * * *", graceSeconds: 60 };
/** One hour after the last run. */
export const PERIOD: RunSettings = { ...HOURLY, schedule: null, every: 3600 };

/** `10:00` and `10:00:30` are of one day; others have a date. All are UTC. */
export const at = (time: string) => Date.parse(time.includes("T") ? `${time}Z` : `2026-05-01T${time}Z`);
const clock = (ms: number) => new Date(ms).toISOString().slice(11, 19);

/** A job's day: what it tells, and when one looks. */
export class Day {
	readonly #settings: RunSettings;
	#state: JobState;
	outages: ListeningOutage[] = [];
	/** `due verdict reason`, with `-` for a change of status alone. */
	readonly results: string[] = [];
	/** The same, whole. */
	readonly all: RunResult[] = [];
	readonly durations: (number | null)[] = [];
	isRewound = false;

	constructor(settings: RunSettings, from = "09:30") {
		this.#settings = settings;
		this.#state = initialState(settings, at(from));
	}

	report(time: string, kind: ReportKind = "success", options: { rid?: string; exitCode?: number } = {}): this {
		const { rid = null, exitCode = null } = options;
		const report: JobReport = { kind, exitCode, rid, at: at(time), address: "192.0.2.1" };
		const { durationMs } = this.#take(afterReport(this.#settings, this.#state, report, this.outages));
		if (kind !== "start") this.durations.push(durationMs);
		return this;
	}

	start = (time: string, rid?: string) => this.report(time, "start", rid === undefined ? {} : { rid });
	fail = (time: string, exitCode?: number) => this.report(time, "fail", exitCode === undefined ? {} : { exitCode });

	/** Time passes to just after `time`. */
	until(time: string, now = at(time) + 1): this {
		for (;;) {
			const passed = this.#take(afterTime(this.#settings, this.#state, { asOf: at(time) + 1, now }, this.outages));
			if (!passed.isMore) return this;
		}
	}

	off(since: string, until: string): this {
		this.outages.push({ since: at(since), until: at(until) });
		return this;
	}

	get dueAt(): string | null {
		return this.#state.dueAt === null ? null : clock(this.#state.dueAt);
	}

	get wakesAt(): string | null {
		const wake = wakeAt(this.#settings, this.#state, this.outages);
		return wake === null ? null : clock(wake);
	}

	get openRuns(): number {
		return this.#state.open.length;
	}

	#take(evaluated: ReturnType<typeof afterReport>): ReturnType<typeof afterReport> {
		// What is stored goes through JSON.
		this.#state = JSON.parse(JSON.stringify(evaluated.state)) as JobState;
		this.isRewound ||= evaluated.isRewound;
		this.all.push(...evaluated.results);
		for (const { dueAt, verdict, reason } of evaluated.results) {
			const due = dueAt === null ? "-" : clock(dueAt);
			this.results.push([due, verdict, ...(reason === null ? [] : [reason])].join(" "));
		}
		return evaluated;
	}
}
