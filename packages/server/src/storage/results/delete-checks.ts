/**
 * Deletes results and the details of their failures, a slice at a time. Sealed hours and packed days are
 * deleted as a whole.
 *
 * Rows first, then hours, then days: what is sealed or packed in between is found there.
 */

import { type RawBuilder, sql } from "kysely";
import { MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import type { CheckResultTable } from "../database/tables/checks.ts";
import type { Tx } from "../database/tx.ts";
import { deleteLocations } from "./locations/check-locations.ts";
import { lockChecksOf } from "./lock-checks.ts";
import { DAYS, HOURS } from "./sealed/sealed-blocks.ts";
import type { SealedTable } from "./store/result-store.ts";
import { CHECK_KEY } from "./stored-checks.ts";

/** Checks in rows that are deleted in one transaction: those of many hours are as many pages on SQLite. */
const MOST_ROWS = 1_000;

/**
 * Deletes checks of minutes before `minute`, oldest first, about `limit` at a time, and fewer of those that are rows.
 * Returns how many; 0 when none are left. What they replaced is left to {@link deleteDetailsBefore}: to find it for
 * each block cost more than all the rest.
 * @param minute the first one of a UTC day
 */
export async function deleteChecksBefore(tx: Tx, minute: number, limit: number): Promise<number> {
	// Two processes that prune at once delete different ones.
	const expired = sql`select ${keyOf(tx)} from check_results as c where minute < ${minute}
		order by minute limit ${Math.min(limit, MOST_ROWS)}${tx.dialect.forUpdateSkipLocked}`;
	let deleted = (await deleteRows(tx, expired)).length;
	if (deleted >= Math.min(limit, MOST_ROWS)) return deleted;
	const oldest = ({ table, column, hours }: SealedTable, most: number) => {
		const [name, end] = [sql.ref(column), Math.floor(minute / MINUTES_AN_HOUR / hours)];
		return sql`select ${name}, monitor_id from ${sql.table(table)} where ${name} < ${end}
			order by ${name} limit ${spansFor(most, hours)}${tx.dialect.forUpdateSkipLocked}`;
	};
	deleted += checksIn(await deleteSealed(tx, HOURS, oldest(HOURS, limit - deleted)));
	if (deleted >= limit) return deleted;
	return deleted + checksIn(await deleteSealed(tx, DAYS, oldest(DAYS, limit - deleted)));
}

/** Deletes what was kept beside checks of minutes before `minute`, oldest first. Returns how many rows. */
export async function deleteDetailsBefore({ db, dialect }: Tx, minute: number, limit: number): Promise<number> {
	let deleted = 0;
	for (const table of DETAILS) {
		const { numAffectedRows } = await sql`
			with expired as materialized (
				select minute, monitor_id from ${table} where minute < ${minute}
				order by minute limit ${limit - deleted}${dialect.forUpdateSkipLocked}
			)
			delete from ${table} where (minute, monitor_id) in (select minute, monitor_id from expired)`.execute(db);
		deleted += Number(numAffectedRows ?? 0);
	}
	return deleted;
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
	const some = await deleteRows(tx, sql`select ${keyOf(tx)} from ${rows} limit ${Math.min(limit, MOST_ROWS)}`);
	await deleteDetails(
		tx,
		monitorId,
		some.map((minute) => [minute, minute + 1]),
	);
	let deleted = some.length;
	const spans = [
		[HOURS, ends.first_hour, ends.last_hour],
		[DAYS, ends.first_day, ends.last_day],
	] as const;
	for (const [table, first, last] of spans) {
		if (deleted >= limit) return deleted;
		const sealed = sealedOf(tx, table, monitorId, [first ?? 0, (last ?? -1) + 1]);
		const gone = await deleteSealed(tx, table, sql`${sealed} limit ${spansFor(limit - deleted, table.hours)}`);
		const minutes = table.hours * MINUTES_AN_HOUR;
		await deleteDetails(
			tx,
			monitorId,
			gone.map(({ span }) => [span * minutes, (span + 1) * minutes]),
		);
		deleted += checksIn(gone);
	}
	return deleted;
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
function keyOf(tx: Pick<Tx, "dialect">): RawBuilder<unknown> {
	return sql.join(Object.keys(tx.dialect.results.key).map((column) => sql.ref(`c.${column}`)));
}

/**
 * Deletes rows, and the details of those that failed. Returns their minutes. `materialized`: otherwise PostgreSQL may
 * evaluate a limit again for each row, and delete more.
 * @param expired selects the keys of what is deleted
 */
function deleteRows(database: Tx, expired: RawBuilder<unknown>): Promise<number[]> {
	return database.transaction(async ({ db, dialect }) => {
		const { rows } = await sql<Pick<CheckResultTable, "minute" | "monitor_id" | "location">>`
			with expired as materialized (${expired})
			delete from check_results as c where (${keyOf({ dialect })}) in (select * from expired)
			returning minute, monitor_id, location`.execute(db);
		if (rows.length > 0) {
			await dialect.deleteRows(db, { table: "check_failures", key: CHECK_KEY, rows });
			await dialect.deleteRows(db, { table: "check_steps", key: CHECK_KEY, rows });
		}
		await deleteLocations({ db, dialect }, rows);
		return rows.map(({ minute }) => minute);
	});
}

interface DeletedBlock {
	readonly span: number;
	readonly monitor_id: number;
	readonly checks: number;
}

function checksIn(blocks: readonly DeletedBlock[]): number {
	return blocks.reduce((sum, { checks }) => sum + checks, 0);
}

/** @param expired selects span and monitor of the rows that are deleted */
function deleteSealed(database: Tx, { table, column, hours }: SealedTable, expired: RawBuilder<unknown>) {
	return database.transaction(async (tx): Promise<readonly DeletedBlock[]> => {
		const { rows } = await sql<DeletedBlock>`
			with expired as materialized (${expired})
			delete from ${sql.table(table)} where (${sql.ref(column)}, monitor_id) in (select * from expired)
			returning ${sql.ref(column)} as span, monitor_id, checks`.execute(tx.db);
		// A day is packed when the partitions of its hours are gone: nothing is hidden by it.
		if (hours === 1 && rows.length > 0) {
			await deleteHidden(
				tx,
				rows.map(({ span, monitor_id }) => ({ hour: span, monitor_id })),
			);
		}
		return rows;
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

/** What stays in rows when the checks are sealed; of locations, those of checks that a later one has replaced. */
const DETAILS = [sql`replaced_checks`, sql`check_locations`];

/** Deletes what stayed beside a monitor's checks, of all minutes from the first of these spans to the last. */
async function deleteDetails(
	{ db }: Tx,
	monitorId: number,
	spans: readonly (readonly [from: number, to: number])[],
): Promise<void> {
	if (spans.length === 0) return;
	const from = Math.min(...spans.map(([start]) => start));
	const to = Math.max(...spans.map(([, end]) => end));
	// Few monitors have any, and those of an hour at most.
	for (const table of DETAILS) {
		await sql`
			delete from ${table} where monitor_id = ${monitorId} and minute >= ${from} and minute < ${to}`.execute(db);
	}
}
