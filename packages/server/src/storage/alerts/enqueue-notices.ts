/**
 * The outbox: notices are written in the commit that causes them, and claimed by a deliverer afterwards
 * (../../domain/alerts/alert-policy.ts has the rules).
 *
 * A deliverer holds an alert under a lease, and decides and delivers its notices in order. Everything it does can be
 * repeated until the event is recorded, which removes the notice in the same transaction: a deliverer that dies leaves
 * its notices as they were, under their ids, and another one continues when the lease ends.
 *
 * This file enqueues; ../../engine/notices/claim-notices.ts claims.
 */

import { sql } from "kysely";
import { NOTICE_EVENTS } from "../../domain/alerts/alert.ts";
import {
	certificateStep,
	certificateStepChanged,
	type DueByCheck,
	dueByCheck,
	dueByMisses,
	mayEnqueue,
	NOTICE_CAUSES,
	NOTICE_KINDS,
	type NoticeCause,
	type NoticeKind,
	wants,
} from "../../domain/alerts/alert-policy.ts";
import type { AlertRules } from "../../domain/alerts/alert-rules.ts";
import { stepOf } from "../../domain/alerts/escalation.ts";
import type { Flapping } from "../../domain/alerts/flapping.ts";
import { SETTLE_MS } from "../../domain/alerts/gathering.ts";
import type { CertificateWarning, NoticeFacts } from "../../domain/alerts/notice.ts";
import type { JudgedCheck, RecordedCheck } from "../../domain/checks/transition.ts";
import { codeOf } from "../database/codes.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Tx } from "../database/tx.ts";
import { rulesOf } from "./alerts.ts";
import { type CoverageColumns, isCovered } from "./covered.ts";
import {
	deferChanges,
	OUTBOX_LIMITS,
	type OutboxLimits,
	takeDeferredChanges,
	teamsToDefer,
	teamsWithRoom,
} from "./deferred-changes.ts";
import { beginFlapping, endFlapping } from "./flapping.ts";
import type { StoredEscalation } from "./routes.ts";
import { enqueueSteps, type NewStep } from "./steps.ts";

const OF_CHECK = sql.lit(codeOf(NOTICE_CAUSES, "check"));

/** An alert that covers a monitor, and the outage for which it last enqueued a problem of that monitor. */
interface Listener {
	readonly monitorId: number;
	readonly warningDays: number;
	readonly alertId: number;
	readonly rules: AlertRules;
	readonly pendingOutage: number | null;
	/** Whether it is a route of an escalation (./routes.ts), which is told only the end of what a step told it. */
	readonly isRoute: boolean;
	/** JSON of StoredEscalation; null when nothing is escalated. */
	readonly escalation: string | null;
}

/** A notice about to be written. */
export interface NewNotice {
	readonly listener: Pick<Listener, "alertId" | "monitorId">;
	readonly cause: NoticeCause;
	readonly due: DueByCheck | { readonly event: "degraded"; readonly outage: null };
	readonly facts: NoticeFacts;
	/** Default: `edge`. */
	readonly kind?: NoticeKind;
}

/**
 * Enqueues the notices that `recorded` causes, in the transaction that records those checks; defers those of teams for
 * which there would be too many. Queries the database only when a check changed a status, counts towards a threshold,
 * or shows a certificate that comes closer to its end.
 *
 * @param now epoch milliseconds
 */
export async function enqueueNotices(
	tx: Tx,
	recorded: readonly RecordedCheck[],
	now: number,
	limits: OutboxLimits = OUTBOX_LIMITS,
): Promise<void> {
	const candidates = recorded.filter(mayEnqueue);
	if (candidates.length === 0) return;
	const deferring = await teamsToDefer(tx, candidates, limits);
	const { now: atOnce = [], later = [] } = Object.groupBy(candidates, ({ teamId }) =>
		deferring.has(teamId) ? "later" : "now",
	);
	await deferChanges(tx, later, now);
	await enqueueAtOnce(tx, atOnce, now);
}

/**
 * Enqueues the notices of deferred changes for which the outbox has room, one transaction of each team. `more`: some
 * were enqueued, and others may follow.
 */
