/**
 * Gathering: how a cause that affects many monitors gives few messages, without delaying what is news. The first
 * problem of an outage is delivered at once; only what follows it (a change from degraded to down, a reminder, a
 * recovery) may wait for others, and it waits once.
 *
 * - Notices of one alert that are ready together are one message, from GROUP_FROM on.
 * - Burst: an alert has just notified of several monitors. What follows is collected for GATHER_MS.
 * - Mass: it has notified of so many in a minute that they must share a cause. First problems are collected, too;
 *   otherwise an alert with 10,000 monitors would send a message a second, and reach its daily cap within two minutes.
 * - Recovery of a mass: its `up` are one message, sent when the last monitor is up or after RECOVERY_MS.
 */

import { MINUTE_MS } from "../durations.ts";

/**
 * A notice waits this long for others of its alert before it is sent alone. Records are committed a few times a
 * second.
 */
export const SETTLE_MS = 1_000;
/** From this many notices on, one message holds them all. */
export const GROUP_FROM = 3;
/** One message is about at most this many notices; the rest make the next one. Bounds a webhook to about a megabyte. */
export const MAX_GROUP = 10_000;

/** How far back an alert's messages count as recent. */
export const BURST_MS = 60_000;
/** An alert that notified of this many different monitors within BURST_MS is in a burst. */
export const BURST_MONITORS = 3;
/** More monitors than fail within a minute without a common cause. */
export const MASS_MONITORS = 30;
/** With settling and delivery, what is collected in a burst or a mass arrives within 10 s. */
export const GATHER_MS = 8_000;
/** Leaves 10 s of the minute within which every change is delivered. */
export const RECOVERY_MS = 50_000;

export interface RecentMessages {
	/** Different monitors that the alert notified of within BURST_MS; counted up to MASS_MONITORS. */
	readonly monitors: number;
	/** Its last message; null when there was none within BURST_MS. */
	readonly lastAt: number | null;
	/** Until when others are collected already; null when none are. */
	readonly collectsUntil: number | null;
	/** Whether the outbox is full and changes of the team wait: then nothing is collected, which would keep it full. */
	readonly isBacklogged: boolean;
}

/**
 * The instant until which a notice is collected; null when it is to be sent now.
 *
 * @param isFirst whether it is the first problem of its outage
 * @param createdAt when it was enqueued: it waits for others no longer than GATHER_MS from then on
 */
export function gatherUntil(
	{ isFirst, createdAt }: { readonly isFirst: boolean; readonly createdAt: number },
	recent: RecentMessages,
	now: number,
): number | null {
	const from = isFirst ? MASS_MONITORS : BURST_MONITORS;
	if (recent.isBacklogged || recent.monitors < from || recent.lastAt === null) return null;
	const until = Math.min(
		createdAt + GATHER_MS,
		recent.lastAt + GATHER_MS,
		recent.collectsUntil ?? Number.POSITIVE_INFINITY,
	);
	return now < until ? until : null;
}

/** How many outages that began in one minute (epoch minutes) an alert has notified of, and not of their end. */
export interface OpenOutages {
	readonly minute: number;
	readonly count: number;
}

/** Outages that began close to one another, and are so many that they share a cause. Half-open, epoch milliseconds. */
export interface Mass {
	readonly from: number;
	readonly before: number;
}

/** @param open ascending by minute */
export function massesOf(open: readonly OpenOutages[]): Mass[] {
	const runs: { first: number; last: number; count: number }[] = [];
	for (const { minute, count } of open) {
		const run = runs.at(-1);
		if (run === undefined || minute > run.last + 1) runs.push({ first: minute, last: minute, count });
		else {
			run.last = minute;
			run.count += count;
		}
	}
	return runs
		.filter(({ count }) => count >= MASS_MONITORS)
		.map(({ first, last }) => ({ from: first * MINUTE_MS, before: (last + 1) * MINUTE_MS }));
}

/** A message that is planned in several steps, because it is about more notices than one transaction may hold up. */
export interface OpenMessage {
	/** That of its first notice. */
	readonly id: string;
	readonly size: number;
	readonly hasProblem: boolean;
}

/**
 * Divides notices that are ready into messages, keeping the order.
 *
 * @param open the message that the first of them join
 */
export function asMessages<Notice extends { readonly publicId: string }>(
	ready: readonly Notice[],
	gathers: boolean,
	open: OpenMessage | null = null,
): { id: string; notices: Notice[] }[] {
	const alone = (notice: Notice) => ({ id: notice.publicId, notices: [notice] });
	if (!gathers || (open === null && ready.length < GROUP_FROM)) return ready.map(alone);
	const messages: { id: string; notices: Notice[] }[] = [];
	let start = 0;
	if (open !== null && ready.length > 0) {
		start = Math.min(ready.length, MAX_GROUP - open.size);
		if (start > 0) messages.push({ id: open.id, notices: ready.slice(0, start) });
	}
	for (; start < ready.length; start += MAX_GROUP) {
		const notices = ready.slice(start, start + MAX_GROUP);
		messages.push({ id: notices[0]?.publicId ?? "", notices });
	}
	return messages;
}
