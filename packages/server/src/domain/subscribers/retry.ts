/** When a message to a subscriber is sent again, and when it is given up. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../durations.ts";

/** A mail server that greylists takes a mail after 1–15 minutes. */
const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = HOUR_MS;
/** With what chance adds. */
export const LONGEST_MESSAGE_PAUSE_MS = LONGEST_PAUSE_MS * 1.2;
/** News of an incident are of no use to anyone a day later. */
export const GIVEN_UP_AFTER_MS = DAY_MS;

/** While no mail can be sent at all, one is tried after such a pause: doubled each time. */
const SERVER_PAUSE_MS = { first: 5_000, most: 5 * MINUTE_MS } as const;

/**
 * The instant of the next attempt; null when the message is given up.
 *
 * @param attempts how many have failed, at least 1
 * @param enqueuedAt when the message was enqueued
 * @param retryAfterMs the pause that the receiver asked for; it can lengthen a pause and never shortens it
 * @param random from [0, 1): pauses are up to a fifth longer, so that messages do not come back together
 */
export function nextAttemptAt(
	{ attempts, enqueuedAt, retryAfterMs }: { attempts: number; enqueuedAt: number; retryAfterMs: number | null },
	now: number,
	random: number,
): number | null {
	const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 3 ** Math.min(attempts - 1, 10));
	const at = now + Math.round(Math.max(pause, Math.min(retryAfterMs ?? 0, LONGEST_PAUSE_MS)) * (1 + random / 5));
	return at > enqueuedAt + GIVEN_UP_AFTER_MS ? null : at;
}

/** @param failures attempts in a row that found no mail server, at least 1 */
export function serverPauseMs(failures: number): number {
	return Math.min(SERVER_PAUSE_MS.most, SERVER_PAUSE_MS.first * 2 ** Math.min(failures - 1, 20));
}
