/**
 * The notices of one alert: what a deliverer reads of them and writes back, within its transaction. Which notices are
 * delivered, and when, is decided in ../../domain/alerts/outbox.ts; the order of the steps is
 * ../../engine/notices/claim-notices.ts and record-delivery.ts.
 */

import { type Selectable, sql } from "kysely";
import { HOLD_REASONS, NOTICE_EVENTS } from "../../domain/alerts/alert.ts";
import {
	type Hold,
	isOfBlindness,
	NOTICE_CAUSES,
	NOTICE_KINDS,
	type NoticeKind,
} from "../../domain/alerts/alert-policy.ts";
import type { NoticeFacts } from "../../domain/alerts/notice.ts";
import type { ClaimedMessage, OutboxNotice, PendingNotice, PostponedNotice } from "../../domain/alerts/outbox.ts";
import { blindSince } from "../../domain/checks/transition.ts";
import { SSL_STATUSES, STATUSES } from "../../domain/monitors/monitor.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Session } from "../database/session.ts";
import type { NoticeTable } from "../database/tables/alerts.ts";
import { isReady, type ServedAlert } from "./notice-leases.ts";
import { NOTIFIED_COLUMNS } from "./notified.ts";

type NoticeRow = Selectable<NoticeTable>;

function fromRow(row: NoticeRow): OutboxNotice {
	const facts = JSON.parse(row.facts) as NoticeFacts;
	return {
		id: row.id,
		publicId: row.public_id,
		monitorId: row.monitor_id,
		event: labelOf(NOTICE_EVENTS, row.event),
		cause: labelOf(NOTICE_CAUSES, row.cause),
		kind: labelOf(NOTICE_KINDS, row.kind),
		held: row.held === 1,
		outage: row.outage,
		fingerprint: facts.certificate?.fingerprint ?? null,
		facts,
		createdAt: row.created_at,
	};
}

// --- reading -------------------------------------------------------------------------------------------------------

interface PendingRow extends NoticeRow {
	enabled_at: number | null;
	last_checked_at: number | null;
	covered: 0 | 1;
	status: number;
	failing_since: number | null;
	ssl_status: number | null;
	ssl_fingerprint: string | null;
	missed_streak: number;
	missed_since: number | null;
	cut_off_since: number | null;
	notified_outage: number | null;
	problem_notified_at: number | null;
	notified_blindness: number | null;
	blind_notified_at: number | null;
	notified_cut_off: number | null;
	cut_off_notified_at: number | null;
}

/**
 * The first undecided notice of each monitor that can be decided now, in the order in which they were enqueued; at most
 * `limit`.
 */
export async function pendingNotices(
	session: Session,
	alertId: number,
	limit: number,
	now: number,
): Promise<PendingNotice[]> {
	const { rows } = await sql<PendingRow>`
		select n.*, m.enabled_at, ms.status, ms.last_checked_at, ms.failing_since, ms.ssl_status, ms.ssl_fingerprint,
			ms.missed_streak, ms.missed_since, (select max(c.since) from cut_offs as c where c.since = n.outage) as cut_off_since,
			s.notified_outage, s.problem_notified_at, s.notified_blindness, s.blind_notified_at, s.notified_cut_off,
			s.cut_off_notified_at,
			case when m.deleted_at is null and (a.all_monitors = 1 or exists (
				select 1 from alert_monitors as l where l.alert_id = a.id and l.monitor_id = m.id
			)) then 1 else 0 end as covered
		from notices as n
		join alerts as a on a.id = n.alert_id
		join monitors as m on m.id = n.monitor_id
		join monitor_states as ms on ms.monitor_id = n.monitor_id
		left join alert_states as s on s.alert_id = n.alert_id and s.monitor_id = n.monitor_id
		where n.alert_id = ${alertId} and n.message_id is null and ${isReady(now)}
		order by n.id limit ${limit}`.execute(session.db);
	return rows.map((row) => {
		const notice = fromRow(row);
		const { outageColumn, instantColumn } = NOTIFIED_COLUMNS[notice.cause];
		const isOfProber = notice.cause === "cut_off";
		// Checks that are missed can't show that a monitor was resumed.
		const wasChecked = isOfBlindness(notice.cause) || (row.last_checked_at ?? 0) >= (row.enabled_at ?? 0);
		return {
			...notice,
			isCovered: row.covered === 1,
			monitor: {
				isPaused: !isOfProber && (row.enabled_at === null || !wasChecked),
				status: labelOf(STATUSES, row.status),
				failingSince: row.failing_since,
				blindSince: isOfProber
					? row.cut_off_since
					: blindSince({ missedStreak: row.missed_streak, missedSince: row.missed_since }),
				certificate: {
					status: row.ssl_status === null ? "unknown" : labelOf(SSL_STATUSES, row.ssl_status),
					fingerprint: row.ssl_fingerprint,
				},
			},
			notifiedOutage: row[outageColumn],
			problemNotifiedAt: row[instantColumn],
		};
	});
}

/**
 * Messages of the alert that are decided and due, by whichever deliverer; at most `limit`. Notices about deleted
 * monitors are removed from them.
 */
