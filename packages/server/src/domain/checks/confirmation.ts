/**
 * Whether a failing attempt is confirmed by a second one (docs/rules/checks.md#confirmation), because one lost packet
 * is not an outage. Missed attempts are not repeated: their cause rarely ends within two seconds, and a missed check
 * notifies nobody.
 */

import type { CheckOrder } from "./check.ts";
import { judge } from "./judgement.ts";
import type { Observation } from "./observation.ts";

/** The shortest pause before the second attempt. */
export const CONFIRM_AFTER_MS = 2_000;
/**
 * The pause is longer by up to this, so that the second attempts of many failed checks do not start at the same time.
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
 * A check that takes this long waits for its target and occupies a slot of a prober. Only a share of the slots is for
 * such checks (../../dispatch/interface.ts), so that hanging targets do not take the slots of others.
 */
export const SLOW_CHECK_MS = 3_000;
