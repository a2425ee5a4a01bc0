/**
 * What an alert sent, under other settings: which of its messages would have been sent all the same. Pure.
 *
 * It goes by the notices that were sent. So it knows what stricter settings leave out; what laxer ones would have sent
 * besides is not in the history, and is named as unknown. With the settings of today nothing is left out: the answer is
 * what happened.
 */

import { DAY_MS, MINUTE_MS } from "../durations.ts";
import { IMPORTANCES, type Importance } from "../monitors/common-settings.ts";
import type { NoticeEvent } from "./alert.ts";
import { type NoticeCause, type NoticeKind, wants } from "./alert-policy.ts";
import { type AlertRules, WANTED_EVENTS } from "./alert-rules.ts";
import { hoursBeginAt } from "./hours.ts";

export const REPLAYED_RULES = [
	"minimumImportance",
	"events",
	"failureThreshold",
	"cooldownMinutes",
	"reminderMinutes",
	"dailyCap",
	"hours",
	"groupsByCause",
] as const satisfies readonly (keyof AlertRules)[];
type ReplayedRule = (typeof REPLAYED_RULES)[number];
/** Those that are left out stay as they are. */
export type ReplayedRules = { readonly [Name in ReplayedRule]?: AlertRules[Name] | undefined };

/** A notice that was sent. Instants are epoch milliseconds. */
export interface SentNotice {
	readonly messageId: string;
	readonly monitorId: number;
	/** As they are today. */
	readonly importance: Importance;
	readonly intervalMs: number;
	readonly event: NoticeEvent;
	readonly cause: NoticeCause;
	readonly kind: NoticeKind;
	readonly sentAt: number;
	/** Null for what is about no outage, and where its outage is not kept any more. */
	readonly outage: { readonly startedAt: number; readonly endedAt: number | null } | null;
}

interface ReplayFigures {
	readonly messages: number;
	/** Of these, about problems; the others tell their ends. */
	readonly problems: number;
}

/** The figures of what was sent, and of what would have been. */
export function figuresOf(notices: readonly SentNotice[], groups: boolean): ReplayFigures {
	const messages = new Map<string, boolean>();
	for (const [index, notice] of notices.entries()) {
		const message = groups ? notice.messageId : `${notice.messageId} ${index}`;
		messages.set(message, (messages.get(message) ?? false) || isProblem(notice));
	}
	return { messages: messages.size, problems: [...messages.values()].filter(Boolean).length };
}

/**
 * The notices that would have been sent with other rules.
 *
 * @param sent in the order in which they were sent
 * @param present the rules of today; a rule that is the same leaves nothing out
 */
export function replayed(
	sent: readonly SentNotice[],
	present: AlertRules,
	changes: ReplayedRules,
): readonly SentNotice[] {
	const rules = changed(present, changes);
	const differing = new Set(
		REPLAYED_RULES.filter((name) => JSON.stringify(present[name]) !== JSON.stringify(rules[name])),
	);
	/** When each monitor's last problem would have been sent. */
	const problemAt = new Map<number, number>();
	/** Outages of which a problem would have been. */
	const told = new Set<string>();
	/** When messages about problems would have been, the first of each. */
	const counted = new Map<string, number>();
	const kept: SentNotice[] = [];
	for (const notice of sent) {
		const of = `${notice.monitorId} ${notice.outage?.startedAt}`;
		if (!isProblem(notice)) {
			if (wants(rules, notice) && (notice.outage === null || told.has(of))) kept.push(notice);
			continue;
		}
		// A step goes with the problem that it tells.
		if (notice.kind === "escalation") {
			if (told.has(of)) kept.push(notice);
			continue;
		}
		const before = problemAt.get(notice.monitorId) ?? Number.NEGATIVE_INFINITY;
		if (!isSent(notice, rules, differing, before)) continue;
		if (differing.has("dailyCap") && !counted.has(notice.messageId)) {
			const inDay = [...counted.values()].filter((at) => at > notice.sentAt - DAY_MS).length;
			if (inDay >= rules.dailyCap) continue;
		}
		if (!counted.has(notice.messageId)) counted.set(notice.messageId, notice.sentAt);
		problemAt.set(notice.monitorId, notice.sentAt);
		told.add(of);
		kept.push(notice);
	}
	return kept;
}

function changed(present: AlertRules, changes: ReplayedRules): AlertRules {
	const given = Object.entries(changes).filter(([, value]) => value !== undefined);
	return { ...present, ...Object.fromEntries(given) };
}

function isSent(notice: SentNotice, rules: AlertRules, differing: ReadonlySet<string>, before: number): boolean {
	const { outage, sentAt, kind } = notice;
	/** Whether the problem still was one at an instant. */
	const lastsAt = (instant: number) => outage === null || outage.endedAt === null || outage.endedAt > instant;
	if (!wants(rules, notice)) return false;
	if (IMPORTANCES.indexOf(notice.importance) < IMPORTANCES.indexOf(rules.minimumImportance)) return false;
	if (differing.has("failureThreshold") && outage !== null && notice.cause === "check") {
		if (!lastsAt(outage.startedAt + (rules.failureThreshold - 1) * notice.intervalMs)) return false;
	}
	if (differing.has("reminderMinutes") && kind === "reminder") {
		if (rules.reminderMinutes === null || sentAt < before + rules.reminderMinutes * MINUTE_MS) return false;
	}
	if (differing.has("cooldownMinutes")) {
		const coolAt = before + rules.cooldownMinutes * MINUTE_MS;
		if (sentAt < coolAt && !lastsAt(coolAt)) return false;
	}
	if (differing.has("hours") && rules.hours !== null) {
		const beginAt = hoursBeginAt(rules.hours, sentAt);
		const beganWithin = outage !== null && hoursBeginAt(rules.hours, outage.startedAt) === null;
		const isSkipped = rules.hours.outside === "skip" && !beganWithin;
		if (beginAt !== null && (isSkipped || !lastsAt(beginAt))) return false;
	}
	return true;
}

/** The changed rules with which more may have been sent than the history knows. */
export function unknownOf(present: AlertRules, changes: ReplayedRules): readonly ReplayedRule[] {
	const rules = changed(present, changes);
	const often = ({ reminderMinutes }: AlertRules) => reminderMinutes ?? Number.POSITIVE_INFINITY;
	const isLaxer: Readonly<Record<ReplayedRule, boolean>> = {
		minimumImportance: IMPORTANCES.indexOf(rules.minimumImportance) < IMPORTANCES.indexOf(present.minimumImportance),
		events: WANTED_EVENTS.some((event) => rules.events.includes(event) && !present.events.includes(event)),
		failureThreshold: rules.failureThreshold < present.failureThreshold,
		cooldownMinutes: rules.cooldownMinutes < present.cooldownMinutes,
		reminderMinutes: often(rules) < often(present),
		dailyCap: rules.dailyCap > present.dailyCap,
		hours: present.hours !== null && JSON.stringify(rules.hours) !== JSON.stringify(present.hours),
		// Which of them would have been one message is not kept.
		groupsByCause: rules.groupsByCause && !present.groupsByCause,
	};
	return REPLAYED_RULES.filter((name) => isLaxer[name]);
}

function isProblem({ event }: SentNotice): boolean {
	return event !== "up" && event !== "checked_again";
}
