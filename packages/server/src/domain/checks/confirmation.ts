/**
 * Whether a failing attempt is confirmed by a second one (docs/rules/checks.md#confirmation), because one lost packet
 * is not an outage. Missed attempts are not repeated: their cause rarely ends within two seconds, and a missed check
 * notifies nobody.
 *
 * Both attempts share one timeout, so that an outage is recorded within the interval, the timeout and three seconds,
 * however it shows. Targets that answered slowly before have the whole timeout again: in less time they could refute
 * nothing. One that was down has not: no answer of it is known to take long.
 */

import type { CheckOrder } from "./check.ts";
import { judge } from "./judgement.ts";
import type { Observation } from "./observation.ts";

/** The second attempt starts at least this long after the first one. */
export const CONFIRM_AFTER_MS = 2_000;
/** It starts up to this much later, so that the second attempts of many failed checks do not start at the same time. */
const CONFIRM_JITTER_MS = 500;
const LONGEST_PAUSE_MS = CONFIRM_AFTER_MS + CONFIRM_JITTER_MS;
/**
 * The second attempt has at least this long, also after an attempt that took all of the timeout: a packet that is lost
 * is sent again after one second. Longer, and an outage that shows as silence would be recorded too late.
 */
const SHORTEST_CONFIRMATION_MS = 2_500;

/** The second attempt of a check. */
interface Confirmation {
	/** The pause before it. */
	readonly pauseMs: number;
	/** The time that it has. */
	readonly timeoutMs: number;
}

/**
 * The attempt that is to confirm `observation`, which took `tookMs`. Null when it is not confirmed: it is not down, or
 * the confirmation could not have ended before the next check is due, had this one begun when it was scheduled. One
 * that began late has as long, because only a fault of ours delays a start; the next check waits for it.
 *
 * @param random in [0, 1)
 */
export function confirmationOf(
	order: CheckOrder,
	observation: Observation,
	{ tookMs, random }: { readonly tookMs: number; readonly random: number },
): Confirmation | null {
	if (judge(observation, order).verdict !== "down") return null;
	const leastMs = order.answersSlowly ? order.timeoutMs : SHORTEST_CONFIRMATION_MS;
	const timeoutMs = Math.min(order.timeoutMs, Math.max(leastMs, order.timeoutMs - tookMs));
	const longestPauseMs = Math.max(0, LONGEST_PAUSE_MS - tookMs);
	if (order.scheduledAt + tookMs + longestPauseMs + timeoutMs > order.nextDueAt) return null;
	return { pauseMs: Math.max(0, CONFIRM_AFTER_MS + random * CONFIRM_JITTER_MS - tookMs), timeoutMs };
}

/**
 * How long another location may keep the first one from its own second attempt, from the start of `confirmation` on:
 * then both are made side by side, so that an attempt that is confirmed by nobody else is over as early as if nobody
 * else had been asked. Its lease, and the slot after it, are counted on that.
 */
export function aloneAfterMs(order: CheckOrder, tookMs: number, { pauseMs, timeoutMs }: Confirmation): number {
	const withinMs = Math.min(longestCheckMs(order.timeoutMs), order.nextDueAt - order.scheduledAt);
	return Math.max(0, withinMs - tookMs - pauseMs - timeoutMs);
}

/** No check of `timeoutMs` takes longer, both attempts and the pause between them. */
export function longestCheckMs(timeoutMs: number): number {
	return 2 * timeoutMs + LONGEST_PAUSE_MS;
}

/**
 * A check that takes this long waits for its target and occupies a slot of a prober. Only a share of the slots is for
 * such checks (../../dispatch/interface.ts), so that hanging targets do not take the slots of others.
 */
export const SLOW_CHECK_MS = 3_000;
