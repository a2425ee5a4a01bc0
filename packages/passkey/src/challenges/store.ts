/** What every store of challenges promises. */

/** A ceremony that has begun: whose, and which. */
export interface PendingCeremony {
	/** What the visitor alone has, for example the id of their session. */
	readonly session: string;
	/** What the challenge is for, in your own word: one for a `sign-in` is not valid for a `registration`. */
	readonly kind: string;
}

/**
 * Keeps the challenges of pending ceremonies. Of one session and kind several may be pending (two tabs, an autofill
 * beside a prompt), 5 at most: the oldest goes first. Each expires.
 */
export interface ChallengeStore {
	put(ceremony: PendingCeremony, challenge: string): Promise<void>;
	/**
	 * Removes `challenge` and answers whether it was there: of two requests that take the same one, one gets true.
	 *
	 * @param challenge the one that the response names: see `takeChallenge`.
	 */
	take(ceremony: PendingCeremony, challenge: string): Promise<boolean>;
}

export interface ChallengeStoreOptions {
	/** Milliseconds until a challenge expires. Default: 360,000, the default `timeout` of `RelyingParty` and a minute. */
	lifetimeMs?: number | undefined;
	/** Milliseconds since 1970. Default: `Date.now`. */
	now?: (() => number) | undefined;
}

/** Of one session and kind. As many tabs as a person signs in from, and few enough that a visitor costs little. */
export const MOST_PENDING = 5;

/** Anyone may begin a ceremony, so the number kept has a bound: the oldest go first. About 30 MB. */
export const MOST_KEPT = 100_000;

/** The prompt stays open for 5 minutes by default; the minute is for a person who answers it in the last second. */
export const LIFETIME_MS = 360_000;

/** Characters. This library issues 43; a stranger's may be of any length, and is not looked up. */
export const MAX_CHALLENGE_LENGTH = 1_024;

/** A hash that names the parts: a store holds no session id, and no engine compares its text in another case. */
export async function nameOf(...parts: readonly string[]): Promise<string> {
	const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(parts)));
	return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
