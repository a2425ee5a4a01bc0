/**
 * Messages of an alert: its notices whose delivery was decided, by the id that they share. They are marked before the
 * first attempt, so that whoever continues after a crash sends the same message under the same id.
 */

import { type Selectable, sql } from "kysely";
import { NOTICE_EVENTS } from "../../domain/alerts/alert.ts";
import { NOTICE_CAUSES, NOTICE_KINDS } from "../../domain/alerts/alert-policy.ts";
import { alertTextsOf } from "../../domain/alerts/alert-rules.ts";
import { opensIncidents, soundsUntilAcknowledged } from "../../domain/alerts/channels.ts";
import type { BriefNotice, Notice, Settled } from "../../domain/alerts/notice.ts";
import type { ClaimedMessage, OutboxNotice, PlannedMessage } from "../../domain/alerts/outbox.ts";
import { labelOf } from "../database/codes.ts";
import type { NoticeTable } from "../database/tables/alerts.ts";
import type { Tx } from "../database/tx.ts";
import { causeOfMessage, mergedCauses } from "./alert-causes.ts";
import { ENDS, OF_CHECK } from "./notice-codes.ts";
import type { ServedAlert } from "./notice-leases.ts";
import { noticeFromRow } from "./outbox.ts";
import { toldOf } from "./told-facts.ts";

/** A message that is about no more notices than this has all of them in full: about 700 bytes each in a webhook. */
const ALL_IN_FULL = 1_000;
/** Of a larger one these are in full, and the others with what identifies them: about 100 bytes each. */
const SOME_IN_FULL = 100;
/** Notices that keep whom a message has reached: more than one, because monitors are deleted meanwhile. */
const KEEP_SETTLED = 100;

/**
 * Messages of the alert that are decided and due, by whichever deliverer; at most `limit`. An attempt of each is noted
 * before it begins. Notices about deleted monitors are removed from them.
 */
export async function dueMessages(tx: Tx, alert: ServedAlert, limit: number, now: number): Promise<ClaimedMessage[]> {
	const { rows: due } = await sql<{ message_id: string }>`
		select message_id from notices where alert_id = ${alert.id} and message_id is not null and due_at <= ${now}
		group by message_id order by min(id) limit ${limit}`.execute(tx.db);
	if (due.length === 0) return [];
	const ids = due.map(({ message_id }) => message_id);
	await sql`
		delete from notices where message_id in (${sql.join(ids)}) and exists (
			select 1 from monitors as m where m.id = notices.monitor_id and m.deleted_at is not null
		)`.execute(tx.db);
	await sql`update notices set in_attempt = in_attempt + 1 where message_id in (${sql.join(ids)})`.execute(tx.db);
	const messages = await Promise.all(ids.map((id) => readMessage(tx, alert, id)));
	return messages.filter((message) => message !== null);
}

type MemberRow = Selectable<NoticeTable> & { monitor_public_id: string; name: string; target: string };

async function readMessage(tx: Tx, alert: ServedAlert, id: string): Promise<ClaimedMessage | null> {
	const { rows } = await sql<MemberRow>`
		select n.*, m.public_id as monitor_public_id, m.name, m.target
		from notices as n join monitors as m on m.id = n.monitor_id
		where n.message_id = ${id} order by n.id limit ${ALL_IN_FULL + 1}`.execute(tx.db);
	const [first] = rows;
	if (first === undefined) return null;
	const inFull = rows.slice(0, rows.length > ALL_IN_FULL ? SOME_IN_FULL : ALL_IN_FULL);
	const cause =
		first.cause_id === null
			? null
			: await causeOfMessage(tx, {
					id,
					causeId: first.cause_id,
					updateOf: first.message_ref === null ? null : alert.id,
				});
	const sounds = alert.channel !== null && soundsUntilAcknowledged(alert.channel.settings);
	const merged = sounds && first.cause_id !== null ? await mergedCauses(tx, alert.id, first.cause_id) : [];
	const others = rows.length > ALL_IN_FULL ? await readOthers(tx, id, inFull.at(-1)?.id ?? 0) : [];
	const news = inFull.filter((row) => isNews(row, alert)).map(noticeOf);
	const told = await toldBefore(tx, alert, rows);
	const notices = [...news, ...told.notices];
	const settled = rows.find((row) => row.settled !== null)?.settled ?? null;
	const isOfIncident = opensIncidents(alert.channelType);
	const continues = isOfIncident && (told.notices.length + told.others.length > 0 || (await isOfNotified(tx, id)));
	return {
		alertId: alert.id,
		causeId: first.cause_id,
		rules: alert.rules,
		channelType: alert.channelType,
		channel: alert.channel,
		attempts: first.attempts,
		renewed: told.renewed,
		message: {
			id,
			alert: {
				id: alert.publicId,
				name: alert.name,
				texts: alertTextsOf(alert.rules),
				groupsByCause: alert.rules.groupsByCause,
			},
			// Without any it would be a test.
			notices: notices.length > 0 ? notices : inFull.map(noticeOf),
			others: [...others, ...told.others],
			createdAt: first.created_at,
			...(cause !== null && { cause }),
			...(merged.length > 0 && { mergedCauses: merged }),
			...(first.message_ref !== null && { messageRef: first.message_ref }),
			...(rows.every(isUpdate) && { isOnlyUpdate: true }),
			...(told.acknowledged !== undefined && { acknowledged: told.acknowledged }),
			...(continues && { continuesIncident: true }),
			...(settled !== null && { settled: JSON.parse(settled) as Settled }),
		},
	};
}

