/**
 * The generated histories of the demo's monitors, in the pieces in which they are written: hours that are over are
 * packed, and the last two are single checks. A thread makes them (./demo-thread.ts).
 */

import { type CheckedMonitor, minuteOf, startOfMinute } from "../../domain/checks/check.ts";
import { checkedMonitor } from "../../domain/checks/checked-monitor.ts";
import { judge } from "../../domain/checks/judgement.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import { dayOf, hourOf, MINUTES_A_DAY, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import { REPORTS_KEPT } from "../../domain/jobs/job-report.ts";
import { nextDueAt } from "../../domain/jobs/run-schedule.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import type { CronSettings } from "../../domain/monitors/types.ts";
import { gridOf } from "../../domain/schedule/schedule.ts";
import { type PackedPast, type Past, packHistory } from "../../storage/commit/pack-history.ts";
import { outcomeOfRun } from "../../storage/commit/record-runs.ts";
import { demoSlot, PlausibleHistory } from "./demo-history.ts";
import { type PlausibleReport, PlausibleRuns } from "./demo-runs.ts";

export const INTERVAL_SECONDS = 60;
/** Checks that are recorded in one transaction, and monitors whose day is. */
const BATCH = 2_000;
const MONITORS_A_TRANSACTION = 20;
/** Before the present one: the board reads the last sixty minutes of all monitors as rows. */
const HOURS_OF_ROWS = 1;
/** Of the settings that a new monitor's state begins with. */
const REVISION = 1;

/** What the histories are of. */
export interface HistoryOptions {
	readonly monitors: readonly Monitor[];
	/** Of the time from `from` to `now`, epoch milliseconds. */
	readonly from: number;
	readonly now: number;
}

/** A piece of the histories, each for a transaction of its own, and through which minute they are then complete. */
export type Piece =
	| { readonly kind: "hours"; readonly pasts: readonly PackedPast[]; readonly through: number }
	| { readonly kind: "checks"; readonly checks: readonly JudgedOutcome[]; readonly through: number }
	/** The newest reports of a job. */
	| { readonly kind: "reports"; readonly monitorId: number; readonly reports: readonly PlausibleReport[] };

/** The minutes [first, end) of the histories. */
export function minutesOf({ from, now }: Pick<HistoryOptions, "from" | "now">): readonly [first: number, end: number] {
	return [minuteOf(from) + 1, minuteOf(now)];
}

/** The histories of all monitors, in the order of time. */
export function* histories({ monitors, from, now }: HistoryOptions): Generator<Piece> {
	const checked: CheckHistory[] = [];
	const jobs: JobHistory[] = [];
	const duesOf = dueInstants({ from, until: now });
	for (const monitor of monitors) {
		const { settings } = monitor;
		if (settings.type === "cron") jobs.push(new JobHistory(monitor, duesOf(settings), now));
		else checked.push(new CheckHistory(monitor));
	}
	const each = [...checked, ...jobs];
	const [first, end] = minutesOf({ from, now });
	const recent = Math.max(first, Math.min(end, (hourOf(end) - HOURS_OF_ROWS) * MINUTES_AN_HOUR));
	for (let start = first; start < recent; ) {
		const to = Math.min(recent, (dayOf(start) + 1) * MINUTES_A_DAY);
		for (let at = 0; at < each.length; at += MONITORS_A_TRANSACTION) {
			const some = each.slice(at, at + MONITORS_A_TRANSACTION);
			const through = at + MONITORS_A_TRANSACTION < each.length ? start : to;
			yield { kind: "hours", pasts: some.map((history) => packHistory(history.past(start, to))), through };
		}
		start = to;
	}
	let checks: JudgedOutcome[] = [];
	for (let minute = recent; minute < end; minute += 1) {
		for (const history of each) checks.push(...history.in(minute));
		if (checks.length < BATCH && minute < end - 1) continue;
		yield { kind: "checks", checks, through: minute + 1 };
		checks = [];
	}
	for (const job of jobs) yield { kind: "reports", monitorId: job.monitorId, reports: job.reports };
}

