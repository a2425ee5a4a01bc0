/**
 * The challenges of open ceremonies, in the memory of one process. Several processes need a shared store: see
 * sql-challenges.ts.
 */

/** As long as the prompt stays open (the `timeout` of `RelyingParty`). */
const LIFETIME_MS = 300_000;

/** Anyone may begin a ceremony, so the number kept has a bound: the oldest go first, about 20 MB at most. */
const MOST_KEPT = 100_000;

export class MemoryChallenges {
	/** In the order in which they were put, which is the order in which they expire. */
	readonly #pending = new Map<string, { challenge: string; expiresAt: number }>();

	/** Keeps `challenge` for the ceremony that `key` names, instead of any challenge kept for it before. */
	put(key: string, challenge: string, now: number = Date.now()): void {
		this.#pending.delete(key);
		this.#pending.set(key, { challenge, expiresAt: now + LIFETIME_MS });
		for (const [oldest, { expiresAt }] of this.#pending) {
			if (expiresAt > now && this.#pending.size <= MOST_KEPT) break;
			this.#pending.delete(oldest);
		}
	}

	/** Reads and removes in one step: whoever comes second with the same key gets `undefined`. */
	take(key: string, now: number = Date.now()): string | undefined {
		const found = this.#pending.get(key);
		this.#pending.delete(key);
		return found && found.expiresAt > now ? found.challenge : undefined;
	}
}
