/**
 * Figures of hours and days: computed from single checks, never incremented. A fold reads every check of its hours and
 * replaces the rows of those hours and of their days, in one transaction that locks the monitor's row of
 * roll_up_states. So folding again gives the same rows, and two nodes never fold the same monitor at once.
 *
 * Which hours are still to be folded is known without reading checks: those from `hours_through` on, and those of
 * late_hours. A check that is recorded after the end of its hour marks that hour in its own commit (./mark-late.ts). An
 * hour is folded SETTLES_AFTER_MS after its end, when every commit that began before the end is visible.
 */

import { type RawBuilder, sql } from "kysely";
import { minuteOf } from "../../domain/checks/check.ts";
import { HOUR_MS } from "../../domain/durations.ts";
import {
	dayOfHour,
	foldHours,
	HOURS_A_DAY,
	hourOf,
	MINUTES_AN_HOUR,
	type RollUp,
} from "../../domain/figures/roll-up.ts";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import type { Tx } from "../database/tx.ts";
import { type CheckTimes, timesBetween } from "../results/read-checks.ts";
import { damagedOf, holds } from "../results/sealed/damaged-blocks.ts";
import { foldComponentDays } from "../status-pages/component-days.ts";
import { heavyTurn } from "../turns/heavy-turn.ts";
import { foldDays, type HourRange, hourKey, hoursOfDays } from "./fold-days.ts";
import { HOUR_COLUMNS, hourToRow, isStored, progressOf, putFigures } from "./roll-up-rows.ts";

/** Longer than a commit takes, and longer than the clocks of two nodes may differ. */
const SETTLES_AFTER_MS = 60_000;

/**
 * After the end of an hour, nearly every commit that began before it is visible. What a reader folds from then on is
 * not folded for the next one: what a slower commit adds is seen when the hour has settled.
 */
const ARRIVES_WITHIN_MS = 5_000;

/**
 * Hours of monitors folded in one transaction, and the monitors or marks that they come from, each of which costs a day
 * that is added up again. On SQLite the API waits for a slice: less than 5 ms (bench/heavy.ts).
 */
const HOURS_A_SLICE = 24;
export const RANGES_A_SLICE = 10;

export interface Folded {
	/** Days of monitors. */
	readonly days: number;
	readonly checks: number;
}

/** Folds a slice of the hours that are over, for the monitors that are furthest behind. Null when none is behind. */
export function foldClosedHours(database: Tx, now: number): Promise<Folded | null> {
	return database.transaction((tx) => {
		const toHour = settledHour(now);
		const behind = sql`select monitor_id from roll_up_states where hours_through < ${toHour}
			order by hours_through, monitor_id limit ${RANGES_A_SLICE}${tx.dialect.forUpdateSkipLocked}`;
		return advance(tx, behind, toHour);
	});
}

/** Folds a slice of the hours that changed after they were folded. Null when there is none. */
export function foldLateHours(database: Tx): Promise<Folded | null> {
	return database.transaction((tx) => {
		const marks = sql`select monitor_id, hour from late_hours
			order by monitor_id, hour limit ${RANGES_A_SLICE}${tx.dialect.forUpdateSkipLocked}`;
		return foldMarks(tx, marks);
	});
}

/**
 * Folds what is missing in the figures of a team, or of the monitors of its status page, on the days before `toDay`, in
 * slices that let other work run in between. For readers: the figures of a day are complete from the first second after
 * midnight on.
 */
export async function foldForTeam(
	database: Tx,
	teamId: number,
	toDay: number,
	now: number,
	statusPageId?: number,
): Promise<Folded> {
	const toHour = toDay * HOURS_A_DAY;
	const settled = Math.min(toHour, settledHour(now));
	const onPage = sql`and m.id in (select monitor_id from component_monitors where status_page_id = ${statusPageId ?? 0})`;
	const isWanted = sql`m.team_id = ${teamId} and m.deleted_at is null ${statusPageId === undefined ? sql`` : onPage}`;
	// Asked for each of the few that are late or behind, not for all monitors of the team.
	const ofWanted = (id: RawBuilder<unknown>) =>
		sql`exists (select 1 from monitors as m where m.id = ${id} and ${isWanted})`;
	const marks = sql`select monitor_id, hour from late_hours where hour < ${toHour} and ${ofWanted(sql`late_hours.monitor_id`)}
		order by monitor_id, hour limit ${RANGES_A_SLICE}${database.dialect.forUpdate}`;
	const behind = sql`
		select monitor_id from roll_up_states
		where hours_through < ${settled} and ${ofWanted(sql`roll_up_states.monitor_id`)}
		order by monitor_id limit ${RANGES_A_SLICE}${database.dialect.forUpdate}`;
	const marked = await untilNull(database, (tx) => foldMarks(tx, marks));
	// Asked first, by an index: in the order of their keys, those that are behind are sought among all.
	const advanced = (await isAnyBehind(database, settled))
		? await untilNull(database, (tx) => advance(tx, behind, settled))
		: NOTHING_FOLDED;
	if (settled === toHour) return added(marked, advanced);

	const unsettled = (after: number) => sql`
		select m.id as monitor_id from monitors as m where ${isWanted} and m.id > ${after}
		order by m.id limit ${RANGES_A_SLICE}`;
	const fold = () => foldUnsettled(database, unsettled, settled, toHour);
	const isOnce = statusPageId === undefined && now >= toHour * HOUR_MS + ARRIVES_WITHIN_MS;
	const early = isOnce ? foldOnce(database, teamId, toHour, fold) : fold();
	return added(added(marked, advanced), await early);
}

