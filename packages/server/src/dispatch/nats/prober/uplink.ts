/**
 * Whether NATS answered for as long as a check took. While it does not, the prober's own network may be cut off, and
 * what fails says nothing about its target.
 */

import { setTimeout as pause } from "node:timers/promises";

const ASK_EVERY_MS = 1_000;
/**
 * From a question that was answered to the answer of the next one. Cuts that fail both attempts of a check last for two
 * seconds at least, to which the time since the last question adds.
 */
const SILENT_AFTER_MS = 2_500;
const ANSWER_WITHIN_MS = 3_000;

export class Uplink {
	readonly #ask: () => Promise<unknown>;
	readonly #timer: NodeJS.Timeout;
	/** When the last question that was answered was asked; monotonic, as all instants here. */
	#askedAt = performance.now();
	/** When the last silence ended. */
	#silentUntil = Number.NEGATIVE_INFINITY;

	/** @param ask resolves with an answer of the server; rejects without a connection */
	constructor(ask: () => Promise<unknown>) {
		this.#ask = ask;
		this.#timer = setInterval(() => void this.#asked(), ASK_EVERY_MS);
		this.#timer.unref();
	}

	/** Whether the server answered all the time since `beganAt`, and does now. */
	async hasAnsweredSince(beganAt: number): Promise<boolean> {
		const isAnswered = await Promise.race([this.#asked(), pause(ANSWER_WITHIN_MS, false, { ref: false })]);
		return isAnswered && beganAt >= this.#silentUntil;
	}

	close(): void {
		clearInterval(this.#timer);
	}

	async #asked(): Promise<boolean> {
		const askedAt = performance.now();
		try {
			await this.#ask();
		} catch {
			return false;
		}
		const answeredAt = performance.now();
		if (answeredAt - this.#askedAt > SILENT_AFTER_MS) this.#silentUntil = answeredAt;
		this.#askedAt = Math.max(this.#askedAt, askedAt);
		return true;
	}
}
