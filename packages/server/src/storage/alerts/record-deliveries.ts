/**
 * What became of notices: the event of each, what its listeners know now, and what will have to be said again. A notice
 * leaves the outbox in the transaction that records its event, and so becomes one event however often it was delivered.
 */

import { type Selectable, sql } from "kysely";
import {
	ALERT_EVENT_STATUSES,
	type AlertEventStatus,
	type AlertRules,
	NOTICE_EVENTS,
} from "../../domain/alerts/alert.ts";
import {
	type DueNotice,
	NOTICE_CAUSES,
	NOTICE_KINDS,
	type NoticeKind,
	reminderAt,
} from "../../domain/alerts/alert-policy.ts";
import type { ChannelType, OpenChannel } from "../../domain/alerts/channels.ts";
import type { Message, NoticeFacts } from "../../domain/alerts/notice.ts";
import { nextAttemptAt } from "../../domain/alerts/retry.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Session } from "../database/session.ts";
import type { NoticeTable } from "../database/tables/alerts.ts";

/** A message to be delivered, with all that is needed to write down what became of it. */
export interface ClaimedMessage {
	readonly message: Message;
	readonly channelType: ChannelType;
	/** Null when its secrets can't be read. */
	readonly channel: OpenChannel | null;
	readonly rules: AlertRules;
	readonly alertId: number;
	readonly attempts: number;
	readonly rows: readonly ClaimedRow[];
}

export type ClaimedRow = Selectable<NoticeTable> & {
	monitor_public_id: string;
	name: string;
	target: string;
};

export const UP = codeOf(NOTICE_EVENTS, "up");

export type DeliveryOutcome =
	| { readonly kind: "sent"; readonly remark?: string }
	/** `again`: worth another attempt, not before `retryAfterMs` from now when the receiver said so. */
	| {
			readonly kind: "failed";
			readonly again: boolean;
			readonly retryAfterMs: number | null;
			readonly message: string;
	  };

/**
 * Writes down what became of a delivery: events one by one, what the listeners know now, and what will have to be said again; or
 * when the next attempt is. Answers the status of its events; null when there will be another attempt.
 *
 * @param random from [0, 1), spreads the attempts
 */
export async function recordDelivery(
	session: Session,
	taken: ClaimedMessage,
	outcome: DeliveryOutcome,
	{ now, random }: { now: number; random: number },
): Promise<"sent" | "failed" | null> {
	if (outcome.kind === "failed" && outcome.again) {
		const attempts = taken.attempts + 1;
		const next = nextAttemptAt({ attempts, retryAfterMs: outcome.retryAfterMs }, now, random);
		if (next !== null) {
			await session.db
				.updateTable("notices")
				.set({ attempts, due_at: next })
				.where("message_id", "=", taken.message.id)
				// Where a lease was lost, another deliverer may have counted this far already.
				.where("attempts", "=", taken.attempts)
				.execute();
			return null;
		}
	}
	const status = outcome.kind === "sent" ? "sent" : "failed";
	const errorMessage = outcome.kind === "sent" ? (outcome.remark ?? null) : outcome.message;
	// The daily cap counts messages by their first problem, so a recovery must not come first where there is a problem.
	const first = taken.rows.find(({ event }) => event !== UP) ?? taken.rows[0];
	await session.transaction(async (session) => {
		// First the alert, as its edits and its deletion do, so that neither waits for the other in a circle.
		await sql`select id from alerts where id = ${taken.alertId}${session.dialect.forUpdate}`.execute(session.db);
		// Whoever takes a notice out of the outbox says what follows from it: where a lease was lost, that may be another.
		const ours = await remove(
			session,
			taken.rows.map(({ id }) => id),
		);
		// In the order in which recording takes these rows, so that neither waits for the other in a circle.
		for (const row of [...taken.rows].sort((a, b) => a.monitor_id - b.monitor_id)) {
			await recordEvent(session, row, { status, startsMessage: row === first, errorMessage }, now);
			if (!ours.has(row.id)) continue;
			await rememberNotified(session, row, status === "sent", now);
			await scheduleReminder(session, row, taken.rules, now);
		}
	});
	return status;
}

