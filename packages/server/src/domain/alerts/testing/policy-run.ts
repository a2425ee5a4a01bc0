/** Runs sequences of checks through the alert policy, as the engine does, without an outbox. */

import type { Verdict } from "../../checks/judgement.ts";
import { judgedCheck, pending } from "../../checks/testing/judged-checks.ts";
import { afterCheck, type JudgedCheck, type MonitorState, type RecordedCheck } from "../../checks/transition.ts";
import { NO_CERTIFICATE } from "../../monitors/certificate.ts";
import type { Handling } from "../../on-call/handling.ts";
import { type Decision, type DueNotice, decide, openOutage, reminderAt, type Situation } from "../alert-policy.ts";
import { type AlertRules, USUAL_RULES } from "../alert-rules.ts";
import { type DueByCheck, dueByCheck, mayEnqueue } from "../due-by-check.ts";

/** Nothing stands in the way of what repeats a problem. */
export const UNHANDLED: Handling = { acknowledged: null, snoozed: null };

export const MINUTE = 60_000;
export const DAY = 86_400_000;

export const everything: AlertRules = {
	...USUAL_RULES,
	events: ["down", "degraded", "up"],
	cooldownMinutes: 0,
	dailyCap: 1000,
	failureThreshold: 1,
	reminderMinutes: null,
	groupsByCause: true,
};

const VERDICT = { u: "up", g: "degraded", d: "down", m: "missed" } as const satisfies Record<string, Verdict>;
type CheckLetter = keyof typeof VERDICT;

export function recorded(before: MonitorState, verdict: Verdict, minute: number): RecordedCheck {
	return recordedCheck(before, judgedCheck(verdict, minute));
}

export function recordedCheck(before: MonitorState, check: JudgedCheck): RecordedCheck {
	const { state, transition } = afterCheck(before, check);
	return { monitorId: 1, teamId: 1, before, after: state, check, transition };
}

/**
 * Runs a sequence of checks, one a minute (u up, g degraded, d down, m missed). Every notice is claimed when it is due,
 * and every delivery succeeds. `log` holds what was decided, as "minute event decision".
 */
export function run(checks: string, rules: Partial<AlertRules> = {}, options: { window?: [number, number] } = {}) {
	const own = { ...everything, ...rules };
	const delivered: { minute: number; event: string; outage: number | null; kind: string }[] = [];
	const log: string[] = [];
	let state = pending;
	let pendingOutage: number | null = null;
	let notifiedOutage: number | null = null;
	let problemNotifiedAt: number | null = null;
	let later: (DueNotice & { at: number })[] = [];
	const [from, to] = options.window ?? [0, 0];
	const claimNotice = (notice: DueNotice, minute: number) => {
		const now = minute * MINUTE;
		const situation: Situation = {
			now,
			rules: own,
			monitor: {
				isPaused: false,
				status: state.status,
				failingSince: state.failingSince,
				blindSince: null,
				isFlapping: false,
				isRegional: false,
				certificate: NO_CERTIFICATE,
			},
			notifiedOutage,
			pendingOutage,
			closesIncidents: false,
			problemNotifiedAt,
			sentInDay: delivered.filter((each) => each.event !== "up" && each.minute > minute - 1440).length,
			windowUntil: from <= minute && minute < to ? to * MINUTE : null,
			handling: UNHANDLED,
			hoursBeginAt: null,
		};
		const decision: Decision = decide(notice, situation);
		if (decision.kind === "hold") later.push({ ...notice, held: true, at: decision.until });
		if (decision.kind === "skip") {
			log.push(`${minute} ${notice.event} ${decision.status}`);
			const stillOpen = openOutage(notice, situation.monitor, false);
			if (decision.status === "skipped_outdated" && stillOpen !== null) notifiedOutage = stillOpen;
			if (decision.againAt !== null) later.push({ ...notice, kind: "again", at: decision.againAt });
		}
		if (decision.kind === "deliver") {
			delivered.push({ minute, event: notice.event, outage: notice.outage, kind: notice.kind });
			log.push(`${minute} ${notice.event}${notice.kind === "edge" ? "" : ` ${notice.kind}`}`);
			if (notice.event === "up") notifiedOutage = null;
			else {
				notifiedOutage = notice.outage;
				problemNotifiedAt = now;
			}
		}
		if (decision.kind === "deliver" || (decision.kind === "skip" && decision.status === "skipped_cap")) {
			const at = reminderAt(notice, own, now);
			later = later.filter(({ kind }) => kind !== "reminder");
			if (at !== null) later.push({ ...notice, kind: "reminder", held: true, at });
		}
	};
	for (const [minute, letter] of [...checks].entries()) {
		for (const notice of later.filter(({ at }) => at <= minute * MINUTE)) {
			later = later.filter((each) => each !== notice);
			claimNotice(notice, minute);
		}
		const check = recorded(state, VERDICT[letter as CheckLetter], minute);
		state = check.after;
		const due: DueByCheck | null = mayEnqueue(check)
			? dueByCheck(check, own, { pendingOutage, isPendingLost: false, notifiedOutage, alertCreatedAt: 0 })
			: null;
		if (due === null) continue;
		if (due.event !== "up") pendingOutage = due.outage;
		claimNotice({ ...due, cause: "check", kind: "edge", held: false, fingerprint: null }, minute);
	}
	return { log, delivered };
}
