/**
 * A plausible history of a job: most runs in time, some slow, late or failed, each with the reports that tell of it.
 * The same seed gives the same history.
 */

import type { JobReport } from "../../domain/jobs/job-report.ts";
import { late, type RunResult, reported } from "../../domain/jobs/run-result.ts";
import type { CronSettings } from "../../domain/monitors/types.ts";
import { seededRandom } from "./demo-history.ts";

const LATE_CHANCE = 1 / 150;
const FAILURE_CHANCE = 1 / 120;
const SLOW_CHANCE = 1 / 60;
/** Times the usual duration: longer than the longest run of the settings. */
const SLOWNESS = 5;
/** A run begins up to this long after it is due. */
const MOST_DELAY_MS = 4_000;
const MOST_EXIT_CODE = 3;
const ADDRESS = "192.0.2.10";

/** A report, and the duration of the run that it ended. */
export interface PlausibleReport extends JobReport {
	readonly durationMs: number | null;
}

interface PlausibleRun {
	readonly result: RunResult;
	/** Its start and its end; none of a run that is late. */
	readonly reports: readonly PlausibleReport[];
}

export class PlausibleRuns {
	readonly #settings: CronSettings;
	readonly #random: () => number;
	readonly #usualMs: number;
	readonly #dues: readonly number[];
	/** Index in `#dues` of the run after `#next`. */
	#index = 0;
	/** A run that may not be over yet. */
	#next: PlausibleRun | null = null;

	/** @param options.dues when the runs are due, epoch milliseconds, in the order of time */
	constructor(settings: CronSettings, { seed, dues }: { readonly seed: number; readonly dues: readonly number[] }) {
		this.#settings = settings;
		this.#random = seededRandom(seed);
		this.#usualMs = (settings.maxRuntimeSeconds ?? 60) * 1000 * (0.3 + 0.3 * this.#random());
		this.#dues = dues;
	}

	/** The runs that were decided before `until` and after the last call, in the order of time. */
	*until(until: number): Generator<PlausibleRun> {
		for (;;) {
			this.#next ??= this.#nextRun();
			if (this.#next === null || this.#next.result.completedAt >= until) return;
			yield this.#next;
			this.#next = null;
		}
	}

	#nextRun(): PlausibleRun | null {
		const dueAt = this.#dues[this.#index];
		this.#index += 1;
		return dueAt === undefined ? null : this.#run(dueAt);
	}

	#run(dueAt: number): PlausibleRun {
		const random = this.#random;
		if (random() < LATE_CHANCE) {
			const endsAt = dueAt + this.#settings.graceSeconds * 1000;
			return { result: late(this.#settings, { dueAt, endsAt, early: null }), reports: [] };
		}
		const startedAt = dueAt + Math.round(random() * MOST_DELAY_MS);
		const slowness = random() < SLOW_CHANCE ? SLOWNESS : 1;
		const durationMs = Math.round(this.#usualMs * (0.8 + 0.4 * random()) * slowness);
		const hasFailed = random() < FAILURE_CHANCE;
		const start: JobReport = { kind: "start", exitCode: null, rid: null, at: startedAt, address: ADDRESS };
		const end: JobReport = {
			...start,
			kind: hasFailed ? "fail" : "success",
			exitCode: hasFailed ? 1 + Math.floor(random() * MOST_EXIT_CODE) : 0,
			at: startedAt + durationMs,
		};
		return {
			result: reported(this.#settings, end, { dueAt, startedAt, durationMs }),
			reports: [
				{ ...start, durationMs: null },
				{ ...end, durationMs },
			],
		};
	}
}
