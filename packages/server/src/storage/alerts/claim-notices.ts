/**
 * Decides what is due of an alert (../../domain/alerts/alert-policy.ts says how) and answers what is to be delivered now.
 *
 * Once a notice is to be told, that is written (its `message_id`) before the first attempt: whoever goes on after a crash sends the
 * same message under the same id, and does not decide again.
 */

import { type Selectable, sql } from "kysely";
import {
	ALERT_EVENT_STATUSES,
	type AlertEventStatus,
	type AlertRules,
	NOTICE_EVENTS,
} from "../../domain/alerts/alert.ts";
import { type Decision, decide, HOLD_LOOK_MS, NOTICE_CAUSES, NOTICE_KINDS } from "../../domain/alerts/alert-policy.ts";
import type { ChannelType } from "../../domain/alerts/channels.ts";
import { asMessages, BURST_MS, gatherUntil, MAX_GROUP } from "../../domain/alerts/flood.ts";
import type { Notice } from "../../domain/alerts/notice.ts";
import { SSL_STATUSES, STATUSES } from "../../domain/monitors/monitor.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import type { SecretBox } from "../database/sealed-secrets.ts";
import type { Session } from "../database/session.ts";
import type { AlertTable } from "../database/tables/alerts.ts";
import { channelTypeOf, openChannel } from "./alert-channels.ts";
import { rulesOf } from "./alerts.ts";
import { isReady, type Lease } from "./notice-leases.ts";
import {
	type ClaimedMessage,
	type ClaimedRow,
	dueNoticeOf,
	factsOf,
	recordEvent,
	remove,
	scheduleNotice,
	scheduleReminder,
	UP,
} from "./record-deliveries.ts";

/** Messages taken up at a time. */
export const MESSAGES_PER_PASS = 20;
const DAY_MS = 86_400_000;

export interface ClaimContext {
	readonly box: SecretBox;
	/** Whether messages of that channel may speak of several monitors. */
	gathers(type: ChannelType): boolean;
	/** End of the maintenance window that covers the monitor at that instant; null when none does. */
	windowUntil(monitorId: number, instant: number): number | null;
}

/** What one pass decided. */
export interface ClaimedNotices {
	/** Notices that were decided. */
	readonly decided: number;
	readonly messages: readonly ClaimedMessage[];
	/** How many notices were skipped, by channel and status: for the metrics. */
	readonly skipped: readonly { channel: ChannelType; status: AlertEventStatus }[];
}

const NOTHING: ClaimedNotices = { decided: 0, messages: [], skipped: [] };

/** Decides what is due of a leased alert, and answers what is to be delivered now. Nothing when the lease was lost. */
export async function claimNotices(
	session: Session,
	lease: Lease,
	context: ClaimContext,
	now: number,
): Promise<ClaimedNotices> {
	return session.transaction(async (session) => {
		const { rows } = await sql<Selectable<AlertTable>>`
			select * from alerts where id = ${lease.alertId} and leased_until = ${lease.until}${session.dialect.forUpdate}`.execute(
			session.db,
		);
		const [alert] = rows;
		if (!alert) return NOTHING;
		if (alert.deleted_at !== null || alert.is_enabled === 0) {
			await session.db.deleteFrom("notices").where("alert_id", "=", alert.id).execute();
			return NOTHING;
		}
		await forgetDeletedMonitors(session, alert.id);
		const channel = openChannel(context.box, alert, now);
		const channelType = channelTypeOf(alert.channel);
		const { decided, skipped } = await decideFresh(
			session,
			alert,
			{ ...context, gathers: () => context.gathers(channelType) },
			now,
		);
		const messages = await decidedMessages(session, alert, { channelType, channel }, now);
		return { decided, messages, skipped: skipped.map((status) => ({ channel: channelType, status })) };
	});
}

/** Also from messages that are to be tried again. */
async function forgetDeletedMonitors(session: Session, alertId: number): Promise<void> {
	await sql`
		delete from notices where alert_id = ${alertId} and exists (
			select 1 from monitors as m where m.id = notices.monitor_id and m.deleted_at is not null
		)`.execute(session.db);
}

type FreshRow = ClaimedRow & {
	enabled_at: number | null;
	last_checked_at: number | null;
	/** Whether the alert is still for this monitor. */
	covered: 0 | 1;
	status: number;
	failing_since: number | null;
	ssl_status: number | null;
	ssl_fingerprint: string | null;
	notified_outage: number | null;
	problem_notified_at: number | null;
};