export async function enqueueDeferred(database: Tx, limits: OutboxLimits = OUTBOX_LIMITS): Promise<"more" | "idle"> {
	const teams = await teamsWithRoom(database, limits);
	for (const { teamId, changes } of teams) {
		await database.transaction(async (tx) => {
			const taken = await takeDeferredChanges(tx, teamId, changes);
			// Changes of different commits count as enqueued at different instants.
			for (const [createdAt, ofCommit] of Map.groupBy(taken, (one) => one.createdAt)) {
				await enqueueAtOnce(
					tx,
					ofCommit.map(({ change }) => change),
					createdAt,
				);
			}
		});
	}
	return teams.length > 0 ? "more" : "idle";
}

async function enqueueAtOnce(tx: Tx, candidates: readonly RecordedCheck[], now: number): Promise<void> {
	if (candidates.length === 0) return;
	const listeners = await listenersOf(tx, candidates);
	if (listeners.size === 0) return;

	// A monitor may have several checks in a batch: each follows from the one before.
	const pendingOutages = new Map<string, number | null>();
	const steps: NewStep[] = [];
	// First, because the problem that is one too many waits, and what is behind it waits with it.
	const notices = await dueByFlapping(tx, candidates, listeners, now);
	for (const check of candidates) {
		for (const listener of listeners.get(check.monitorId) ?? []) {
			const ofMisses = dueByMisses(check);
			if (ofMisses !== null && !listener.isRoute && listener.rules.events.includes("blind")) {
				notices.push({ listener, cause: "misses", due: ofMisses, facts: factsOfCheck(check, ofMisses) });
			}
			const key = `${listener.alertId}:${listener.monitorId}`;
			const pendingOutage = pendingOutages.get(key) ?? listener.pendingOutage;
			const due = dueByCheck(check, listener.rules, pendingOutage);
			// A problem is told through a route by a step, and its end as ever.
			if (due === null || (listener.isRoute && due.event !== "up")) continue;
			if (due.event !== "up") pendingOutages.set(key, due.outage);
			const facts = factsOfCheck(check, due);
			notices.push({ listener, cause: "check", due, facts });
			if (due.outage !== pendingOutage) steps.push(...firstStep(listener, due, facts, now));
		}
	}
	notices.push(...(await dueByCertificates(tx, candidates, listeners, now)));
	await writeNotices(tx, notices, now);
	await enqueueSteps(tx, steps, now);
	await writePendingOutages(tx, notices);
}

/** The first step of the alert's escalation, of a new outage. */
function firstStep(
	{ alertId, monitorId, escalation }: Listener,
	due: DueByCheck,
	facts: NoticeFacts,
	now: number,
): NewStep[] {
	const { event, outage } = due;
	if (escalation === null || (event !== "down" && event !== "degraded")) return [];
	const step = stepOf(JSON.parse(escalation) as StoredEscalation, 0);
	return step === null ? [] : [{ alertId, monitorId, event, outage, facts, number: 0, dueAt: now + step.afterMs }];
}

interface ListenerRow extends CoverageColumns {
	readonly alert_id: number;
	readonly rules: string;
	readonly monitor_id: number;
	readonly ssl_expiry_warning_days: number;
	readonly pending_outage: number | null;
	readonly escalates: number | null;
	readonly escalation: string | null;
}

async function listenersOf(
	tx: Tx,
	checks: readonly Pick<RecordedCheck, "monitorId" | "teamId">[],
): Promise<Map<number, Listener[]>> {
	const monitors = new Map(checks.map(({ monitorId, teamId }) => [monitorId, teamId]));
	const rows = tx.dialect.rows(
		{ monitor_id: "integer", team_id: "integer" },
		[...monitors].map(([monitor_id, team_id]) => ({ monitor_id, team_id })),
	);
	const { rows: found } = await sql<ListenerRow>`
		select a.id as alert_id, a.rules, a.all_monitors, m.id as monitor_id, m.type, m.tags, m.importance,
			m.ssl_expiry_warning_days, s.pending_outage, l.monitor_id as named, a.escalates, a.escalation
		from ${rows} as r
		join alerts as a on a.team_id = r.team_id and a.deleted_at is null and a.is_enabled = 1
		join monitors as m on m.id = r.monitor_id and m.deleted_at is null
		left join alert_monitors as l on l.alert_id = a.id and l.monitor_id = m.id
		left join alert_states as s on s.alert_id = a.id and s.monitor_id = m.id
		where a.escalates is null or s.pending_outage is not null
		order by a.id, m.id`.execute(tx.db);
	const rulesOfAlert = new Map<number, AlertRules>();
	const listeners = found.flatMap((row): Listener[] => {
		// Parsed once for each alert, not for each of its monitors.
		const rules = rulesOfAlert.getOrInsertComputed(row.alert_id, () => rulesOf(row));
		const isRoute = row.escalates !== null;
		if (!isRoute && !isCovered(rules, row)) return [];
		return [
			{
				monitorId: row.monitor_id,
				warningDays: row.ssl_expiry_warning_days,
				alertId: row.alert_id,
				rules,
				pendingOutage: row.pending_outage,
				isRoute,
				escalation: row.escalation,
			},
		];
	});
	return Map.groupBy(listeners, ({ monitorId }) => monitorId);
}

