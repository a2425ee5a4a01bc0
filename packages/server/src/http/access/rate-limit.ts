/**
 * A rate limit in fixed windows, counted in memory, so that it needs no round trip for each request. Where several
 * processes answer requests, they share their counts some milliseconds later (./shared-counts.ts).
 */

import { Refusal } from "../kernel/refusal.ts";
import type { SharedCounts, Window } from "./shared-counts.ts";

export interface Allowance {
	readonly allowed: boolean;
	readonly limit: number;
	readonly remaining: number;
	/** Whole seconds until the window ends, at least 1. */
	readonly resetSeconds: number;
}

const WINDOW_MS = 60_000;
/** Keys or addresses counted at once, about 1 MB. When there are more, the one whose window began first is dropped. */
const MAX_ENTRIES = 10_000;

export class RateLimit {
	readonly #limit: number;
	readonly #windowMs: number;
	readonly #share: ((key: string | number, window: Window) => void) | undefined;
	/** In the order in which their windows began. */
	readonly #windows = new Map<string | number, Window>();

	/** @param limit How many are allowed in a window. @param windowMs Its length; default: a minute. */
	constructor(limit: number, windowMs: number = WINDOW_MS, share?: (key: string | number, window: Window) => void) {
		this.#limit = limit;
		this.#windowMs = windowMs;
		this.#share = share;
	}

	/** Counts one more for `key` at `now` (epoch milliseconds). */
	count(key: string | number, now: number): Allowance {
		let window = this.#windows.get(key);
		// A window that ends too far in the future was created before the clock was set back.
		if (!window || window.endsAt <= now || window.endsAt > now + this.#windowMs) {
			this.#windows.delete(key);
			if (this.#windows.size >= MAX_ENTRIES) {
				const oldest = this.#windows.keys().next().value;
				if (oldest !== undefined) this.#windows.delete(oldest);
			}
			window = { endsAt: now + this.#windowMs, count: 0, unshared: 0 };
			this.#windows.set(key, window);
		}
		this.#add(key, window, 1);
		return {
			allowed: window.count <= this.#limit,
			limit: this.#limit,
			remaining: Math.max(0, this.#limit - window.count),
			resetSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)),
		};
	}

	/** Takes back one that {@link count} counted, where it turned out to be none of those that are limited. */
	uncount(key: string | number): void {
		const window = this.#windows.get(key);
		if (window && window.count > 0) this.#add(key, window, -1);
	}

	#add(key: string | number, window: Window, more: 1 | -1): void {
		window.count += more;
		window.unshared += more;
		this.#share?.(key, window);
	}
}

/** Makes the limits of a process. */
export class RateLimits {
	readonly #shared: SharedCounts | null;

	/** @param shared null: this process alone counts */
	constructor(shared: SharedCounts | null) {
		this.#shared = shared;
	}

	/** @param name by which other processes know it */
	of(name: string, limit: number, windowMs?: number): RateLimit {
		const shared = this.#shared;
		return new RateLimit(limit, windowMs, shared === null ? undefined : (key, window) => shared.add(name, key, window));
	}
}

/** As draft-ietf-httpapi-ratelimit-headers-10 spells them. */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: Allowance): Record<string, string> {
	return {
		"ratelimit-policy": `"key";q=${limit};w=${WINDOW_MS / 1000}`,
		ratelimit: `"key";r=${remaining};t=${resetSeconds}`,
	};
}

/** The refusal of a request beyond the limit. @param message names the limit */
export function beyondLimit({ resetSeconds }: Allowance, message: string): Refusal {
	return new Refusal("TOO_MANY_REQUESTS", message, { headers: { "retry-after": String(resetSeconds) } });
}
