/**
 * What monitors of jobs expect: one row each, apart from the schedule of checks (../schedule/monitor-states.ts), for
 * such monitors are never claimed. ./evaluation.ts reads and writes what the evaluation needs.
 */

import { sql } from "kysely";
import type { StoredPingKey } from "../../domain/heartbeats/ping.ts";
import type { Session } from "../database/session.ts";

/** @param begunAt from when on runs are expected; null: the monitor is paused */
export async function insertHeartbeat(
	session: Session,
	monitorId: number,
	key: StoredPingKey,
	begunAt: number | null,
): Promise<void> {
	await session.db
		.insertInto("heartbeats")
		.values({
			monitor_id: monitorId,
			key_hash: key.hash,
			sealed_key: key.sealed,
			begun_at: begunAt,
			state: null,
			wake_at: begunAt,
			pings_kept: 0,
		})
		.execute();
}

/**
 * Makes those of `monitorIds` that are monitors of jobs expect runs from `begunAt` on, under their present settings;
 * null: none. To be called before the states of monitors are locked, as the evaluation does.
 */
export async function expectRuns(
	session: Session,
	monitorIds: readonly number[],
	begunAt: number | null,
): Promise<void> {
	const ids = session.dialect.rows(
		{ id: "integer" },
		monitorIds.map((id) => ({ id })),
	);
	await sql`
		update heartbeats set begun_at = ${begunAt}, state = null, wake_at = ${begunAt}
		where monitor_id in (select id from ${ids} as r)`.execute(session.db);
}

/** After a change of the grace: the expected run stays, and its deadline is computed again. */
export async function evaluateAgain(session: Session, monitorId: number, now: number): Promise<void> {
	await session.db.updateTable("heartbeats").set({ wake_at: now }).where("monitor_id", "=", monitorId).execute();
}

/** After the clock was set back: the evaluation notices what was decided ahead of it. */
export async function evaluateAllAgain(session: Session, now: number): Promise<void> {
	await session.db.updateTable("heartbeats").set({ wake_at: now }).where("wake_at", ">", now).execute();
}

/** Replaces the ping address: pings to the former one are of no monitor from now on. */
export async function renewPingKey(session: Session, monitorId: number, key: StoredPingKey): Promise<void> {
	await session.db
		.updateTable("heartbeats")
		.set({ key_hash: key.hash, sealed_key: key.sealed })
		.where("monitor_id", "=", monitorId)
		.execute();
}