/** Folds hours that are over and not settled, which are folded again once they are settled. */
async function foldUnsettled(
	database: Tx,
	monitorsAfter: (id: number) => RawBuilder<unknown>,
	fromHour: number,
	toHour: number,
): Promise<Folded> {
	let after = 0;
	return untilNull(database, async (tx) => {
		const locked = await lockMonitors(tx, monitorsAfter(after));
		after = locked.at(-1)?.monitorId ?? after;
		const ranges = locked.map(({ monitorId, type }) => ({ monitorId, type, fromHour, toHour }));
		return ranges.length === 0 ? null : foldRanges(tx, ranges);
	});
}

/** The last hour that a reader folded before it had settled, by team. */
const foldedEarly = new WeakMap<Tx, Map<number, { readonly toHour: number; readonly folded: Promise<Folded> }>>();

/** Folds for the first reader; the others wait for it. Checks that are recorded later mark their hour. */
async function foldOnce(database: Tx, teamId: number, toHour: number, fold: () => Promise<Folded>): Promise<Folded> {
	const teams = foldedEarly.get(database) ?? new Map();
	foldedEarly.set(database, teams);
	const known = teams.get(teamId);
	if (known?.toHour === toHour) {
		await known.folded;
		return NOTHING_FOLDED;
	}
	const folded = fold();
	teams.set(teamId, { toHour, folded });
	try {
		return await folded;
	} catch (error) {
		teams.delete(teamId);
		throw error;
	}
}

async function isAnyBehind({ db }: Tx, toHour: number): Promise<boolean> {
	const { rows } = await sql`select 1 from roll_up_states where hours_through < ${toHour} limit 1`.execute(db);
	return rows.length > 0;
}

const NOTHING_FOLDED: Folded = { days: 0, checks: 0 };

async function untilNull(database: Tx, slice: (tx: Tx) => Promise<Folded | null>): Promise<Folded> {
	let folded = NOTHING_FOLDED;
	for (;;) {
		await heavyTurn();
		const more = await database.transaction(slice);
		if (!more) return folded;
		folded = added(folded, more);
	}
}

function added(a: Folded, b: Folded): Folded {
	return { days: a.days + b.days, checks: a.checks + b.checks };
}

/** The hour before which everything is over and committed. */
export function settledHour(now: number): number {
	return hourOf(minuteOf(now - SETTLES_AFTER_MS));
}

/**
 * Folds the monitors that `behind` selects further towards `toHour`: within one day each, and at most a slice in all.
 */
async function advance(tx: Tx, behind: RawBuilder<unknown>, toHour: number): Promise<Folded | null> {
	const monitors = await lockMonitors(tx, behind);
	if (monitors.length === 0) return null;
	const ranges: HourRange[] = [];
	const positions: { monitor_id: number; hours_through: number }[] = [];
	let hours = 0;
	for (const { monitorId, type, hoursThrough } of monitors) {
		if (hours >= HOURS_A_SLICE) break;
		const endOfDay = (dayOfHour(hoursThrough) + 1) * HOURS_A_DAY;
		const end = Math.min(endOfDay, toHour, hoursThrough + HOURS_A_SLICE - hours);
		ranges.push({ monitorId, type, fromHour: hoursThrough, toHour: end });
		hours += end - hoursThrough;
		positions.push({ monitor_id: monitorId, hours_through: end });
	}
	const folded = await foldRanges(tx, ranges);
	const rows = tx.dialect.rows({ monitor_id: "integer", hours_through: "integer" }, positions);
	await sql`update roll_up_states set hours_through = r.hours_through from ${rows} as r
		where roll_up_states.monitor_id = r.monitor_id`.execute(tx.db);
	return folded;
}

/** Deletes the marks that `wanted` selects and folds their hours. Null when there are none. */
async function foldMarks(tx: Tx, wanted: RawBuilder<unknown>): Promise<Folded | null> {
	const { rows: marks } = await sql<{ monitor_id: number; hour: number }>`
		with wanted as materialized (${wanted})
		delete from late_hours where (monitor_id, hour) in (select monitor_id, hour from wanted)
		returning monitor_id, hour`.execute(tx.db);
	if (marks.length === 0) return null;
	const ids = tx.dialect.rows({ monitor_id: "integer" }, marks);
	const monitors = await lockMonitors(tx, sql`select monitor_id from ${ids} as r`);
	const ranges = monitors.flatMap(({ monitorId, type }) => {
		const hours = marks.filter((mark) => mark.monitor_id === monitorId).map(({ hour }) => hour);
		return [...Map.groupBy(hours, (hour) => dayOfHour(hour)).values()].map((ofDay) => ({
			monitorId,
			type,
			fromHour: Math.min(...ofDay),
			toHour: Math.max(...ofDay) + 1,
		}));
	});
	return foldRanges(tx, ranges);
}

