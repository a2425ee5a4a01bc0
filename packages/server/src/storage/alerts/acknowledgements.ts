/** Tells channels who has acknowledged: incidents of their own, under the same keys, and messages that they update. */

import { sql } from "kysely";
import { ACKNOWLEDGED_CHANNELS, opensIncidents, UPDATED_CHANNELS } from "../../domain/alerts/channels.ts";
import { BARE_FACTS } from "../../domain/alerts/notice.ts";
import { STATUSES } from "../../domain/monitors/monitor.ts";
import { type Handler, handlerText } from "../../domain/on-call/handling.ts";
import { labelOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";
import { channelTypeOf } from "./alert-channels.ts";
import { type NewNotice, writeNotices } from "./enqueue/write-notices.ts";
import { EDGE } from "./notice-codes.ts";

/**
 * Enqueues them for the outages of the cause that last and of which such an alert has enqueued a problem: behind that
 * problem, which may still be on its way. What takes the place of a message says all of its cause: then one notice is
 * enough, of an outage that was sent and of which nothing waits that would delay it.
 */
export async function enqueueAcknowledgements(tx: Tx, causeId: number, by: Handler, now: number): Promise<void> {
	const { rows } = await sql<{
		alert_id: number;
		channel: string;
		monitor_id: number;
		started_at: number;
		status: number;
		is_enough: number;
	}>`
		select s.alert_id, a.channel, o.monitor_id, o.started_at, ms.status,
			case when s.notified_outage = o.started_at and not exists (
				select 1 from notices as n
				where n.alert_id = s.alert_id and n.monitor_id = o.monitor_id and n.message_id is null
					and (n.held = 0 or n.kind = ${EDGE})
			) then 1 else 0 end as is_enough
		from outages as o
		join alert_states as s on s.monitor_id = o.monitor_id and s.pending_outage = o.started_at
		join alerts as a on a.id = s.alert_id and a.deleted_at is null and a.is_enabled = 1
			and a.channel in (${sql.join(ACKNOWLEDGED_CHANNELS.map((channel) => sql.lit(channel)))})
		join monitor_states as ms on ms.monitor_id = o.monitor_id
		where o.cause_id = ${causeId} and o.ended_at is null
		order by s.alert_id, o.monitor_id`.execute(tx.db);
	const failing = rows.flatMap((row) => {
		const event = labelOf(STATUSES, row.status);
		return event === "down" || event === "degraded" ? [{ ...row, event }] : [];
	});
	const wanted = [...Map.groupBy(failing, (row) => row.alert_id).values()].flatMap((ofAlert) => {
		const enough = ofAlert.find((row) => row.is_enough === 1 && isReplaced(row.channel));
		return enough === undefined ? ofAlert : [enough];
	});
	const notices = wanted.map(
		(row): NewNotice => ({
			listener: { alertId: row.alert_id, monitorId: row.monitor_id },
			cause: "check",
			kind: "acknowledgement",
			due: { event: row.event, outage: row.started_at },
			facts: { ...BARE_FACTS, since: row.started_at, checkedAt: now, acknowledgedBy: handlerText(by) },
		}),
	);
	await writeNotices(tx, notices, now);
}

/** Whether the channel has a message in the place of another, and no incidents. */
function isReplaced(channel: string): boolean {
	const type = channelTypeOf(channel);
	return !opensIncidents(type) && (UPDATED_CHANNELS as readonly string[]).includes(type);
}
