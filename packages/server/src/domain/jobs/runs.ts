/**
 * The runs of a job, as its reports tell them: which run a report belongs to, and what became of each
 * (docs/rules/cron.md). Pure: `afterReport` and `afterTime` take a state and answer the next one with the results that
 * follow.
 *
 * The state points at the next run that is due, `dueAt`. A run gets its result in one of four ways:
 * - a success or failure arrives: it ends the run whose start had the same `rid`, else all runs that are due by then;
 * - nothing arrives within the grace: it is late, and down;
 * - it began and does not end: it is unfinished, and down;
 * - the same, while we could not be told: it is missed.
 * A report that belongs to no run which is due (a second one, one that comes after its run was late) has no result of
 * its own, but the status follows it: the monitor recovers, or is down.
 */

import { minuteOf } from "../checks/check.ts";
import type { JobReport } from "./job-report.ts";
import { type ListeningOutage, waitThrough } from "./outages.ts";
import { late, missed, type RunResult, reported, unfinished } from "./run-result.ts";
import { nextDueAt, type RunSettings } from "./run-schedule.ts";

/** A run that has begun and not ended. */
interface OpenRun {
	readonly rid: string | null;
	/** Of the latest start under this `rid`: a job that is started anew runs from then on. */
	readonly startedAt: number;
	/** Of the first one: a job that is started over and over again does not get more time. */
	readonly firstStartedAt: number;
	/** The due instants that its end decides; none for a run that nobody expected. */
	readonly dues: readonly number[];
}

export interface JobState {
	/** The next due instant that is neither decided nor belongs to an open run; null when there is none any more. */
	readonly dueAt: number | null;
	/** The instant that `dueAt` is the first one after. */
	readonly afterAt: number;
	/** The newest due instant that has a result; null while there is none. */
	readonly decidedAt: number | null;
	/** Whether the run before `dueAt` got no report in time, so that one which comes before `dueAt` is likely its own. */
	readonly isLate: boolean;
	/** The newest report after `afterAt` that belongs to no run; null when there is none. */
	readonly strayAt: number | null;
	/** Oldest first. */
	readonly open: readonly OpenRun[];
}

interface Evaluated {
	readonly state: JobState;
	/** In the order in which they were decided. */
	readonly results: readonly RunResult[];
	/** More runs are overdue than are decided at once. */
	readonly isMore: boolean;
	/** The clock was set back: what was decided for later minutes is decided anew. */
	readonly isRewound: boolean;
	/** Of the run that the report ended; null when it ended none. */
	readonly durationMs: number | null;
}

/** A report may come this much before its run is due: clocks differ. */
const EARLY_MS = 30_000;
/** Runs that are open at once; beyond, the oldest gives way. */
const MAX_OPEN = 20;
/** An open run that decides nothing any more is forgotten after this: no run may take longer than a day. */
const KEEP_OPEN_MS = 2 * 86_400_000;
/** Runs that are decided at once. */
const MAX_AT_ONCE = 60;
/** Runs that are recorded as missed for one outage of ours, each; the others of that outage are passed over. */
const MAX_MISSED = 60;
/** A clock that was set back by less is left alone. */
const CLOCK_TOLERANCE_MS = 60_000;

/** The state of a monitor that begins to expect runs at `now`. */
export function initialState(settings: RunSettings, now: number): JobState {
	return { dueAt: nextDueAt(settings, now), afterAt: now, decidedAt: null, isLate: false, strayAt: null, open: [] };
}

/** When there will be something to decide without a report, epoch milliseconds; null when never. */
export function wakeAt(settings: RunSettings, state: JobState, outages: readonly ListeningOutage[]): number | null {
	const ends = [
		...state.open.filter(({ dues }) => dues.length > 0).map((run) => waitForEnd(settings, run, outages).endsAt),
		...(state.dueAt === null || waitsForEnd(settings, state)
			? []
			: [waitForReport(settings, state.dueAt, outages).endsAt]),
	];
	return ends.length === 0 ? null : Math.min(...ends);
}

