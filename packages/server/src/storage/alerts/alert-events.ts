/**
 * The alert events of a monitor or of an alert: notices that were sent, skipped or given up, and in front of them those
 * of the outbox that are tried again or held. A notice that waits for its first delivery is not shown: that takes a
 * moment. Neither is a reminder that is not due: nothing has caused it yet.
 */

import { type RawBuilder, sql } from "kysely";
import { ALERT_EVENT_STATUSES, HOLD_REASONS, NOTICE_EVENTS } from "../../domain/alerts/alert.ts";
import type { AlertEvent } from "../../domain/alerts/alert-event.ts";
import { NOTICE_CAUSES, NOTICE_KINDS } from "../../domain/alerts/alert-policy.ts";
import type { EscalationFacts } from "../../domain/alerts/escalation.ts";
import type { NoticeFacts } from "../../domain/alerts/notice.ts";
import type { Seek } from "../../domain/seek.ts";
import { labelOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";
import { channelTypeOf } from "./alert-channels.ts";
import { routeIdsOf } from "./escalation/routes.ts";

export type AlertEventKey = readonly [listedAt: number, publicId: string];

/** Whose events: one of the two. Those of an alert include what its escalation sent. */
type AlertEventsOf = { readonly monitorId: number } | { readonly alertId: number };

/** A page of events, newest first. */
export async function pageOfAlertEvents(tx: Tx, of: AlertEventsOf, seek: Seek<AlertEventKey>): Promise<AlertEvent[]> {
	const isForward = seek.direction === "forward";
	const direction = isForward ? -1 : 1;
	const pages: AlertEvent[] = [];
	for (const source of await sourcesOf(tx, of)) {
		pages.push(...(await waitingPage(tx, source, seek)), ...(await finishedPage(tx, source, seek)));
	}
	const nearest = pages.toSorted((a, b) => direction * compared(a, b)).slice(0, seek.limit);
	return isForward ? nearest : nearest.reverse();
}

function compared(a: AlertEvent, b: AlertEvent): number {
	return a.listedAt - b.listedAt || (a.publicId < b.publicId ? -1 : 1);
}

interface SharedRow {
	public_id: string;
	alert_public_id: string;
	monitor_public_id: string;
	event: number;
	cause: number;
	kind: number;
	channel: string;
	is_of_person: number;
	message_id: string | null;
	created_at: number;
}

function sharedMembers(row: SharedRow) {
	return {
		publicId: row.public_id,
		alertPublicId: row.alert_public_id,
		monitorPublicId: row.monitor_public_id,
		eventType: labelOf(NOTICE_EVENTS, row.event),
		cause: labelOf(NOTICE_CAUSES, row.cause),
		kind: labelOf(NOTICE_KINDS, row.kind),
		channel: row.is_of_person === 1 ? null : channelTypeOf(row.channel),
		noticeId: row.message_id,
		createdAt: row.created_at,
	};
}

interface FinishedRow extends SharedRow {
	escalation: string | null;
	status: number;
	sent_at: number;
	error_message: string | null;
}

async function finishedPage(tx: Tx, source: RawBuilder<unknown>, seek: Seek<AlertEventKey>): Promise<AlertEvent[]> {
	const { rows } = await sql<FinishedRow>`
		select ${SHARED}, r.escalation, r.status, r.sent_at, r.error_message
		from alert_events as r ${NAMES}
		where ${source} and ${isBeyond(seek, "r.sent_at")}
		${inOrder(seek, "r.sent_at")}`.execute(tx.db);
	return rows.map((row) => ({
		...sharedMembers(row),
		escalation: row.escalation === null ? null : (JSON.parse(row.escalation) as EscalationFacts),
		status: labelOf(ALERT_EVENT_STATUSES, row.status),
		sentAt: row.sent_at,
		errorMessage: row.error_message,
		heldFor: null,
		nextAttemptAt: null,
		listedAt: row.sent_at,
	}));
}

interface WaitingRow extends SharedRow {
	facts: string;
	due_at: number;
	last_error: string | null;
	held_for: number | null;
	held_until: number | null;
}

async function waitingPage(tx: Tx, source: RawBuilder<unknown>, seek: Seek<AlertEventKey>): Promise<AlertEvent[]> {
	const { rows } = await sql<WaitingRow>`
		select ${SHARED}, r.facts, r.due_at, r.last_error, r.held_for, r.held_until
		from notices as r ${NAMES}
		where ${source} and (r.held_for is not null or r.last_error is not null) and ${isBeyond(seek, "r.due_at")}
		${inOrder(seek, "r.due_at")}`.execute(tx.db);
	return rows.map((row) => {
		const heldFor = row.held_for === null ? null : labelOf(HOLD_REASONS, row.held_for);
		return {
			...sharedMembers(row),
			escalation: (JSON.parse(row.facts) as NoticeFacts).escalation ?? null,
			status: heldFor === null ? "pending" : "held",
			sentAt: null,
			errorMessage: row.last_error,
			heldFor,
			nextAttemptAt: heldFor === null ? row.due_at : row.held_until,
			listedAt: row.due_at,
		};
	});
}

const SHARED = sql`r.public_id, coalesce(e.public_id, a.public_id) as alert_public_id, m.public_id as monitor_public_id, r.event, r.cause, r.kind, r.message_id, r.created_at, a.channel,
	case when a.route like 'user:%' then 1 else 0 end as is_of_person`;
/** Deleted alerts keep their events; deleted monitors do not. */
const NAMES = sql`join alerts as a on a.id = r.alert_id left join alerts as e on e.id = a.escalates join monitors as m on m.id = r.monitor_id and m.deleted_at is null`;

/** Conditions whose pages are merged: each follows an index. */
async function sourcesOf(tx: Tx, of: AlertEventsOf): Promise<RawBuilder<unknown>[]> {
	if ("monitorId" in of) return [sql`r.monitor_id = ${of.monitorId}`];
	const ids = [of.alertId, ...(await routeIdsOf(tx, of.alertId))];
	return ids.map((id) => sql`r.alert_id = ${id}`);
}

function isBeyond({ direction, from }: Seek<AlertEventKey>, column: string) {
	if (from === null) return sql`1 = 1`;
	const comparison = direction === "forward" ? sql`<` : sql`>`;
	return sql`(${sql.ref(column)}, r.public_id) ${comparison} (${sql.join([...from])})`;
}

function inOrder({ direction, limit }: Seek<AlertEventKey>, column: string) {
	const order = direction === "forward" ? sql`desc` : sql`asc`;
	return sql`order by ${sql.ref(column)} ${order}, r.public_id ${order} limit ${limit}`;
}
