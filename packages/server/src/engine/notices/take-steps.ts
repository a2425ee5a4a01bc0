/**
 * Takes the steps of an escalation that are due, in the transaction that decided them: each is replaced by the notices
 * of its recipients and by the step that follows. A step for which nobody can be reached goes to the alert's own
 * channel and says why, so that it is never lost; where it is due with the problem, its message says why and is
 * the only one. A step whose outage is ending just now is decided again, and one waits while the monitor has a
 * status that the alert does not want.
 *
 * Until the transaction ends, no check of their monitors is recorded: so some are taken, and the others stay due.
 */

import { HOLD_RECHECK_MS } from "../../domain/alerts/alert-policy.ts";
import { type EscalationFacts, type StepDue, stepOf } from "../../domain/alerts/escalation.ts";
import { SETTLE_MS } from "../../domain/alerts/gathering.ts";
import type { PendingNotice } from "../../domain/alerts/outbox.ts";
import { rotaOf } from "../../domain/on-call/schedule.ts";
import { onCallAt } from "../../domain/on-call/turns.ts";
import { routeIdsOfStep, routeIdsToPerson, type StoredEscalation } from "../../storage/alerts/escalation/routes.ts";
import {
	addEscalation,
	enqueueEscalated,
	enqueueSteps,
	lockLasting,
	type NewStep,
	postponeFirstSteps,
	stepKey,
	stepsSentWithProblem,
	waitingSteps,
} from "../../storage/alerts/escalation/steps.ts";
import type { ServedAlert } from "../../storage/alerts/notice-leases.ts";
import { postponeNotices, removeNotices } from "../../storage/alerts/outbox.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { findSchedule } from "../../storage/on-call/schedules.ts";

/** Steps taken in one transaction, a handful of statements each. */
const STEPS_AT_ONCE = 50;

/** A problem that is sent later than this had to wait: for room in the outbox, or for a deliverer. */
const LATE_MS = 120_000;

/** Returns the monitors of which recipients are told: what waits for others before that is to be decided again. */
export async function takeSteps(
	tx: Tx,
	alert: ServedAlert,
	due: readonly PendingNotice[],
	now: number,
): Promise<readonly number[]> {
	const isWanted = ({ monitor }: PendingNotice) => alert.rules.events.some((event) => event === monitor.status);
	const wanted = due.filter(isWanted).slice(0, STEPS_AT_ONCE);
	const unwanted = due.filter((notice) => !isWanted(notice));
	const lasting = await lockLasting(tx, wanted);
	const later = (notice: PendingNotice, ms: number) =>
		({ notice, until: now + ms, held: true, gathered: false, reason: null }) as const;
	await postponeNotices(tx, [
		...wanted.filter((notice) => !lasting.includes(notice)).map((notice) => later(notice, SETTLE_MS)),
		...unwanted.map((notice) => later(notice, HOLD_RECHECK_MS)),
	]);
	const recipients = new Map<number, Recipients>();
	const escalated: number[] = [];
	let told: ReadonlySet<string> | null = null;
	// In the order in which deliveries are recorded, so that there is no deadlock.
	for (const notice of lasting.toSorted((a, b) => a.monitorId - b.monitorId)) {
		await removeNotices(tx, [notice]);
		const { escalation } = alert;
		const step = escalation === null ? null : stepOf(escalation, notice.step ?? 0);
		const { status: event } = notice.monitor;
		// Edited meanwhile: the step is none any more.
		if (escalation === null || step === null || notice.outage === null) continue;
		if (event !== "down" && event !== "degraded") continue;
		const about = { monitorId: notice.monitorId, event, outage: notice.outage, facts: notice.facts } as const;
		const found = recipients.get(step.place) ?? (await recipientsOf(tx, alert, escalation, step, now));
		recipients.set(step.place, found);
		const reachesNobodyElse = step.atOnce && found.fallback !== null;
		if (reachesNobodyElse) told ??= await stepsSentWithProblem(tx, alert.id, lasting);
		// The alert's own channel would be notified a second time, of nothing new.
		if (!(reachesNobodyElse && told?.has(stepKey(notice, step.number + 1)))) {
			await enqueueEscalated(tx, { ...about, alertIds: found.alertIds, escalation: factsOf(step, found) }, now);
			escalated.push(notice.monitorId);
		}
		const next = stepOf(escalation, step.number + 1);
		if (next === null) continue;
		const following = { ...about, alertId: alert.id, number: next.number, dueAt: now + next.afterMs };
		await enqueueSteps(tx, [following], now);
	}
	return escalated;
}

