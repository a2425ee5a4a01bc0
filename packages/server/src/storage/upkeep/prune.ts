/**
 * Deletes what is too old and what belongs to deleted monitors, in slices. Figures come first: single checks are
 * deleted only when the hours of their day are folded, and a whole UTC day at a time.
 *
 * Every deletion is announced first (`results_since`, `deleted_at`) and happens GRACE_MS later, when every transaction
 * that did not see the announcement is over.
 */

import { type RawBuilder, sql } from "kysely";
import { minuteOf } from "../../domain/checks/check.ts";
import { coarse } from "../../domain/figures/latency-histogram.ts";
import { keptSince, type Retention } from "../../domain/figures/retention.ts";
import { HOURS_A_DAY, hourOf, MINUTES_A_DAY } from "../../domain/figures/roll-up.ts";
import type { Tx } from "../database/tx.ts";
import { decodeTimes, encodeTimes } from "../figures/hour-times.ts";
import { progressOf } from "../figures/roll-up-rows.ts";
import { ALL_SUBTRACTED, deleteTeamMinutes, TEAM_MINUTES_KEPT } from "../figures/team-minutes.ts";
import { deleteChecksBefore, deleteChecksOfMonitor, deleteDetailsBefore } from "../results/delete-checks.ts";
import { deleteMissedSpans } from "../results/missed-spans.ts";
import { settleDeletedMonitor } from "../status-pages/component-days.ts";
import { heavyTurn } from "../turns/heavy-turn.ts";

/** Far longer than any transaction of this service. */
export const GRACE_MS = 5 * 60_000;
/** Minutes after which no check of before is recorded any more, so that components need not know who had it. */
const FORMER_MONITORS_KEPT = 7 * MINUTES_A_DAY;
/** Rows deleted in one transaction, for which the API waits less than 5 ms on SQLite. */
const ROWS_A_SLICE = 1_000;
/** Monitors whose hours are pruned in one transaction, and hours of each of them. */
const MONITORS_A_SLICE = 50;
const HOURS_OF_A_MONITOR = 8 * HOURS_A_DAY;
/** Checks deleted in one transaction where they are sealed: 10 days of a monitor, some 30 pages on SQLite. */
const CHECKS_A_SLICE = 10 * MINUTES_A_DAY;
/** Checks of a deleted monitor that are deleted in one run, day by day: then others have their turn. */
const CHECKS_A_RUN = 50 * MINUTES_A_DAY;

/** Deleted rows, by table. */
export type Pruned = Readonly<Record<string, number>>;

/**
 * Announces the days whose checks are pruned next, once every hour of them is folded; until then they stay, however old
 * they are. Returns the first minute that is kept.
 */
async function announcePruning(tx: Tx, retention: Retention, now: number): Promise<number> {
	const wanted = keptSince(retention.resultsDays, now);
	const { results_since: since } = await progressOf(tx);
	if (wanted <= since) return since;
	const { rows } = await sql<{ pending: number }>`select (
		exists (select 1 from late_hours where hour < ${hourOf(wanted)})
		or exists (select 1 from roll_up_states where hours_through < ${hourOf(wanted)})
	) as pending`.execute(tx.db);
	if (rows[0]?.pending) return since;
	await tx.db
		.updateTable("roll_up_progress")
		.set({ results_since: wanted, results_since_at: now })
		.where("results_since", "<", wanted)
		.execute();
	return wanted;
}

/**
 * Days by which the clock has moved since the last pruning, and that are too old now: one a day, unless the service was
 * off or the clock is wrong. Days that are too old because the retention was shortened don't count. 0 before the first
 * pruning.
 */
export async function daysToPrune(tx: Tx, { resultsDays }: Retention, now: number): Promise<number> {
	const { results_since: since, results_since_at: announcedAt } = await progressOf(tx);
	if (since === 0) return 0;
	const tooOld = keptSince(resultsDays, now) - since;
	return Math.max(0, Math.min(tooOld, minuteOf(now - announcedAt))) / MINUTES_A_DAY;
}

/** Deletes a slice of what is too old. Empty when there was nothing. */
export async function pruneOld(tx: Tx, retention: Retention, now: number): Promise<Pruned> {
	await announcePruning(tx, retention, now);
	const { results_since: since, results_since_at: announcedAt } = await progressOf(tx);
	const results = announcedAt + GRACE_MS <= now ? await deleteChecksBefore(tx, since, CHECKS_A_SLICE) : 0;
	if (results > 0) return { check_results: results };
	await sql`delete from damaged_blocks where hour + hours <= ${hourOf(since)}`.execute(tx.db);
	const details = announcedAt + GRACE_MS <= now ? await deleteDetailsBefore(tx, since, ROWS_A_SLICE) : 0;
	if (details > 0) return { replaced_checks: details };
	const gaps = announcedAt + GRACE_MS <= now ? await deleteMissedSpans(tx, since, ROWS_A_SLICE) : 0;
	if (gaps > 0) return { missed_spans: gaps };
	const hours = await pruneHours(tx, retention, since, now);
	if (hours !== null) return { hourly_roll_ups: hours };
	const days = await pruneComponents(tx, now);
	if (days > 0) return { component_days: days };
	const counted = await deleteTeamMinutes(tx, now, ROWS_A_SLICE);
	if (counted > 0) return { team_hours: counted };
	const before = keptSince(retention.eventsDays, now) * 60_000;
	const transitions = await deleteOldest(tx, "transitions", "created_at", before);
	if (transitions > 0) return { transitions };
	const outages = await deleteOldest(tx, "outages", "recorded_at", before, sql`and ended_at < ${before}`);
	if (outages > 0) return { outages };
	const causes = await deleteEmptyCauses(tx, before);
	if (causes > 0) return { causes };
	const events = await deleteOldest(tx, "alert_events", "sent_at", before);
	if (events > 0) return { alert_events: events };
	const warnings = await deleteWarnings(tx, before);
	if (warnings > 0) return { certificate_warnings: warnings };
	const alerts = await deleteAlerts(tx, before);
	return alerts > 0 ? { alerts } : {};
}

