/**
 * Plans the delivery of the notices of one alert that are due now. Pure: the engine reads them, calls planNotices, and
 * writes the plan in one transaction (../../engine/notices/claim-notices.ts); ./alert-policy.ts decides about a single
 * notice.
 */

import {
	announcesEnd,
	type Decision,
	type DueNotice,
	decide,
	HOLD_RECHECK_MS,
	type Hold,
	isInPlace,
	openOutage,
	type Situation,
	type SkipStatus,
} from "./alert-policy.ts";
import type { AlertRules } from "./alert-rules.ts";
import type { ChannelType, OpenChannel } from "./channels.ts";
import {
	asMessages,
	type CauseTraffic,
	gatherUntil,
	type OpenMessage,
	type RecentMessages,
	SETTLE_MS,
	type Wait,
	waitForSummary,
	waitOfProblem,
} from "./gathering.ts";
import { hoursBeginAt } from "./hours.ts";
import type { Message, NoticeFacts } from "./notice.ts";

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
	/** Keys of its outage and of its cause; null for a notice that is about no outage. */
	readonly outageId: number | null;
	readonly causeId: number | null;
}

/** A notice that can be decided now, with the present state of its monitor. */
export interface PendingNotice
	extends OutboxNotice,
		Pick<Situation, "monitor" | "notifiedOutage" | "pendingOutage" | "problemNotifiedAt" | "handling"> {
	/** Whether the alert still covers this monitor; it covers every end of what it was notified of. */
	readonly isCovered: boolean;
	/** Whether it has waited for others, which it does once. */
	readonly wasGathered: boolean;
	/** Until when it waits for checks of what its monitor depends on; null when it does not. */
	readonly waitsUntil: number | null;
	/** The monitor that is down and that its monitor depends on; null when there is none. */
	readonly consequenceOf: Dependency | null;
	/** Whether its outage was held as a consequence, of a monitor that may be up again. */
	readonly wasConsequence: boolean;
	/** Of its monitor, 0 the lowest. */
	readonly importance: number;
	/** Key of the cause whose incident the outage of `notifiedOutage` was sent to; null when it has one of its own. */
	readonly notifiedIncident: number | null;
}

interface Dependency {
	readonly monitorId: number;
	/** `mon_…` */
	readonly id: string;
	readonly name: string;
	/** Whether the alert has notified of its present outage, or is about to. */
	readonly isNotified: boolean;
}

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
	/** By the keys of the causes of the notices. */
	readonly causes: ReadonlyMap<number, CauseTraffic>;
	/** Whether one message of the alert's channel can hold any notices; else it opens incidents, of a cause or outage. */
	readonly gathers: boolean;
	/** Whether the channel can update a message that it sent. */
	readonly updates: boolean;
	/** Whether its messages sound until an acknowledgement is sent after them: soundsUntilAcknowledged. */
	readonly sounds?: boolean;
	/** The message that the last step of this plan left open; null at its first step. */
	readonly open: OpenMessage | null;
	/** End of the maintenance window that covers the monitor at that instant; null when none does. */
	windowUntil(monitorId: number, instant: number): number | null;
}

export interface NoticePlan {
	/** Messages to deliver now, each of one or more notices. */
	readonly deliver: readonly PlannedMessage[];
	readonly skip: readonly SkippedNotice[];
	readonly drop: readonly PendingNotice[];
	/** Steps of the escalation to take now. */
	readonly take: readonly PendingNotice[];
	/** To be decided again at `until`. */
	readonly postpone: readonly PostponedNotice[];
}