/** Decides the notices at the head of each monitor's line, writes all that follows but delivery. */
async function decideFresh(
	session: Session,
	alert: Selectable<AlertTable>,
	context: ClaimContext & { gathers(): boolean },
	now: number,
): Promise<{ decided: number; skipped: AlertEventStatus[] }> {
	const fresh = await headsOfLines(session, alert.id, now);
	if (fresh.length === 0) return { decided: 0, skipped: [] };
	const rules = rulesOf(alert);
	const recent = await recentMessages(session, alert.id, now);
	let tell: FreshRow[] = [];
	const skip: { row: FreshRow; decision: Extract<Decision, { kind: "skip" }> }[] = [];
	const drop: number[] = [];
	const wait: { id: number; due_at: number; held: 0 | 1 }[] = [];
	for (const row of fresh) {
		const decision = row.covered === 0 ? DROP : decideRow(row, rules, recent.sentInDay, context, now);
		if (decision.kind === "deliver") tell.push(row);
		else if (decision.kind === "skip") skip.push({ row, decision });
		else if (decision.kind === "drop") drop.push(row.id);
		else wait.push({ id: row.id, due_at: decision.until, held: 1 });
	}
	// Messages under way may be sent yet: while they would use up the cap, what comes after them waits for their outcome.
	let room = rules.dailyCap - recent.sentInDay - recent.underWay;
	if (room <= 0) {
		const problems = tell.filter(({ event }) => event !== UP);
		wait.push(...problems.map(({ id }) => ({ id, due_at: now + HOLD_LOOK_MS, held: 0 as const })));
		tell = tell.filter(({ event }) => event === UP);
	}
	const gathered = context.gathers() ? gatherUntil(recent, now) : null;
	if (gathered !== null) wait.push(...tell.splice(0).map(({ id }) => ({ id, due_at: gathered, held: 0 as const })));

	const marks: { id: number; message_id: string }[] = [];
	for (const message of asMessages(tell, context.gathers())) {
		const [first] = message;
		if (!first) continue;
		const notifiesProblem = message.some(({ event }) => event !== UP);
		if (notifiesProblem && room <= 0) {
			const decision = { kind: "skip", status: "skipped_cap", againAt: null } as const;
			skip.push(...message.map((row) => ({ row, decision })));
			continue;
		}
		if (notifiesProblem) room -= 1;
		marks.push(...message.map(({ id }) => ({ id, message_id: first.public_id })));
	}
	await markForDelivery(session, marks);
	await putOff(session, wait);
	await remove(session, [...drop, ...skip.map(({ row }) => row.id)]);
	for (const { row, decision } of skip) {
		await recordEvent(session, row, { status: decision.status, startsMessage: false, errorMessage: null }, now);
		if (decision.againAt !== null) await scheduleNotice(session, row, "again", decision.againAt, now);
		else await scheduleReminder(session, row, rules, now);
	}
	return { decided: fresh.length, skipped: skip.map(({ decision }) => decision.status) };
}

/** By so much the clocks of two nodes may differ. */
const CLOCKS_DIFFER_MS = 60_000;

const DROP: Decision = { kind: "drop" };

/** The first undecided notice of each monitor. */
async function headsOfLines(session: Session, alertId: number, now: number): Promise<FreshRow[]> {
	const { rows } = await sql<FreshRow>`
		select n.*, m.public_id as monitor_public_id, m.name, m.target, m.enabled_at,
			ms.status, ms.last_checked_at, ms.failing_since, ms.ssl_status, ms.ssl_fingerprint, s.notified_outage, s.problem_notified_at,
			case when a.all_monitors = 1 or exists (
				select 1 from alert_monitors as l where l.alert_id = a.id and l.monitor_id = m.id
			) then 1 else 0 end as covered
		from notices as n
		join alerts as a on a.id = n.alert_id
		join monitors as m on m.id = n.monitor_id
		join monitor_states as ms on ms.monitor_id = n.monitor_id
		left join alert_states as s on s.alert_id = n.alert_id and s.monitor_id = n.monitor_id
		where n.alert_id = ${alertId} and n.message_id is null and ${isReady(now)}
		order by n.id limit ${MAX_GROUP}`.execute(session.db);
	return rows;
}

