/**
 * How long the turns of the event loop take at the moment: what arrives waits for as long. Read when somebody asks, and
 * not more often than twice a second, so that it costs nothing while nobody reads.
 */

import { monitorEventLoopDelay } from "node:perf_hooks";

const WINDOW_MS = 500;
/** A window that nobody looked at for so long says nothing of the moment. */
const STALE_MS = 2_000;

export interface Lag {
	/** Milliseconds. */
	readonly ms: number;
}

export class EventLoopLag implements Lag {
	readonly #turns = monitorEventLoopDelay({ samplePerIteration: true });
	#readAt = performance.now();
	/** Of the latest windows; infinite turns are none. */
	#before = 0;
	#latest = 0;

	constructor() {
		this.#turns.enable();
	}

	/**
	 * In two windows of half a second, one after the other, nine of ten turns took no longer than this. One turn that
	 * stood out, as at the start or for a large commit, does not count.
	 */
	get ms(): number {
		const now = performance.now();
		const lookedMs = now - this.#readAt;
		if (lookedMs >= WINDOW_MS) {
			this.#readAt = now;
			this.#before = lookedMs > STALE_MS ? 0 : this.#latest;
			this.#latest = lookedMs > STALE_MS || this.#turns.count === 0 ? 0 : this.#turns.percentile(90) / 1e6;
			this.#turns.reset();
		}
		return Math.min(this.#before, this.#latest);
	}
}
