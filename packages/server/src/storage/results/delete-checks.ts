/**
 * Deletes results and the details of their failures, a slice at a time. Sealed hours are deleted as a whole, so ranges
 * begin and end with an hour.
 *
 * Rows first, then blocks: what is sealed in between is found as a block.
 */

import { type RawBuilder, sql } from "kysely";
import { hourOf, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import type { Session } from "../database/session.ts";

/**
 * Deletes checks of minutes before `minute`, oldest first, about `limit` at a time. Returns how many; 0 when none are
 * left.
 * @param minute the first one of an hour
 */
export async function deleteChecksBefore(session: Session, minute: number, limit: number): Promise<number> {
	// Two processes that prune at once delete different ones.
	const expired = sql`select ${keyOf(session)} from check_results as c where minute < ${minute}
		order by minute limit ${limit}${session.dialect.forUpdateSkipLocked}`;
	const deleted = await deleteRows(session, expired);
	if (deleted >= limit) return deleted;
	const hours = sql`select hour, monitor_id from sealed_hours where hour < ${hourOf(minute)}
		order by hour limit ${hoursFor(limit - deleted)}${session.dialect.forUpdateSkipLocked}`;
	return deleted + (await deleteHours(session, hours));
}

/** Deletes the checks of one monitor, about `limit` at a time. Returns how many; 0 when none are left. */
export async function deleteChecksOfMonitor(session: Session, monitorId: number, limit: number): Promise<number> {
	return session.transaction(async (session) => {
		await lockChecksOf(session, monitorId);
		return deleteOfMonitor(session, monitorId, limit);
	});
}

async function deleteOfMonitor(session: Session, monitorId: number, limit: number): Promise<number> {
	const { db, dialect } = session;
	const { results } = dialect;
	const scope = results.boundsOf(monitorId);
	// Of rows and of hours apart: rows are those of a few hours, and on SQLite each minute in between is a look-up.
	const { rows: found } = await sql<Record<"oldest" | "newest" | "first" | "last", number | null>>`select
		(select min(minute) from check_results ${scope}) as oldest,
		(select max(minute) from check_results ${scope}) as newest,
		(select min(hour) from sealed_hours ${scope}) as first,
		(select max(hour) from sealed_hours ${scope}) as last`.execute(db);
	const { oldest, newest, first, last } = { ...NOTHING, ...found[0] };
	const rows = results.ofMonitor(monitorId, oldest ?? 0, (newest ?? -1) + 1);
	const deleted = await deleteRows(session, sql`select ${keyOf(session)} from ${rows} limit ${limit}`);
	if (deleted >= limit) return deleted;
	const hours = results.blocksOfMonitor(monitorId, first ?? 0, (last ?? -1) + 1);
	const wanted = sql`select b.hour, b.monitor_id from ${hours} limit ${hoursFor(limit - deleted)}`;
	return deleted + (await deleteHours(session, wanted));
}

/**
 * Deletes one monitor's checks of some minutes, at most a day at a time. Returns how many.
 * @param fromMinute the first one of an hour, as is `toMinute`
 */
export async function deleteChecksBetween(
	session: Session,
	monitorId: number,
	fromMinute: number,
	toMinute: number,
): Promise<number> {
	const { results } = session.dialect;
	return session.transaction(async (session) => {
		await lockChecksOf(session, monitorId);
		const rows = results.ofMonitor(monitorId, fromMinute, toMinute);
		const deleted = await deleteRows(session, sql`select ${keyOf(session)} from ${rows}`);
		const hours = results.blocksOfMonitor(monitorId, hourOf(fromMinute), hourOf(toMinute));
		return deleted + (await deleteHours(session, sql`select b.hour, b.monitor_id from ${hours}`));
	});
}

/** Until the transaction ends, none of the monitor's checks is recorded or sealed by another one. */
export async function lockChecksOf({ db, dialect }: Session, monitorId: number): Promise<void> {
	await sql`select 1 from monitor_states where monitor_id = ${monitorId}${dialect.forUpdate}`.execute(db);
}

const NOTHING = { oldest: null, newest: null, first: null, last: null };

function hoursFor(checks: number): number {
	return Math.ceil(checks / MINUTES_AN_HOUR);
}

/** The columns of the key, of `check_results as c`. */
function keyOf(session: Session): RawBuilder<unknown> {
	return sql.join(session.dialect.results.key.map((column) => sql.ref(`c.${column}`)));
}

/**
 * `materialized`: otherwise PostgreSQL may evaluate a limit again for each row, and delete more.
 * @param expired selects the keys of what is deleted
 */
function deleteRows(session: Session, expired: RawBuilder<unknown>): Promise<number> {
	return session.transaction(async (session) => {
		const { rows } = await sql<{ minute: number; monitor_id: number }>`
			with expired as materialized (${expired})
			delete from check_results as c where (${keyOf(session)}) in (select * from expired)
			returning minute, monitor_id`.execute(session.db);
		if (rows.length > 0) {
			const deleted = session.dialect.rows({ minute: "integer", monitor_id: "integer" }, rows);
			for (const table of [sql`check_failures`, sql`check_steps`]) {
				await sql`
					delete from ${table}
					where (minute, monitor_id) in (select minute, monitor_id from ${deleted} as r)`.execute(session.db);
			}
		}
		return rows.length;
	});
}

/** @param expired selects hour and monitor of the sealed hours that are deleted */
function deleteHours(session: Session, expired: RawBuilder<unknown>): Promise<number> {
	return session.transaction(async (session) => {
		const { rows } = await sql<{ hour: number; monitor_id: number; checks: number }>`
			with expired as materialized (${expired})
			delete from sealed_hours where (hour, monitor_id) in (select * from expired)
			returning hour, monitor_id, checks`.execute(session.db);
		if (rows.length === 0) return 0;
		await deleteHidden(session, rows);
		await deleteSteps(session, rows);
		return rows.reduce((sum, { checks }) => sum + checks, 0);
	});
}

/** Deletes the rows that these blocks hid: without the blocks they would be checks again. */
async function deleteHidden(
	{ db, dialect }: Session,
	hours: readonly { readonly hour: number; readonly monitor_id: number }[],
): Promise<void> {
	const { partitions, stored } = dialect.results;
	if (partitions === null) return;
	const wanted = dialect.rows({ hour: "integer", monitor_id: "integer" }, hours);
	await sql`
		delete from ${stored} where (monitor_id, minute) in (
			select c.monitor_id, c.minute from ${wanted} as w cross join lateral (
				select monitor_id, minute from ${stored}
				where monitor_id = w.monitor_id and minute >= w.hour * 60 and minute < (w.hour + 1) * 60 offset 0
			) as c where w.hour >= (select min(minute) from ${stored}) / 60
		)`.execute(db);
}

/**
 * Flows keep the times of their steps as rows. Few monitors are flows, so the steps of a few hours are read, and not
 * sixty keys looked up for each hour of each monitor.
 */
async function deleteSteps(
	{ db, dialect }: Session,
	hours: readonly { readonly hour: number; readonly monitor_id: number }[],
): Promise<void> {
	for (const [hour, ofHour] of Map.groupBy(hours, (each) => each.hour)) {
		const monitors = dialect.rows(
			{ monitor_id: "integer" },
			ofHour.map(({ monitor_id }) => ({ monitor_id })),
		);
		await sql`
			delete from check_steps
			where minute >= ${hour * MINUTES_AN_HOUR} and minute < ${(hour + 1) * MINUTES_AN_HOUR}
				and monitor_id in (select monitor_id from ${monitors} as r)`.execute(db);
	}
}
