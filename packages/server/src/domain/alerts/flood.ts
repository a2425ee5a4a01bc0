/**
 * Flood control: a cause that affects many monitors gives few messages. Notices of one alert that are ready together
 * are grouped into one message, and after an alert has notified of many monitors, the next notices are collected for a
 * while.
 */

/**
 * A notice waits this long for others of its alert before it is sent alone. Records are committed a few times a
 * second.
 */
export const SETTLE_MS = 1_000;
/** From this many notices on, one message holds them all. */
export const GROUP_FROM = 3;
/** One message holds at most this many notices; the rest make the next one. Bounds a message to about a megabyte. */
export const MAX_GROUP = 1_000;

/** An alert that notified of this many different monitors within the last BURST_MS is in a flood. */
export const BURST_MONITORS = 3;
export const BURST_MS = 60_000;
/** The interval between messages during a flood. */
export const GATHER_MS = 30_000;

export interface RecentMessages {
	/** Different monitors that the alert notified of within BURST_MS. */
	readonly monitors: number;
	/** Its last message; null when there was none within BURST_MS. */
	readonly lastAt: number | null;
}

/** The instant until which new notices of an alert are collected; null when they may be sent now. */
export function gatherUntil(recent: RecentMessages, now: number): number | null {
	if (recent.monitors < BURST_MONITORS || recent.lastAt === null) return null;
	const until = recent.lastAt + GATHER_MS;
	return now < until ? until : null;
}

/** Divides notices that are ready into messages, keeping the order. */
export function asMessages<Notice>(ready: readonly Notice[], gathers: boolean): Notice[][] {
	if (!gathers || ready.length < GROUP_FROM) return ready.map((notice) => [notice]);
	const messages: Notice[][] = [];
	for (let start = 0; start < ready.length; start += MAX_GROUP) messages.push(ready.slice(start, start + MAX_GROUP));
	return messages;
}