const NO_EVIDENCE = { reason: null, phase: null, message: null };

function factsOfCheck({ before, after, check }: RecordedCheck, due: DueByCheck): NoticeFacts {
	// The result of the check that ends a blindness is not evidence of the blindness.
	const { reason, phase, message } = due.event === "checked_again" ? NO_EVIDENCE : check.judgement;
	return {
		since: due.outage,
		checkedAt: check.completedAt,
		reason,
		phase,
		error: message,
		lastUpAt: due.event === "up" ? before.lastUpAt : after.lastUpAt,
		location: check.location ?? null,
		machine: check.machine ?? null,
		...(due.event !== "up" && check.attempts !== undefined && { attempts: check.attempts }),
		certificate: null,
	};
}

/** Each step of each certificate is enqueued once, whichever of several certificates a target shows. */
async function dueByCertificates(
	tx: Tx,
	checks: readonly RecordedCheck[],
	listeners: ReadonlyMap<number, readonly Listener[]>,
	now: number,
): Promise<NewNotice[]> {
	const steps = checks.filter(certificateStepChanged).flatMap(({ monitorId, after, check }) => {
		const [first] = listeners.get(monitorId) ?? [];
		const { expiresAt, issuer, fingerprint } = after.certificate;
		const withinDays = first ? certificateStep(after.certificate, first.warningDays, check.completedAt) : null;
		if (expiresAt === null || fingerprint === null || withinDays === null) return [];
		return [{ monitorId, check, warning: { expiresAt, issuer, fingerprint, withinDays } }];
	});
	if (steps.length === 0) return [];
	const rows = tx.dialect.rows(
		{ monitor_id: "integer", fingerprint: "text", within_days: "integer", created_at: "integer" },
		steps.map(({ monitorId, warning }) => ({
			monitor_id: monitorId,
			fingerprint: warning.fingerprint,
			within_days: warning.withinDays,
			created_at: now,
		})),
	);
	const columns = sql`monitor_id, fingerprint, within_days, created_at`;
	const { rows: first } = await sql<{ monitor_id: number; fingerprint: string }>`
		insert into certificate_warnings (${columns}) select ${columns} from ${rows} as r where true
		on conflict do nothing returning monitor_id, fingerprint`.execute(tx.db);
	const fresh = new Set(first.map((row) => `${row.monitor_id}:${row.fingerprint}`));
	return steps
		.filter(({ monitorId, warning }) => fresh.delete(`${monitorId}:${warning.fingerprint}`))
		.flatMap(({ monitorId, check, warning }) =>
			(listeners.get(monitorId) ?? [])
				.filter(({ rules, isRoute }) => !isRoute && rules.events.includes("degraded"))
				.map((listener) => ({
					listener,
					cause: "certificate" as const,
					due: { event: "degraded" as const, outage: null },
					facts: factsOfCertificate(warning, check),
				})),
		);
}

/** What alerts are told of monitors that begin to flap: once. */
async function dueByFlapping(
	tx: Tx,
	checks: readonly RecordedCheck[],
	listeners: ReadonlyMap<number, readonly Listener[]>,
	now: number,
): Promise<NewNotice[]> {
	const changed = checks.flatMap(({ monitorId, transition }) =>
		transition !== null && listeners.has(monitorId) ? [monitorId] : [],
	);
	const begun = await beginFlapping(tx, changed, now);
	return [...begun].flatMap(([id, flapping]) => noticesOfFlapping(listeners.get(id) ?? [], flapping, now));
}

