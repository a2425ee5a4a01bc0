/**
 * Whether a failing attempt is followed by a second one (docs/rules/checks.md#confirmation): a lost packet is not an
 * outage. Missed attempts are not repeated: their cause will hardly pass in two seconds, and a missed check harms
 * nobody.
 */

import type { CheckOrder } from "./check.ts";
import { judge } from "./judgement.ts";
import type { Observation } from "./observation.ts";

/** The shortest pause before the second attempt. */
export const CONFIRM_AFTER_MS = 2_000;
/**
 * The pause is longer by up to this: what made many attempts fail at once must not meet all of the second ones again.
 */
const CONFIRM_JITTER_MS = 500;
const LONGEST_PAUSE_MS = CONFIRM_AFTER_MS + CONFIRM_JITTER_MS;

/** The pause before the second attempt; `random` is in [0, 1). */
export function confirmationPauseMs(random: number): number {
	return CONFIRM_AFTER_MS + random * CONFIRM_JITTER_MS;
}

/** Whether `observation`, complete at `now` (epoch milliseconds), is to be confirmed by one more attempt. */
export function needsConfirmation(order: CheckOrder, observation: Observation, now: number): boolean {
	const { verdict } = judge(observation, order);
	return verdict === "down" && now + LONGEST_PAUSE_MS + order.timeoutMs <= order.nextDueAt;
}

/** The longest that a check of `timeoutMs` may take, both attempts and the pause between them. */
export function longestCheckMs(timeoutMs: number): number {
	return 2 * timeoutMs + LONGEST_PAUSE_MS;
}

/**
 * A check that takes this long waits for its target and keeps its place in a prober meanwhile. Of such checks only a
 * share may run at once (../../dispatch/interface.ts), so that targets that hang do not take the places of those that
 * answer.
 */
export const SLOW_CHECK_MS = 3_000;