/**
 * For a few monitors: makes the response times coarse in hours that are older than every window and whose checks are
 * pruned, and deletes the hours that are too old. Returns how many were deleted; null when no monitor was left.
 */
async function pruneHours(database: Tx, retention: Retention, since: number, now: number): Promise<number | null> {
	const exactFrom = hourOf(Math.min(since, keptSince(TEAM_MINUTES_KEPT / MINUTES_A_DAY, now)));
	// Not before their checks: a day that a late check changes is computed from its hours.
	const kept = hourOf(Math.min(since, keptSince(retention.hoursDays, now)));
	return database.transaction(async (tx) => {
		const { rows: monitors } = await sql<{ monitor_id: number; exact_from: number }>`
			select monitor_id, exact_from from roll_up_states where exact_from < ${exactFrom}
			order by exact_from, monitor_id limit ${MONITORS_A_SLICE}${tx.dialect.forUpdateSkipLocked}`.execute(tx.db);
		if (monitors.length === 0) return null;
		let deleted = 0;
		let visited = 0;
		for (const { monitor_id, exact_from } of monitors) {
			if (visited > HOURS_OF_A_MONITOR) break;
			const { numAffectedRows } = await sql`
				delete from hourly_roll_ups where monitor_id = ${monitor_id} and hour in (
					select hour from hourly_roll_ups where monitor_id = ${monitor_id} and hour < ${kept}
					order by hour limit ${HOURS_OF_A_MONITOR}
				)`.execute(tx.db);
			const gone = Number(numAffectedRows ?? 0);
			deleted += gone;
			// The rest of them in the next slice.
			if (gone === HOURS_OF_A_MONITOR) break;
			const { rows } = await sql<{ hour: number; response_times: Uint8Array }>`
				select hour, response_times from hourly_roll_ups
				where monitor_id = ${monitor_id} and hour >= ${exact_from} and hour < ${exactFrom}
				order by hour limit ${HOURS_OF_A_MONITOR}`.execute(tx.db);
			visited += gone + rows.length + 1;
			if (rows.length > 0) await withCoarseTimes(tx, monitor_id, rows).execute(tx.db);
			const reached = rows.length < HOURS_OF_A_MONITOR ? exactFrom : (rows.at(-1)?.hour ?? exactFrom) + 1;
			await sql`update roll_up_states set exact_from = ${reached} where monitor_id = ${monitor_id}`.execute(tx.db);
		}
		return deleted;
	});
}

/**
 * The monitor's id is in the rows as well: with a constant in its place SQLite reads all the rows again for each hour,
 * and 192 hours take 100 ms of CPU.
 */
export function withCoarseTimes(
	{ dialect }: Tx,
	monitorId: number,
	hours: readonly { readonly hour: number; readonly response_times: Uint8Array }[],
): RawBuilder<unknown> {
	const coarser = dialect.rows(
		{ monitor_id: "integer", hour: "integer", response_times: "bytes" },
		hours.map(({ hour, response_times }) => {
			const times = decodeTimes(response_times);
			const bytes = encodeTimes({ ...times, responseTimes: coarse(times.responseTimes) });
			return { monitor_id: monitorId, hour, response_times: Buffer.from(bytes).toString("hex") };
		}),
	);
	return sql`update hourly_roll_ups set response_times = r.response_times from ${coarser} as r
		where hourly_roll_ups.monitor_id = r.monitor_id and hourly_roll_ups.hour = r.hour`;
}

/** The days of deleted components, and the monitors that components had, once their checks are as late as can be. */
async function pruneComponents(tx: Tx, now: number): Promise<number> {
	const until = minuteOf(now) - FORMER_MONITORS_KEPT;
	const former = await sql`
		delete from former_component_monitors where (component_id, monitor_id, from_minute) in (
			select component_id, monitor_id, from_minute from former_component_monitors
			where until_minute < ${until} limit ${ROWS_A_SLICE}
		)`.execute(tx.db);
	const component = await tx.db.selectFrom("deleted_components").select("component_id").limit(1).executeTakeFirst();
	if (!component) return Number(former.numAffectedRows ?? 0);
	const { component_id: id } = component;
	const { numAffectedRows } = await sql`
		delete from component_days where component_id = ${id} and day in (
			select day from component_days where component_id = ${id} limit ${ROWS_A_SLICE}
		)`.execute(tx.db);
	if (Number(numAffectedRows ?? 0) < ROWS_A_SLICE) {
		await tx.db.deleteFrom("deleted_components").where("component_id", "=", id).execute();
	}
	return Number(former.numAffectedRows ?? 0) + Number(numAffectedRows ?? 0) + 1;
}

