/**
 * What an alert has sent: an event for each notice that left the outbox, and for each monitor the outage whose problem
 * was delivered.
 */

import { type RawBuilder, sql } from "kysely";
import { ALERT_EVENT_STATUSES, type AlertEventStatus, NOTICE_EVENTS } from "../../domain/alerts/alert.ts";
import { isCondition, NOTICE_CAUSES, NOTICE_KINDS, type NoticeCause } from "../../domain/alerts/alert-policy.ts";
import { BURST_MONITORS, BURST_MS } from "../../domain/alerts/gathering.ts";
import type { AlertTraffic, OutboxNotice } from "../../domain/alerts/outbox.ts";
import { DAY_MS } from "../../domain/durations.ts";
import { codeOf } from "../database/codes.ts";
import { typesOf } from "../database/tables/column-types.ts";
import type { Tx } from "../database/tx.ts";
import { isBacklogged } from "./enqueue/deferred-changes.ts";
import { EDGE, ENDS, NO_MESSAGES, SENT } from "./notice-codes.ts";

/** The clocks of two nodes may differ by this much. */
const CLOCK_SKEW_MS = 60_000;

/** What the alert sent lately, and is sending. */
export async function trafficOf(
	tx: Tx,
	{ id, teamId }: { readonly id: number; readonly teamId: number },
	now: number,
): Promise<AlertTraffic> {
	// An event that is later than this was sent by a clock that was ahead.
	const isSent = sql`alert_id = ${id} and status = ${SENT} and sent_at <= ${now + CLOCK_SKEW_MS}`;
	const isProblem = sql`event not in (${ENDS})`;
	const inBurst = sql`${isSent} and sent_at > ${now - BURST_MS}`;
	const { rows } = await sql<{
		sent_in_day: number;
		in_delivery: number;
		monitors: number;
		last_at: number | null;
		collects_until: number | null;
		is_backlogged: number;
	}>`select
		(
			select count(*) from alert_events
			where ${isSent} and starts_message = 1 and ${isProblem} and sent_at > ${now - DAY_MS}
		) as sent_in_day,
		(
			select count(distinct message_id) from notices
			where alert_id = ${id} and message_id is not null and ${isProblem} and kind not in (${NO_MESSAGES})
		) as in_delivery,
		(
			select count(*) from (select distinct monitor_id from alert_events where ${inBurst} limit ${BURST_MONITORS}) as recent
		) as monitors,
		(select sent_at from alert_events where ${inBurst} order by sent_at desc limit 1) as last_at,
		(
			select due_at from notices
			where alert_id = ${id} and kind = ${EDGE} and due_at > ${now} and gathered = 1 and message_id is null
				and cause_id is null
			order by due_at limit 1
		) as collects_until,
		case when ${isBacklogged(teamId)} then 1 else 0 end as is_backlogged
	`.execute(tx.db);
	const [row] = rows;
	return {
		sentInDay: row?.sent_in_day ?? 0,
		inDelivery: row?.in_delivery ?? 0,
		monitors: row?.monitors ?? 0,
		lastAt: row?.last_at ?? null,
		collectsUntil: row?.collects_until ?? null,
		isBacklogged: (row?.is_backlogged ?? 0) > 0,
	};
}

/** Whether the daily cap counts the message by an event already: some of it was recorded as sent before a crash. */
export async function hasStarted(
	{ db }: Tx,
	alertId: number,
	{ id, createdAt }: { readonly id: string; readonly createdAt: number },
): Promise<boolean> {
	const { rows } = await sql`
		select 1 from alert_events where alert_id = ${alertId} and sent_at >= ${createdAt - CLOCK_SKEW_MS}
			and starts_message = 1 and status = ${SENT} and message_id = ${id} limit 1`.execute(db);
	return rows.length > 0;
}

/** The end of a notice. */
interface NewAlertEvent {
	readonly notice: OutboxNotice;
	readonly status: AlertEventStatus;
	/** Whether the daily cap counts the message by this notice. */
	readonly startsMessage: boolean;
	/** The id of its message; null when it was skipped. */
	readonly messageId: string | null;
	readonly errorMessage: string | null;
}

