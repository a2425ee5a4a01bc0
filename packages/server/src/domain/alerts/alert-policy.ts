/**
 * Decides whether each notice is delivered (docs/rules/alerts.md); ./due-by-check.ts has which ones there are. Pure:
 * the deliverer calls these functions and acts on the results.
 *
 * Terms. An *outage* is a run of failing checks (degraded or down), identified by the start of its first one. A
 * *problem* is a notice `down` or `degraded` about an outage. For each alert and monitor three things are known: the
 * outage for which a problem was last enqueued, the outage whose problem was last delivered, and when a problem was
 * last delivered.
 *
 * A notice is decided when a deliverer claims it. Notices of one alert and monitor are decided in the order in which
 * they were enqueued; one that is being retried holds up those behind it. So when an `up` is decided it is known
 * whether its problem was delivered, and a problem that is delivered late (its receiver was unreachable) is followed by
 * its `up`.
 *
 *     enqueued ─┬▶ drop     `up` of an outage that was not delivered; an alert that no longer wants it;
 *               │           a repeat or reminder of what is no longer true
 *               ├▶ hold     a maintenance window covers the monitor, or it is paused: decided again at the window's end
 *               │           or by the first check after the pause; a step or reminder of a cause that somebody has
 *               ├▶ skip     a problem inside the cooldown (repeated at its end, if still true then), or beyond the cap;
 *               │           what is no longer true
 *               └▶ deliver ──▶ sent, or failed after the last attempt; before each further attempt it is decided again
 *                              whether it is still true
 *
 * An `up` is no longer true when the next outage has begun and the alert has enqueued a problem of it. The receiver
 * then still counts the monitor as failing: the end of the later outage is delivered in its place ({@link openOutage}).
 * At PagerDuty and others like it the `up` closes an incident: there it stays true.
 *
 * Dropped notices leave no event. While a problem lasts that was delivered, or tried, reminders are enqueued every
 * `reminderMinutes`, never inside the cooldown; at most one is waiting for each alert and monitor.
 */

import { MINUTE_MS } from "../durations.ts";
import type { CertificateFacts } from "../monitors/certificate.ts";
import type { Status } from "../monitors/monitor.ts";
import type { Handling } from "../on-call/handling.ts";
import { type AlertEventStatus, endsProblem, type HoldReason, type NoticeEvent } from "./alert.ts";
import type { AlertRules } from "./alert-rules.ts";
import { FLAPPING_HOLD_MS } from "./flapping.ts";
import { hoursBeginAt } from "./hours.ts";

/**
 * A held notice is decided again this often, because a window can be ended early or deleted, a pause can end, and an
 * outage can leave a cause that somebody has.
 */
export const HOLD_RECHECK_MS = MINUTE_MS;

/**
 * Why a notice is in the outbox: `edge`, the status changed; `again`, a problem that the cooldown skipped; `reminder`,
 * a problem that lasts; `acknowledgement`, somebody has it, which a channel with incidents of its own is told; `step`,
 * a step of an escalation (./escalation.ts), and `escalation`, a problem that such a step tells; `update`, what depends
 * on it has failed since its message was sent.
 */
