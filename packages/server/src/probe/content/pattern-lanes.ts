/**
 * Decides which thread runs a monitor's patterns. Patterns that are light by their size, or were quick before, share
 * the fast lane, where a text may take a second; all others have the slow lane, where it may take two. So patterns that
 * take long keep only one another waiting. A monitor whose patterns overran also there is not tried for some minutes,
 * because each try would take two seconds from others and end the same way.
 */

import type { LocalError } from "../../net/connect-error.ts";
import type { Owner } from "../fair-queue.ts";
import type { Examined } from "./content-matchers.ts";
import { PatternLane } from "./pattern-lane.ts";
import type { PatternQuestion } from "./pattern-thread.ts";

export interface PatternOwner extends Owner {
	/** An edit may have mended the pattern: what is known of a monitor holds for one revision of it. */
	readonly revision: number;
}

/** Steps of the engine that the fast lane takes from a monitor that it does not know: at most 1.5 s (75 ns a step). */
const FAST_STEPS = 20_000_000;
/** Questions wait no longer than this, so that with two attempts a check still ends within its lease. */
const WAIT_MS = 3_000;
const LETTERS_AT_MOST = 16 * 1024 * 1024;
const FAST = { timeMs: 1_000, waitMs: WAIT_MS, lettersAtMost: LETTERS_AT_MOST };
const SLOW = { timeMs: 2_000, waitMs: WAIT_MS, lettersAtMost: LETTERS_AT_MOST };
/** Monitors about which something is known, at most: a hundred bytes each. */
const KNOWN_AT_MOST = 10_000;
/** A monitor that took this long in the slow lane stays there. */
const SLOW_FROM_MS = 250;
/** How long patterns that overran are not tried. */
const RETRY_AFTER_MS = 5 * 60_000;

interface Known {
	readonly revision: number;
	readonly lane: "fast" | "slow";
	/** Not tried before this instant of the monotonic clock. */
	readonly retryAt: number;
}

const OVERRAN = missed(
	`The monitor's content checks took longer than ${SLOW.timeMs / 1000} s for this body. Use simpler patterns or fewer; ` +
		`they are tried again every ${RETRY_AFTER_MS / 60_000} minutes.`,
);
const QUEUE_FULL = missed(
	"No time was left for the monitor's content checks: patterns of other monitors took it. This is not the fault of " +
		"the monitor.",
);

export class PatternLanes {
	readonly #fast = new PatternLane(FAST);
	readonly #slow = new PatternLane(SLOW);
	readonly #known = new Map<number, Known>();

	/** The answer, or why it can't be known. `steps`: the most that the engine may take. */
	async examine(owner: PatternOwner, question: PatternQuestion, steps: number): Promise<Examined | LocalError> {
		const known = this.#knownOf(owner);
		if (known && known.retryAt > performance.now()) return OVERRAN;
		const lane = known?.lane ?? (steps <= FAST_STEPS ? "fast" : "slow");
		if (lane === "fast") {
			const answer = await this.#fast.ask(owner, question);
			if (answer.kind === "answered") return answer.examined;
			if (answer.kind === "queue_full") return QUEUE_FULL;
			this.#remember(owner, { lane: "slow" });
		}
		const answer = await this.#slow.ask(owner, question);
		switch (answer.kind) {
			case "answered":
				this.#remember(owner, { lane: answer.tookMs < SLOW_FROM_MS ? "fast" : "slow" });
				return answer.examined;
			case "queue_full":
				return QUEUE_FULL;
			case "overran":
				this.#remember(owner, { lane: "slow", retryAt: performance.now() + RETRY_AFTER_MS });
				return OVERRAN;
		}
	}

	async close(): Promise<void> {
		await Promise.all([this.#fast.close(), this.#slow.close()]);
	}

	#knownOf({ monitorId, revision }: PatternOwner): Known | undefined {
		const known = this.#known.get(monitorId);
		return known?.revision === revision ? known : undefined;
	}

	#remember(
		{ monitorId, revision }: PatternOwner,
		{ lane, retryAt = 0 }: { lane: Known["lane"]; retryAt?: number },
	): void {
		// Set anew, so that what is dropped below is what was learnt first.
		this.#known.delete(monitorId);
		this.#known.set(monitorId, { revision, lane, retryAt });
		if (this.#known.size > KNOWN_AT_MOST) this.#known.delete(this.#known.keys().next().value ?? monitorId);
	}
}

function missed(message: string): LocalError {
	return { kind: "missed", cause: "no_capacity", message };
}