export interface PlannedMessage {
	/** The id of its first notice. */
	readonly id: string;
	/** Null for notices without one, and where the alert does not group by causes. */
	readonly causeId: number | null;
	readonly notices: readonly OutboxNotice[];
	/** The message whose place it takes, or the incident of its cause; null for a message of its own. */
	readonly messageRef: string | null;
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
	const { now, rules, traffic, open } = context;
	const beginAt = rules.hours && hoursBeginAt(rules.hours, now);
	const ready: PendingNotice[] = [];
	const skip: SkippedNotice[] = [];
	const drop: PendingNotice[] = [];
	const take: PendingNotice[] = [];
	const postpone: PostponedNotice[] = [];
	const hold = (notice: PendingNotice, until: number, reason: Hold | null) =>
		postpone.push({ notice, until, held: true, gathered: false, reason });
	for (const notice of pending) {
		const decision =
			notice.isCovered && !isUpdateOfNothing(notice, context) ? decideNotice(notice, context, beginAt) : DROP;
		const wait = decision.kind === "deliver" ? waitForDependencies(notice, context) : null;
		if (wait !== null) hold(notice, wait.until, wait.reason);
		else if (decision.kind === "deliver") (notice.kind === "step" ? take : ready).push(notice);
		else if (decision.kind === "drop") drop.push(notice);
		else if (decision.kind === "skip") {
			const { status, againAt } = decision;
			const still = status === "skipped_outdated" ? openOutage(notice, notice.monitor, false) : null;
			skip.push({ notice, status, againAt, openOutage: still });
		} else hold(notice, decision.until, decision.reason);
	}
	let capacity = rules.dailyCap - traffic.sentInDay - traffic.inDelivery;
	const joinsProblems = (notice: PendingNotice) =>
		open?.hasProblem === true && open.causeId === groupOf(notice, context);
	// Messages in delivery may still succeed. If they would reach the cap, later problems wait for their outcome.
	const exceedsCap = (notice: PendingNotice) => capacity <= 0 && !joinsProblems(notice) && isProblem(notice);
	const sendable: PendingNotice[] = [];
	const waitOf = waiting(
		ready.filter((notice) => !exceedsCap(notice)),
		context,
	);
	for (const notice of ready) {
		const wait = exceedsCap(notice) ? null : waitOf(notice);
		if (exceedsCap(notice)) {
			postpone.push({ notice, until: now + HOLD_RECHECK_MS, held: false, gathered: false, reason: null });
		} else if (wait === null) sendable.push(notice);
		else if (wait.kind === "gather") {
			postpone.push({ notice, until: wait.until, held: false, gathered: true, reason: null });
		} else hold(notice, Math.min(wait.until, now + HOLD_RECHECK_MS), { for: "cause", until: wait.until });
	}
	const early = earlyUpdates(sendable, context);
	for (const notice of early) {
		postpone.push({ notice, until: now + SETTLE_MS, held: false, gathered: false, reason: null });
	}
	const deliver: PlannedMessage[] = [];
	for (const { id, causeId, notices } of asMessages(
		sendable.filter((notice) => !early.has(notice)).map((notice) => groupable(notice, context)),
		open,
	)) {
		const members = notices.map(({ notice }) => notice);
		if (members.some(isProblem) && !(id === open?.id && open.hasProblem)) {
			if (capacity <= 0) {
				const skipped = { status: "skipped_cap", againAt: null, openOutage: null } as const;
				skip.push(...members.map((notice) => ({ notice, ...skipped })));
				continue;
			}
			capacity -= 1;
		}
		deliver.push({ id, causeId, notices: members, messageRef: replacedBy(members, causeId, context) });
	}
	return { deliver, skip, drop, take, postpone };
}

/**
 * What is said in the place of a message, while another one about its cause is sent that takes no other's place: in
 * that one it would notify again of a problem that was told. It is decided again when that one is there to be updated.
 */
function earlyUpdates(sendable: readonly PendingNotice[], context: PlanContext): ReadonlySet<PendingNotice> {
	if (!context.gathers || context.sounds) return new Set();
	const groups = Map.groupBy(sendable, (notice) => groupOf(notice, context));
	return new Set(
		Array.from(groups).flatMap(([causeId, members]) =>
			replacedBy(members, causeId, context) === null ? members.filter(({ kind }) => isInPlace(kind)) : [],
		),
	);
}