interface EventFields {
	readonly status: AlertEventStatus;
	readonly startsMessage: boolean;
	readonly errorMessage: string | null;
}

export async function recordEvent(
	session: Session,
	row: ClaimedRow,
	{ status, startsMessage, errorMessage }: EventFields,
	now: number,
): Promise<void> {
	await session.db
		.insertInto("alert_events")
		.values({
			public_id: row.public_id,
			alert_id: row.alert_id,
			monitor_id: row.monitor_id,
			event: row.event,
			status: codeOf(ALERT_EVENT_STATUSES, status),
			outage: row.outage,
			starts_message: startsMessage ? 1 : 0,
			error_message: errorMessage,
			sent_at: now,
			created_at: row.created_at,
		})
		.onConflict((conflict) => conflict.column("public_id").doNothing())
		.execute();
}

async function rememberNotified(session: Session, row: ClaimedRow, sent: boolean, now: number): Promise<void> {
	if (row.outage === null) return;
	if (row.event === UP) {
		await session.db
			.updateTable("alert_states")
			.set({ notified_outage: null })
			.where("alert_id", "=", row.alert_id)
			.where("monitor_id", "=", row.monitor_id)
			.where("notified_outage", "=", row.outage)
			.execute();
	} else if (sent) {
		await session.db
			.updateTable("alert_states")
			.set({ notified_outage: row.outage, problem_notified_at: now })
			.where("alert_id", "=", row.alert_id)
			.where("monitor_id", "=", row.monitor_id)
			.execute();
	}
}

export async function scheduleReminder(
	session: Session,
	row: ClaimedRow,
	rules: AlertRules,
	now: number,
): Promise<void> {
	const { event, cause } = dueNoticeOf(row);
	const at = reminderAt({ event, cause }, rules, now);
	if (at !== null) await scheduleNotice(session, row, "reminder", at, now);
}

/** Owes a notice again at `dueAt`, under an id of its own; of each kind there is one to come for each alert and monitor. */
export async function scheduleNotice(
	session: Session,
	row: ClaimedRow,
	kind: NoticeKind,
	dueAt: number,
	now: number,
): Promise<void> {
	const code = codeOf(NOTICE_KINDS, kind);
	await session.db
		.deleteFrom("notices")
		.where("alert_id", "=", row.alert_id)
		.where("monitor_id", "=", row.monitor_id)
		.where("kind", "=", code)
		.where("message_id", "is", null)
		.execute();
	await session.db
		.insertInto("notices")
		.values({
			public_id: newPublicId("evt"),
			alert_id: row.alert_id,
			monitor_id: row.monitor_id,
			event: row.event,
			cause: row.cause,
			kind: code,
			held: 1,
			outage: row.outage,
			facts: row.facts,
			due_at: dueAt,
			created_at: now,
		})
		.execute();
}

/** Takes notices out of the outbox; answers those that were still in it. */
export async function remove(session: Session, ids: readonly number[]): Promise<ReadonlySet<number>> {
	if (ids.length === 0) return new Set();
	const rows = session.dialect.rows(
		{ id: "integer" },
		ids.map((id) => ({ id })),
	);
	const gone = await sql<{ id: number }>`
		delete from notices where id in (select id from ${rows} as r) returning id`.execute(session.db);
	return new Set(gone.rows.map(({ id }) => id));
}

export function dueNoticeOf(row: ClaimedRow): DueNotice {
	return {
		event: labelOf(NOTICE_EVENTS, row.event),
		cause: labelOf(NOTICE_CAUSES, row.cause),
		kind: labelOf(NOTICE_KINDS, row.kind),
		held: row.held === 1,
		outage: row.outage,
		fingerprint: factsOf(row).certificate?.fingerprint ?? null,
	};
}

export function factsOf(row: Pick<ClaimedRow, "facts">): NoticeFacts {
	return JSON.parse(row.facts) as NoticeFacts;
}
