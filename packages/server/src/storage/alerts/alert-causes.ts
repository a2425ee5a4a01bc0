/**
 * What an alert has sent about causes, and what of it still lasts. Written by whoever serves the alert; a cause that
 * was merged into another one counts as that one.
 */

import { type RawBuilder, sql } from "kysely";
import { NOTICE_EVENTS } from "../../domain/alerts/alert.ts";
import type { CauseTraffic } from "../../domain/alerts/gathering.ts";
import type { MessageCause } from "../../domain/alerts/notice.ts";
import { MOMENT_MS, SHARED_FACTS, type SharedFact } from "../../domain/causes/causes.ts";
import { SHARED_DEPENDENCY } from "../causes/shared-facts.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import { EDGE, ENDS, FOR_CAUSE, OF_CHECK, SENT } from "./notice-codes.ts";

/** Outages that share no more than this may be strangers: name servers of two zones may fail in one minute. */
const LOOSE: readonly SharedFact[] = ["name_server", "location", "moment"];

/** By the keys of the causes. */
export async function trafficOfCauses(
	tx: Tx,
	alertId: number,
	causeIds: readonly number[],
	now: number,
): Promise<Map<number, CauseTraffic>> {
	if (causeIds.length === 0) return new Map();
	const { rows } = await sql<{
		id: number;
		shared: number | null;
		told_at: number | null;
		messages: number | null;
		importance: number | null;
		in_delivery: number;
		collects_until: number | null;
		is_open: number;
		is_told_open: number;
		public_id: string;
		is_busy: number;
	}>`
		select c.id, c.public_id, c.shared, t.told_at, t.messages, t.importance,
			case when exists (
				select 1 from notices as n
				where n.cause_id = c.id and n.alert_id = ${alertId} and n.message_id is not null and n.event not in (${ENDS})
			) then 1 else 0 end as in_delivery,
			case when c.public_id in (
				select n.message_ref from notices as n
				where n.alert_id = ${alertId} and n.message_id is not null and n.message_ref is not null
			) then 1 else 0 end as is_busy,
			(
				select min(n.due_at) from notices as n
				where n.cause_id = c.id and n.alert_id = ${alertId} and n.message_id is null and n.gathered = 1 and n.due_at > ${now}
			) as collects_until,
			case when ${existsOpen(alertId, sql`(o.consequence_of is null or s.notified_outage = o.started_at)`)}
				then 1 else 0 end as is_open,
			case when ${existsOpen(alertId, sql`s.notified_outage = o.started_at`)} then 1 else 0 end as is_told_open
		from ${idRows(tx.dialect, causeIds)} as wanted
		join causes as c on c.id = wanted.id
		left join (
			select coalesce(one.merged_into, one.id) as id, min(a.told_at) as told_at, sum(a.messages) as messages,
				max(a.importance) as importance
			from alert_causes as a join causes as one on one.id = a.cause_id
			where a.alert_id = ${alertId} group by coalesce(one.merged_into, one.id)
		) as t on t.id = c.id`.execute(tx.db);
	const references = await latestReferences(
		tx,
		alertId,
		rows.flatMap(({ id, messages }) => (messages === null ? [] : [id])),
	);
	return new Map(
		rows.map((row) => [
			row.id,
			{
				isShared: row.shared !== null,
				isLoose: row.shared !== null && LOOSE.includes(labelOf(SHARED_FACTS, row.shared)),
				toldAt: row.told_at,
				isInDelivery: row.in_delivery === 1,
				messages: Number(row.messages ?? 0),
				collectsUntil: row.collects_until,
				isOver: row.is_open === 0,
				isToldOpen: row.is_told_open === 1,
				importance: row.importance ?? 0,
				messageRef: references.get(row.id) ?? null,
				publicId: row.public_id,
				isIncidentBusy: row.is_busy === 1,
			},
		]),
	);
}

