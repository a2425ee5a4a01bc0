/**
 * How long the turns of the event loop take at the moment: what arrives waits for as long. Read when somebody asks, and
 * not more often than twice a second, so that it costs nothing while nobody reads.
 */

import { monitorEventLoopDelay } from "node:perf_hooks";

const WINDOW_MS = 500;

export interface Lag {
	/** Milliseconds. */
	readonly ms: number;
}

export class EventLoopLag implements Lag {
	readonly #turns = monitorEventLoopDelay({ samplePerIteration: true });
	#readAt = performance.now();
	#lagMs = 0;

	constructor() {
		this.#turns.enable();
	}

	/**
	 * Nine of ten turns of the last half second or longer took no longer than this. One that stood out, as for a large
	 * commit, does not count.
	 */
	get ms(): number {
		const now = performance.now();
		if (now - this.#readAt >= WINDOW_MS) {
			this.#readAt = now;
			this.#lagMs = this.#turns.count === 0 ? 0 : this.#turns.percentile(90) / 1e6;
			this.#turns.reset();
		}
		return this.#lagMs;
	}
}