interface LockedMonitor {
	readonly monitorId: number;
	readonly type: MonitorType;
	readonly hoursThrough: number;
}

/**
 * Locks these monitors against other folds until the transaction ends; in the order of their keys, so that no deadlock
 * is possible.
 */
export async function lockMonitors(tx: Tx, wanted: RawBuilder<unknown>): Promise<LockedMonitor[]> {
	const { rows: states } = await sql<{ monitor_id: number; hours_through: number }>`
		select monitor_id, hours_through from roll_up_states where monitor_id in (select monitor_id from (${wanted}) as w)
		order by monitor_id${tx.dialect.forUpdate}`.execute(tx.db);
	if (states.length === 0) return [];
	// Deleted monitors too, until they are pruned: their figures are subtracted from those of their team.
	const monitors = await tx.db
		.selectFrom("monitors")
		.select(["id", "type"])
		.where(
			"id",
			"in",
			states.map(({ monitor_id }) => monitor_id),
		)
		.execute();
	const types = new Map(monitors.map(({ id, type }) => [id, type]));
	return states.map(({ monitor_id, hours_through }) => ({
		monitorId: monitor_id,
		type: types.get(monitor_id) ?? "http",
		hoursThrough: hours_through,
	}));
}

/**
 * Computes the figures of these hours and of their days again. Hours whose checks are pruned, or about to be, keep
 * their rows. The monitors must be locked.
 */
export async function foldRanges(tx: Tx, wanted: readonly HourRange[]): Promise<Folded> {
	const { results_since: since } = await progressOf(tx);
	const ranges = wanted
		.map((range) => ({ ...range, fromHour: Math.max(range.fromHour, hourOf(since)) }))
		.filter(({ fromHour, toHour }) => fromHour < toHour);
	const checks: CheckTimes[] = [];
	for (const { monitorId, fromHour, toHour } of ranges) {
		checks.push(await timesBetween(tx, monitorId, fromHour * MINUTES_AN_HOUR, toHour * MINUTES_AN_HOUR));
	}
	return writeFigures(
		tx,
		ranges.map((range, index) => ({ ...range, times: checks[index] ?? NO_TIMES })),
	);
}

const NO_TIMES: CheckTimes = {
	minutes: new Int32Array(),
	verdicts: new Uint8Array(),
	responseTimesMs: new Int32Array(),
};

/**
 * Makes the figures of these hours and of their days those of all checks of the hours. An hour whose checks cannot be
 * read keeps its figures, and so does one without checks: they were imported (../commit/record-imported.ts), or came
 * with a takeout of an installation that had pruned its checks. A day without hours is kept likewise. What is stored as
 * it is, is not written: a backfill changes next to nothing.
 */
export async function writeFigures(
	tx: Tx,
	ranges: readonly (HourRange & { readonly times: CheckTimes })[],
): Promise<Folded> {
	if (ranges.length === 0) return NOTHING_FOLDED;
	const damaged = await damagedOf(
		tx,
		ranges.map(({ monitorId }) => monitorId),
	);
	const stored = await hoursOfDays(tx, ranges);
	const folded = new Map<number, RollUp>();
	const gone: { monitor_id: number; hour: number }[] = [];
	const changed: Record<string, unknown>[] = [];
	for (const { monitorId, fromHour, toHour, times } of ranges) {
		const hours = foldHours(times);
		const withChecks = new Set(Array.from(times.minutes, hourOf));
		for (let hour = fromHour; hour < toHour; hour += 1) {
			if (damaged.some((each) => each.monitor_id === monitorId && holds(each, hour))) continue;
			const key = hourKey(monitorId, hour);
			const before = stored.get(key);
			const rollUp = hours.get(hour);
			if (rollUp) {
				const row = { monitor_id: monitorId, hour, ...hourToRow(rollUp) };
				if (!before || !isStored(before, row)) changed.push(row);
				folded.set(key, rollUp);
			} else if (before && !before.isOfImport && withChecks.has(hour)) {
				gone.push({ monitor_id: monitorId, hour });
				stored.delete(key);
			}
		}
	}
	if (gone.length > 0) {
		const rows = tx.dialect.rows({ monitor_id: "integer", hour: "integer" }, gone);
		await sql`delete from hourly_roll_ups
			where (monitor_id, hour) in (select monitor_id, hour from ${rows} as r)`.execute(tx.db);
	}
	await putFigures(tx, sql`hourly_roll_ups`, { monitor_id: "integer", hour: "integer" }, HOUR_COLUMNS, changed);
	await foldComponentDays(tx, ranges);
	const checks = ranges.reduce((sum, { times }) => sum + times.minutes.length, 0);
	return { days: await foldDays(tx, ranges, stored, { folded, gone }), checks };
}
