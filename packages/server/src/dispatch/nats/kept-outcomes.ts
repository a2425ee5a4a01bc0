/**
 * Outcomes that a prober keeps until it hears that they are committed, and sends again until then: to the `control`
 * that ordered them, and once that is silent, to any. Bounded in number and age.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Msg } from "@nats-io/transport-node";
import { MESSAGE_VERSION, OUTCOMES_AT_ONCE, type OutcomesMessage, type SentOutcome } from "./messages.ts";
import { ANY_CONTROL } from "./subjects.ts";

interface KeptOutcomesOptions {
	/** Resolves with the answer; rejects when none came. */
	send(control: string, message: OutcomesMessage, timeoutMs: number): Promise<Msg>;
	/** Milliseconds. */
	monotonic(): number;
}

interface Kept {
	readonly outcome: SentOutcome;
	readonly control: string;
	readonly since: number;
	isUnderWay: boolean;
}

/** About 1 KB each. Past it no order is taken. */
const KEPT_AT_MOST = 10_000;
/** By then the check was made again, or is missed. */
const KEPT_FOR_MS = 10 * 60_000;
const GATHER_MS = 100;
/** A commit takes a second at most; a database that is away, longer. */
const ANSWER_WITHIN_MS = 10_000;
const AGAIN_AFTER_MS = 1_000;
/** Then any `control` may record them. */
const SILENT_AFTER_MS = 15_000;
/** Messages that wait for their answer. */
const AT_ONCE = 8;

export class KeptOutcomes {
	readonly #options: KeptOutcomesOptions;
	readonly #kept = new Set<Kept>();
	/** When each `control` answered last, or was asked first. */
	readonly #answeredAt = new Map<string, number>();
	#underWay = 0;
	#whenEmpty: (() => void)[] = [];

	constructor(options: KeptOutcomesOptions) {
		this.#options = options;
	}

	get isFull(): boolean {
		return this.#kept.size >= KEPT_AT_MOST;
	}

	get size(): number {
		return this.#kept.size;
	}

	add(control: string, outcome: SentOutcome): void {
		this.#kept.add({ outcome, control, since: this.#options.monotonic(), isUnderWay: false });
		const [oldest] = this.#kept;
		if (this.#kept.size > 2 * KEPT_AT_MOST && oldest) this.#kept.delete(oldest);
	}

	whenEmpty(): Promise<void> {
		if (this.#kept.size === 0) return Promise.resolve();
		return new Promise((resolve) => this.#whenEmpty.push(resolve));
	}

	async run(signal: AbortSignal): Promise<void> {
		while (!signal.aborted) {
			this.#sendSome();
			await pause(GATHER_MS, undefined, { signal }).catch(() => {});
		}
	}

	#sendSome(): void {
		const at = this.#options.monotonic();
		const waiting = new Map<string, Kept[]>();
		for (const kept of this.#kept) {
			if (kept.isUnderWay) continue;
			if (at - kept.since > KEPT_FOR_MS) {
				this.#kept.delete(kept);
				continue;
			}
			const { control } = kept;
			const answeredAt = this.#answeredAt.get(control) ?? at;
			this.#answeredAt.set(control, answeredAt);
			const to = at - answeredAt > SILENT_AFTER_MS ? ANY_CONTROL : control;
			const batch = waiting.get(to);
			if (batch) batch.push(kept);
			else waiting.set(to, [kept]);
		}
		for (const [to, all] of waiting) {
			for (let first = 0; first < all.length && this.#underWay < AT_ONCE; first += OUTCOMES_AT_ONCE) {
				void this.#send(to, all.slice(first, first + OUTCOMES_AT_ONCE));
			}
		}
		if (this.#kept.size === 0) {
			this.#answeredAt.clear();
			for (const resolve of this.#whenEmpty.splice(0)) resolve();
		}
	}

	async #send(to: string, batch: readonly Kept[]): Promise<void> {
		this.#underWay += 1;
		for (const kept of batch) kept.isUnderWay = true;
		try {
			const outcomes = batch.map(({ outcome }) => outcome);
			await this.#options.send(to, { v: MESSAGE_VERSION, outcomes }, ANSWER_WITHIN_MS);
			for (const kept of batch) this.#kept.delete(kept);
			this.#answeredAt.set(to, this.#options.monotonic());
		} catch {
			await pause(AGAIN_AFTER_MS);
		} finally {
			this.#underWay -= 1;
			for (const kept of batch) kept.isUnderWay = false;
		}
	}
}