/**
 * What is decided at `now` when every report received up to `asOf` was evaluated.
 *
 * @param outages those of the last days, in the order of time
 */
export function afterTime(
	settings: RunSettings,
	before: JobState,
	{ asOf, now }: { readonly asOf: number; readonly now: number },
	outages: readonly ListeningOutage[],
): Evaluated {
	const isRewound = before.afterAt > now + CLOCK_TOLERANCE_MS;
	const course = new Course(settings, isRewound ? rewound(settings, before, now) : before, outages);
	course.passTo(asOf);
	return course.evaluated({ isRewound, durationMs: null });
}

/** What a report decides, and what was to be decided before it. */
export function afterReport(
	settings: RunSettings,
	before: JobState,
	report: JobReport,
	outages: readonly ListeningOutage[],
): Evaluated {
	const isRewound = before.afterAt > report.at + CLOCK_TOLERANCE_MS;
	const course = new Course(settings, isRewound ? rewound(settings, before, report.at) : before, outages);
	// All of them: the report must not count for a run that was late before it came.
	while (course.passTo(report.at)) {}
	if (report.kind === "log") return course.evaluated({ isRewound, durationMs: null });
	const durationMs = report.kind === "start" ? course.start(report) : course.end(report);
	return course.evaluated({ isRewound, durationMs });
}

/** The clock was set back: what lies ahead of it was decided by the wrong one. */
function rewound(settings: RunSettings, state: JobState, now: number): JobState {
	const earlier = (at: number) => Math.min(at, now);
	return {
		...initialState(settings, now),
		open: state.open.map((run) => ({
			...run,
			startedAt: earlier(run.startedAt),
			firstStartedAt: earlier(run.firstStartedAt),
			dues: run.dues.filter((due) => due <= now),
		})),
	};
}

interface Wait {
	readonly endsAt: number;
	readonly isBlind: boolean;
}

function waitForReport({ graceSeconds }: RunSettings, dueAt: number, outages: readonly ListeningOutage[]): Wait {
	const graceMs = graceSeconds * 1000;
	return waitThrough({ from: dueAt, until: dueAt + graceMs, graceMs }, outages);
}

/** A run that has begun has the grace after its longest time, or after its start where it may take any time. */
function waitForEnd(settings: RunSettings, run: OpenRun, outages: readonly ListeningOutage[]): Wait {
	const graceMs = settings.graceSeconds * 1000;
	return waitThrough({ from: beginOf(run), until: overdueAt(settings, run) + graceMs, graceMs }, outages);
}

/** Whether the end of a run decides when the next one is due: of a period, which begins anew with each run. */
function waitsForEnd({ schedule }: RunSettings, { open }: JobState): boolean {
	return schedule === null && open.some(({ dues }) => dues.length > 0);
}

function overdueAt({ maxRuntimeSeconds }: RunSettings, run: OpenRun): number {
	return beginOf(run) + (maxRuntimeSeconds ?? 0) * 1000;
}

/** A start that came early counts from the instant at which the run was due. */
function beginOf({ dues, firstStartedAt }: OpenRun): number {
	return Math.max(dues[0] ?? firstStartedAt, firstStartedAt);
}

/** How long before it is due a report counts for the next run. */
function earlyMs({ dueAt, afterAt }: { readonly dueAt: number; readonly afterAt: number }): number {
	return Math.min(EARLY_MS, (dueAt - afterAt) / 4);
}

/** One evaluation under way. */
class Course {
	readonly #settings: RunSettings;
	readonly #outages: readonly ListeningOutage[];
	readonly #results: RunResult[] = [];
	#state: JobState;
	#isMore = false;

	constructor(settings: RunSettings, state: JobState, outages: readonly ListeningOutage[]) {
		this.#settings = settings;
		this.#state = state;
		this.#outages = outages;
	}

