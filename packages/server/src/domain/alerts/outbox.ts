/**
 * Plans the delivery of the notices of one alert that are due now. Pure: the engine reads them, calls planNotices, and
 * writes the plan in one transaction (../../engine/notices/claim-notices.ts); ./alert-policy.ts decides about a single
 * notice.
 */

import { type AlertRules, endsProblem } from "./alert.ts";
import { type Decision, type DueNotice, decide, HOLD_RECHECK_MS, type Hold, type Situation } from "./alert-policy.ts";
import type { ChannelType, OpenChannel } from "./channels.ts";
import { asMessages, gatherUntil, type RecentMessages } from "./flood.ts";
import type { Message, NoticeFacts } from "./notice.ts";

/** A notice in the outbox. */
export interface OutboxNotice extends DueNotice {
	/** Key in storage; the notices of an alert were enqueued in this order. */
	readonly id: number;
	/** `evt_…`: the id of every delivery and of the event that it becomes. */
	readonly publicId: string;
	readonly monitorId: number;
	readonly facts: NoticeFacts;
	/** Epoch milliseconds. */
	readonly createdAt: number;
}

/** A notice that can be decided now, with the present state of its monitor. */
export interface PendingNotice
	extends OutboxNotice,
		Pick<Situation, "monitor" | "notifiedOutage" | "problemNotifiedAt"> {
	/** Whether the alert still covers this monitor. */
	readonly isCovered: boolean;
}

/** The recent messages of an alert, and those in delivery. */
export interface AlertTraffic extends RecentMessages {
	/** Messages about problems sent in the last 24 hours. */
	readonly sentInDay: number;
	/** Messages about problems that are decided and not delivered yet. */
	readonly inDelivery: number;
}

export interface PlanContext {
	/** Epoch milliseconds. */
	readonly now: number;
	readonly rules: AlertRules;
	readonly traffic: AlertTraffic;
	/** Whether one message of the alert's channel can hold several notices. */
	readonly gathers: boolean;
	/** End of the maintenance window that covers the monitor at that instant; null when none does. */
	windowUntil(monitorId: number, instant: number): number | null;
}

export interface NoticePlan {
	/** Messages to deliver now, each of one or more notices. */
	readonly deliver: readonly (readonly OutboxNotice[])[];
	readonly skip: readonly SkippedNotice[];
	readonly drop: readonly OutboxNotice[];
	/** To be decided again at `until`. */
	readonly postpone: readonly PostponedNotice[];
}

export interface SkippedNotice extends Pick<Extract<Decision, { kind: "skip" }>, "status" | "againAt"> {
	readonly notice: OutboxNotice;
}

export interface PostponedNotice {
	readonly notice: OutboxNotice;
	readonly until: number;
	/**
	 * Whether it waits for a window, a pause, a cooldown or a reminder, and is delivered then only if it is still true.
	 */
	readonly held: boolean;
	/** What alert events tell of the wait; null for one that they don't show. */
	readonly reason: Hold | null;
}

/** @param pending the first undecided notice of each monitor, in the order in which they were enqueued */
export function planNotices(pending: readonly PendingNotice[], context: PlanContext): NoticePlan {
	const { now, rules, traffic, gathers } = context;
	const ready: PendingNotice[] = [];
	const skip: SkippedNotice[] = [];
	const drop: PendingNotice[] = [];
	const postpone: PostponedNotice[] = [];
	for (const notice of pending) {
		const decision = notice.isCovered ? decideNotice(notice, context) : DROP;
		if (decision.kind === "deliver") ready.push(notice);
		else if (decision.kind === "skip") skip.push({ notice, status: decision.status, againAt: decision.againAt });
		else if (decision.kind === "drop") drop.push(notice);
		else postpone.push({ notice, until: decision.until, held: true, reason: decision.reason });
	}
	const gatheredUntil = gathers ? gatherUntil(traffic, now) : null;
	let capacity = rules.dailyCap - traffic.sentInDay - traffic.inDelivery;
	// Messages in delivery may still succeed. If they would reach the cap, later problems wait for their outcome.
	const sendable: PendingNotice[] = [];
	for (const notice of ready) {
		const until = capacity <= 0 && isProblem(notice) ? now + HOLD_RECHECK_MS : gatheredUntil;
		if (until === null) sendable.push(notice);
		else postpone.push({ notice, until, held: false, reason: null });
	}
	const deliver: PendingNotice[][] = [];
	for (const message of asMessages(sendable, gathers)) {
		if (message.some(isProblem)) {
			if (capacity <= 0) {
				skip.push(...message.map((notice) => ({ notice, status: "skipped_cap" as const, againAt: null })));
				continue;
			}
			capacity -= 1;
		}
		deliver.push(message);
	}
	return { deliver, skip, drop, postpone };
}

const DROP: Decision = { kind: "drop" };

function decideNotice(notice: PendingNotice, { now, rules, traffic, ...context }: PlanContext): Decision {
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
			problemNotifiedAt: notice.problemNotifiedAt,
			sentInDay: traffic.sentInDay,
			windowUntil: isFresh && !isHeld ? null : windowUntil(notice.monitorId, now),
		},
	);
}

/** Whether the notice is about a problem, not about its end: the daily cap counts these. */
export function isProblem({ event }: Pick<OutboxNotice, "event">): boolean {
	return !endsProblem(event);
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
	readonly notices: readonly OutboxNotice[];
}
