/**
 * Gathering: how a cause that affects many monitors gives few messages, without delaying what is news. A monitor's
 * first problem never waits for strangers; it may wait for others of its cause (../causes/causes.ts), once.
 *
 * - The first message about a cause is sent at once. Problems that follow are gathered into one message, which takes
 *   the place of the first where the channel can update.
 * - Its recovery is one message, sent when the last of its monitors is up.
 * - Later members of a cause are held where nothing can be updated: the receiver knows of the cause. They are sent
 *   when what the receiver knows of is over and they are not, or when one is more important than all it was told of.
 *   Not those of name servers, a place or a moment, which may be strangers, nor what was held as a consequence until
 *   its own cause recovered.
 * - What a cause holds, later members and recoveries, is one message every SUMMARY_MS, so that a cause of which one
 *   monitor is never up again hides nothing.
 * - Notices that are about Lapwing itself (`blind`) and about certificates have no cause. From GROUP_FROM on, those
 *   that are ready together are one message; those of blindness, whose cause is ours, are gathered in a burst as well.
 */

import { MINUTE_MS } from "../durations.ts";

/**
 * A notice waits this long for others of its alert before it is sent alone. Records are committed a few times a
 * second.
 */
export const SETTLE_MS = 1_000;
/** From this many notices without a cause on, one message holds them all. */
const GROUP_FROM = 3;
/** One message is about at most this many notices; the rest make the next one. Bounds a webhook to about a megabyte. */
export const MAX_GROUP = 10_000;

/** The first followers of a cause are gathered for so long: a shared cause shows within seconds. */
export const FOLLOWERS_MS = 8_000;
/** Further ones: whoever reads has had two messages by then. */
export const GATHER_MS = 30_000;
/** Consequences whose cause the alert does not cover. */
export const CONSEQUENCES_MS = 20_000;
/** Every monitor of a minute's interval has failed by then; who fails later is a later member of the cause. */
export const LATER_MS = 60_000;
/** What a cause holds is told this long after its first message, and again after as long. */
export const SUMMARY_MS = 30 * MINUTE_MS;

/** How far back an alert's messages count as recent. */
export const BURST_MS = 60_000;
/** An alert that notified of this many different monitors within BURST_MS is in a burst. */
export const BURST_MONITORS = 3;

export interface RecentMessages {
	/** Different monitors that the alert notified of within BURST_MS; counted up to BURST_MONITORS. */
	readonly monitors: number;
	/** Its last message; null when there was none within BURST_MS. */
	readonly lastAt: number | null;
	/** Until when others without a cause are collected already; null when none are. */
	readonly collectsUntil: number | null;
	/** Whether the outbox is full and changes of the team wait: then nothing is collected, which would keep it full. */
	readonly isBacklogged: boolean;
}

/** What an alert has sent about a cause. */
export interface CauseTraffic {
	/** Whether several outages share it. */
	readonly isShared: boolean;
	/** Whether they share no more than that name servers failed, a place or a moment. */
	readonly isLoose: boolean;
	/** When the first message about it was sent; null when none was, or when what it told of is over. */
	readonly toldAt: number | null;
	readonly isInDelivery: boolean;
	/** Messages that were sent. */
	readonly messages: number;
	/** Until when others are collected already; null when none are. */
	readonly collectsUntil: number | null;
	/** Whether every monitor is up that the alert notified of, or is to notify of; paused ones are not waited for. */
	readonly isOver: boolean;
	/** Whether a monitor of which the alert notified still fails. */
	readonly isToldOpen: boolean;
	/** The highest importance that it was told of, 0 the lowest. */
	readonly importance: number;
	/** The message that can be updated; null when there is none. */
	readonly messageRef: string | null;
	/** `cau_…`: what its incident is known by, on channels that open one. */
	readonly publicId: string;
	/** Whether a message to that incident is in delivery. */
	readonly isIncidentBusy: boolean;
}

/** What is compared of a problem of a cause. */
interface Follower {
	/** Epoch milliseconds. */
	readonly createdAt: number;
	/** Whether it depends on a monitor that is down and that the alert does not cover. */
	readonly isUncoveredConsequence: boolean;
	/** Whether it was held as a consequence of a monitor that is up again. Others that were may follow. */
	readonly isFreed: boolean;
	/** 0 the lowest. */
	readonly importance: number;
	/** Whether the alert notified of this outage already, and its status has changed. */
	readonly isChange: boolean;
}

