import {
	type ChallengeStore,
	type ChallengeStoreOptions,
	LIFETIME_MS,
	MOST_KEPT,
	MOST_PENDING,
	type PendingCeremony,
} from "./store.ts";

interface Pending {
	readonly challenge: string;
	readonly expiresAt: number;
}

/** Challenges in the memory of one process: a restart forgets them, and a second process does not see them. */
export class MemoryChallenges implements ChallengeStore {
	/** By session and kind, in the order of their latest challenges, which is the order in which the last ones expire. */
	readonly #pending = new Map<string, Pending[]>();
	readonly #lifetimeMs: number;
	readonly #mostSessions: number;
	readonly #now: () => number;

	/** @param options with `mostKept`: how many challenges at most. Default: 100,000, about 30 MB. */
	constructor(options: ChallengeStoreOptions & { mostKept?: number | undefined } = {}) {
		const { lifetimeMs = LIFETIME_MS, now = Date.now, mostKept = MOST_KEPT } = options;
		this.#lifetimeMs = lifetimeMs;
		this.#now = now;
		this.#mostSessions = mostKept / MOST_PENDING;
	}

	async put(ceremony: PendingCeremony, challenge: string): Promise<void> {
		const key = keyOf(ceremony);
		const now = this.#now();
		const pending = [...this.#open(key, now), { challenge, expiresAt: now + this.#lifetimeMs }];
		this.#pending.delete(key);
		this.#pending.set(key, pending.slice(-MOST_PENDING));
		for (const [oldest, challenges] of this.#pending) {
			const isExpired = challenges.every((each) => each.expiresAt <= now);
			if (!isExpired && this.#pending.size <= this.#mostSessions) break;
			this.#pending.delete(oldest);
		}
	}

	async take(ceremony: PendingCeremony, challenge: string): Promise<boolean> {
		const key = keyOf(ceremony);
		const pending = this.#open(key, this.#now());
		const others = pending.filter((each) => each.challenge !== challenge);
		if (others.length > 0) this.#pending.set(key, others);
		else this.#pending.delete(key);
		return others.length < pending.length;
	}

	#open(key: string, now: number): Pending[] {
		return (this.#pending.get(key) ?? []).filter((each) => each.expiresAt > now);
	}
}

function keyOf({ session, kind }: PendingCeremony): string {
	return JSON.stringify([session, kind]);
}
