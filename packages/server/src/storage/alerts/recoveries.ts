/**
 * Recoveries of masses of outages (../../domain/alerts/flood.ts): which outages an alert has notified of and not of
 * their end, and the `up` that are collected meanwhile.
 */

import { sql } from "kysely";
import { NOTICE_EVENTS } from "../../domain/alerts/alert.ts";
import { NOTICE_KINDS } from "../../domain/alerts/alert-policy.ts";
import { type Mass, massesOf, type OpenOutages } from "../../domain/alerts/flood.ts";
import type { Recovery } from "../../domain/alerts/outbox.ts";
import { codeOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";

/** Which wait for others, or to settle. In this order of columns `notices_due` finds them. */
const IS_WAITING_UP = sql`kind = ${sql.lit(codeOf(NOTICE_KINDS, "edge"))}
	and event = ${sql.lit(codeOf(NOTICE_EVENTS, "up"))} and held = 0 and message_id is null`;

/** Reads all outages that the alert has notified of: a few milliseconds for 10,000. */
export async function recoveriesOf(tx: Tx, alertId: number, now: number): Promise<Recovery[]> {
	const { rows: open } = await sql<OpenOutages>`
		select notified_outage / 60000 as minute, count(*) as count from alert_states
		where alert_id = ${alertId} and notified_outage is not null
		group by 1 order by 1`.execute(tx.db);
	const masses = massesOf(open);
	if (masses.length === 0) return [];
	const { rows: collected } = await sql<{ due_at: number }>`
		select due_at from notices where alert_id = ${alertId} and due_at > ${now} and ${IS_WAITING_UP} and gathered = 1
		order by due_at limit 1`.execute(tx.db);
	const until = collected[0]?.due_at ?? null;
	const recoveries: Recovery[] = [];
	for (const mass of masses) {
		recoveries.push({ ...mass, until, isComplete: !(await isAnyFailing(tx, alertId, mass)) });
	}
	return recoveries;
}

/** Whether a monitor of the mass fails still, or again. What is paused or deleted is not waited for. */
async function isAnyFailing(tx: Tx, alertId: number, { from, before }: Mass): Promise<boolean> {
	const { rows } = await sql`
		select 1 from alert_states as s
		join monitor_states as ms on ms.monitor_id = s.monitor_id and ms.failing_since is not null
		join monitors as m on m.id = s.monitor_id and m.deleted_at is null and m.enabled_at is not null
		where s.alert_id = ${alertId} and s.notified_outage >= ${from} and s.notified_outage < ${before}
		limit 1`.execute(tx.db);
	return rows.length > 0;
}

/** Makes the `up` that wait ready now, the last of them too; returns whether there were any. */
export async function endCollection(tx: Tx, alertId: number, now: number): Promise<boolean> {
	const { numAffectedRows } = await sql`
		update notices set due_at = ${now}
		where alert_id = ${alertId} and due_at > ${now} and ${IS_WAITING_UP}`.execute(tx.db);
	return (numAffectedRows ?? 0n) > 0n;
}
