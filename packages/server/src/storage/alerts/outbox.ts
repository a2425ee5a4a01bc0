/**
 * The notices of one alert: what a deliverer reads of them and writes back, within its transaction. Which notices are
 * delivered, and when, is decided in ../../domain/alerts/outbox.ts; the order of the steps is
 * ../../engine/notices/claim-notices.ts and record-delivery.ts. Those whose delivery is decided are in ./messages.ts.
 */

import { type RawBuilder, type Selectable, sql } from "kysely";
import { NOTICE_EVENTS } from "../../domain/alerts/alert.ts";
import {
	announcesEnd,
	HOLD_RECHECK_MS,
	isCondition,
	isOfBlindness,
	NOTICE_CAUSES,
	NOTICE_KINDS,
	type NoticeKind,
} from "../../domain/alerts/alert-policy.ts";
import type { AlertRules } from "../../domain/alerts/alert-rules.ts";
import type { NoticeFacts } from "../../domain/alerts/notice.ts";
import { isProblem, type OutboxNotice, type PendingNotice, type PostponedNotice } from "../../domain/alerts/outbox.ts";
import { blindSince } from "../../domain/checks/transition.ts";
import { SSL_STATUSES, STATUSES } from "../../domain/monitors/monitor.ts";
import { isCause } from "../causes/dependencies.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import type { NoticeTable } from "../database/tables/alerts.ts";
import { typesOf } from "../database/tables/column-types.ts";
import type { Tx } from "../database/tx.ts";
import { HANDLING_COLUMNS, type HandlingColumns, handlingOf } from "../on-call/handled-causes.ts";
import { type CoverageColumns, isCovered } from "./covered.ts";
import { removeSteps } from "./escalation/steps.ts";
import { heldColumns, insertNotices } from "./insert-notices.ts";
import { ENDS, FOR_DEPENDENCY, OF_CHECK, STEP, TELLS } from "./notice-codes.ts";
import { isReady } from "./notice-leases.ts";
import { CONDITIONS, NOTIFIED_COLUMNS } from "./notified.ts";

type NoticeRow = Selectable<NoticeTable>;

const REGIONAL = sql.lit(codeOf(NOTICE_CAUSES, "regional"));
/** What is notified of a condition starts no cooldown. */
const OF_CONDITION = { outageColumn: "notified_condition", instantColumn: null } as const;

export function noticeFromRow(row: NoticeRow): OutboxNotice {
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
		isOver: (facts.flapping ?? facts.regional)?.isOver ?? false,
		facts,
		step: row.step,
		createdAt: row.created_at,
		outageId: row.outage_id,
		causeId: row.cause_id,
	};
}

interface CoveringAlert {
	readonly id: number;
	readonly rules: AlertRules;
}

// --- reading -------------------------------------------------------------------------------------------------------

interface PendingRow extends NoticeRow, CoverageColumns, HandlingColumns {
	enabled_at: number | null;
	last_checked_at: number | null;
	deleted_at: number | null;
	escalates: number | null;
	is_flapping: 0 | 1;
	is_regional: 0 | 1;
	notified_condition: number | null;
	status: number;
	failing_since: number | null;
	ssl_status: number | null;
	ssl_fingerprint: string | null;
	missed_streak: number;
	missed_since: number | null;
	cut_off_since: number | null;
	pending_outage: number | null;
	notified_outage: number | null;
	notified_incident: number | null;
	problem_notified_at: number | null;
	notified_blindness: number | null;
	blind_notified_at: number | null;
	notified_cut_off: number | null;
	cut_off_notified_at: number | null;
	waits_until: number | null;
	consequence_of: number | null;
	dependency_id: number | null;
	dependency_public_id: string | null;
	dependency_name: string | null;
	is_dependency_told: 0 | 1;
}

/**
 * The first undecided notice of each monitor that can be decided now, in the order in which they were enqueued; at most
 * `limit`.
 */
export async function pendingNotices(tx: Tx, { id, rules }: CoveringAlert, limit: number, now: number) {
	const rows = await withSituation(tx, id, sql`n.message_id is null and ${isReady(now)}`, limit);
	return rows.map((row) => pendingFromRow(row, rules));
}

/** A notice whose message is due, and was not decided just now: it was tried before, or a crash left it. */
export interface AttemptedNotice extends PendingNotice {
	readonly messageId: string;
	/** Whether an attempt was begun whose outcome is not known. */
	readonly mayHaveArrived: boolean;
	/** Whether some of those whom it is for have it. */
	readonly hasReachedSome: boolean;
	readonly lastError: string | null;
}

