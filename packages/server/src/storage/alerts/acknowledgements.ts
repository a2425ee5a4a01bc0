/** Tells channels who has acknowledged: incidents of their own, under the same keys, and messages that they update. */

import { type RawBuilder, sql } from "kysely";
import { NOTICE_KINDS } from "../../domain/alerts/alert-policy.ts";
import { ACKNOWLEDGED_CHANNELS, opensIncidents, UPDATED_CHANNELS } from "../../domain/alerts/channels.ts";
import { BARE_FACTS } from "../../domain/alerts/notice.ts";
import { STATUSES } from "../../domain/monitors/monitor.ts";
import { type Handler, handlerText } from "../../domain/on-call/handling.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import { channelTypeOf } from "./alert-channels.ts";
import { type NewNotice, writeNotices } from "./enqueue/write-notices.ts";
import { EDGE } from "./notice-codes.ts";

/**
 * Enqueues them for the outages of the cause that last and of which such an alert has enqueued a problem: behind that
 * problem, which may still be on its way. What takes the place of a message says all of its cause: then one notice is
 * enough, of an outage that was sent and of which nothing waits that would delay it.
 */
export async function enqueueAcknowledgements(tx: Tx, causeId: number, now: number): Promise<void> {
	await enqueue(tx, sql`o.cause_id = ${causeId}`, now);
}

/**
 * The alert has just notified of these monitors. Those that joined a cause which somebody has, or waited until somebody
 * had it, may have opened an incident, or opened it again, or be in a message that does not say so.
 */
export async function acknowledgeNotified(
	tx: Tx,
	alertId: number,
	monitorIds: readonly number[],
	now: number,
): Promise<void> {
	if (monitorIds.length === 0) return;
	await enqueue(
		tx,
		sql`s.alert_id = ${alertId} and s.notified_outage = o.started_at
			and o.monitor_id in (select id from ${idRows(tx.dialect, monitorIds)} as r) and not exists (
				select 1 from notices as n
				where n.alert_id = s.alert_id and n.monitor_id = o.monitor_id and n.outage = o.started_at
					and n.kind = ${sql.lit(codeOf(NOTICE_KINDS, "acknowledgement"))}
			)`,
		now,
	);
}

/** @param which outages `o` and states of alerts `s` */
async function enqueue(tx: Tx, which: RawBuilder<unknown>, now: number): Promise<void> {
	const acknowledged = await acknowledgedOutages(tx, which);
	const wanted = [...Map.groupBy(acknowledged, (row) => row.alert_id).values()].flatMap((ofAlert) => {
		const enough = ofAlert.find((row) => row.is_enough === 1 && isReplaced(row.channel));
		return enough === undefined ? ofAlert : [enough];
	});
	await writeNotices(tx, wanted.map(noticeAt(now)), now);
}

interface AcknowledgedOutage {
	readonly alert_id: number;
	readonly channel: string;
	readonly monitor_id: number;
	readonly started_at: number;
	readonly event: "down" | "degraded";
	/** Of its cause, JSON of a Handler. */
	readonly acknowledged_by: string;
	readonly is_enough: number;
}

/** Those that last, with the alerts by such a channel that have enqueued their problem. */
async function acknowledgedOutages(tx: Tx, which: RawBuilder<unknown>): Promise<AcknowledgedOutage[]> {
	const { rows } = await sql<Omit<AcknowledgedOutage, "event"> & { status: number }>`
		select s.alert_id, a.channel, o.monitor_id, o.started_at, ms.status, h.acknowledged_by,
			case when s.notified_outage = o.started_at and not exists (
				select 1 from notices as n
				where n.alert_id = s.alert_id and n.monitor_id = o.monitor_id and n.message_id is null
					and (n.held = 0 or n.kind = ${EDGE})
			) then 1 else 0 end as is_enough
		from outages as o
		join handled_causes as h on h.cause_id = o.cause_id and h.acknowledged_by is not null
		join alert_states as s on s.monitor_id = o.monitor_id and s.pending_outage = o.started_at
		join alerts as a on a.id = s.alert_id and a.deleted_at is null and a.is_enabled = 1
			and a.channel in (${sql.join(ACKNOWLEDGED_CHANNELS.map((channel) => sql.lit(channel)))})
		join monitor_states as ms on ms.monitor_id = o.monitor_id
		where o.ended_at is null and ${which}
		order by s.alert_id, o.monitor_id`.execute(tx.db);
	return rows.flatMap((row) => {
		const event = labelOf(STATUSES, row.status);
		return event === "down" || event === "degraded" ? [{ ...row, event }] : [];
	});
}

function noticeAt(now: number): (outage: AcknowledgedOutage) => NewNotice {
	return ({ alert_id, monitor_id, started_at, event, acknowledged_by }) => {
		const acknowledgedBy = handlerText(JSON.parse(acknowledged_by) as Handler);
		return {
			listener: { alertId: alert_id, monitorId: monitor_id },
			cause: "check",
			kind: "acknowledgement",
			due: { event, outage: started_at },
			facts: { ...BARE_FACTS, since: started_at, checkedAt: now, acknowledgedBy },
		};
	};
}

/** Whether the channel has a message in the place of another, and no incidents. */
function isReplaced(channel: string): boolean {
	const type = channelTypeOf(channel);
	return !opensIncidents(type) && (UPDATED_CHANNELS as readonly string[]).includes(type);
}
