/**
 * Plans the delivery of the notices of one alert that are due now. Pure: the engine reads them, calls planNotices, and
 * writes the plan in one transaction (../../engine/notices/claim-notices.ts); ./alert-policy.ts decides about a single
 * notice.
 */

import { endsProblem } from "./alert.ts";
import {
	type Decision,
	type DueNotice,
	decide,
	HOLD_RECHECK_MS,
	type Hold,
	openOutage,
	type Situation,
	type SkipStatus,
} from "./alert-policy.ts";
import type { AlertRules } from "./alert-rules.ts";
import type { ChannelType, OpenChannel } from "./channels.ts";
import { asMessages, gatherUntil, type Mass, type OpenMessage, RECOVERY_MS, type RecentMessages } from "./flood.ts";
import { hoursBeginAt } from "./hours.ts";
import type { Message, NoticeFacts } from "./notice.ts";

/** A notice in the outbox. */
export interface OutboxNotice extends DueNotice {
	/** Key in storage; the notices of an alert were enqueued in this order. */
	readonly id: number;
	/** `evt_…`: the id of every delivery and of the event that it becomes. */
	readonly publicId: string;
	readonly monitorId: number;
	readonly facts: NoticeFacts;
	/** Of the kind `step`: its number. */
	readonly step?: number | null;
	/** Epoch milliseconds. */
	readonly createdAt: number;
}

/** A notice that can be decided now, with the present state of its monitor. */
export interface PendingNotice
	extends OutboxNotice,
		Pick<Situation, "monitor" | "notifiedOutage" | "pendingOutage" | "problemNotifiedAt" | "handling"> {
	/** Whether the alert still covers this monitor. */
	readonly isCovered: boolean;
	/** Whether it has waited for others, which it does once. */
	readonly wasGathered: boolean;
}

/** The recent messages of an alert, and those in delivery. */
export interface AlertTraffic extends RecentMessages {
	/** Messages about problems sent in the last 24 hours. */
	readonly sentInDay: number;
	/** Messages about problems that are decided and not delivered yet. */
	readonly inDelivery: number;
	/** The masses of outages whose recovery has begun. */
	readonly recoveries: readonly Recovery[];
}

/** The recovery of a mass of outages: its `up` are sent as one. */
export interface Recovery extends Mass {
	/** Whether all monitors are up. */
	readonly isComplete: boolean;
	/** Until when those are collected that wait already; null when none does. */
	readonly until: number | null;
}

export interface PlanContext {
	/** Epoch milliseconds. */
	readonly now: number;
	readonly rules: AlertRules;
	readonly traffic: AlertTraffic;
	/** Whether one message of the alert's channel can hold several notices; else each outage is an incident. */
	readonly gathers: boolean;
	/** The message that the last step of this plan left open; null at its first step. */
	readonly open: OpenMessage | null;
	/** End of the maintenance window that covers the monitor at that instant; null when none does. */
	windowUntil(monitorId: number, instant: number): number | null;
}

export interface NoticePlan {
	/** Messages to deliver now, each of one or more notices. */
	readonly deliver: readonly PlannedMessage[];
	readonly skip: readonly SkippedNotice[];
	readonly drop: readonly OutboxNotice[];
	/** Steps of the escalation to take now. */
	readonly take: readonly PendingNotice[];
	/** To be decided again at `until`. */
	readonly postpone: readonly PostponedNotice[];
}

export interface PlannedMessage {
	/** The id of its first notice. */
	readonly id: string;
	readonly notices: readonly OutboxNotice[];
}

export interface SkippedNotice {
	readonly notice: OutboxNotice;
	readonly status: SkipStatus;
	readonly againAt: number | null;
	/** See `openOutage`; null also when nothing changes. */
	readonly openOutage: number | null;
	/** Why the last delivery failed, of a notice that was tried. */
	readonly lastError?: string | null;
}

export interface PostponedNotice {
	readonly notice: OutboxNotice;
	readonly until: number;
	/**
	 * Whether it waits for a window, a pause, a cooldown or a reminder, and is delivered then only if it is still true.
	 */
	readonly held: boolean;
	/** Whether it waits for others of its alert. */
	readonly gathered: boolean;
	/** What alert events tell of the wait; null for one that they don't show. */
	readonly reason: Hold | null;
}