export async function dueMessages(
	session: Session,
	alert: ServedAlert,
	limit: number,
	now: number,
): Promise<ClaimedMessage[]> {
	const { rows: due } = await sql<{ message_id: string }>`
		select message_id from notices where alert_id = ${alert.id} and message_id is not null and due_at <= ${now}
		group by message_id order by min(id) limit ${limit}`.execute(session.db);
	if (due.length === 0) return [];
	const ids = sql.join(due.map(({ message_id }) => message_id));
	await sql`
		delete from notices where message_id in (${ids}) and exists (
			select 1 from monitors as m where m.id = notices.monitor_id and m.deleted_at is not null
		)`.execute(session.db);
	const { rows } = await sql<NoticeRow & { monitor_public_id: string; name: string; target: string }>`
		select n.*, m.public_id as monitor_public_id, m.name, m.target
		from notices as n join monitors as m on m.id = n.monitor_id
		where n.alert_id = ${alert.id} and n.message_id in (${ids})
		order by n.id`.execute(session.db);
	const members = rows.map((row) => ({ row, notice: fromRow(row) }));
	return [...Map.groupBy(members, ({ row }) => row.message_id)].flatMap(([id, ofMessage]) => {
		const [first] = ofMessage;
		if (id === null || first === undefined) return [];
		return {
			alertId: alert.id,
			rules: alert.rules,
			channelType: alert.channelType,
			channel: alert.channel,
			attempts: first.row.attempts,
			notices: ofMessage.map(({ notice }) => notice),
			message: {
				id,
				alert: { id: alert.publicId, name: alert.name },
				notices: ofMessage.map(({ row, notice }) => ({
					...notice.facts,
					id: notice.publicId,
					event: notice.event,
					cause: notice.cause,
					isReminder: notice.kind === "reminder",
					monitor: { id: row.monitor_public_id, name: row.name, target: row.target },
				})),
				createdAt: first.notice.createdAt,
			},
		};
	});
}

// --- writing -------------------------------------------------------------------------------------------------------

/**
 * Marks each message for delivery, under the id of its first notice. Written before the first attempt: whoever
 * continues after a crash sends the same message under the same id, and does not decide again.
 */
export async function markForDelivery(session: Session, messages: readonly (readonly OutboxNotice[])[]): Promise<void> {
	const marks = messages.flatMap((notices) => notices.map(({ id }) => ({ id, message_id: notices[0]?.publicId })));
	if (marks.length === 0) return;
	const rows = session.dialect.rows({ id: "integer", message_id: "text" }, marks);
	await sql`
		update notices set message_id = r.message_id, held = 0, held_for = null, held_until = null
		from ${rows} as r where notices.id = r.id`.execute(session.db);
}

export async function postponeNotices(session: Session, postponed: readonly PostponedNotice[]): Promise<void> {
	if (postponed.length === 0) return;
	const rows = session.dialect.rows(
		{ id: "integer", due_at: "integer", held: "integer", held_for: "integer", held_until: "integer" },
		postponed.map(({ notice, until, held, reason }) => ({
			id: notice.id,
			due_at: until,
			held: held ? 1 : 0,
			...heldColumns(reason),
		})),
	);
	await sql`
		update notices set due_at = r.due_at, held = r.held, held_for = r.held_for, held_until = r.held_until
		from ${rows} as r where notices.id = r.id`.execute(session.db);
}

function heldColumns(reason: Hold | null) {
	if (reason === null) return { held_for: null, held_until: null };
	return { held_for: codeOf(HOLD_REASONS, reason.for), held_until: reason.until };
}

/** Sets the time of a message's next attempt, unless another deliverer has counted this one already. */
export async function retryMessage(
	session: Session,
	{ message, attempts }: Pick<ClaimedMessage, "message" | "attempts">,
	{ dueAt, error }: { readonly dueAt: number; readonly error: string },
): Promise<void> {
	await session.db
		.updateTable("notices")
		.set({ attempts: attempts + 1, due_at: dueAt, last_error: error })
		.where("message_id", "=", message.id)
		.where("attempts", "=", attempts)
		.execute();
}

/** Enqueues a notice again, under a new id; of each cause and kind at most one waits for each alert and monitor. */
export async function enqueueAgain(
	session: Session,
	alertId: number,
	notice: OutboxNotice,
	repeat: { readonly kind: Exclude<NoticeKind, "edge">; readonly dueAt: number },
	now: number,
): Promise<void> {
	const kind = codeOf(NOTICE_KINDS, repeat.kind);
	await session.db
		.deleteFrom("notices")
		.where("alert_id", "=", alertId)
		.where("monitor_id", "=", notice.monitorId)
		.where("kind", "=", kind)
		.where("cause", "=", codeOf(NOTICE_CAUSES, notice.cause))
		.where("message_id", "is", null)
		.execute();
	await session.db
		.insertInto("notices")
		.values({
			public_id: newPublicId("evt"),
			alert_id: alertId,
			monitor_id: notice.monitorId,
			event: codeOf(NOTICE_EVENTS, notice.event),
			cause: codeOf(NOTICE_CAUSES, notice.cause),
			kind,
			held: 1,
			...heldColumns(repeat.kind === "again" ? { for: "cooldown", until: repeat.dueAt } : null),
			outage: notice.outage,
			facts: JSON.stringify(notice.facts),
			due_at: repeat.dueAt,
			created_at: now,
		})
		.execute();
}

/** Deletes notices from the outbox; returns the keys of those that were still in it. */
export async function removeNotices(session: Session, notices: readonly OutboxNotice[]): Promise<ReadonlySet<number>> {
	if (notices.length === 0) return new Set();
	const rows = session.dialect.rows(
		{ id: "integer" },
		notices.map(({ id }) => ({ id })),
	);
	const removed = await sql<{ id: number }>`
		delete from notices where id in (select id from ${rows} as r) returning id`.execute(session.db);
	return new Set(removed.rows.map(({ id }) => id));
}

export async function removeNoticesOfAlert(session: Session, alertId: number): Promise<void> {
	await session.db.deleteFrom("notices").where("alert_id", "=", alertId).execute();
}
