/**
 * Creates the demo's monitors, and records their history: hours that are over are written sealed and rolled up, and the
 * last two minute by minute.
 */

import type { Team } from "../../domain/access/team.ts";
import { type CheckedMonitor, minuteOf, startOfMinute } from "../../domain/checks/check.ts";
import { checkedMonitor } from "../../domain/checks/checked-monitor.ts";
import { judge } from "../../domain/checks/judgement.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import { dayOf, hourOf, MINUTES_A_DAY, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import { REPORTS_KEPT } from "../../domain/jobs/job-report.ts";
import { nextDueAt } from "../../domain/jobs/run-schedule.ts";
import { COMMON_DEFAULTS } from "../../domain/monitors/common-settings.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import type { CronSettings } from "../../domain/monitors/types.ts";
import { gridOf } from "../../domain/schedule/schedule.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import { type Past, recordHistory } from "../../storage/commit/record-history.ts";
import { outcomeOfRun } from "../../storage/commit/record-runs.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { foldLateHours } from "../../storage/figures/roll-ups.ts";
import { countClosedMinutes, recountLateMinutes } from "../../storage/figures/team-minutes.ts";
import { insertEvaluatedReports } from "../../storage/jobs/job-reports.ts";
import { createMonitor } from "../../storage/monitors/monitors.ts";
import { progressBar } from "../terminal/progress-bar.ts";
import { demoSlot, PlausibleHistory } from "./demo-history.ts";
import { DEMO_TAG, type DemoPlace, demoMonitor } from "./demo-kinds.ts";
import { type PlausibleReport, PlausibleRuns } from "./demo-runs.ts";

const INTERVAL_SECONDS = 60;
const TIMEOUT_SECONDS = 10;
/** Checks that are recorded in one transaction, and monitors whose day is. */
const BATCH = 2_000;
const MONITORS_A_TRANSACTION = 20;
const MADE_IN_A_TRANSACTION = 100;
/** Before the present one: the board reads the last sixty minutes of all monitors as rows. */
const HOURS_OF_ROWS = 1;
const TEAMS = ["web", "platform", "data", "mobile"];
/** Of the settings that a new monitor's state begins with. */
const REVISION = 1;
const USER_AGENT = "curl/8.14.1";

interface Options {
	readonly team: Team;
	readonly place: DemoPlace;
	/** How many monitors. */
	readonly count: number;
	/** The history is of the time from `from` to `now`, epoch milliseconds. */
	readonly from: number;
	readonly now: number;
	/** Encrypts the keys of the jobs' ping addresses. */
	readonly box: SecretBox;
}

/**
 * Makes the monitors, paused, with their history; answers them with the number of checks that were recorded.
 * @param database one whose commits need not wait for the disk: the demo is made again when the power fails
 */
export async function generateHistory(
	database: Tx,
	{ team, place, count, from, now, box }: Options,
): Promise<{ readonly monitors: readonly Monitor[]; readonly checks: number }> {
	const checked: CheckHistory[] = [];
	const jobs: JobHistory[] = [];
	const duesOf = dueInstants({ from, until: now });
	const monitors = await makeMonitors(database, { team, place, count, from, box });
	for (const monitor of monitors) {
		const { settings } = monitor;
		if (settings.type === "cron") jobs.push(new JobHistory(monitor, duesOf(settings), now));
		else checked.push(new CheckHistory(monitor));
	}
	const [firstMinute, endMinute] = [minuteOf(from) + 1, minuteOf(now)];
	const recent = Math.max(firstMinute, Math.min(endMinute, (hourOf(endMinute) - HOURS_OF_ROWS) * MINUTES_AN_HOUR));
	const histories = [...checked, ...jobs];
	const bar = progressBar("minutes of history", endMinute - firstMinute);
	let checks = 0;
	// Before there are checks: then hours are added to the counts as they are written, and no block is read for it.
	while (await countClosedMinutes(database, now));
	for (let start = firstMinute; start < recent; ) {
		const end = Math.min(recent, (dayOf(start) + 1) * MINUTES_A_DAY);
		for (let at = 0; at < histories.length; at += MONITORS_A_TRANSACTION) {
			const pasts = histories.slice(at, at + MONITORS_A_TRANSACTION).map((history) => history.past(start, end));
			checks += await recordHistory(database, pasts, now);
		}
		bar.update(end - firstMinute);
		start = end;
	}
	let batch: JudgedOutcome[] = [];
	for (let minute = recent; minute < endMinute; minute += 1) {
		for (const history of histories) batch.push(...history.in(minute));
		if (batch.length < BATCH && minute < endMinute - 1) continue;
		await recordChecks(database, batch, now, { notifies: false });
		checks += batch.length;
		batch = [];
	}
	while (await foldLateHours(database));
	while (await recountLateMinutes(database));
	bar.update(endMinute - firstMinute);
	bar.finish();
	for (const history of jobs) await history.storeReports(database);
	return { monitors, checks };
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

type Wanted = Pick<Options, "team" | "place" | "from" | "box">;

async function makeMonitors(database: Tx, { count, ...wanted }: Wanted & Pick<Options, "count">) {
	const monitors: Monitor[] = [];
	while (monitors.length < count) {
		const end = Math.min(count, monitors.length + MADE_IN_A_TRANSACTION);
		await database.transaction(async (tx) => {
			while (monitors.length < end) monitors.push(await makeMonitor(tx, monitors.length, wanted));
		});
	}
	return monitors;
}

function makeMonitor(database: Tx, index: number, { team, place, from, box }: Wanted): Promise<Monitor> {
	const { name, settings } = demoMonitor(index, place);
	return createMonitor(
		database,
		{
			...COMMON_DEFAULTS,
			teamId: team.id,
			isEnabled: false,
			name,
			// Tags that the board can group by.
			tags: [`team:${TEAMS[index % TEAMS.length]}`, index % 3 === 0 ? "env:test" : "env:prod", DEMO_TAG],
			settings,
			intervalSeconds: INTERVAL_SECONDS,
			degradedAfterMs: 1_000,
			timeoutSeconds: TIMEOUT_SECONDS,
			sslMonitoringEnabled: false,
		},
		from,
		box,
	);
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
	/** The newest ones. */
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

	async storeReports(database: Tx): Promise<void> {
		const reports = this.#reports.map((report) => ({ ...report, userAgent: USER_AGENT, body: NO_BODY, size: 0 }));
		await insertEvaluatedReports(database, this.#monitor.id, reports);
	}
}

const NO_BODY = new Uint8Array();