/** What a problem that was not delivered waits for before it may be: the monitors that its own depends on. */
function waitForDependencies(
	notice: PendingNotice,
	{ now, windowUntil }: PlanContext,
): { until: number; reason: Hold } | null {
	const { waitsUntil, consequenceOf, outage, notifiedOutage } = notice;
	if (!isProblem(notice) || notice.cause !== "check" || outage === notifiedOutage) return null;
	if (waitsUntil !== null && now < waitsUntil) {
		return { until: waitsUntil, reason: { for: "dependency_check", until: waitsUntil } };
	}
	if (consequenceOf === null) return null;
	// What was planned for the cause is no news of what depends on it either, whether or not the alert covers the cause.
	const windowEndsAt = windowUntil(consequenceOf.monitorId, now);
	if (!consequenceOf.isNotified && windowEndsAt === null) return null;
	const until = Math.min(windowEndsAt ?? Number.POSITIVE_INFINITY, now + HOLD_RECHECK_MS);
	return { until, reason: { for: "dependency", until: windowEndsAt } };
}

/**
 * The cause with which a notice is grouped; null where it is not. What was sent to an incident stays with that one,
 * whatever became of its cause and of the alert's rules: so each that was opened is closed.
 */
function groupOf(notice: PendingNotice, { rules, gathers }: PlanContext): number | null {
	const { cause, causeId, outage, notifiedOutage, notifiedIncident } = notice;
	if (cause !== "check") return null;
	if (!gathers && outage === notifiedOutage) return notifiedIncident;
	return rules.groupsByCause ? causeId : null;
}

function groupable(notice: PendingNotice, context: PlanContext) {
	const groupId = groupOf(notice, context);
	// Of an alert that does not group, each outage is a message of its own; what is about none is gathered all the same.
	const isAlone = groupId === null && (!context.gathers || notice.cause === "check");
	return { publicId: notice.publicId, groupId, isAlone, notice };
}

/**
 * How each of `ready` waits for others of its cause (./gathering.ts); null for one that is sent now. When a message
 * about a cause is sent anyway, what is ready of that cause goes with it.
 */
function waiting(ready: readonly PendingNotice[], context: PlanContext): (notice: PendingNotice) => Wait | null {
	const { causes, gathers, now, open, traffic, updates } = context;
	const waitAlone = (notice: PendingNotice): Wait | null => {
		const group = groupOf(notice, context);
		// One after the other: a delivery that overtakes another one would open what is closed, or close what is open.
		const isBusy = !gathers && group !== null && causes.get(group)?.isIncidentBusy === true;
		if (isBusy && open?.causeId !== group) return { kind: "later", until: now + INCIDENT_RECHECK_MS };
		if (traffic.isBacklogged || (group === null && !gathers)) return null;
		if (group === null) {
			const isBlindness = notice.cause === "misses" || notice.cause === "cut_off";
			const until = isBlindness && !notice.wasGathered ? gatherUntil(notice.createdAt, traffic, now) : null;
			return until === null ? null : { kind: "gather", until };
		}
		const cause = causes.get(notice.causeId ?? group);
		if (cause === undefined || notice.kind === "reminder" || isInPlace(notice.kind)) return null;
		if (!isProblem(notice)) {
			const isUpdate = !gathers || (updates && cause.messageRef !== null);
			return cause.isOver || isUpdate ? null : waitForSummary(notice.createdAt, cause, now);
		}
		if (notice.wasGathered) return null;
		const { createdAt, importance, consequenceOf, outage, notifiedOutage } = notice;
		const isChange = outage === notifiedOutage;
		const isUncoveredConsequence = consequenceOf !== null;
		const isFreed = notice.wasConsequence && !isUncoveredConsequence && !isChange;
		const follower = { createdAt, importance, isChange, isUncoveredConsequence, isFreed };
		return waitOfProblem(follower, cause, { updates: updates || !gathers, now });
	};
	const sentGroups = new Set(
		ready.filter((notice) => waitAlone(notice) === null && isProblem(notice)).map((notice) => groupOf(notice, context)),
	);
	return (notice) => {
		const group = groupOf(notice, context);
		const wait = waitAlone(notice);
		if (wait?.kind === "gather" && (sentGroups.has(group) || (open !== null && open.causeId === group))) return null;
		return wait;
	};
}