/** When jobs are due: worked out once for each schedule, because that costs a millisecond an instant. */
function dueInstants({ from, until }: { readonly from: number; readonly until: number }) {
	const known = new Map<string | null, readonly number[]>();
	return (settings: CronSettings): readonly number[] => {
		const dues = known.get(settings.schedule) ?? [...instants(settings)];
		known.set(settings.schedule, dues);
		return dues;
	};
	function* instants(settings: CronSettings) {
		for (let at = nextDueAt(settings, from); at !== null && at < until; at = nextDueAt(settings, at)) yield at;
	}
}

class CheckHistory {
	readonly #monitor: Monitor;
	/** What its orders have in common. */
	readonly #checked: CheckedMonitor;
	readonly #history: PlausibleHistory;
	readonly #phaseMs: number;

	constructor(monitor: Monitor) {
		this.#monitor = monitor;
		this.#checked = checkedMonitor(monitor.teamId, monitor);
		this.#history = new PlausibleHistory(monitor.id);
		this.#phaseMs = gridOf(monitor.id, INTERVAL_SECONDS * 1000).phaseMs;
	}

	/** Of the minutes [from, to). */
	past(from: number, to: number): Past {
		const { id, teamId, settings } = this.#monitor;
		return { monitor: { id, teamId, type: settings.type }, checks: () => this.#checks(from, to) };
	}

	*#checks(from: number, to: number) {
		for (let minute = from; minute < to; minute += 1) yield this.#check(minute);
	}

	/** What was due in `minute`. Minutes come in their order. */
	in(minute: number): readonly JudgedOutcome[] {
		return [this.#check(minute)];
	}

	#check(minute: number): JudgedOutcome {
		const scheduledAt = demoSlot(minute, this.#phaseMs);
		const outcome = this.#history.next({
			...this.#checked,
			monitorId: this.#monitor.id,
			scheduledAt,
			revision: REVISION,
			nextDueAt: scheduledAt + INTERVAL_SECONDS * 1000,
			wasSlow: false,
			locationId: null,
		});
		return { outcome, judgement: judge(outcome.observation, outcome.order) };
	}
}

/** A run is decided within a day of the instant at which it was due. */
const DECIDED_WITHIN_MS = MINUTES_A_DAY * 60_000;

/** The generated runs of a job. */
class JobHistory {
	readonly #monitor: Monitor;
	readonly #runs: PlausibleRuns;
	readonly #now: number;
	/** Runs that were decided and are not recorded yet. */
	#decided: JudgedOutcome[] = [];
	#reports: readonly PlausibleReport[] = [];

	constructor(monitor: Monitor, dues: readonly number[], now: number) {
		this.#monitor = monitor;
		this.#runs = new PlausibleRuns(monitor.settings as CronSettings, { seed: monitor.id, dues });
		this.#now = now;
	}

	/** What was due in the minutes [from, to). */
	past(_from: number, to: number): Past {
		const { id, teamId, settings } = this.#monitor;
		return { monitor: { id, teamId, type: settings.type }, checks: () => this.#dueBefore(to) };
	}

	/** What was due in `minute` and before. */
	in(minute: number): readonly JudgedOutcome[] {
		return this.#dueBefore(minute + 1);
	}

	#dueBefore(minute: number): JudgedOutcome[] {
		this.#decide(Math.min(this.#now, startOfMinute(minute) + DECIDED_WITHIN_MS));
		const first = this.#decided.findIndex(({ outcome }) => minuteOf(outcome.order.scheduledAt) >= minute);
		return this.#decided.splice(0, first === -1 ? this.#decided.length : first);
	}

	#decide(until: number): void {
		const { id, teamId } = this.#monitor;
		const monitor = { ...checkedMonitor(teamId, this.#monitor), monitorId: id };
		const runs = [...this.#runs.until(until)];
		this.#reports = [...this.#reports, ...runs.flatMap(({ reports }) => reports)].slice(-REPORTS_KEPT);
		this.#decided.push(...runs.map(({ result }) => outcomeOfRun({ monitor, result }, REVISION)));
	}

	get monitorId(): number {
		return this.#monitor.id;
	}

	/** The newest ones, which are kept. */
	get reports(): readonly PlausibleReport[] {
		return this.#reports;
	}
}
