/**
 * What messages say of dependencies, written with the decision to send them: the same at every attempt. What falls
 * after the message about its cause was sent is told in its place, where the channel can.
 */

import { sql } from "kysely";
import { announcesEnd } from "../../domain/alerts/alert-policy.ts";
import { UPDATED_CHANNELS } from "../../domain/alerts/channels.ts";
import { FOLLOWERS_MS, GATHER_MS } from "../../domain/alerts/gathering.ts";
import { BARE_FACTS, MAX_CONSEQUENCES, type NoticeFacts } from "../../domain/alerts/notice.ts";
import {
	isProblem,
	type NoticePlan,
	type OutboxNotice,
	type PendingNotice,
	type PlannedMessage,
} from "../../domain/alerts/outbox.ts";
import { STATUSES } from "../../domain/monitors/monitor.ts";
import { labelOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import { insertNotices } from "./insert-notices.ts";
import { FOR_DEPENDENCY, TELLS, UPDATE } from "./notice-codes.ts";

export async function writeDependencies(
	tx: Tx,
	messages: readonly PlannedMessage[],
	pending: readonly PendingNotice[],
): Promise<void> {
	const causes = new Map(pending.map(({ id, consequenceOf }) => [id, consequenceOf]));
	const notices = messages.flatMap((message) => message.notices).filter(({ outageId }) => outageId !== null);
	const problems = notices.filter(isProblem);
	const ends = notices.filter(announcesEnd);
	const lasting = await consequencesOf(tx, outagesOf(problems), "lasting");
	const all = await consequencesOf(tx, outagesOf(ends), "all");
	const changed = [
		...problems.map((one) => factsWith(one, lasting.get(one.outageId ?? 0), causes.get(one.id) ?? null)),
		...ends.map((one) => factsWith(one, all.get(one.outageId ?? 0), null)),
	].filter((one) => one !== null);
	if (changed.length === 0) return;
	const rows = tx.dialect.rows({ id: "integer", facts: "text" }, changed);
	await sql`update notices set facts = r.facts from ${rows} as r where notices.id = r.id`.execute(tx.db);
}

function outagesOf(notices: readonly OutboxNotice[]): number[] {
	return notices.flatMap(({ outageId }) => outageId ?? []);
}

type Consequences = NonNullable<NoticeFacts["consequences"]>;

function factsWith(
	{ id, facts }: OutboxNotice,
	consequences: Consequences | undefined,
	cause: PendingNotice["consequenceOf"],
): { id: number; facts: string } | null {
	if (consequences === undefined && cause === null) return null;
	const changed: NoticeFacts = {
		...facts,
		...(consequences !== undefined && { consequences }),
		...(cause !== null && { consequenceOf: { id: cause.id, name: cause.name } }),
	};
	return { id, facts: JSON.stringify(changed) };
}

/** Whether a message says the same of both. */
export function isSame(one: Consequences | undefined, other: Consequences | undefined): boolean {
	const idsOf = (consequences: Consequences | undefined) => consequences?.monitors.map(({ id }) => id).join(" ");
	return one?.count === other?.count && idsOf(one) === idsOf(other);
}

/** By the outage that they are a consequence of: those that last, or all that did; the oldest in full. */
export async function consequencesOf(
	tx: Tx,
	outageIds: readonly number[],
	which: "lasting" | "all",
): Promise<Map<number, Consequences>> {
	if (outageIds.length === 0) return new Map();
	const isMeant = which === "all" ? sql`1 = 1` : sql`o.ended_at is null`;
	const { rows } = await sql<{ consequence_of: number; public_id: string; name: string; count: number }>`
		select consequence_of, public_id, name, count from (
			select o.consequence_of, m.public_id, m.name, count(*) over (partition by o.consequence_of) as count,
				row_number() over (partition by o.consequence_of order by o.id) as place
			from (
				select consequence_of, monitor_id, min(id) as id from outages as o
				where o.consequence_of in (select id from ${idRows(tx.dialect, outageIds)} as r) and ${isMeant}
				group by consequence_of, monitor_id
			) as o join monitors as m on m.id = o.monitor_id and m.deleted_at is null
		) as c where place <= ${MAX_CONSEQUENCES} order by consequence_of, place`.execute(tx.db);
	const byOutage = Map.groupBy(rows, ({ consequence_of }) => consequence_of);
	return new Map(
		Array.from(byOutage, ([id, ofIt]) => [
			id,
			{ count: Number(ofIt[0]?.count ?? 0), monitors: ofIt.map(({ public_id, name }) => ({ id: public_id, name })) },
		]),
	);
}

/**
 * Problems that this plan begins to hold as consequences of what the alert has notified of: that message is to count
 * them, and those that its escalation sent. At most one such update waits for each cause, so that many consequences
 * give few; none for a monitor that was such a consequence before, so that one that flaps for hours gives one; none
 * where the message about the cause is decided after this, or with it, and so counts them itself, or was decided while
 * their notices settled and has counted them already.
 */
export async function enqueueUpdates(
	tx: Tx,
	alertId: number,
	{ postpone, deliver }: Pick<NoticePlan, "postpone" | "deliver">,
	now: number,
): Promise<void> {
	const held = postpone.filter(({ reason }) => reason?.for === "dependency").map(({ notice }) => notice.id);
	if (held.length === 0) return;
	const decided = deliver.flatMap(({ notices }) => notices.map(({ id }) => id));
	const { rows } = await sql<{
		alert_id: number;
		monitor_id: number;
		outage_id: number;
		started_at: number;
		status: number;
		was_updated: number;
		facts: string | null;
	}>`
		select distinct a.id as alert_id, p.monitor_id, p.id as outage_id, p.started_at, ms.status, coalesce((
				select w.facts from notices as w
				where w.alert_id = a.id and w.monitor_id = p.monitor_id and w.outage = p.started_at
					and w.kind in (${TELLS}) and w.message_id is not null order by w.id desc limit 1
			), case when s.notified_outage = p.started_at then s.notified_facts end) as facts, case when exists (
				select 1 from alert_events as e where e.alert_id = a.id and e.monitor_id = p.monitor_id
					and e.outage = p.started_at and e.kind = ${UPDATE}
			) then 1 else 0 end as was_updated
		from ${idRows(tx.dialect, held)} as h
		join notices as n on n.id = h.id and coalesce(n.held_for, -1) <> ${FOR_DEPENDENCY}
		join outages as o on o.id = n.outage_id
		join outages as p on p.id = o.consequence_of and p.ended_at is null
		join monitor_states as ms on ms.monitor_id = p.monitor_id
		join alerts as a on (a.id = ${alertId} or a.escalates = ${alertId}) and a.deleted_at is null
			and a.channel in (${sql.join(UPDATED_CHANNELS.map((channel) => sql.lit(channel)))})
		join alert_states as s on s.alert_id = a.id and s.monitor_id = p.monitor_id and s.pending_outage = p.started_at
		where not exists (
			select 1 from outages as e
			where e.consequence_of = p.id and e.monitor_id = o.monitor_id and e.id < o.id
		) and not exists (
			select 1 from notices as w
			where w.alert_id = a.id and w.monitor_id = p.monitor_id and w.outage = p.started_at
				and ((w.kind = ${UPDATE} and w.message_id is null) or (w.kind in (${TELLS}) and (
					w.message_id is null or w.id in (select id from ${idRows(tx.dialect, decided)} as d)
				)))
		)`.execute(tx.db);
	const outageIds = rows.map(({ outage_id }) => outage_id);
	const lasting = await consequencesOf(tx, [...new Set(outageIds)], "lasting");
	const updates = rows.flatMap((row) => {
		const event = labelOf(STATUSES, row.status);
		if (event !== "down" && event !== "degraded") return [];
		const told = row.facts === null ? undefined : (JSON.parse(row.facts) as NoticeFacts).consequences;
		if (isSame(told, lasting.get(row.outage_id))) return [];
		const facts: NoticeFacts = { ...BARE_FACTS, since: row.started_at, checkedAt: now };
		const about = { alertId: row.alert_id, monitorId: row.monitor_id, event, outage: row.started_at, facts };
		const dueAt = now + (row.was_updated === 1 ? GATHER_MS : FOLLOWERS_MS);
		return [{ ...about, cause: "check", kind: "update", dueAt, held: true } as const];
	});
	await insertNotices(tx, updates, now);
}