	evaluated(of: Pick<Evaluated, "isRewound" | "durationMs">): Evaluated {
		return { state: this.#state, results: this.#results, isMore: this.#isMore, ...of };
	}

	/** Decides what nothing came for until `asOf`. True when more is overdue than is decided at once. */
	passTo(asOf: number): boolean {
		const open: OpenRun[] = [];
		for (const run of this.#state.open) {
			const { endsAt, isBlind } = waitForEnd(this.#settings, run, this.#outages);
			if (run.dues.length > 0 && endsAt < asOf) {
				for (const dueAt of run.dues)
					this.#decide(isBlind ? missed(dueAt, endsAt) : this.#unfinished(run, dueAt, endsAt));
				open.push({ ...run, dues: [] });
				// Else the next one would be late at once.
				if (this.#settings.schedule === null && (this.#state.dueAt ?? endsAt) < endsAt) this.#moveAfter(endsAt);
			} else if (run.dues.length > 0 || run.firstStartedAt + KEEP_OPEN_MS > asOf) open.push(run);
		}
		this.#state = { ...this.#state, open };
		this.#isMore = !waitsForEnd(this.#settings, this.#state) && this.#passDue(asOf);
		return this.#isMore;
	}

	#passDue(asOf: number): boolean {
		let misses = 0;
		for (let decided = 0; ; decided += 1) {
			const { dueAt } = this.#state;
			if (dueAt === null) return false;
			const { endsAt, isBlind } = waitForReport(this.#settings, dueAt, this.#outages);
			if (endsAt >= asOf) return false;
			if (decided === MAX_AT_ONCE) return true;
			if (isBlind) misses += 1;
			const early = this.#earlyPing(dueAt);
			this.#decide(isBlind ? missed(dueAt, endsAt) : late(this.#settings, { dueAt, endsAt, early }));
			this.#moveAfter(misses >= MAX_MISSED ? this.#lastOfOutage(dueAt) : dueAt);
			this.#state = { ...this.#state, isLate: true };
		}
	}

	#unfinished(run: OpenRun, dueAt: number, endsAt: number): RunResult {
		const { startedAt } = run;
		return unfinished({ dueAt, startedAt, overdueAt: overdueAt(this.#settings, run), endsAt });
	}

	#earlyPing(dueAt: number): { at: number; leastMs: number } | null {
		const { strayAt, afterAt } = this.#state;
		const leastMs = earlyMs({ dueAt, afterAt });
		return strayAt !== null && strayAt < dueAt - leastMs ? { at: strayAt, leastMs } : null;
	}

	/** The end of the outage that hides the run of `dueAt`. */
	#lastOfOutage(dueAt: number): number {
		const until = this.#outages.findLast(({ since, until }) => since <= dueAt && dueAt < until)?.until;
		return until === undefined ? dueAt : Math.max(dueAt, until - 1);
	}

	start({ rid, at }: JobReport): null {
		const dues = this.#takeDue(at, { mayBeEarly: true });
		let open = [...this.#state.open];
		const index = open.findLastIndex((run) => run.rid === rid);
		const known = open[index];
		if (known && dues.length === 0) open[index] = { ...known, startedAt: at };
		else {
			// Those of the same id that are decided already: their ends could not be told from that of this one.
			open = open.filter((run) => run.rid !== rid || run.dues.length > 0);
			open.push({ rid, startedAt: at, firstStartedAt: at, dues });
		}
		if (open.length > MAX_OPEN) {
			const [gone] = open.splice(
				Math.max(
					0,
					open.findIndex((run) => run.dues.length === 0),
				),
				1,
			);
			for (const dueAt of gone?.dues ?? []) if (gone) this.#decide(this.#unfinished(gone, dueAt, at));
		}
		this.#state = { ...this.#state, open };
		return null;
	}

	/** Returns the duration of the run that ends; null when its start was not reported. */
	end(report: JobReport): number | null {
		const { at } = report;
		const run = this.#runOf(report);
		if (run) this.#state = { ...this.#state, open: this.#state.open.filter((one) => one !== run) };
		const durationMs = run && Math.max(0, at - run.startedAt);
		const own = run?.dues ?? [];
		const taken = own.length > 0 ? own : this.#takeDue(at, { mayBeEarly: run === null });
		const dues = taken.length > 0 || run === null || report.kind === "fail" ? taken : this.#takeOver(run);
		const last = dues.at(-1) ?? null;
		for (const dueAt of dues.slice(0, -1)) this.#decide(this.#together(report, dueAt));
		this.#decide(reported(this.#settings, report, { dueAt: last, startedAt: run?.startedAt ?? at, durationMs }));
		this.#state = { ...this.#state, isLate: false, strayAt: last === null ? at : this.#state.strayAt };
		// The next run is due a fixed time after this one.
		if (this.#settings.schedule === null) this.#moveAfter(at);
		return durationMs;
	}

	/** The newest open run of the report's id; where only one of the two has an id, the only run there is. */
	#runOf({ rid }: JobReport): OpenRun | null {
		const { open } = this.#state;
		const same = open.findLast((run) => run.rid === rid);
		const [only, ...others] = open;
		if (same !== undefined || only === undefined || others.length > 0) return same ?? null;
		return rid === null || only.rid === null ? only : null;
	}

	/** An earlier run of several that one report ends. */
	#together(report: JobReport, dueAt: number): RunResult {
		const { isBlind } = waitForReport(this.#settings, dueAt, this.#outages);
		const wasOver = dueAt + this.#settings.graceSeconds * 1000 < report.at;
		if (isBlind && wasOver) return missed(dueAt, report.at);
		return reported(this.#settings, report, { dueAt, startedAt: report.at, durationMs: null });
	}

	/** A run that began anew under another `rid`, and succeeds, stands for the one that began before it. */
	#takeOver(run: OpenRun): readonly number[] {
		const index = this.#state.open.findLastIndex((one) => one.dues.length > 0 && one.startedAt <= run.startedAt);
		const other = this.#state.open[index];
		if (other === undefined) return [];
		this.#state = { ...this.#state, open: this.#state.open.with(index, { ...other, dues: [] }) };
		return other.dues;
	}

	/**
	 * The runs that are due at `at` and belong to nobody yet; the state then points behind them.
	 *
	 * @param mayBeEarly whether the report may be that of a run which is not due yet
	 */
	#takeDue(at: number, { mayBeEarly }: { mayBeEarly: boolean }): readonly number[] {
		const isEarly = mayBeEarly && !this.#state.isLate;
		return this.#settings.schedule === null ? this.#takePeriod(at, isEarly) : this.#takeSlots(at, isEarly);
	}

	/** The next run of a period comes when it comes: before it is due it is named by the minute in which it came. */
	#takePeriod(at: number, mayBeEarly: boolean): readonly number[] {
		const { dueAt, decidedAt, open } = this.#state;
		if (dueAt === null) return [];
		if (at < dueAt) {
			const isOpen = open.some(({ dues }) => dues.length > 0);
			if (!mayBeEarly || isOpen || minuteOf(at) <= minuteOf(decidedAt ?? 0)) return [];
		}
		const runAt = Math.min(dueAt, at);
		this.#moveAfter(runAt);
		return [runAt];
	}

	#takeSlots(at: number, mayBeEarly: boolean): readonly number[] {
		const dues: number[] = [];
		for (;;) {
			const { dueAt, afterAt } = this.#state;
			if (dueAt === null) return dues;
			const marginMs = mayBeEarly && dues.length === 0 ? earlyMs({ dueAt, afterAt }) : 0;
			if (dueAt > at + marginMs) return dues;
			dues.push(dueAt);
			this.#moveAfter(dueAt);
		}
	}

	#moveAfter(at: number): void {
		this.#state = { ...this.#state, dueAt: nextDueAt(this.#settings, at), afterAt: at, isLate: false, strayAt: null };
	}

	#decide(result: RunResult): void {
		this.#results.push(result);
		const decidedAt = Math.max(this.#state.decidedAt ?? 0, result.dueAt ?? 0);
		if (result.dueAt !== null) this.#state = { ...this.#state, decidedAt };
	}
}
