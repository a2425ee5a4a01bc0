/**
 * When a failed delivery is tried again: five attempts over about a quarter of an hour (docs/rules/alerts.md#delivery).
 */

/** Pauses after the first, second, third and fourth attempt: 14 minutes in all. */
const PAUSES_MS = [15_000, 60_000, 180_000, 600_000] as const;

/**
 * Each pause is longer or shorter by up to this share, so that notices that failed together are not retried together.
 */
const JITTER = 0.2;
/** The longest pause, also when a receiver asks for a longer one. */
export const LONGEST_PAUSE_MS = 60 * 60_000;

/**
 * The instant of the next attempt; null when there is none.
 *
 * @param attempts how many have failed, at least 1
 * @param retryAfterMs the pause that the receiver asked for; it can lengthen a pause and never shortens it
 * @param random from [0, 1)
 */
export function nextAttemptAt(
	{ attempts, retryAfterMs }: { attempts: number; retryAfterMs: number | null },
	now: number,
	random: number,
): number | null {
	const pause = PAUSES_MS[attempts - 1];
	if (pause === undefined) return null;
	const jittered = pause * (1 - JITTER + 2 * JITTER * random);
	return now + Math.round(Math.min(LONGEST_PAUSE_MS, Math.max(jittered, retryAfterMs ?? 0)));
}

/**
 * The field Retry-After (RFC 9110 §10.2.3), seconds or a date, as milliseconds from `now`; null when it is absent or
 * unreadable.
 */
export function retryAfterMs(field: string | undefined, now: number): number | null {
	if (field === undefined) return null;
	const text = field.trim();
	// Some services send fractions of a second, which the RFC does not allow.
	if (/^\d{1,9}(\.\d{1,6})?$/.test(text)) return Math.ceil(Number(text) * 1000);
	const date = Date.parse(text);
	return Number.isNaN(date) ? null : Math.max(0, date - now);
}