/**
 * All notices of such messages: thousands are rare, since they are of a mass whose message failed.
 *
 * @param open a message that is being decided just now
 */
export async function attemptedNotices(
	tx: Tx,
	{ id, rules }: CoveringAlert,
	open: string | null,
	now: number,
): Promise<AttemptedNotice[]> {
	const isDue = sql`n.message_id is not null and n.due_at <= ${now} and n.message_id <> ${open ?? ""}`;
	const rows = await withSituation(tx, id, isDue, null);
	return rows.map((row) => ({
		...pendingFromRow(row, rules),
		messageId: row.message_id ?? "",
		mayHaveArrived: row.in_attempt > 0,
		hasReachedSome: row.settled !== null,
		lastError: row.last_error,
	}));
}

async function withSituation(
	tx: Tx,
	alertId: number,
	condition: RawBuilder<unknown>,
	limit: number | null,
): Promise<PendingRow[]> {
	const { rows } = await sql<PendingRow>`
		select n.*, m.enabled_at, ms.status, ms.last_checked_at, ms.failing_since, ms.ssl_status, ms.ssl_fingerprint,
			ms.missed_streak, ms.missed_since, (
				select max(c.since) from cut_offs as c where c.since = n.outage and c.ended_at is null
			) as cut_off_since,
			s.pending_outage, s.notified_outage, s.notified_incident, s.problem_notified_at, s.notified_blindness,
			s.blind_notified_at, s.notified_cut_off, s.cut_off_notified_at,
			case when exists (select 1 from flapping_monitors as f where f.monitor_id = m.id) then 1 else 0 end as is_flapping,
			case when n.cause = ${REGIONAL} and exists (
				select 1 from regional_failures as f where f.monitor_id = n.monitor_id and f.since = n.outage
			) then 1 else 0 end as is_regional,
			case when n.cause in (${CONDITIONS}) then (
				select max(c.since) from notified_conditions as c
				where c.alert_id = n.alert_id and c.monitor_id = n.monitor_id and c.cause = n.cause and c.since = n.outage
			) end as notified_condition,
			m.deleted_at, m.type, m.tags, m.importance, a.all_monitors, l.monitor_id as named,
			a.escalates, ${HANDLING_COLUMNS},
			o.waits_until, o.consequence_of, d.id as dependency_id, d.public_id as dependency_public_id,
			d.name as dependency_name,
			case when dt.monitor_id is not null or exists (
				select 1 from notices as e where e.alert_id = n.alert_id and e.monitor_id = d.id and e.outage = p.started_at
					and e.cause = ${OF_CHECK} and e.kind in (${TELLS}) and e.event not in (${ENDS})
			) then 1 else 0 end as is_dependency_told
		from notices as n
		join alerts as a on a.id = n.alert_id
		join monitors as m on m.id = n.monitor_id
		join monitor_states as ms on ms.monitor_id = n.monitor_id
		left join alert_monitors as l on l.alert_id = a.id and l.monitor_id = m.id
		left join alert_states as s on s.alert_id = n.alert_id and s.monitor_id = n.monitor_id
		left join outages as o on o.id = n.outage_id
		left join outages as p on p.id = o.consequence_of and p.ended_at is null
		left join monitor_states as ds on ds.monitor_id = p.monitor_id and ${isCause("ds")}
		left join monitors as d on d.id = ds.monitor_id and d.deleted_at is null and d.enabled_at is not null
		left join alert_states as dt on dt.alert_id = n.alert_id and dt.monitor_id = d.id
			and dt.notified_outage = p.started_at
		left join handled_causes as h on h.cause_id = o.cause_id
		where n.alert_id = ${alertId} and ${condition}
		order by n.id ${limit === null ? sql`` : sql`limit ${limit}`}`.execute(tx.db);
	return rows;
}

