/** How much an alert sent, and how much of it was about problems that were soon over. */

import { sql } from "kysely";
import { ALERT_EVENT_STATUSES, type AlertEventStatus } from "../../domain/alerts/alert.ts";
import { MINUTE_MS } from "../../domain/durations.ts";
import { labelOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";
import { routeIdsOf } from "./escalation/routes.ts";
import { ENDS, NO_MESSAGES, SENT } from "./notice-codes.ts";

/** An outage that was over sooner than this is short: whoever was woken by it found nothing. */
const SHORT_OUTAGE_MS = 2 * MINUTE_MS;

interface AlertFigures {
	/** Messages that were sent: one about many monitors is one. */
	readonly messages: number;
	/** Outages of which a problem was sent. */
	readonly outages: number;
	/** Those that were over within SHORT_OUTAGE_MS. */
	readonly shortOutages: number;
	readonly notices: Readonly<Record<AlertEventStatus, number>>;
}

/** Of the events since `from`, epoch milliseconds; what its escalation sent is counted. */
export async function alertFigures(tx: Tx, alertId: number, from: number): Promise<AlertFigures> {
	const ids = sql.join([alertId, ...(await routeIdsOf(tx, alertId))]);
	const { rows } = await sql<{ status: number; notices: number; messages: number }>`
		select status, count(*) as notices,
			count(distinct case when kind not in (${NO_MESSAGES}) then message_id end) as messages
		from alert_events where alert_id in (${ids}) and sent_at >= ${from} group by status`.execute(tx.db);
	const { rows: outages } = await sql<{ outages: number; short: number | null }>`
		select count(*) as outages, sum(case when o.ended_at - o.started_at < ${SHORT_OUTAGE_MS} then 1 else 0 end) as short
		from (
			select distinct monitor_id, outage from alert_events
			where alert_id in (${ids}) and sent_at >= ${from} and status = ${SENT} and outage is not null
				and event not in (${ENDS})
		) as e
		join outages as o on o.monitor_id = e.monitor_id and o.started_at = e.outage`.execute(tx.db);
	const byStatus = new Map(rows.map((row) => [labelOf(ALERT_EVENT_STATUSES, row.status), row]));
	return {
		messages: Number(byStatus.get("sent")?.messages ?? 0),
		outages: Number(outages[0]?.outages ?? 0),
		shortOutages: Number(outages[0]?.short ?? 0),
		notices: Object.fromEntries(
			ALERT_EVENT_STATUSES.map((status) => [status, Number(byStatus.get(status)?.notices ?? 0)]),
		) as Record<AlertEventStatus, number>,
	};
}