/** Writes the events that notices become, in this order; each once, however often its notice was delivered. */
export async function insertAlertEvents(
	tx: Tx,
	alertId: number,
	events: readonly NewAlertEvent[],
	now: number,
): Promise<void> {
	if (events.length === 0) return;
	const rows = tx.dialect.rows(
		{
			...typesOf(
				"alert_events",
				["public_id", "alert_id", "monitor_id", "event", "status", "cause", "kind"],
				["escalation", "outage", "starts_message", "message_id", "error_message", "sent_at", "created_at"],
			),
			place: "integer",
		},
		events.map(({ notice, status, startsMessage, messageId, errorMessage }, place) => ({
			public_id: notice.publicId,
			alert_id: alertId,
			monitor_id: notice.monitorId,
			event: codeOf(NOTICE_EVENTS, notice.event),
			status: codeOf(ALERT_EVENT_STATUSES, status),
			cause: codeOf(NOTICE_CAUSES, notice.cause),
			kind: codeOf(NOTICE_KINDS, notice.kind),
			escalation: notice.facts.escalation === undefined ? null : JSON.stringify(notice.facts.escalation),
			outage: isCondition(notice.cause) ? null : notice.outage,
			starts_message: startsMessage ? 1 : 0,
			message_id: messageId,
			error_message: errorMessage,
			sent_at: now,
			created_at: notice.createdAt,
			place,
		})),
	);
	const columns = sql`public_id, alert_id, monitor_id, event, status, cause, kind, escalation, outage, starts_message,
		message_id, error_message, sent_at, created_at`;
	await sql`
		insert into alert_events (${columns}) select ${columns} from ${rows} as r where true order by place
		on conflict (public_id) do nothing`.execute(tx.db);
}

const OF_CHECKS = { outageColumn: "notified_outage", instantColumn: "problem_notified_at" } as const;

/** In SQL, the causes whose notices are kept in notified_conditions: a monitor has several at once. */
export const CONDITIONS = sql.join(
	NOTICE_CAUSES.filter(isCondition).map((cause) => sql.lit(codeOf(NOTICE_CAUSES, cause))),
);

/** Which columns of alert_states hold the outage that was notified and not its end, and when it was. */
export const NOTIFIED_COLUMNS = {
	check: OF_CHECKS,
	certificate: OF_CHECKS,
	misses: { outageColumn: "notified_blindness", instantColumn: "blind_notified_at" },
	cut_off: { outageColumn: "notified_cut_off", instantColumn: "cut_off_notified_at" },
} as const satisfies Record<Exclude<NoticeCause, "flapping" | "regional">, unknown>;

/** What the receiver of an alert was told of a monitor. */
interface Told {
	readonly monitorId: number;
	readonly cause: NoticeCause;
	/** The outage (or blindness) whose end it will be told. */
	readonly outage: number;
	/** Public id of the cause whose incident it was sent to. Default: none. */
	readonly incident?: string | null;
	/** When its problem was delivered; null to keep what is known, because none was delivered just now. */
	readonly notifiedAt: number | null;
}

/** SQL that keeps the incident of an outage beside it, the first one that it was sent to. */
const INCIDENT = {
	column: (isOfCheck: boolean) => (isOfCheck ? sql`, notified_incident` : sql``),
	value: (isOfCheck: boolean, ref: RawBuilder<unknown>) =>
		isOfCheck ? sql`, (select c.id from causes as c where c.public_id = ${ref})` : sql``,
	update: (isOfCheck: boolean) =>
		isOfCheck
			? sql`, notified_incident = case when alert_states.notified_outage = excluded.notified_outage
				then coalesce(alert_states.notified_incident, excluded.notified_incident)
				else excluded.notified_incident end`
			: sql``,
};

/** Problems of these outages were delivered, or may have been: their ends will be, too. */
export async function setNotified(tx: Tx, alertId: number, told: readonly Told[]): Promise<void> {
	const columnsOf = ({ cause }: Told) => (isCondition(cause) ? null : NOTIFIED_COLUMNS[cause]);
	for (const [columns, ofColumns] of Map.groupBy(told, columnsOf)) {
		if (columns === null) {
			await setConditions(tx, alertId, ofColumns);
			continue;
		}
		const { outageColumn, instantColumn } = columns;
		const byMonitor = new Map(ofColumns.map((one) => [one.monitorId, one]));
		const rows = tx.dialect.rows(
			{ monitor_id: "integer", outage: "integer", notified_at: "integer", incident: "text" },
			[...byMonitor.values()].map((one) => ({
				monitor_id: one.monitorId,
				outage: one.outage,
				notified_at: one.notifiedAt,
				incident: one.incident ?? null,
			})),
		);
		const isOfCheck = columns === OF_CHECKS;
		const [outage, instant] = [sql.ref(outageColumn), sql.ref(instantColumn)];
		// In the order in which the recorder locks rows of monitors, so that there is no deadlock.
		await sql`
			insert into alert_states (alert_id, monitor_id, ${outage}, ${instant}${INCIDENT.column(isOfCheck)})
			select ${alertId}, monitor_id, outage, notified_at${INCIDENT.value(isOfCheck, sql`r.incident`)}
			from ${rows} as r where true order by monitor_id
			on conflict (alert_id, monitor_id) do update
			set ${outage} = excluded.${outage}, ${instant} = coalesce(excluded.${instant}, alert_states.${instant})
				${INCIDENT.update(isOfCheck)}`.execute(tx.db);
	}
}