function pendingFromRow(row: PendingRow, rules: AlertRules): PendingNotice {
	const notice = noticeFromRow(row);
	const { outageColumn, instantColumn } = isCondition(notice.cause) ? OF_CONDITION : NOTIFIED_COLUMNS[notice.cause];
	const isOfProber = notice.cause === "cut_off";
	// Checks that are missed can't show that a monitor was resumed.
	const wasChecked = isOfBlindness(notice.cause) || (row.last_checked_at ?? 0) >= (row.enabled_at ?? 0);
	return {
		...notice,
		// Of a route only steps enqueue problems, of monitors that its alert covered.
		// The end of what was not notified is dropped anyway.
		isCovered: row.deleted_at === null && (row.escalates !== null || announcesEnd(notice) || isCovered(rules, row)),
		wasGathered: row.gathered === 1,
		notifiedIncident: row.notified_incident,
		monitor: {
			isPaused: !isOfProber && (row.enabled_at === null || !wasChecked),
			status: labelOf(STATUSES, row.status),
			failingSince: row.failing_since,
			blindSince: isOfProber
				? row.cut_off_since
				: blindSince({ missedStreak: row.missed_streak, missedSince: row.missed_since }),
			isFlapping: row.is_flapping === 1,
			isRegional: row.is_regional === 1,
			certificate: {
				status: row.ssl_status === null ? "unknown" : labelOf(SSL_STATUSES, row.ssl_status),
				fingerprint: row.ssl_fingerprint,
			},
		},
		handling: handlingOf(row),
		waitsUntil: row.waits_until,
		consequenceOf: dependencyOf(row, rules),
		wasConsequence: row.consequence_of !== null,
		importance: row.importance,
		pendingOutage: row.pending_outage,
		notifiedOutage: row[outageColumn],
		problemNotifiedAt: instantColumn === null ? null : row[instantColumn],
	};
}

/** The monitor that is down and that the notice's own depends on. */
function dependencyOf(row: PendingRow, { events }: AlertRules): PendingNotice["consequenceOf"] {
	const { dependency_id: monitorId, dependency_public_id: id, dependency_name: name, is_dependency_told } = row;
	if (monitorId === null || id === null) return null;
	return { monitorId, id, name: name ?? "", isNotified: events.includes("down") && is_dependency_told === 1 };
}

// --- writing -------------------------------------------------------------------------------------------------------

export async function postponeNotices(tx: Tx, postponed: readonly PostponedNotice[]): Promise<void> {
	if (postponed.length === 0) return;
	const rows = tx.dialect.rows(
		typesOf("notices", ["id", "due_at", "held", "gathered", "held_for", "held_until"]),
		postponed.map(({ notice, until, held, gathered, reason }) => ({
			id: notice.id,
			due_at: until,
			held: held ? 1 : 0,
			gathered: gathered ? 1 : 0,
			...heldColumns(reason),
		})),
	);
	await sql`
		update notices set due_at = r.due_at, held = r.held, held_for = r.held_for, held_until = r.held_until,
			gathered = case when r.gathered = 1 then 1 else notices.gathered end
		from ${rows} as r where notices.id = r.id`.execute(tx.db);
}

/** Takes notices out of their messages: they are decided again, as those that were not tried. */
export async function takeBackNotices(tx: Tx, postponed: readonly PostponedNotice[]): Promise<void> {
	if (postponed.length === 0) return;
	await postponeNotices(tx, postponed);
	const ids = idRows(
		tx.dialect,
		postponed.map(({ notice }) => notice.id),
	);
	await sql`
		update notices set message_id = null, message_ref = null, attempts = 0
		where id in (select id from ${ids} as r)`.execute(tx.db);
}

/**
 * These problems left the outbox and were not sent: what was held as their consequence is decided again, for nobody
 * tells it with its cause.
 */
export async function releaseConsequences(
	tx: Tx,
	alertId: number,
	untold: readonly OutboxNotice[],
	now: number,
): Promise<void> {
	const causeIds = [...new Set(untold.flatMap((notice) => (isProblem(notice) ? (notice.causeId ?? []) : [])))];
	if (causeIds.length === 0) return;
	await sql`
		update notices set due_at = ${now}
		where alert_id = ${alertId} and cause_id in (select id from ${idRows(tx.dialect, causeIds)} as r)
			and message_id is null and due_at > ${now} and held_for = ${FOR_DEPENDENCY}`.execute(tx.db);
}

/**
 * What is due of an alert that is switched off waits until it is on again. An end whose problem was not delivered, and
 * does not wait to be, is owed to nobody.
 */