function decideRow(
	row: FreshRow,
	rules: AlertRules,
	sentInDay: number,
	{ windowUntil }: ClaimContext,
	now: number,
): Decision {
	const notice = dueNoticeOf(row);
	const isFresh = !notice.held && notice.kind === "edge";
	// For a change counts the window that covers its moment, even when we come to look after its end, and no later one.
	const isHeld = isFresh ? windowUntil(row.monitor_id, row.created_at) !== null : notice.held;
	return decide(
		{ ...notice, held: isHeld },
		{
			now,
			rules,
			monitor: {
				isPaused: row.enabled_at === null || (row.last_checked_at ?? 0) < row.enabled_at,
				status: labelOf(STATUSES, row.status),
				failingSince: row.failing_since,
				certificate: {
					status: row.ssl_status === null ? "unknown" : labelOf(SSL_STATUSES, row.ssl_status),
					fingerprint: row.ssl_fingerprint,
				},
			},
			notifiedOutage: row.notified_outage,
			problemNotifiedAt: row.problem_notified_at,
			sentInDay,
			windowUntil: isFresh && !isHeld ? null : windowUntil(row.monitor_id, now),
		},
	);
}

/** What an alert has said lately, and is about to say. */
async function recentMessages(
	session: Session,
	alertId: number,
	now: number,
): Promise<{ sentInDay: number; underWay: number; monitors: number; lastAt: number | null }> {
	// What was sent later than now was sent by a clock that was ahead; more than that clocks do not differ.
	const isSent = sql`alert_id = ${alertId} and status = ${codeOf(ALERT_EVENT_STATUSES, "sent")} and sent_at <= ${now + CLOCKS_DIFFER_MS}`;
	const { rows } = await sql<{
		sent_in_day: number;
		under_way: number;
		monitors: number;
		last_at: number | null;
	}>`select
		(select count(*) from alert_events where ${isSent} and starts_message = 1 and event <> ${UP} and sent_at > ${now - DAY_MS}) as sent_in_day,
		(select count(distinct message_id) from notices where alert_id = ${alertId} and event <> ${UP}) as under_way,
		(select count(distinct monitor_id) from alert_events where ${isSent} and sent_at > ${now - BURST_MS}) as monitors,
		(select max(sent_at) from alert_events where ${isSent} and sent_at > ${now - BURST_MS}) as last_at`.execute(
		session.db,
	);
	const [recent] = rows;
	return {
		sentInDay: recent?.sent_in_day ?? 0,
		underWay: recent?.under_way ?? 0,
		monitors: recent?.monitors ?? 0,
		lastAt: recent?.last_at ?? null,
	};
}

/** The messages that are to be delivered now, whoever decided so. */
async function decidedMessages(
	session: Session,
	alert: Selectable<AlertTable>,
	channel: Pick<ClaimedMessage, "channelType" | "channel">,
	now: number,
): Promise<ClaimedMessage[]> {
	const { rows } = await sql<ClaimedRow>`
		select n.*, m.public_id as monitor_public_id, m.name, m.target
		from notices as n join monitors as m on m.id = n.monitor_id
		where n.alert_id = ${alert.id} and n.message_id in (
			select message_id from notices where alert_id = ${alert.id} and message_id is not null and due_at <= ${now}
			group by message_id order by min(id) limit ${MESSAGES_PER_PASS}
		)
		order by n.id`.execute(session.db);
	return [...Map.groupBy(rows, ({ message_id }) => message_id)].flatMap(([id, members]) => {
		const [first] = members;
		if (id === null || first === undefined) return [];
		return {
			alertId: alert.id,
			...channel,
			rules: rulesOf(alert),
			attempts: first.attempts,
			rows: members,
			message: {
				id,
				alert: { id: alert.public_id, name: alert.name },
				notices: members.map(asNotice),
				createdAt: first.created_at,
			},
		};
	});
}

function asNotice(row: ClaimedRow): Notice {
	return {
		...factsOf(row),
		id: row.public_id,
		event: labelOf(NOTICE_EVENTS, row.event),
		cause: labelOf(NOTICE_CAUSES, row.cause),
		isReminder: labelOf(NOTICE_KINDS, row.kind) === "reminder",
		monitor: { id: row.monitor_public_id, name: row.name, target: row.target },
	};
}

async function markForDelivery(session: Session, marks: readonly { id: number; message_id: string }[]): Promise<void> {
	if (marks.length === 0) return;
	const rows = session.dialect.rows({ id: "integer", message_id: "text" }, marks);
	await sql`update notices set message_id = r.message_id, held = 0 from ${rows} as r where notices.id = r.id`.execute(
		session.db,
	);
}

async function putOff(session: Session, waits: readonly { id: number; due_at: number; held: 0 | 1 }[]): Promise<void> {
	if (waits.length === 0) return;
	const rows = session.dialect.rows({ id: "integer", due_at: "integer", held: "integer" }, waits);
	await sql`update notices set due_at = r.due_at, held = r.held from ${rows} as r where notices.id = r.id`.execute(
		session.db,
	);
}