/** Adds conditions that were notified, and removes those of the same monitors that ended without a notice. */
async function setConditions(tx: Tx, alertId: number, told: readonly Told[]): Promise<void> {
	const rows = tx.dialect.rows(
		{ monitor_id: "integer", cause: "integer", since: "integer" },
		told.map(({ monitorId, cause, outage }) => ({
			monitor_id: monitorId,
			cause: codeOf(NOTICE_CAUSES, cause),
			since: outage,
		})),
	);
	await sql`
		delete from notified_conditions where alert_id = ${alertId} and monitor_id in (select monitor_id from ${rows} as r)
			and not exists (
				select 1 from regional_failures as f
				where f.monitor_id = notified_conditions.monitor_id and f.since = notified_conditions.since
			)
			and not exists (select 1 from flapping_monitors as f where f.monitor_id = notified_conditions.monitor_id)
			and not exists (select 1 from deferred_changes as d where d.monitor_id = notified_conditions.monitor_id)
			and not exists (
				select 1 from notices as n where n.alert_id = ${alertId} and n.monitor_id = notified_conditions.monitor_id
					and n.cause = notified_conditions.cause and n.outage = notified_conditions.since
			)`.execute(tx.db);
	await addConditions(tx, alertId, rows);
}

async function addConditions(tx: Tx, alertId: number, conditions: RawBuilder<unknown>): Promise<void> {
	await sql`
		insert into notified_conditions (alert_id, monitor_id, cause, since)
		select ${alertId}, monitor_id, cause, since from ${conditions} as r
		where not exists (
			select 1 from notified_conditions as c where c.alert_id = ${alertId} and c.monitor_id = r.monitor_id
				and c.cause = r.cause and c.since = r.since
		)`.execute(tx.db);
}

/** The ends of these outages (or of a `blind`, or a condition) were delivered, or were given up. */
export async function clearNotified(
	tx: Tx,
	alertId: number,
	ended: readonly Pick<OutboxNotice, "monitorId" | "outage" | "cause">[],
): Promise<void> {
	const columnOf = ({ cause }: (typeof ended)[number]) =>
		isCondition(cause) ? "condition" : NOTIFIED_COLUMNS[cause].outageColumn;
	for (const [column, ofColumn] of Map.groupBy(ended, columnOf)) {
		const rows = tx.dialect.rows(
			{ monitor_id: "integer", outage: "integer" },
			ofColumn.map(({ monitorId, outage }) => ({ monitor_id: monitorId, outage })),
		);
		if (column === "condition") {
			await sql`
				delete from notified_conditions where alert_id = ${alertId}
					and (monitor_id, since) in (select monitor_id, outage from ${rows} as r)`.execute(tx.db);
			continue;
		}
		const outage = sql.ref(column);
		// Joined, SQLite would read all rows again for each state of the alert.
		await sql`
			update alert_states set ${outage} = null
			where alert_id = ${alertId} and monitor_id in (select monitor_id from ${rows} as r)
				and (monitor_id, ${outage}) in (select monitor_id, outage from ${rows} as r)`.execute(tx.db);
	}
}

/** After an attempt whose outcome is not known: what the message tells of may have arrived. */
export async function setMaybeNotified(tx: Tx, alertId: number, messageId: string): Promise<void> {
	for (const cause of NOTICE_CAUSES) {
		if (isCondition(cause)) continue;
		const outage = sql.ref(NOTIFIED_COLUMNS[cause].outageColumn);
		const isOfCheck = cause === "check";
		await sql`
			insert into alert_states (alert_id, monitor_id, ${outage}${INCIDENT.column(isOfCheck)})
			select alert_id, monitor_id, outage${INCIDENT.value(isOfCheck, sql`notices.message_ref`)} from notices
			where alert_id = ${alertId} and message_id = ${messageId} and cause = ${codeOf(NOTICE_CAUSES, cause)}
				and event not in (${ENDS}) and outage is not null
			order by monitor_id
			on conflict (alert_id, monitor_id) do update set ${outage} = excluded.${outage}${INCIDENT.update(isOfCheck)}`.execute(
			tx.db,
		);
	}
	const conditions = sql`(
		select monitor_id, cause, outage as since from notices
		where message_id = ${messageId} and alert_id = ${alertId} and cause in (${CONDITIONS})
	)`;
	await addConditions(tx, alertId, conditions);
}
