/**
 * Backfills: every day of a team that still has its checks is folded again. Queued durably; at most one runs and one
 * waits for each team. The position is committed together with the rows, so a crash loses nothing, and repeating a
 * slice changes nothing.
 */

import { sql } from "kysely";
import { minuteOf } from "../../domain/checks/check.ts";
import { dayOf, HOURS_A_DAY } from "../../domain/figures/roll-up.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import { oldestRow } from "../results/sealed/seal-hours.ts";
import { progressOf } from "./roll-up-rows.ts";
import { type Folded, foldRanges, lockMonitors, settledHour } from "./roll-ups.ts";

/**
 * Sealed days of monitors folded in one transaction: 1,440 checks each. On SQLite the API waits for it, less than 5 ms
 * (bench/heavy.ts). A day whose checks are rows takes as long as several sealed ones: it is folded alone.
 */
const DAYS_A_SLICE = 4;

interface BackfillStep {
	readonly teamId: number;
	readonly state: "started" | "running" | "done";
	/** By this step. */
	readonly folded: Folded;
	/** By the whole backfill so far. */
	readonly daysDone: number;
	readonly checksDone: number;
	readonly startedAt: number;
}

interface Running {
	id: number;
	team_id: number;
	monitor_id: number;
	next_day: number;
	days_done: number;
	checks_done: number;
	started_at: number;
}

/** Queues a backfill of a team; one that is queued already serves this request too. */
export async function requestBackfill(tx: Tx, teamId: number): Promise<void> {
	await tx.db
		.insertInto("backfills")
		.values({
			team_id: teamId,
			is_running: 0,
			monitor_id: 0,
			next_day: 0,
			days_done: 0,
			checks_done: 0,
			started_at: null,
		})
		.onConflict((conflict) => conflict.columns(["team_id", "is_running"]).doNothing())
		.execute();
}

/** How many are queued or running. */
export async function pendingBackfills(tx: Tx): Promise<number> {
	const { count } = await tx.db
		.selectFrom("backfills")
		.select((of) => of.fn.countAll<number>().as("count"))
		.executeTakeFirstOrThrow();
	return count;
}

/**
 * Runs a slice of the running backfill, or of the next one. Null when there is none, or when other nodes work on all of
 * them.
 */
export async function stepBackfill(database: Tx, now: number): Promise<BackfillStep | null> {
	return database.transaction(async (tx) => {
		const { rows } = await sql<Running>`
			select * from backfills where is_running = 1 order by id limit 1${tx.dialect.forUpdateSkipLocked}`.execute(tx.db);
		const running = rows[0];
		if (!running) return start(tx, now);
		const slice = await nextRanges(tx, running, now);
		const folded = await foldLocked(tx, slice.ranges);
		const step = {
			teamId: running.team_id,
			folded,
			daysDone: running.days_done + folded.days,
			checksDone: running.checks_done + folded.checks,
			startedAt: running.started_at,
		};
		if (slice.next === null) {
			await tx.db.deleteFrom("backfills").where("id", "=", running.id).execute();
			return { ...step, state: "done" };
		}
		await tx.db
			.updateTable("backfills")
			.set({ ...slice.next, days_done: step.daysDone, checks_done: step.checksDone })
			.where("id", "=", running.id)
			.execute();
		return { ...step, state: "running" };
	});
}

async function start(tx: Tx, now: number): Promise<BackfillStep | null> {
	const { rows } = await sql<{ team_id: number }>`
		with wanted as materialized (
			select id from backfills as q where is_running = 0
				and not exists (select 1 from backfills as r where r.team_id = q.team_id and r.is_running = 1)
			order by id limit 1${tx.dialect.forUpdateSkipLocked}
		)
		update backfills set is_running = 1, started_at = ${now} where id in (select id from wanted)
		returning team_id`.execute(tx.db);
	const [started] = rows;
	if (!started) return null;
	const folded = { days: 0, checks: 0 };
	return { teamId: started.team_id, state: "started", folded, daysDone: 0, checksDone: 0, startedAt: now };
}

interface WantedHours {
	readonly monitorId: number;
	readonly fromHour: number;
	readonly toHour: number;
}

/** The next days, in the order of the monitors' keys, and where to go on; null when these are the last. */
async function nextRanges(
	tx: Tx,
	running: Running,
	now: number,
): Promise<{ ranges: WantedHours[]; next: { monitor_id: number; next_day: number } | null }> {
	const { results_since: since } = await progressOf(tx);
	const endHour = settledHour(now);
	// By the key alone: an index of teams would be read to its end, and sorted, for each slice.
	const { rows: monitors } = await sql<{ id: number; created_at: number }>`
		select id, created_at from monitors
		where +team_id = ${running.team_id} and deleted_at is null and id >= ${running.monitor_id}
		order by id limit ${DAYS_A_SLICE + 1}`.execute(tx.db);
	const rowsFrom = dayOf(((await oldestRow(tx)) ?? Number.POSITIVE_INFINITY) - 1) + 1;
	const ranges: WantedHours[] = [];
	let daysLeft = DAYS_A_SLICE;
	for (const { id, created_at } of monitors) {
		const first = Math.max(dayOf(since), dayOf(minuteOf(created_at)));
		const day = id === running.monitor_id ? Math.max(first, running.next_day) : first;
		if (day * HOURS_A_DAY >= endHour) continue;
		const isOfRows = day >= rowsFrom;
		if (daysLeft === 0 || (isOfRows && ranges.length > 0)) return { ranges, next: { monitor_id: id, next_day: day } };
		const end = isOfRows ? day + 1 : Math.min(day + daysLeft, rowsFrom, Math.ceil(endHour / HOURS_A_DAY));
		ranges.push({ monitorId: id, fromHour: day * HOURS_A_DAY, toHour: Math.min(end * HOURS_A_DAY, endHour) });
		daysLeft = isOfRows ? 0 : daysLeft - (end - day);
		if (end * HOURS_A_DAY < endHour) return { ranges, next: { monitor_id: id, next_day: end } };
	}
	const last = monitors.at(-1);
	// Monitors without a day to fold do not fill a slice.
	if (monitors.length > DAYS_A_SLICE && last) return { ranges, next: { monitor_id: last.id + 1, next_day: 0 } };
	return { ranges, next: null };
}

async function foldLocked(tx: Tx, wanted: readonly WantedHours[]): Promise<Folded> {
	const ids = idRows(
		tx.dialect,
		wanted.map(({ monitorId }) => monitorId),
		"monitor_id",
	);
	const locked = await lockMonitors(tx, sql`select monitor_id from ${ids} as r`);
	const types = new Map(locked.map(({ monitorId, type }) => [monitorId, type]));
	return foldRanges(
		tx,
		wanted.flatMap((range) => {
			const type = types.get(range.monitorId);
			return type ? [{ ...range, type }] : [];
		}),
	);
}
