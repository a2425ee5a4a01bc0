/**
 * Which notices a recorded check causes (docs/rules/alerts.md). Pure: the outbox asks in the commit that records it
 * (../../storage/alerts/enqueue/enqueue-notices.ts). ./alert-policy.ts has the terms, and decides what is delivered.
 *
 * Notices are enqueued in the commit that records a check:
 * - the consecutive failing checks have reached the alert's threshold, and it has enqueued nothing of this outage: a
 *   problem, of the status that the monitor has now. An alert that covers the monitor late, is switched on again, or
 *   gets a lower threshold is so notified of what lasts, as far as it began since the alert was created;
 * - beyond the threshold the status changes, to worse (degraded → down) or to better (down → degraded): a problem
 *   again, because the receiver's last message is no longer true;
 * - the monitor is up again and a problem of this outage was enqueued, or delivered: an `up`;
 * - a trusted certificate comes within 30, 14, 7 or 1 days of its end, none above the monitor's own warning days: a
 *   `degraded`, once for each certificate and step. It neither starts nor obeys the cooldown, opens no outage, and no
 *   `up` follows it;
 * - a location sees the monitor down while others refute it, or it flaps: a `degraded`, as of itself. The end of that
 *   is one more, delivered exactly when the first was;
 * - BLIND_AFTER_MISSES consecutive checks were missed, so that the target's state is unknown: a `blind`, with the cause
 *   of the last miss. The first check that is made again ends it: a `checked_again`. Cooldown and cap apply to `blind`
 *   as to a problem, but neither it nor a problem starts the cooldown of the other;
 * - the prober is cut off (../checks/cut-off.ts), or is back: one `blind` or `checked_again` for each alert, whatever
 *   the number of its monitors, enqueued under one of them. Neither a pause nor a window of that monitor holds it.
 */

import { blindSince, type RecordedCheck } from "../checks/transition.ts";
import { DAY_MS, MINUTE_MS } from "../durations.ts";
import type { CertificateFacts } from "../monitors/certificate.ts";
import type { Status } from "../monitors/monitor.ts";
import type { NoticeEvent } from "./alert.ts";
import type { AlertRules } from "./alert-rules.ts";

/** Certificate warnings are sent these numbers of days before the end. */
const CERTIFICATE_STEPS = [30, 14, 7, 1] as const;

/** The highest threshold of an alert. */
const HIGHEST_THRESHOLD = 10;
/**
 * Beyond that, one failing check of so many looks for alerts that have enqueued nothing of the outage, or all that are
 * so far apart: there is seldom such an alert, and a mass of monitors may fail for hours.
 */
const LATE_LOOK = { everyChecks: 10, everyMs: 10 * MINUTE_MS };

/** Whether `check` can cause a notice at all. Most checks can't, and then the database is not queried. */
export function mayEnqueue(check: RecordedCheck): boolean {
	return isChange(check) || isLateLook(check);
}

/** Whether the check causes a notice at most for an alert that hears of the outage late: a later one may as well. */
export function isOnlyLateLook(check: RecordedCheck): boolean {
	return isLateLook(check) && !isChange(check);
}

function isChange(check: RecordedCheck): boolean {
	return (
		check.transition !== null ||
		(isNextFailure(check) && check.after.failingStreak <= HIGHEST_THRESHOLD) ||
		certificateStepChanged(check) ||
		dueByMisses(check) !== null
	);
}

/** The notice that consecutive missed checks cause; null when none. `outage`: since when checks were missed. */
export function dueByMisses({ before, after }: RecordedCheck): DueByCheck | null {
	const wasSince = blindSince(before);
	const isSince = blindSince(after);
	if (wasSince === null) return isSince === null ? null : { event: "blind", outage: isSince };
	return after.missedStreak === 0 ? { event: "checked_again", outage: wasSince } : null;
}

function isLateLook({ monitorId, before, after }: RecordedCheck): boolean {
	if (!isNextFailure({ before, after }) || after.failingStreak <= HIGHEST_THRESHOLD) return false;
	const isRare = (after.lastCheckedAt ?? 0) - (before.lastCheckedAt ?? 0) >= LATE_LOOK.everyMs;
	// By its key, so that monitors that fell together are not looked at together.
	return isRare || (after.failingStreak + monitorId) % LATE_LOOK.everyChecks === 0;
}

function isNextFailure({ before, after }: Pick<RecordedCheck, "before" | "after">): boolean {
	return after.failingStreak > before.failingStreak;
}

interface KnownOutages {
	/** The last one for which a problem was enqueued; null when none was. */
	readonly pendingOutage: number | null;
	/** Whether what was enqueued of it is gone from the outbox untold. */
	readonly isPendingLost: boolean;
	/** The last one of which a problem was delivered, and not the end. */
	readonly notifiedOutage: number | null;
	readonly alertCreatedAt: number;
}

export interface DueByCheck {
	readonly event: NoticeEvent;
	/** Start of the outage's first failing check, epoch milliseconds. */
	readonly outage: number;
}

/**
 * The notice that `check` causes for an alert of these rules; null when none.
 *
 * @param known by the alert, of this monitor
 */
export function dueByCheck(
	{ before, after, transition }: RecordedCheck,
	rules: AlertRules,
	known: KnownOutages,
): DueByCheck | null {
	if (after.failingSince === null) {
		const ended = before.failingSince;
		const isKnown = ended === known.pendingOutage || ended === known.notifiedOutage;
		return ended !== null && isKnown && rules.events.includes("up") ? { event: "up", outage: ended } : null;
	}
	if (after.failingStreak < rules.failureThreshold) return null;
	const isEnqueued = after.failingSince === known.pendingOutage && !known.isPendingLost;
	const reached = !isEnqueued && before.failingStreak < rules.failureThreshold;
	const isOfAlert = after.failingSince >= known.alertCreatedAt || after.failingSince === known.pendingOutage;
	const isLate = !isEnqueued && isOfAlert && isNextFailure({ before, after });
	const event = asProblem(after.status);
	if (!(reached || isLate || transition !== null) || event === null || !rules.events.includes(event)) return null;
	return { event, outage: after.failingSince };
}

function asProblem(status: Status): "down" | "degraded" | null {
	return status === "down" || status === "degraded" ? status : null;
}

/** The step that a certificate has reached at `at`: the smallest that it is within. Null when none, or not trusted. */
export function certificateStep(facts: CertificateFacts, warningDays: number, at: number): number | null {
	if (facts.status !== "expiring" || facts.expiresAt === null) return null;
	const left = facts.expiresAt - at;
	return CERTIFICATE_STEPS.findLast((days) => days <= warningDays && left <= days * DAY_MS) ?? null;
}

/**
 * Whether a check shows a certificate at another step than the check before did. The caller checks whether a warning
 * for that step was already sent.
 */
export function certificateStepChanged({ before, after }: RecordedCheck): boolean {
	if (after.certificate.status !== "expiring") return false;
	if (before.certificate.status !== "expiring") return true;
	if (before.certificate.fingerprint !== after.certificate.fingerprint) return true;
	return stepSeen(before.certificate) !== stepSeen(after.certificate);
}

function stepSeen(facts: CertificateFacts): number | null {
	return certificateStep(facts, Number.POSITIVE_INFINITY, facts.lastCheckedAt ?? 0);
}