export const NOTICE_KINDS = ["edge", "again", "reminder", "acknowledgement", "step", "escalation", "update"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Kinds that are told in the place of what was sent, and so neither repeat a problem nor count as a message. */
export const IN_PLACE = ["acknowledgement", "update"] as const satisfies readonly NoticeKind[];

export function isInPlace(kind: NoticeKind): boolean {
	return (IN_PLACE as readonly NoticeKind[]).includes(kind);
}

export const NOTICE_CAUSES = ["check", "certificate", "misses", "cut_off", "flapping", "regional"] as const;
export type NoticeCause = (typeof NOTICE_CAUSES)[number];

/** What a `degraded` is about where that is not a check; else null. */
export function kindOf(cause: NoticeCause): NoticeOfItself | null {
	return (OF_THEMSELVES as readonly string[]).includes(cause) ? (cause as NoticeOfItself) : null;
}

/** Causes that are told once, whatever was told of the monitor before: they neither begin nor obey a cooldown. */
export const OF_THEMSELVES = ["certificate", "flapping", "regional"] as const satisfies readonly NoticeCause[];
type NoticeOfItself = (typeof OF_THEMSELVES)[number];

/** Whether a `degraded` tells of what lasts, and another one of its end: to those alone that were told the first. */
export function isCondition(cause: NoticeCause): cause is "flapping" | "regional" {
	return cause === "flapping" || cause === "regional";
}

/** Whether a notice is about the end of what an earlier one was about. */
export function announcesEnd({ event, isOver = false }: Pick<DueNotice, "event" | "isOver">): boolean {
	return isOver || endsProblem(event);
}

/** Whether a notice is about what can't be checked (`blind`, `checked_again`), not about a target. */
export function isOfBlindness(cause: NoticeCause): boolean {
	return cause === "misses" || cause === "cut_off";
}

export interface DueNotice {
	readonly event: NoticeEvent;
	readonly cause: NoticeCause;
	readonly kind: NoticeKind;
	/** Whether a window held it before. */
	readonly held: boolean;
	/** Whether it tells the end of a condition: see isCondition. Default: false. */
	readonly isOver?: boolean;
	/**
	 * The start of the first failing check, for `misses` and `cut_off` of the first missed one, for `flapping` and
	 * `regional` what they are known by; null for certificates.
	 */
	readonly outage: number | null;
	/** SHA-256 of the certificate it is about; null for checks. */
	readonly fingerprint: string | null;
}

/** What is true when a deliverer claims the notice. */
export interface Situation {
	readonly now: number;
	readonly rules: AlertRules;
	readonly monitor: {
		/**
		 * Paused, or (except for `misses`) not checked since it was resumed: its state is not known. Never for `cut_off`.
		 */
		readonly isPaused: boolean;
		readonly status: Status;
		readonly failingSince: number | null;
		/** Since when the monitor, or for `cut_off` the prober, is blind; null when checks are made. */
		readonly blindSince: number | null;
		readonly certificate: Pick<CertificateFacts, "status" | "fingerprint">;
		readonly isFlapping: boolean;
		/** Whether the location still fails alone, of a notice of the cause `regional`. */
		readonly isRegional: boolean;
	};
	/** The outage (or the blindness, or the condition) whose problem this alert delivered, and not its end. */
	readonly notifiedOutage: number | null;
	/** The outage for which this alert last enqueued a problem. */
	readonly pendingOutage: number | null;
	/** Whether an `up` closes an incident that is of that outage or its cause, and so is true whatever came later. */
	readonly closesIncidents: boolean;
	/** When this alert last delivered a problem (or a `blind`) of this monitor. */
	readonly problemNotifiedAt: number | null;
	/** Messages about problems that this alert sent in the last 24 hours. */
	readonly sentInDay: number;
	/** End of the maintenance window that covers the monitor; null when none does. */
	readonly windowUntil: number | null;
	/** What people have done about the cause of the notice's outage. */
	readonly handling: Handling;
	/** When the alert's hours begin; null within them. */
	readonly hoursBeginAt: number | null;
}

export type Decision =
	| { readonly kind: "deliver" }
	| { readonly kind: "drop" }
	/** Decide again at `until`. `reason`: null for a reminder that is not due, and for what somebody has. */
	| { readonly kind: "hold"; readonly until: number; readonly reason: Hold | null }
	/** Record it as skipped. `againAt`: decide again then, and deliver if it is still true. */
	| { readonly kind: "skip"; readonly status: SkipStatus; readonly againAt: number | null };

export type SkipStatus = Extract<AlertEventStatus, `skipped_${string}`>;

/** What a notice is held for, and until when as far as it is known. */
export interface Hold {
	readonly for: HoldReason;
	readonly until: number | null;
}

/** What repeats a problem: nobody needs it who has acknowledged. */
const REPEATS: ReadonlySet<NoticeKind> = new Set(["reminder", "step", "escalation"]);
/** True for as long as the outage lasts, whichever of the two its status is. */
const OF_OUTAGE: ReadonlySet<NoticeKind> = new Set(["acknowledgement", "step", "escalation", "update"]);

const DELIVER: Decision = { kind: "deliver" };
const DROP: Decision = { kind: "drop" };
const OUTDATED: Decision = { kind: "skip", status: "skipped_outdated", againAt: null };

export function decide(notice: DueNotice, situation: Situation): Decision {
	const { now, rules, problemNotifiedAt } = situation;
	const isEnd = announcesEnd(notice);
	if (!wants(rules, notice)) return DROP;
	// It would be an incident that nothing closes.
	if (isCondition(notice.cause) && situation.closesIncidents) return DROP;
	if (isEnd && notice.outage !== situation.notifiedOutage) return DROP;
	if (isInPlace(notice.kind)) {
		if (notice.kind === "update" && situation.monitor.isPaused) return DROP;
		return notice.outage === situation.notifiedOutage && isStillTrue(notice, situation) ? DELIVER : DROP;
	}
	if (!isEnd && notice.kind === "reminder" && rules.reminderMinutes === null) return DROP;
	if (!isEnd && situation.monitor.isPaused) return hold("pause", null, now);
	if (!isStillTrue(notice, situation)) return notice.kind === "edge" ? OUTDATED : DROP;
	if (situation.windowUntil !== null) {
		return hold("maintenance", situation.windowUntil, now);
	}
	if (situation.hoursBeginAt !== null && !(isEnd && situation.closesIncidents)) {
		if (isNewsOutsideHours(notice, situation)) return { kind: "skip", status: "skipped_hours", againAt: null };
		return hold("hours", situation.hoursBeginAt, now);
	}
	if (isEnd) return DELIVER;
	const lastsAt = notice.outage === null ? now : notice.outage + FLAPPING_HOLD_MS;
	if (situation.monitor.isFlapping && notice.cause === "check" && now < lastsAt) {
		return { kind: "hold", until: lastsAt, reason: { for: "flapping", until: lastsAt } };
	}
	if (REPEATS.has(notice.kind)) {
		const { acknowledged, snoozed } = situation.handling;
		// Kept: the outage may become one of a cause that nobody has.
		if (acknowledged !== null) {
			return notice.kind === "escalation" ? DROP : { kind: "hold", until: now + HOLD_RECHECK_MS, reason: null };
		}
		if (snoozed !== null && now < snoozed.until) return hold("snooze", snoozed.until, now);
	}
	if (notice.kind === "step") return DELIVER;
	// A delivery in the future means that the clock was ahead and was set back. Its cooldown does not apply.
	const hasCooldown = kindOf(notice.cause) === null && notice.kind !== "escalation";
	if (hasCooldown && problemNotifiedAt !== null && problemNotifiedAt <= now) {
		if (notice.kind === "reminder") {
			const due = problemNotifiedAt + (reminderPeriodMs(rules) ?? 0);
			if (now < due) return { kind: "hold", until: due, reason: null };
		}
		const coolAt = problemNotifiedAt + rules.cooldownMinutes * MINUTE_MS;
		if (now < coolAt) {
			// A repeated notice was recorded as skipped before.
			if (notice.kind === "again") return { kind: "hold", until: coolAt, reason: { for: "cooldown", until: coolAt } };
			return { kind: "skip", status: "skipped_cooldown", againAt: coolAt };
		}
	}
	if (situation.sentInDay >= rules.dailyCap) return { kind: "skip", status: "skipped_cap", againAt: null };
	return DELIVER;
}

/** Whether a notice outside of the hours is the first of what began there, and the alert skips that. */
function isNewsOutsideHours(notice: DueNotice, { rules, notifiedOutage }: Situation): boolean {
	if (rules.hours?.outside !== "skip" || announcesEnd(notice) || notice.kind !== "edge") return false;
	if (notice.outage === null || isCondition(notice.cause)) return true;
	return notice.outage !== notifiedOutage && hoursBeginAt(rules.hours, notice.outage) !== null;
}

/** Whether the alert notifies of such events. Flapping is told wherever problems are, in the place of some of them. */
export function wants(
	{ events }: Pick<AlertRules, "events">,
	{ event, cause }: Pick<DueNotice, "event" | "cause">,
): boolean {
	if (cause === "certificate" || cause === "regional") return events.includes(cause);
	if (cause === "flapping") return events.includes("down") || events.includes("degraded");
	return events.includes(event === "checked_again" ? "blind" : event);
}

/** Windows are ended early and pauses end, so what they hold is decided again soon. */
function hold(reason: HoldReason, until: number | null, now: number): Decision {
	const recheckAt = now + HOLD_RECHECK_MS;
	return { kind: "hold", until: Math.min(until ?? recheckAt, recheckAt), reason: { for: reason, until } };
}

/** Whether a notice tells of what is so now. */
export function isStillTrue(
	notice: DueNotice,
	{ monitor, pendingOutage, closesIncidents }: Pick<Situation, "monitor" | "pendingOutage" | "closesIncidents">,
): boolean {
	if (notice.cause === "flapping") return notice.isOver === true || monitor.isFlapping;
	if (notice.cause === "regional") return notice.isOver === true || monitor.isRegional;
	if (endsProblem(notice.event)) {
		if (closesIncidents) return true;
		const since = isOfBlindness(notice.cause) ? monitor.blindSince : monitor.failingSince;
		// An outage of which the alert has enqueued nothing (below its threshold, or an event it does not want) has no end
		// that could be delivered in the place of this one.
		const isNotified = isOfBlindness(notice.cause) || since === pendingOutage;
		return since === null || since === notice.outage || !isNotified;
	}
	if (notice.cause === "certificate") {
		return monitor.certificate.status === "expiring" && monitor.certificate.fingerprint === notice.fingerprint;
	}
	if (isOfBlindness(notice.cause)) return monitor.blindSince === notice.outage;
	const isOfOutage = monitor.failingSince === notice.outage;
	return isOfOutage && (monitor.status === notice.event || OF_OUTAGE.has(notice.kind));
}

/** Whether a notice does no more than repeat a problem that somebody has by now. */
export function repeatsHandled({ kind }: Pick<DueNotice, "kind">, { acknowledged }: Handling): boolean {
	return REPEATS.has(kind) && acknowledged !== null;
}

/**
 * The outage whose end is owed after a notice was skipped as outdated, so that whoever was told of a problem is told
 * of its end; null when the notice changes nothing about that.
 *
 * @param mayHaveArrived whether an earlier attempt ended without an answer
 */
export function openOutage(
	notice: Pick<DueNotice, "event" | "cause" | "outage">,
	monitor: Situation["monitor"],
	mayHaveArrived: boolean,
): number | null {
	if (endsProblem(notice.event)) return isOfBlindness(notice.cause) ? monitor.blindSince : monitor.failingSince;
	// What tells of a cut network is often undeliverable while it lasts: its end is delivered all the same.
	return mayHaveArrived || notice.cause === "cut_off" ? notice.outage : null;
}

/**
 * When a problem that was decided at `now` (delivered, failed, or beyond the cap) is repeated; null when
 * never.
 */
export function reminderAt(
	{ event, cause, kind }: Pick<DueNotice, "event" | "cause" | "kind">,
	rules: AlertRules,
	now: number,
): number | null {
	const isOfProblem = event !== "up" && cause === "check" && !isInPlace(kind);
	const period = isOfProblem ? reminderPeriodMs(rules) : null;
	return period === null ? null : now + period;
}

function reminderPeriodMs(rules: AlertRules): number | null {
	if (rules.reminderMinutes === null) return null;
	return Math.max(rules.reminderMinutes, rules.cooldownMinutes) * MINUTE_MS;
}