/**
 * The first steps of outages that are told now and were not told before. One whose problem had to wait until now
 * counts from now on. One is made for what the alert's hours skipped, with its steps: what was degraded outside of them
 * is down within. What is told says why a step that is due with it reaches nobody.
 *
 * @param told what the alert sends now
 */
export async function beginSteps(
	tx: Tx,
	alert: ServedAlert,
	told: readonly PendingNotice[],
	now: number,
): Promise<void> {
	const step = alert.escalation === null ? null : stepOf(alert.escalation, 0);
	if (step === null) return;
	const dueAt = now + step.afterMs;
	const isNews = ({ kind, cause, outage, notifiedOutage }: PendingNotice) =>
		kind === "edge" && cause === "check" && outage !== null && outage !== notifiedOutage;
	const untold = told.filter(isNews);
	await addUnreachedSteps(tx, alert, untold, now);
	await postponeFirstSteps(
		tx,
		alert.id,
		untold.filter(({ held, createdAt }) => held || createdAt < now - LATE_MS),
		dueAt,
	);
	if (alert.rules.hours?.outside !== "skip" || untold.length === 0) return;
	const news = untold.flatMap(({ monitorId, event, outage, facts }): NewStep[] => {
		if (outage === null || (event !== "down" && event !== "degraded")) return [];
		return [{ alertId: alert.id, monitorId, event, outage, facts, number: 0, dueAt }];
	});
	const waiting = await waitingSteps(tx, alert.id);
	await enqueueSteps(
		tx,
		news.filter(({ monitorId, outage }) => !waiting.has(`${monitorId}:${outage}`)),
		now,
	);
}

/** Adds to problems that are told now why the first of the steps that are due with them goes to the same channel. */
async function addUnreachedSteps(tx: Tx, alert: ServedAlert, untold: readonly PendingNotice[], now: number) {
	const { escalation } = alert;
	if (escalation === null || untold.length === 0) return;
	for (let step = stepOf(escalation, 0); step?.atOnce; step = stepOf(escalation, step.number + 1)) {
		const found = await recipientsOf(tx, alert, escalation, step, now);
		if (found.fallback !== null) return addEscalation(tx, untold, factsOf(step, found));
	}
}

function factsOf(step: StepDue, { schedule, onCall, fallback }: Recipients): EscalationFacts {
	return { step: step.number + 1, schedule, onCall, fallback, ...(step.atOnce && { atOnce: true }) };
}

interface Recipients {
	readonly alertIds: readonly number[];
	readonly schedule: string | null;
	readonly onCall: string | null;
	readonly fallback: string | null;
}

async function recipientsOf(
	tx: Tx,
	alert: ServedAlert,
	escalation: StoredEscalation,
	{ place }: StepDue,
	now: number,
): Promise<Recipients> {
	const scheduleId = escalation.steps[place]?.scheduleId;
	const instead = { alertIds: [alert.id], schedule: null, onCall: null };
	if (scheduleId === undefined) {
		const alertIds = await routeIdsOfStep(tx, alert.id, place);
		if (alertIds.length > 0) return { alertIds, schedule: null, onCall: null, fallback: null };
		return { ...instead, fallback: "The step has no channel." };
	}
	const schedule = await findSchedule(tx, alert.teamId, scheduleId);
	if (schedule === null) return { ...instead, fallback: "The schedule of the step was deleted." };
	const by = { ...instead, schedule: schedule.name };
	const id = onCallAt(rotaOf(schedule), now);
	if (id === null) return { ...by, fallback: `Nobody is on call by the schedule ${schedule.name}.` };
	const person = schedule.layers.flatMap(({ people }) => people).find((one) => one.id === id);
	const taker = schedule.overrides.find((one) => one.person.id === id)?.person;
	const name = person?.name ?? taker?.name ?? id;
	const alertIds = await routeIdsToPerson(tx, alert, id, now);
	if (alertIds.length > 0) return { ...by, alertIds, onCall: name, fallback: null };
	const fallback = `${name} is on call by the schedule ${schedule.name} and has no channel in their account.`;
	return { ...by, onCall: name, fallback };
}
