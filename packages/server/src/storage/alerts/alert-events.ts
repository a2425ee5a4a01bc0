/** The alert events of a monitor: which notices were sent, skipped or failed. */

import { sql } from "kysely";
import type { AlertEvent } from "../../domain/alerts/alert.ts";
import { ALERT_EVENT_STATUSES, NOTICE_EVENTS } from "../../domain/alerts/alert.ts";
import type { Seek } from "../../domain/seek.ts";
import { labelOf } from "../database/codes.ts";
import type { Session } from "../database/session.ts";

export type AlertEventKey = readonly [sentAt: number, publicId: string];

/** A page of a monitor's events, newest first. */
export async function pageOfAlertEvents(
	session: Session,
	monitorId: number,
	{ limit, direction, from }: Seek<AlertEventKey>,
): Promise<AlertEvent[]> {
	const isForward = direction === "forward";
	const order = isForward ? "desc" : "asc";
	let query = session.db
		.selectFrom("alert_events as e")
		.innerJoin("alerts as a", "a.id", "e.alert_id")
		.selectAll("e")
		.select("a.public_id as alert_public_id")
		.where("e.monitor_id", "=", monitorId)
		.orderBy("e.sent_at", order)
		.orderBy("e.public_id", order)
		.limit(limit);
	if (from) {
		const comparison = isForward ? sql`<` : sql`>`;
		query = query.where(sql<boolean>`(e.sent_at, e.public_id) ${comparison} (${sql.join([...from])})`);
	}
	const events = (await query.execute()).map(
		(row): AlertEvent => ({
			publicId: row.public_id,
			alertPublicId: row.alert_public_id,
			eventType: labelOf(NOTICE_EVENTS, row.event),
			status: labelOf(ALERT_EVENT_STATUSES, row.status),
			sentAt: row.sent_at,
			errorMessage: row.error_message,
			createdAt: row.created_at,
		}),
	);
	return isForward ? events : events.reverse();
}