/** How a notice waits: for those that gather, or for as long as the receiver knows of the cause (`later`). */
export interface Wait {
	readonly kind: "gather" | "later";
	readonly until: number;
}

/** How a problem waits for others of its cause; null when it is to be sent now. */
export function waitOfProblem(
	{ createdAt, isUncoveredConsequence, isFreed, importance, isChange }: Follower,
	cause: CauseTraffic,
	{ updates, now }: { readonly updates: boolean; readonly now: number },
): Wait | null {
	if (!cause.isShared && !isUncoveredConsequence && !isFreed) return null;
	const isTold = cause.isToldOpen || cause.isInDelivery;
	const isLater =
		!isChange && !isFreed && cause.isToldOpen && cause.toldAt !== null && createdAt > cause.toldAt + LATER_MS;
	if (isLater && !updates && !cause.isLoose && importance <= cause.importance)
		return waitForSummary(createdAt, cause, now);
	const followsFirst = cause.messages <= 1;
	const waitsMs = isTold ? (followsFirst ? FOLLOWERS_MS : GATHER_MS) : isUncoveredConsequence ? CONSEQUENCES_MS : 0;
	const until = Math.min((isFreed ? now : createdAt) + waitsMs, cause.collectsUntil ?? Number.POSITIVE_INFINITY);
	return now < until ? { kind: "gather", until } : null;
}

/** As long as the receiver knows of the cause, but no longer than until its next summary. */
export function waitForSummary(createdAt: number, { toldAt }: Pick<CauseTraffic, "toldAt">, now: number): Wait | null {
	const since = toldAt ?? createdAt;
	const until = since + Math.max(1, Math.ceil((createdAt - since) / SUMMARY_MS)) * SUMMARY_MS;
	return now < until ? { kind: "later", until } : null;
}

/**
 * The instant until which a notice of blindness is collected in a burst; null when it is to be sent now.
 *
 * @param createdAt when it was enqueued: it waits for others no longer than FOLLOWERS_MS from then on
 */
export function gatherUntil(createdAt: number, recent: RecentMessages, now: number): number | null {
	if (recent.isBacklogged || recent.monitors < BURST_MONITORS || recent.lastAt === null) return null;
	const until = Math.min(
		createdAt + FOLLOWERS_MS,
		recent.lastAt + FOLLOWERS_MS,
		recent.collectsUntil ?? Number.POSITIVE_INFINITY,
	);
	return now < until ? until : null;
}

/** A message that is planned in several steps, because it is about more notices than one transaction may hold up. */
export interface OpenMessage {
	/** That of its first notice. */
	readonly id: string;
	/** The key of its cause; null for notices without one. */
	readonly causeId: number | null;
	readonly size: number;
	readonly hasProblem: boolean;
}

interface Groupable {
	readonly publicId: string;
	/** Null where it is not grouped by its cause. */
	readonly groupId: number | null;
	/** Whether it is sent alone whatever comes with it. */
	readonly isAlone: boolean;
}

/**
 * Divides notices that are ready into messages, keeping the order.
 *
 * @param open the message that some of them join
 */
export function asMessages<Notice extends Groupable>(
	ready: readonly Notice[],
	open: OpenMessage | null = null,
): { id: string; causeId: number | null; notices: Notice[] }[] {
	const groups = Map.groupBy(ready, ({ groupId, isAlone, publicId }) => (isAlone ? publicId : groupId));
	return [...groups].flatMap(([group, notices]) => {
		const causeId = typeof group === "number" ? group : null;
		const joins = open !== null && typeof group !== "string" && open.causeId === group ? open : null;
		if (group === null && joins === null && notices.length < GROUP_FROM) {
			return notices.map((notice) => ({ id: notice.publicId, causeId, notices: [notice] }));
		}
		const messages: { id: string; causeId: number | null; notices: Notice[] }[] = [];
		let start = joins === null ? 0 : Math.min(notices.length, MAX_GROUP - joins.size);
		if (joins !== null && start > 0) messages.push({ id: joins.id, causeId, notices: notices.slice(0, start) });
		for (; start < notices.length; start += MAX_GROUP) {
			const some = notices.slice(start, start + MAX_GROUP);
			messages.push({ id: some[0]?.publicId ?? "", causeId, notices: some });
		}
		return messages;
	});
}