async function deleteOldest(
	tx: Tx,
	table: "transitions" | "outages" | "alert_events",
	column: "created_at" | "recorded_at" | "sent_at",
	before: number,
	also = sql``,
): Promise<number> {
	const { numAffectedRows } = await sql`
		delete from ${sql.table(table)} where id in (
			select id from ${sql.table(table)} where ${sql.ref(column)} < ${before} ${also}
			order by ${sql.ref(column)} limit ${ROWS_A_SLICE}
		)`.execute(tx.db);
	return Number(numAffectedRows ?? 0);
}

/** Causes without an outage, of which the last began before the instant. */
async function deleteEmptyCauses(tx: Tx, before: number): Promise<number> {
	const { numAffectedRows } = await sql`
		delete from causes where id in (
			select c.id from causes as c where c.last_began_at < ${before}
				and not exists (select 1 from outages as o where o.cause_id = c.id)
			order by c.last_began_at limit ${ROWS_A_SLICE}
		)`.execute(tx.db);
	return Number(numAffectedRows ?? 0);
}

async function deleteWarnings(tx: Tx, before: number): Promise<number> {
	const key = sql`monitor_id, fingerprint, within_days`;
	const { numAffectedRows } = await sql`
		delete from certificate_warnings where (${key}) in (
			select ${key} from certificate_warnings where created_at < ${before} order by created_at limit ${ROWS_A_SLICE}
		)`.execute(tx.db);
	return Number(numAffectedRows ?? 0);
}

/** Deleted alerts, and routes of them, whose last event is pruned. An alert after its routes. */
async function deleteAlerts(tx: Tx, before: number): Promise<number> {
	const { numAffectedRows } = await sql`
		delete from alerts where id in (
			select a.id from alerts as a where a.deleted_at < ${before}
				and not exists (select 1 from alert_events as e where e.alert_id = a.id)
				and not exists (select 1 from alerts as r where r.escalates = a.id)
			order by a.id limit ${ROWS_A_SLICE}
		)`.execute(tx.db);
	return Number(numAffectedRows ?? 0);
}

/**
 * Deletes the rows of a deleted monitor whose checks are subtracted from its team's counts, its own row last; of very
 * many a part. Empty when there is none.
 */
export async function pruneDeletedMonitor(tx: Tx, now: number): Promise<Pruned> {
	const monitor = await tx.db
		.selectFrom("monitors")
		.select(["id", "type", "deleted_at"])
		.where("deleted_at", "<=", now - GRACE_MS)
		// Those of the others are about to be subtracted (../../engine/upkeep/roll-up.ts).
		.where("counted_from", "=", ALL_SUBTRACTED)
		.orderBy("deleted_at")
		.limit(1)
		.executeTakeFirst();
	if (!monitor) return {};
	const { id, type } = monitor;
	const pruned: Record<string, number> = {};
	const note = (table: string, deleted: number) => {
		if (deleted > 0) pruned[table] = (pruned[table] ?? 0) + deleted;
	};

	await settleDeletedMonitor(tx, id, monitor.deleted_at ?? now);
	for (;;) {
		if ((pruned["check_results"] ?? 0) >= CHECKS_A_RUN) return pruned;
		await heavyTurn();
		// The steps of a flow are rows.
		const deleted = await deleteChecksOfMonitor(tx, id, type === "flow" ? MINUTES_A_DAY : CHECKS_A_SLICE);
		if (deleted === 0) break;
		note("check_results", deleted);
	}
	for (const [table, key] of LEFT_BY_MONITORS) {
		await heavyTurn();
		const { numAffectedRows } = await sql`
			delete from ${sql.table(table)} where monitor_id = ${id} and ${sql.ref(key)} in (
				select ${sql.ref(key)} from ${sql.table(table)} where monitor_id = ${id} limit ${ROWS_A_SLICE}
			)`.execute(tx.db);
		const deleted = Number(numAffectedRows ?? 0);
		note(table, deleted);
		if (deleted === ROWS_A_SLICE) return pruned;
	}
	await tx.db.deleteFrom("monitors").where("id", "=", id).execute();
	return { ...pruned, monitors: 1 };
}

/** Tables with many rows a monitor. The rest is deleted with the monitor's row, by foreign keys. */
const LEFT_BY_MONITORS = [
	["hourly_roll_ups", "hour"],
	["daily_roll_ups", "day"],
	["late_hours", "hour"],
	["transitions", "id"],
	["outages", "id"],
	["job_reports", "id"],
	["alert_events", "id"],
	["notices", "id"],
	["deferred_changes", "id"],
] as const;