/** Ends the flapping of monitors that are calm, and enqueues that their alerts are told so; whether there were any. */
export async function enqueueCalm(database: Tx, now: number): Promise<boolean> {
	return database.transaction(async (tx) => {
		const calm = await endFlapping(tx, now);
		if (calm.length === 0) return false;
		const listeners = await listenersOf(tx, calm);
		const notices = calm.flatMap(({ monitorId, flapping }) =>
			noticesOfFlapping(listeners.get(monitorId) ?? [], flapping, now),
		);
		await writeNotices(tx, notices, now);
		return true;
	});
}

function noticesOfFlapping(listeners: readonly Listener[], flapping: Flapping, now: number): NewNotice[] {
	const due = { event: "degraded", outage: null } as const;
	const facts: NoticeFacts = {
		since: null,
		checkedAt: now,
		reason: null,
		phase: null,
		error: null,
		lastUpAt: null,
		location: null,
		machine: null,
		certificate: null,
		flapping,
	};
	return listeners
		.filter(({ rules }) => wants(rules, { event: due.event, cause: "flapping" }))
		.map((listener) => ({ listener, cause: "flapping", due, facts }));
}

function factsOfCertificate(warning: CertificateWarning, check: JudgedCheck): NoticeFacts {
	return {
		since: null,
		checkedAt: check.completedAt,
		reason: null,
		phase: null,
		error: null,
		lastUpAt: null,
		location: check.location ?? null,
		machine: check.machine ?? null,
		certificate: warning,
	};
}

/** Appends notices to the outbox, in this order. */
export async function writeNotices(tx: Tx, notices: readonly NewNotice[], now: number): Promise<void> {
	if (notices.length === 0) return;
	const rows = tx.dialect.rows(
		{
			public_id: "text",
			alert_id: "integer",
			monitor_id: "integer",
			event: "integer",
			cause: "integer",
			kind: "integer",
			outage: "integer",
			facts: "text",
			due_at: "integer",
			created_at: "integer",
			place: "integer",
		},
		notices.map(({ listener, cause, due, facts, kind = "edge" }, place) => ({
			public_id: newPublicId("evt"),
			alert_id: listener.alertId,
			monitor_id: listener.monitorId,
			event: codeOf(NOTICE_EVENTS, due.event),
			cause: codeOf(NOTICE_CAUSES, cause),
			kind: codeOf(NOTICE_KINDS, kind),
			outage: due.outage,
			facts: JSON.stringify(facts),
			due_at: now + SETTLE_MS,
			created_at: now,
			place,
		})),
	);
	const columns = [
		"public_id",
		"alert_id",
		"monitor_id",
		"event",
		"cause",
		"kind",
		"outage",
		"facts",
		"due_at",
		"created_at",
	];
	const names = sql.join(columns.map((name) => sql.ref(name)));
	const values = sql.join(columns.map((name) => sql.ref(`r.${name}`)));
	// Ids ascend in this order, and notices are delivered in the order of their ids.
	await sql`
		insert into notices (${names}, outage_id, cause_id)
		select ${values}, o.id, o.cause_id from ${rows} as r
		left join outages as o on o.id = (
			select max(one.id) from outages as one
			where one.monitor_id = r.monitor_id and one.started_at = r.outage and r.cause = ${OF_CHECK}
		)
		order by r.place`.execute(tx.db);
}

async function writePendingOutages(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
	const outages = new Map<string, { alert_id: number; monitor_id: number; pending_outage: number }>();
	for (const { listener, due, cause } of notices) {
		if (due.outage === null || cause !== "check" || due.event === "up") continue;
		const { alertId, monitorId } = listener;
		outages.set(`${alertId}:${monitorId}`, { alert_id: alertId, monitor_id: monitorId, pending_outage: due.outage });
	}
	if (outages.size === 0) return;
	const rows = tx.dialect.rows({ alert_id: "integer", monitor_id: "integer", pending_outage: "integer" }, [
		...outages.values(),
	]);
	await sql`
		insert into alert_states (alert_id, monitor_id, pending_outage)
		select alert_id, monitor_id, pending_outage from ${rows} as r where true order by alert_id, monitor_id
		on conflict (alert_id, monitor_id) do update set pending_outage = excluded.pending_outage`.execute(tx.db);
}
