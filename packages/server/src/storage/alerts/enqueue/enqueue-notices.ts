/**
 * The outbox: notices are written in the commit that causes them, and claimed by a deliverer afterwards
 * (../../../domain/alerts/due-by-check.ts and alert-policy.ts have the rules).
 *
 * A deliverer holds an alert under a lease, and decides and delivers its notices in order. Everything it does can be
 * repeated until the event is recorded, which removes the notice in the same transaction: a deliverer that dies leaves
 * its notices as they were, under their ids, and another one continues when the lease ends.
 *
 * This folder enqueues; ../../../engine/notices/claim-notices.ts claims.
 */

import { sql } from "kysely";
import {
	type DueByCheck,
	dueByCheck,
	dueByMisses,
	isOnlyLateLook,
	mayEnqueue,
} from "../../../domain/alerts/due-by-check.ts";
import { stepOf } from "../../../domain/alerts/escalation.ts";
import type { NoticeFacts } from "../../../domain/alerts/notice.ts";
import type { RecordedCheck } from "../../../domain/checks/transition.ts";
import type { Tx } from "../../database/tx.ts";
import { decideAgain } from "../decide-again.ts";
import type { StoredEscalation } from "../escalation/routes.ts";
import { enqueueSteps, type NewStep } from "../escalation/steps.ts";
import { dueByCertificates } from "./certificate-notices.ts";
import {
	deferChanges,
	isRegional,
	OUTBOX_LIMITS,
	type OutboxLimits,
	takeDeferredChanges,
	teamsToDefer,
	teamsWithRoom,
} from "./deferred-changes.ts";
import { dueByFlapping } from "./flapping.ts";
import { type Listener, listenersOf } from "./listeners.ts";
import { enqueueRegionalAtOnce } from "./regional-notices.ts";
import { type NewNotice, writeNotices } from "./write-notices.ts";

/** Late looks of one commit. Those that are left out, or that a full outbox has no room for, come ten checks later. */
const LATE_LOOKS_AT_ONCE = 20;

/**
 * Enqueues the notices that `recorded` causes, in the transaction that records those checks; defers those of teams for
 * which there would be too many. Queries the database only when a check may cause some (mayEnqueue). Returns the
 * monitors of which problems were enqueued: what waits for others before those is to be decided again
 * (../decide-again.ts).
 *
 * @param now epoch milliseconds
 */
export async function enqueueNotices(
	tx: Tx,
	recorded: readonly RecordedCheck[],
	now: number,
	limits: OutboxLimits = OUTBOX_LIMITS,
): Promise<number[]> {
	const candidates = recorded.filter(mayEnqueue);
	if (candidates.length === 0) return [];
	const leftOut = new Set(candidates.filter(isOnlyLateLook).slice(LATE_LOOKS_AT_ONCE));
	const wanted = candidates.filter((check) => !leftOut.has(check));
	const deferring = await teamsToDefer(tx, wanted, limits);
	const { now: atOnce = [], later = [] } = Object.groupBy(wanted, ({ teamId }) =>
		deferring.has(teamId) ? "later" : "now",
	);
	await deferChanges(
		tx,
		later.filter((check) => !isOnlyLateLook(check)),
		now,
	);
	return enqueueAtOnce(tx, atOnce, now);
}

/**
 * Enqueues the notices of deferred changes for which the outbox has room, one transaction of each team. `more`: some
 * were enqueued, and others may follow.
 */
export async function enqueueDeferred(
	database: Tx,
	now: number,
	limits: OutboxLimits = OUTBOX_LIMITS,
): Promise<"more" | "idle"> {
	const teams = await teamsWithRoom(database, limits);
	for (const { teamId, changes } of teams) {
		const monitors = await database.transaction(async (tx) => {
			const taken = await takeDeferredChanges(tx, teamId, changes);
			const enqueued: number[] = [];
			// Changes of different commits count as enqueued at different instants.
			for (const [createdAt, ofCommit] of Map.groupBy(taken, (one) => one.createdAt)) {
				const made = ofCommit.map(({ change }) => change);
				const checks = made.filter((change): change is RecordedCheck => !isRegional(change));
				enqueued.push(...(await enqueueAtOnce(tx, checks, createdAt)));
				await enqueueRegionalAtOnce(tx, made.filter(isRegional), createdAt);
			}
			return enqueued;
		});
		await decideAgain(database, { monitors, causes: [] }, now);
	}
	return teams.length > 0 ? "more" : "idle";
}

async function enqueueAtOnce(tx: Tx, candidates: readonly RecordedCheck[], now: number): Promise<number[]> {
	if (candidates.length === 0) return [];
	const listeners = await listenersOf(tx, candidates);
	if (listeners.size === 0) return [];

	// A monitor may have several checks in a batch: each follows from the one before.
	const pendingOutages = new Map<string, number>();
	const steps: NewStep[] = [];
	// First, because the problem that is one too many waits, and what is behind it waits with it.
	const notices = await dueByFlapping(tx, candidates, listeners, now);
	for (const check of candidates) {
		for (const listener of listeners.get(check.monitorId) ?? []) {
			const ofMisses = dueByMisses(check);
			const isEndOfMisses = ofMisses?.event === "checked_again";
			if (ofMisses !== null && (!listener.endsOnly || isEndOfMisses) && listener.rules.events.includes("blind")) {
				notices.push({ listener, cause: "misses", due: ofMisses, facts: factsOfCheck(check, ofMisses) });
			}
			const key = `${listener.alertId}:${listener.monitorId}`;
			const enqueued = pendingOutages.get(key);
			const known = enqueued === undefined ? listener : { ...listener, pendingOutage: enqueued, isPendingLost: false };
			const due = dueByCheck(check, listener.rules, known);
			if (due === null || (listener.endsOnly && due.event !== "up")) continue;
			if (due.event !== "up") pendingOutages.set(key, due.outage);
			const facts = factsOfCheck(check, due);
			notices.push({ listener, cause: "check", due, facts });
			if (due.outage !== known.pendingOutage || known.isPendingLost)
				steps.push(...firstStep(listener, due, facts, now));
		}
	}
	notices.push(...(await dueByCertificates(tx, candidates, listeners, now)));
	await writeNotices(tx, notices, now);
	await enqueueSteps(tx, steps, now);
	await writePendingOutages(tx, notices);
	const problems = notices.filter(({ cause, due }) => cause === "check" && due.event !== "up");
	return [...new Set(problems.map(({ listener }) => listener.monitorId))];
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
		...((due.event === "down" || due.event === "degraded") && check.seenFrom && { locations: check.seenFrom }),
		certificate: null,
	};
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
		on conflict (alert_id, monitor_id) do update
		set pending_outage = excluded.pending_outage, pending_lost = 0`.execute(tx.db);
}