/** By the keys of the causes the last message of each that can be updated. */
async function latestReferences(tx: Tx, alertId: number, causeIds: readonly number[]): Promise<Map<number, string>> {
	if (causeIds.length === 0) return new Map();
	const { rows } = await sql<{ id: number; message_ref: string }>`
		select wanted.id, a.message_ref
		from ${idRows(tx.dialect, causeIds)} as wanted
		join causes as one on one.id = wanted.id or one.merged_into = wanted.id
		join alert_causes as a on a.alert_id = ${alertId} and a.cause_id = one.id and a.message_ref is not null
		order by a.message_ref_at`.execute(tx.db);
	return new Map(rows.map(({ id, message_ref }) => [id, message_ref]));
}

/** Causes read of one that others were merged into. */
const MERGED_AT_MOST = 10;

/** The public ids of causes that the alert notified of before they were merged into this one, newest first. */
export async function mergedCauses({ db }: Tx, alertId: number, causeId: number): Promise<string[]> {
	const { rows } = await sql<{ public_id: string }>`
		select c.public_id from causes as c
		join alert_causes as a on a.alert_id = ${alertId} and a.cause_id = c.id
		where c.merged_into = ${causeId} order by c.id desc limit ${MERGED_AT_MOST}`.execute(db);
	return rows.map(({ public_id }) => public_id);
}

/** SQL: whether an outage of the cause `c` lasts that the alert notified of or is to notify of. */
function existsOpen(alertId: number, which: RawBuilder<unknown>): RawBuilder<unknown> {
	return sql`exists (
		select 1 from outages as o
		join alert_states as s on s.alert_id = ${alertId} and s.monitor_id = o.monitor_id and s.pending_outage = o.started_at
		join monitors as m on m.id = o.monitor_id and m.deleted_at is null and m.enabled_at is not null
		where o.cause_id = c.id and o.ended_at is null and ${which}
	)`;
}

interface SentMessage {
	readonly alertId: number;
	readonly causeId: number;
	/** What it was about. */
	readonly monitorIds: readonly number[];
	/** Null where it can't be updated. */
	readonly messageRef: string | null;
}

/** A message about the cause was sent. */
export async function noteSent(
	tx: Tx,
	{ alertId, causeId, monitorIds, messageRef }: SentMessage,
	now: number,
): Promise<void> {
	const importance = sql`(select max(m.importance) from monitors as m where m.id in (
		select id from ${idRows(tx.dialect, monitorIds)} as r
	))`;
	await sql`
		insert into alert_causes (alert_id, cause_id, told_at, messages, importance, message_ref, message_ref_at)
		select cast(${alertId} as bigint), id, cast(${now} as bigint), 1, coalesce(${importance}, 0),
			cast(${messageRef} as text), cast(${now} as bigint)
		from causes where id = ${causeId}
		on conflict (alert_id, cause_id) do update set messages = alert_causes.messages + 1,
			importance = case when excluded.importance > alert_causes.importance
				then excluded.importance else alert_causes.importance end,
			message_ref = coalesce(excluded.message_ref, alert_causes.message_ref),
			message_ref_at = case when excluded.message_ref is null then alert_causes.message_ref_at
				else excluded.message_ref_at end`.execute(tx.db);
}

/** An update was sent as a message of its own, because the one that it should have replaced is gone. */
export async function noteReplaced(
	tx: Tx,
	{ alertId, causeId, messageRef }: Pick<SentMessage, "alertId" | "causeId"> & { readonly messageRef: string },
	now: number,
): Promise<void> {
	await sql`
		update alert_causes set message_ref = ${messageRef}, message_ref_at = ${now}
		where alert_id = ${alertId} and cause_id in (
			select id from causes where id = ${causeId} or merged_into = ${causeId}
		)`.execute(tx.db);
}

/** No message of the alert is updated any more: its channel is another one, which knows none of them. */
export async function deleteMessageRefs(tx: Tx, alertId: number): Promise<void> {
	for (const table of ["alert_causes", "notices"] as const) {
		await tx.db.updateTable(table).set({ message_ref: null }).where("alert_id", "=", alertId).execute();
	}
}

