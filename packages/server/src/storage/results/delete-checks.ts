/** Deletes results and the details of their failures, a slice at a time. */

import { type RawBuilder, sql } from "kysely";
import type { Session } from "../database/session.ts";
import { minutesOfHistory } from "./read-checks.ts";

/**
 * Deletes checks of minutes before `minute`, oldest first, about `limit` at a time. Returns how many; 0 when none are
 * left.
 */
export async function deleteChecksBefore(session: Session, minute: number, limit: number): Promise<number> {
	// Two processes that prune at once delete different ones.
	const expired = sql`select ${keyOf(session)} from check_results as c where minute < ${minute}
		order by minute limit ${limit}${session.dialect.forUpdateSkipLocked}`;
	return deleteChecks(session, expired);
}

/** Deletes the checks of one monitor, `limit` at a time. Returns how many; 0 when none are left. */
export async function deleteChecksOfMonitor(session: Session, monitorId: number, limit: number): Promise<number> {
	const ends = await minutesOfHistory(session, monitorId);
	if (!ends) return 0;
	const results = session.dialect.results.ofMonitor(monitorId, ends.oldest, ends.newest + 1);
	return deleteChecks(session, sql`select ${keyOf(session)} from ${results} limit ${limit}`);
}

/** Deletes one monitor's checks of some minutes, at most a day at a time. Returns how many. */
export async function deleteChecksBetween(
	session: Session,
	monitorId: number,
	fromMinute: number,
	toMinute: number,
): Promise<number> {
	const results = session.dialect.results.ofMonitor(monitorId, fromMinute, toMinute);
	return deleteChecks(session, sql`select ${keyOf(session)} from ${results}`);
}

/** The columns of the key, of `check_results as c`. */
function keyOf(session: Session): RawBuilder<unknown> {
	return sql.join(session.dialect.results.key.map((column) => sql.ref(`c.${column}`)));
}

/** @param expired selects the keys of what is deleted */
function deleteChecks(session: Session, expired: RawBuilder<unknown>): Promise<number> {
	return session.transaction(async (session) => {
		const { rows } = await sql<{ minute: number; monitor_id: number }>`
			delete from check_results as c where (${keyOf(session)}) in (${expired}) returning minute, monitor_id`.execute(
			session.db,
		);
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
