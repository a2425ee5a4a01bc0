/** Tells channels who has acknowledged: incidents of their own, under the same keys, and messages that they update. */

import { sql } from "kysely";
import { ACKNOWLEDGED_CHANNELS } from "../../domain/alerts/channels.ts";
import { BARE_FACTS } from "../../domain/alerts/notice.ts";
import { STATUSES } from "../../domain/monitors/monitor.ts";
import { type Handler, handlerText } from "../../domain/on-call/handling.ts";
import { labelOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";
import { type NewNotice, writeNotices } from "./enqueue/write-notices.ts";

/**
 * Enqueues them for the outages of the cause that last and of which such an alert has enqueued a problem: behind that
 * problem, which may still be on its way.
 */
export async function enqueueAcknowledgements(tx: Tx, causeId: number, by: Handler, now: number): Promise<void> {
	const { rows } = await sql<{ alert_id: number; monitor_id: number; started_at: number; status: number }>`
		select s.alert_id, o.monitor_id, o.started_at, ms.status
		from outages as o
		join alert_states as s on s.monitor_id = o.monitor_id and s.pending_outage = o.started_at
		join alerts as a on a.id = s.alert_id and a.deleted_at is null and a.is_enabled = 1
			and a.channel in (${sql.join(ACKNOWLEDGED_CHANNELS.map((channel) => sql.lit(channel)))})
		join monitor_states as ms on ms.monitor_id = o.monitor_id
		where o.cause_id = ${causeId} and o.ended_at is null
		order by s.alert_id, o.monitor_id`.execute(tx.db);
	const notices = rows.flatMap((row): NewNotice[] => {
		const event = labelOf(STATUSES, row.status);
		if (event !== "down" && event !== "degraded") return [];
		return [
			{
				listener: { alertId: row.alert_id, monitorId: row.monitor_id },
				cause: "check",
				kind: "acknowledgement",
				due: { event, outage: row.started_at },
				facts: {
					...BARE_FACTS,
					since: row.started_at,
					checkedAt: now,
					acknowledgedBy: handlerText(by),
				},
			},
		];
	});
	await writeNotices(tx, notices, now);
}
