/**
 * What an alert has sent: an event for each notice that left the outbox, and for each monitor the outage whose problem
 * was delivered.
 */

import { sql } from "kysely";
import { ALERT_EVENT_STATUSES, type AlertEventStatus, endsProblem, NOTICE_EVENTS } from "../../domain/alerts/alert.ts";
import type { NoticeCause } from "../../domain/alerts/alert-policy.ts";
import { BURST_MS } from "../../domain/alerts/flood.ts";
import type { AlertTraffic, OutboxNotice } from "../../domain/alerts/outbox.ts";
import { codeOf } from "../database/codes.ts";
import type { Session } from "../database/session.ts";

const DAY_MS = 86_400_000;
/** The clocks of two nodes may differ by this much. */
const CLOCK_SKEW_MS = 60_000;
const ENDS = sql.join(NOTICE_EVENTS.filter(endsProblem).map((event) => sql.lit(codeOf(NOTICE_EVENTS, event))));
const SENT = sql.lit(codeOf(ALERT_EVENT_STATUSES, "sent"));

/** What the alert sent lately, and is sending. */
export async function trafficOf(session: Session, alertId: number, now: number): Promise<AlertTraffic> {
	// An event that is later than this was sent by a clock that was ahead.
	const isSent = sql`alert_id = ${alertId} and status = ${SENT} and sent_at <= ${now + CLOCK_SKEW_MS}`;
	const isProblem = sql`event not in (${ENDS})`;
	const inBurst = sql`${isSent} and sent_at > ${now - BURST_MS}`;
	const { rows } = await sql<{
		sent_in_day: number;
		in_delivery: number;
		monitors: number;
		last_at: number | null;
	}>`select
		(
			select count(*) from alert_events
			where ${isSent} and starts_message = 1 and ${isProblem} and sent_at > ${now - DAY_MS}
		) as sent_in_day,
		(
			select count(distinct message_id) from notices
			where alert_id = ${alertId} and message_id is not null and ${isProblem}
		) as in_delivery,
		(select count(distinct monitor_id) from alert_events where ${inBurst}) as monitors,
		(select max(sent_at) from alert_events where ${inBurst}) as last_at`.execute(session.db);
	const [row] = rows;
	return {
		sentInDay: row?.sent_in_day ?? 0,
		inDelivery: row?.in_delivery ?? 0,
		monitors: row?.monitors ?? 0,
		lastAt: row?.last_at ?? null,
	};
}

/** The end of a notice. */
export interface NewAlertEvent {
	readonly notice: OutboxNotice;
	readonly status: AlertEventStatus;
	/** Whether the daily cap counts the message by this notice. */
	readonly startsMessage: boolean;
	readonly errorMessage: string | null;
}

/** Writes the events that notices become, in this order; each once, however often its notice was delivered. */
export async function insertAlertEvents(
	session: Session,
	alertId: number,
	events: readonly NewAlertEvent[],
	now: number,
): Promise<void> {
	if (events.length === 0) return;
	const rows = session.dialect.rows(
		{
			public_id: "text",
			alert_id: "integer",
			monitor_id: "integer",
			event: "integer",
			status: "integer",
			outage: "integer",
			starts_message: "integer",
			error_message: "text",
			sent_at: "integer",
			created_at: "integer",
			place: "integer",
		},
		events.map(({ notice, status, startsMessage, errorMessage }, place) => ({
			public_id: notice.publicId,
			alert_id: alertId,
			monitor_id: notice.monitorId,
			event: codeOf(NOTICE_EVENTS, notice.event),
			status: codeOf(ALERT_EVENT_STATUSES, status),
			outage: notice.outage,
			starts_message: startsMessage ? 1 : 0,
			error_message: errorMessage,
			sent_at: now,
			created_at: notice.createdAt,
			place,
		})),
	);
	const columns = sql`public_id, alert_id, monitor_id, event, status, outage, starts_message, error_message, sent_at,
		created_at`;
	await sql`
		insert into alert_events (${columns}) select ${columns} from ${rows} as r where true order by place
		on conflict (public_id) do nothing`.execute(session.db);
}

const OF_CHECKS = { outageColumn: "notified_outage", instantColumn: "problem_notified_at" } as const;

/** Which columns of alert_states hold the outage that was notified and not its end, and when it was. */
export const NOTIFIED_COLUMNS = {
	check: OF_CHECKS,
	certificate: OF_CHECKS,
	misses: { outageColumn: "notified_blindness", instantColumn: "blind_notified_at" },
	cut_off: { outageColumn: "notified_cut_off", instantColumn: "cut_off_notified_at" },
} as const satisfies Record<NoticeCause, unknown>;

/** A problem of this outage (or a `blind`) was delivered: its end will be, too. */
export async function setNotified(
	session: Session,
	alertId: number,
	{ monitorId, outage, cause }: Pick<OutboxNotice, "monitorId" | "outage" | "cause">,
	now: number,
): Promise<void> {
	const { outageColumn, instantColumn } = NOTIFIED_COLUMNS[cause];
	const state = { [outageColumn]: outage, [instantColumn]: now };
	await session.db
		.insertInto("alert_states")
		.values({ alert_id: alertId, monitor_id: monitorId, ...state })
		.onConflict((conflict) => conflict.columns(["alert_id", "monitor_id"]).doUpdateSet(state))
		.execute();
}

/** The end of this outage (or of a `blind`) was delivered, or was given up. */
export async function clearNotified(
	session: Session,
	alertId: number,
	{ monitorId, outage, cause }: Pick<OutboxNotice, "monitorId" | "outage" | "cause">,
): Promise<void> {
	const column = NOTIFIED_COLUMNS[cause].outageColumn;
	await session.db
		.updateTable("alert_states")
		.set({ [column]: null })
		.where("alert_id", "=", alertId)
		.where("monitor_id", "=", monitorId)
		.where(column, "=", outage)
		.execute();
}
