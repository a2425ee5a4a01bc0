/**
 * Deletes results and the details of their failures, a slice at a time. Sealed hours are deleted as a whole, so ranges
 * begin and end with an hour; a packed day of which only a part is deleted is unpacked first.
 *
 * Rows first, then hours, then days: what is sealed or packed in between is found there.
 */

import { type RawBuilder, sql } from "kysely";
import { dayOf, hourOf, MINUTES_A_DAY, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import { lockChecksOf } from "./lock-checks.ts";
import { unpackDays } from "./sealed/pack-days.ts";
import { DAYS, HOURS } from "./sealed/sealed-blocks.ts";
import type { SealedTable } from "./store/result-store.ts";

/**
 * Deletes checks of minutes before `minute`, oldest first, about `limit` at a time. Returns how many; 0 when none are
 * left.
 * @param minute the first one of a UTC day
 */
export async function deleteChecksBefore(tx: Tx, minute: number, limit: number): Promise<number> {
	// Two processes that prune at once delete different ones.
	const expired = sql`select ${keyOf(tx)} from check_results as c where minute < ${minute}
		order by minute limit ${limit}${tx.dialect.forUpdateSkipLocked}`;
	let deleted = await deleteRows(tx, expired);
	if (deleted >= limit) return deleted;
	const oldest = ({ table, column, hours }: SealedTable, most: number) => {
		const [name, end] = [sql.ref(column), Math.floor(minute / MINUTES_AN_HOUR / hours)];
		return sql`select ${name}, monitor_id from ${sql.table(table)} where ${name} < ${end}
			order by ${name} limit ${spansFor(most, hours)}${tx.dialect.forUpdateSkipLocked}`;
	};
	deleted += await deleteSealed(tx, HOURS, oldest(HOURS, limit - deleted));
	if (deleted >= limit) return deleted;
	return deleted + (await deleteSealed(tx, DAYS, oldest(DAYS, limit - deleted)));
}

/** Deletes the checks of one monitor, about `limit` at a time. Returns how many; 0 when none are left. */
export async function deleteChecksOfMonitor(database: Tx, monitorId: number, limit: number): Promise<number> {
	return database.transaction(async (tx) => {
		await lockChecksOf(tx, [monitorId]);
		return deleteOfMonitor(tx, monitorId, limit);
	});
}

async function deleteOfMonitor(tx: Tx, monitorId: number, limit: number): Promise<number> {
	const { db, dialect } = tx;
	const { results } = dialect;
	const scope = results.boundsOf(monitorId);
	// Of rows and of hours apart: rows are those of a few hours, and on SQLite each minute in between is a look-up.
	const { rows: found } = await sql<Record<Ends, number | null>>`select
		(select min(minute) from check_results ${scope}) as oldest,
		(select max(minute) from check_results ${scope}) as newest,
		(select min(hour) from sealed_hours ${scope}) as first_hour,
		(select max(hour) from sealed_hours ${scope}) as last_hour,
		(select min(day) from sealed_days ${scope}) as first_day,
		(select max(day) from sealed_days ${scope}) as last_day`.execute(db);
	const ends = { ...NOTHING, ...found[0] };
	const rows = results.ofMonitor(monitorId, ends.oldest ?? 0, (ends.newest ?? -1) + 1);
	let deleted = await deleteRows(tx, sql`select ${keyOf(tx)} from ${rows} limit ${limit}`);
	const spans = [
		[HOURS, ends.first_hour, ends.last_hour],
		[DAYS, ends.first_day, ends.last_day],
	] as const;
	for (const [table, first, last] of spans) {
		if (deleted >= limit) return deleted;
		const sealed = sealedOf(tx, table, monitorId, [first ?? 0, (last ?? -1) + 1]);
		deleted += await deleteSealed(tx, table, sql`${sealed} limit ${spansFor(limit - deleted, table.hours)}`);
	}
	return deleted;
}

/**
 * Deletes one monitor's checks of some minutes, at most a day at a time. Returns how many.
 * @param fromMinute the first one of an hour, as is `toMinute`
 */
export async function deleteChecksBetween(
	database: Tx,
	monitorId: number,
	fromMinute: number,
	toMinute: number,
): Promise<number> {
	const cut = [fromMinute, toMinute].filter((minute) => minute % MINUTES_A_DAY !== 0);
	const days = [...new Set(cut.map(dayOf))].map((day) => ({ monitor_id: monitorId, day }));
	const spans = [
		[HOURS, hourOf(fromMinute), hourOf(toMinute)],
		[DAYS, Math.ceil(fromMinute / MINUTES_A_DAY), dayOf(toMinute)],
	] as const;
	return database.transaction(async (tx) => {
		await lockChecksOf(tx, [monitorId]);
		await unpackDays(tx, days);
		const rows = tx.dialect.results.ofMonitor(monitorId, fromMinute, toMinute);
		let deleted = await deleteRows(tx, sql`select ${keyOf(tx)} from ${rows}`);
		for (const [table, from, to] of spans) {
			deleted += await deleteSealed(tx, table, sealedOf(tx, table, monitorId, [from, to]));
		}
		return deleted;
	});
}

type Ends = "oldest" | "newest" | "first_hour" | "last_hour" | "first_day" | "last_day";
const NOTHING: Record<Ends, number | null> = {
	oldest: null,
	newest: null,
	first_hour: null,
	last_hour: null,
	first_day: null,
	last_day: null,
};

function spansFor(checks: number, hours: number): number {
	return Math.ceil(checks / MINUTES_AN_HOUR / hours);
}

/** Selects span and monitor of a monitor's rows of a table of sealed results. */
function sealedOf(
	tx: Tx,
	table: SealedTable,
	monitorId: number,
	[from, to]: readonly [from: number, to: number],
): RawBuilder<unknown> {
	return sql`select b.${sql.ref(table.column)}, b.monitor_id
		from ${tx.dialect.results.sealedOfMonitor(table, monitorId, from, to)}`;
}

/** The columns of the key, of `check_results as c`. */
function keyOf(tx: Tx): RawBuilder<unknown> {
	return sql.join(Object.keys(tx.dialect.results.key).map((column) => sql.ref(`c.${column}`)));
}

/**
 * `materialized`: otherwise PostgreSQL may evaluate a limit again for each row, and delete more.
 * @param expired selects the keys of what is deleted
 */
function deleteRows(database: Tx, expired: RawBuilder<unknown>): Promise<number> {
	return database.transaction(async (tx) => {
		const { rows } = await sql<{ minute: number; monitor_id: number }>`
			with expired as materialized (${expired})
			delete from check_results as c where (${keyOf(tx)}) in (select * from expired)
			returning minute, monitor_id`.execute(tx.db);
		if (rows.length > 0) {
			const deleted = tx.dialect.rows({ minute: "integer", monitor_id: "integer" }, rows);
			for (const table of [sql`check_failures`, ...BESIDE_BLOCKS]) {
				await sql`
					delete from ${table}
					where (minute, monitor_id) in (select minute, monitor_id from ${deleted} as r)`.execute(tx.db);
			}
		}
		return rows.length;
	});
}

/** @param expired selects span and monitor of the rows that are deleted */
function deleteSealed(database: Tx, { table, column, hours }: SealedTable, expired: RawBuilder<unknown>) {
	return database.transaction(async (tx): Promise<number> => {
		const { rows } = await sql<{ span: number; monitor_id: number; checks: number }>`
			with expired as materialized (${expired})
			delete from ${sql.table(table)} where (${sql.ref(column)}, monitor_id) in (select * from expired)
			returning ${sql.ref(column)} as span, monitor_id, checks`.execute(tx.db);
		if (rows.length === 0) return 0;
		// A day is packed when the partitions of its hours are gone: nothing is hidden by it.
		if (hours === 1) {
			await deleteHidden(
				tx,
				rows.map(({ span, monitor_id }) => ({ hour: span, monitor_id })),
			);
		}
		await deleteBesideBlocks(tx, rows, hours * MINUTES_AN_HOUR);
		return rows.reduce((sum, { checks }) => sum + checks, 0);
	});
}

/** Deletes the rows that these blocks hid: without the blocks they would be checks again. */
async function deleteHidden(
	{ db, dialect }: Tx,
	hours: readonly { readonly hour: number; readonly monitor_id: number }[],
): Promise<void> {
	const { partitions, stored } = dialect.results;
	if (partitions === null) return;
	const wanted = dialect.rows({ hour: "integer", monitor_id: "integer" }, hours);
	const anHour = sql.lit(MINUTES_AN_HOUR);
	await sql`
		delete from ${stored} where (monitor_id, minute) in (
			select c.monitor_id, c.minute from ${wanted} as w cross join lateral (
				select monitor_id, minute from ${stored}
				where monitor_id = w.monitor_id and minute >= w.hour * ${anHour} and minute < (w.hour + 1) * ${anHour} offset 0
			) as c where w.hour >= (select min(minute) from ${stored}) / ${anHour}
		)`.execute(db);
}

/** What stays in rows when the checks are sealed: of few checks each. */
const BESIDE_BLOCKS = [sql`check_steps`, sql`replaced_checks`];

/** There are few, so those of a few spans are read, and not a key looked up for each minute of each monitor. */
async function deleteBesideBlocks(
	{ db, dialect }: Tx,
	spans: readonly { readonly span: number; readonly monitor_id: number }[],
	minutes: number,
): Promise<void> {
	for (const [span, ofSpan] of Map.groupBy(spans, (each) => each.span)) {
		const monitors = idRows(
			dialect,
			ofSpan.map(({ monitor_id }) => monitor_id),
			"monitor_id",
		);
		for (const table of BESIDE_BLOCKS) {
			await sql`
				delete from ${table}
				where minute >= ${span * minutes} and minute < ${(span + 1) * minutes}
					and monitor_id in (select monitor_id from ${monitors} as r)`.execute(db);
		}
	}
}