/** Whether the message has a notice of an outage of which the alert has notified before. */
async function isOfNotified({ db }: Tx, messageId: string): Promise<boolean> {
	const { rows } = await sql`
		select 1 from notices as n
		join alert_states as s on s.alert_id = n.alert_id and s.monitor_id = n.monitor_id and s.notified_outage = n.outage
		where n.message_id = ${messageId} and n.cause = ${OF_CHECK} limit 1`.execute(db);
	return rows.length > 0;
}

/** Of an update: what the message that it takes the place of has told, and who has it. */
async function toldBefore(tx: Tx, alert: ServedAlert, rows: readonly MemberRow[]): ReturnType<typeof toldOf> {
	const [first] = rows;
	if (first === undefined || first.message_ref === null || first.cause_id === null)
		return { notices: [], others: [], renewed: [] };
	const monitors = rows.filter((row) => isNews(row, alert)).map(({ monitor_id }) => monitor_id);
	const incident = opensIncidents(alert.channelType) ? first.message_ref : null;
	return toldOf(tx, { alertId: alert.id, causeId: first.cause_id, incident }, first.public_id, monitors);
}

/**
 * Whether the row adds to what an update says. An update itself, and an acknowledgement in it, do not: the facts of the
 * earlier message include them. Where the channel opens incidents, the acknowledgement acknowledges the incident.
 */
function isNews(row: MemberRow, { channelType }: ServedAlert): boolean {
	if (isUpdate(row)) return false;
	const isAcknowledgement = labelOf(NOTICE_KINDS, row.kind) === "acknowledgement";
	return !isAcknowledgement || row.message_ref === null || opensIncidents(channelType);
}

function isUpdate({ kind }: MemberRow): boolean {
	return labelOf(NOTICE_KINDS, kind) === "update";
}

function noticeOf(row: MemberRow): Notice {
	const { facts, publicId, event, cause, kind } = noticeFromRow(row);
	return {
		...facts,
		id: publicId,
		event,
		cause,
		isReminder: kind === "reminder",
		monitor: { id: row.monitor_public_id, name: row.name, target: row.target },
	};
}

async function readOthers(tx: Tx, id: string, after: number): Promise<BriefNotice[]> {
	const { rows } = await sql<{ public_id: string; event: number; cause: number; monitor: string }>`
		select n.public_id, n.event, n.cause, m.public_id as monitor
		from notices as n join monitors as m on m.id = n.monitor_id
		where n.message_id = ${id} and n.id > ${after} order by n.id`.execute(tx.db);
	return rows.map((row) => ({
		id: row.public_id,
		event: labelOf(NOTICE_EVENTS, row.event),
		cause: labelOf(NOTICE_CAUSES, row.cause),
		monitorId: row.monitor,
	}));
}

export async function markForDelivery(tx: Tx, messages: readonly PlannedMessage[]): Promise<void> {
	const marks = messages.flatMap(({ id, notices, messageRef }) =>
		notices.map((notice) => ({ id: notice.id, message_id: id, message_ref: messageRef })),
	);
	if (marks.length === 0) return;
	const rows = tx.dialect.rows({ id: "integer", message_id: "text", message_ref: "text" }, marks);
	await sql`
		update notices set message_id = r.message_id, message_ref = r.message_ref, held = 0, held_for = null, held_until = null
		from ${rows} as r where notices.id = r.id`.execute(tx.db);
}

/**
 * Ends an attempt of a message that is to be repeated, and sets the time of the next one, unless another deliverer has
 * counted this one already: that may be at one of its own, after the lease of this one ended.
 */
export async function retryMessage(
	tx: Tx,
	{ message, attempts }: Pick<ClaimedMessage, "message" | "attempts">,
	{ dueAt, error, settled }: { readonly dueAt: number; readonly error: string; readonly settled: Settled | undefined },
): Promise<void> {
	const ofMessage = tx.db.updateTable("notices").where("message_id", "=", message.id);
	await ofMessage.set((row) => ({ in_attempt: row("in_attempt", "-", 1) })).execute();
	const counted = await ofMessage
		.set({ attempts: attempts + 1, due_at: dueAt, last_error: error })
		.where("attempts", "=", attempts)
		.executeTakeFirst();
	if (settled !== undefined && counted.numUpdatedRows > 0n) {
		await keepSettled(tx, { message, attempts: attempts + 1 }, settled);
	}
}

/** Keeps of whom an attempt decided, for the next one, unless another deliverer has counted a later one. */
export async function keepSettled(
	tx: Tx,
	{ message, attempts }: Pick<ClaimedMessage, "message" | "attempts">,
	settled: Settled,
): Promise<void> {
	await sql`
		update notices set settled = ${JSON.stringify(settled)} where attempts = ${attempts} and id in (
			select id from notices where message_id = ${message.id} order by id limit ${KEEP_SETTLED}
		)`.execute(tx.db);
}

/** The notices of a message that are still in the outbox, problems first; at most `limit`. */
export async function noticesOfMessage(tx: Tx, messageId: string, limit: number): Promise<OutboxNotice[]> {
	const { rows } = await sql<Selectable<NoticeTable>>`
		select * from notices where message_id = ${messageId}
		order by case when event in (${ENDS}) then 1 else 0 end, id limit ${limit}`.execute(tx.db);
	return rows.map(noticeFromRow);
}