/**
 * The message that one about this cause takes the place of. An update makes no sound where most channels are read, so
 * what has to be heard is a message of its own: a recovery of all, what got worse, what nobody has acknowledged, and
 * what may be a stranger.
 */
function replacedBy(
	notices: readonly PendingNotice[],
	causeId: number | null,
	{ causes, gathers, updates }: PlanContext,
): string | null {
	const cause = causeId === null ? undefined : causes.get(causeId);
	if (!gathers) return cause?.publicId ?? null;
	if (!updates || cause === undefined || cause.messageRef === null) return null;
	if (notices.some(({ kind }) => kind === "reminder" || kind === "escalation")) return null;
	const mustBeHeard = (notice: PendingNotice) =>
		notice.importance > cause.importance ||
		isWorse(notice) ||
		(cause.isLoose && notice.outage !== notice.notifiedOutage);
	if (notices.some((notice) => isProblem(notice) && mustBeHeard(notice))) return null;
	return cause.isOver || !cause.isToldOpen ? null : cause.messageRef;
}

/** Down, where the alert knows the outage by a problem that was told already: it was degraded. */
function isWorse({ event, outage, notifiedOutage }: PendingNotice): boolean {
	return event === "down" && outage !== null && outage === notifiedOutage;
}

const DROP: Decision = { kind: "drop" };

/** A notice waits so long before it is decided again whether another message to its incident is in delivery. */
const INCIDENT_RECHECK_MS = 5_000;

/**
 * Who has it, and what depends on it, stand in the message that tells of the problem. Where none can be updated, no
 * other one is sent.
 */
function isUpdateOfNothing(notice: PendingNotice, context: PlanContext): boolean {
	if (!isInPlace(notice.kind)) return false;
	if (notice.kind === "acknowledgement" && (!context.gathers || context.sounds)) return false;
	return replacedBy([notice], groupOf(notice, context), context) === null;
}

/** What begins while a message is tried, and holds it from then on. */
const HOLDS_WHAT_WAS_TRIED: ReadonlySet<Hold["for"]> = new Set(["pause", "maintenance", "hours", "snooze"]);

/** How a notice that was tried waits for the end of a hold that has begun since; null: it is tried again. */
export function holdOfTried(notice: PendingNotice, context: Omit<DecisionContext, "traffic">): PostponedNotice | null {
	const { hours } = context.rules;
	// It counts in the cap already.
	const decided = { ...context, traffic: { sentInDay: 0 } };
	const decision = decideNotice(notice, decided, hours && hoursBeginAt(hours, context.now));
	if (decision.kind !== "hold" || decision.reason === null) return null;
	const { until, reason } = decision;
	return HOLDS_WHAT_WAS_TRIED.has(reason.for) ? { notice, until, held: true, gathered: false, reason } : null;
}

type DecisionContext = Pick<PlanContext, "now" | "rules" | "gathers" | "windowUntil"> & {
	readonly traffic: Pick<AlertTraffic, "sentInDay">;
};

function decideNotice(
	notice: PendingNotice,
	{ now, rules, traffic, gathers, ...context }: DecisionContext,
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

/** Whether the notice is about a problem, not about its end, nor told in its place: the daily cap counts these. */
export function isProblem(notice: Pick<OutboxNotice, "event" | "kind" | "isOver">): boolean {
	return !announcesEnd(notice) && !isInPlace(notice.kind);
}

/** What an update says of a problem that the alert has notified of: kept once it is sent. */
export type RenewedFacts = Pick<OutboxNotice, "monitorId" | "outage" | "facts">;

/** A message to deliver, with the data that recording its outcome needs. */
export interface ClaimedMessage {
	readonly message: Message;
	readonly alertId: number;
	/** The key of its cause; null when it has none. */
	readonly causeId: number | null;
	readonly rules: AlertRules;
	readonly channelType: ChannelType;
	/** Null when its secrets can't be read. */
	readonly channel: OpenChannel | null;
	/** Deliveries that failed so far. */
	readonly attempts: number;
	readonly renewed: readonly RenewedFacts[];
}