export async function holdUntilEnabled({ db }: Tx, alertId: number, now: number): Promise<void> {
	await sql`
		delete from notices where alert_id = ${alertId} and event in (${ENDS}) and message_id is null
			and not exists (
				select 1 from notices as p where p.alert_id = ${alertId} and p.monitor_id = notices.monitor_id
					and p.outage = notices.outage and p.event not in (${ENDS})
			)
			and not exists (
				select 1 from alert_states as s where s.alert_id = ${alertId} and s.monitor_id = notices.monitor_id
					and notices.outage in (s.notified_outage, s.notified_blindness, s.notified_cut_off)
			)`.execute(db);
	await db
		.updateTable("notices")
		.set({ due_at: now + HOLD_RECHECK_MS })
		.where("alert_id", "=", alertId)
		.where("due_at", "<=", now)
		.execute();
}

/**
 * These notices left the outbox because the alert does not cover their monitors, or does not want such events. Where
 * nothing else of their outage waits, the next check that finds it covered and wanted enqueues it again, with its
 * steps.
 */
export async function loseEnqueued(tx: Tx, alertId: number, dropped: readonly OutboxNotice[]): Promise<void> {
	const problems = dropped.filter((notice) => notice.cause === "check" && isProblem(notice));
	if (problems.length === 0) return;
	const outages = new Map(problems.map(({ monitorId, outage }) => [monitorId, outage]));
	const rows = tx.dialect.rows(
		{ monitor_id: "integer", outage: "integer" },
		Array.from(outages, ([monitor_id, outage]) => ({ monitor_id, outage })),
	);
	// In the order in which the recorder locks rows of monitors, so that there is no deadlock.
	const { rows: lost } = await sql<{ monitorId: number; outage: number }>`
		insert into alert_states (alert_id, monitor_id, pending_outage, pending_lost)
		select ${alertId}, r.monitor_id, r.outage, 1 from ${rows} as r
		where not exists (
			select 1 from notices as n where n.alert_id = ${alertId} and n.monitor_id = r.monitor_id and n.outage = r.outage
				and n.kind <> ${STEP}
		)
		order by r.monitor_id
		on conflict (alert_id, monitor_id) do update set pending_lost = 1
			where alert_states.pending_outage = excluded.pending_outage
		returning monitor_id as "monitorId", pending_outage as outage`.execute(tx.db);
	await removeSteps(tx, alertId, lost);
}

export interface Repeat {
	readonly notice: OutboxNotice;
	readonly kind: Extract<NoticeKind, "again" | "reminder">;
	readonly dueAt: number;
}

/** Enqueues notices again, under new ids; of each cause and kind at most one waits for each alert and monitor. */
export async function enqueueAgain(tx: Tx, alertId: number, repeats: readonly Repeat[], now: number): Promise<void> {
	if (repeats.length === 0) return;
	const rows = tx.dialect.rows(
		{ monitor_id: "integer", kind: "integer", cause: "integer" },
		repeats.map(({ notice, kind }) => ({
			monitor_id: notice.monitorId,
			kind: codeOf(NOTICE_KINDS, kind),
			cause: codeOf(NOTICE_CAUSES, notice.cause),
		})),
	);
	// As a correlated subquery, SQLite would read all rows again for each notice of the alert.
	await sql`
		delete from notices
		where alert_id = ${alertId} and message_id is null and monitor_id in (select monitor_id from ${rows} as r)
			and (monitor_id, kind, cause) in (select monitor_id, kind, cause from ${rows} as r)`.execute(tx.db);
	const again = repeats.map(({ notice, kind, dueAt }) => {
		const { monitorId, event, cause, outage } = notice;
		const hold = kind === "again" ? ({ for: "cooldown", until: dueAt } as const) : null;
		// Who could not be reached with the problem may be another person by then.
		const { escalation: _, ...ownFacts } = notice.facts;
		const facts = notice.kind === "edge" ? ownFacts : notice.facts;
		return { alertId, monitorId, event, cause, kind, outage, facts, dueAt, held: true, hold };
	});
	await insertNotices(tx, again, now);
}

/** Deletes notices from the outbox; returns the keys of those that were still in it. */
export async function removeNotices(tx: Tx, notices: readonly OutboxNotice[]): Promise<ReadonlySet<number>> {
	if (notices.length === 0) return new Set();
	const rows = idRows(
		tx.dialect,
		notices.map(({ id }) => id),
	);
	const removed = await sql<{ id: number }>`
		delete from notices where id in (select id from ${rows} as r) returning id`.execute(tx.db);
	return new Set(removed.rows.map(({ id }) => id));
}

export async function removeNoticesOfAlert(tx: Tx, alertId: number): Promise<void> {
	await tx.db.deleteFrom("notices").where("alert_id", "=", alertId).execute();
}