/** @param pending the first undecided notice of each monitor, in the order in which they were enqueued */
export function planNotices(pending: readonly PendingNotice[], context: PlanContext): NoticePlan {
	const { now, rules, traffic, gathers, open } = context;
	const beginAt = rules.hours && hoursBeginAt(rules.hours, now);
	const ready: PendingNotice[] = [];
	const skip: SkippedNotice[] = [];
	const drop: PendingNotice[] = [];
	const take: PendingNotice[] = [];
	const postpone: PostponedNotice[] = [];
	for (const notice of pending) {
		const decision = notice.isCovered ? decideNotice(notice, context, beginAt) : DROP;
		if (decision.kind === "deliver") (notice.kind === "step" ? take : ready).push(notice);
		else if (decision.kind === "drop") drop.push(notice);
		else if (decision.kind === "skip") {
			const { status, againAt } = decision;
			const still = status === "skipped_outdated" ? openOutage(notice, notice.monitor, false) : null;
			skip.push({ notice, status, againAt, openOutage: still });
		} else postpone.push({ notice, until: decision.until, held: true, gathered: false, reason: decision.reason });
	}
	let capacity = rules.dailyCap - traffic.sentInDay - traffic.inDelivery;
	const joinsProblems = open?.hasProblem === true;
	// Messages in delivery may still succeed. If they would reach the cap, later problems wait for their outcome.
	const exceedsCap = (notice: PendingNotice) => capacity <= 0 && !joinsProblems && isProblem(notice);
	const sendable: PendingNotice[] = [];
	const collects = collecting(
		ready.filter((notice) => !exceedsCap(notice)),
		context,
	);
	for (const notice of ready) {
		const until = exceedsCap(notice) ? now + HOLD_RECHECK_MS : collects(notice);
		if (until === null) sendable.push(notice);
		else postpone.push({ notice, until, held: false, gathered: !exceedsCap(notice), reason: null });
	}
	const deliver: PlannedMessage[] = [];
	for (const message of asMessages(sendable, gathers, open)) {
		if (message.notices.some(isProblem) && !(message.id === open?.id && joinsProblems)) {
			if (capacity <= 0) {
				const skipped = { status: "skipped_cap", againAt: null, openOutage: null } as const;
				skip.push(...message.notices.map((notice) => ({ notice, ...skipped })));
				continue;
			}
			capacity -= 1;
		}
		deliver.push(message);
	}
	return { deliver, skip, drop, take, postpone };
}

/**
 * Until when each of `ready` waits for others of its alert (./flood.ts); null for one that is sent now. When a message
 * is sent anyway, what is ready goes with it.
 */
function collecting(ready: readonly PendingNotice[], { now, traffic, gathers, open }: PlanContext) {
	const until = (notice: PendingNotice): number | null => {
		if (!gathers || notice.wasGathered) return null;
		const recovery = recoveryOf(notice, traffic);
		if (recovery !== undefined) {
			const end = recovery.until ?? notice.createdAt + RECOVERY_MS;
			return recovery.isComplete || end <= now ? null : end;
		}
		const isFirst = isProblem(notice) && notice.kind !== "reminder" && notice.outage !== notice.notifiedOutage;
		return gatherUntil({ isFirst, createdAt: notice.createdAt }, traffic, now);
	};
	const sent = ready.filter((notice) => until(notice) === null);
	const sendsRecovery = sent.some((notice) => recoveryOf(notice, traffic) !== undefined);
	return (notice: PendingNotice): number | null => {
		const goesAlong = recoveryOf(notice, traffic) === undefined ? sent.length > 0 : sendsRecovery;
		return goesAlong || open !== null ? null : until(notice);
	};
}

/** The recovery of a mass to which an `up` belongs. */
function recoveryOf({ event, outage }: PendingNotice, { recoveries, isBacklogged }: AlertTraffic) {
	if (event !== "up" || outage === null || isBacklogged) return undefined;
	return recoveries.find(({ from, before }) => from <= outage && outage < before);
}

const DROP: Decision = { kind: "drop" };

function decideNotice(
	notice: PendingNotice,
	{ now, rules, traffic, gathers, ...context }: PlanContext,
	beginAt: number | null,
): Decision {
	const windowUntil = notice.cause === "cut_off" ? () => null : context.windowUntil;
	const isFresh = !notice.held && notice.kind === "edge";
	// A change is held by the window that covers the instant of the change, even if it is decided after the window's end;
	// a later window does not hold it.
	const isHeld = isFresh ? windowUntil(notice.monitorId, notice.createdAt) !== null : notice.held;
	return decide(
		{ ...notice, held: isHeld },
		{
			now,
			rules,
			monitor: notice.monitor,
			notifiedOutage: notice.notifiedOutage,
			pendingOutage: notice.pendingOutage,
			closesIncidents: !gathers,
			problemNotifiedAt: notice.problemNotifiedAt,
			handling: notice.handling,
			sentInDay: traffic.sentInDay,
			windowUntil: isFresh && !isHeld ? null : windowUntil(notice.monitorId, now),
			hoursBeginAt: beginAt,
		},
	);
}

/** Whether the notice is about a problem, not about its end or who has it: the daily cap counts these. */
export function isProblem({ event, kind }: Pick<OutboxNotice, "event" | "kind">): boolean {
	return !endsProblem(event) && kind !== "acknowledgement";
}

/** A message to deliver, with the data that recording its outcome needs. */
export interface ClaimedMessage {
	readonly message: Message;
	readonly alertId: number;
	readonly rules: AlertRules;
	readonly channelType: ChannelType;
	/** Null when its secrets can't be read. */
	readonly channel: OpenChannel | null;
	/** Deliveries that failed so far. */
	readonly attempts: number;
}