/** Makes what waits for others of these causes ready now; returns whether there was any. */
export async function endWaiting(tx: Tx, alertId: number, causeIds: readonly number[], now: number): Promise<boolean> {
	if (causeIds.length === 0) return false;
	const { numAffectedRows } = await sql`
		update notices set due_at = ${now}
		where alert_id = ${alertId} and cause_id in (select id from ${idRows(tx.dialect, causeIds)} as r)
			and message_id is null and due_at > ${now} and (held_for = ${FOR_CAUSE} or held_for is null) and kind = ${EDGE}
	`.execute(tx.db);
	return (numAffectedRows ?? 0n) > 0n;
}

/** How many monitors with an outage of the cause the alert has said are up again, beside those of the message. */
export async function notifiedRecoveries(
	{ db }: Tx,
	{ alertId, causeId, messageId }: { readonly alertId: number; readonly causeId: number; readonly messageId: string },
): Promise<number> {
	const { rows } = await sql<{ monitors: number }>`
		select count(distinct o.monitor_id) as monitors from outages as o
		join alert_events as e on e.monitor_id = o.monitor_id and e.outage = o.started_at and e.sent_at >= o.started_at
		where o.cause_id = ${causeId} and o.ended_at is not null and e.alert_id = ${alertId}
			and e.event = ${sql.lit(codeOf(NOTICE_EVENTS, "up"))} and e.status = ${SENT} and e.cause = ${OF_CHECK}
			and not exists (
				select 1 from notices as n where n.message_id = ${messageId} and n.monitor_id = o.monitor_id
			)`.execute(db);
	return Number(rows[0]?.monitors ?? 0);
}

interface ToldMessage {
	readonly id: string;
	readonly causeId: number;
	/** Of one that takes the place of another, and says what that one told and still fails: its alert. Else null. */
	readonly updateOf: number | null;
}

/** What a message says of its cause; null when it is older than what is kept. */
export async function causeOfMessage(
	{ db }: Tx,
	{ id: messageId, causeId, updateOf }: ToldMessage,
): Promise<MessageCause | null> {
	const is = (fact: SharedFact) => sql`c.shared = ${sql.lit(codeOf(SHARED_FACTS, fact))}`;
	const { rows } = await sql<{
		public_id: string;
		shared: number | null;
		shared_value: string | null;
		name: string | null;
		others: number;
	}>`
		with members as (
			select n.monitor_id, n.outage_id from notices as n where n.message_id = ${messageId}
			union
			select o.monitor_id, o.id from outages as o
			join alert_states as s on s.alert_id = ${updateOf} and s.monitor_id = o.monitor_id
				and s.notified_outage = o.started_at
			where o.cause_id = ${causeId} and o.ended_at is null
		)
		select c.public_id, c.shared, c.shared_value, d.name, case when exists (
				select 1 from members as n left join outages as o on o.id = n.outage_id
				where not (
					(${is("address")} and coalesce(o.address, '') = c.shared_value)
					or (${is("certificate")} and coalesce(o.fingerprint, '') = c.shared_value)
					or (${is("name_server")} and coalesce(o.is_of_name_server, 0) = 1)
					or (${is("dependency")} and exists (
						select 1 from monitor_dependencies as m where m.monitor_id = n.monitor_id and m.depends_on_id = d.id
					))
					or (${is("location")} and coalesce(o.place, '') = c.shared_value)
					or (${is("moment")} and coalesce(o.started_at, 0) > (
						select max(one.started_at) from members as m join outages as one on one.id = m.outage_id
					) - ${MOMENT_MS})
				)
			) then 1 else 0 end as others
		from causes as c
		left join monitors as d on d.id = ${SHARED_DEPENDENCY} and d.deleted_at is null
		where c.id = ${causeId}`.execute(db);
	const [row] = rows;
	if (row === undefined) return null;
	const shared = row.shared === null || row.others === 1 ? null : labelOf(SHARED_FACTS, row.shared);
	const value = shared === "dependency" ? row.name : shared && row.shared_value;
	return { id: row.public_id, shared, value };
}
