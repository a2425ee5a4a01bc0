/**
 * The time during which this process listened. It stands still while the process does (stopped, starved, in a long
 * collection of garbage): what others said meanwhile waits unread, and their silence is our own.
 */

const TICK_MS = 1_000;
/** Between two ticks no more is counted. */
const MOST_MS = 2 * TICK_MS;

export class ListenedTime {
	readonly #monotonic: () => number;
	readonly #timer: NodeJS.Timeout;
	#countedMs = 0;
	#lastTick: number;

	constructor(monotonic: () => number) {
		this.#monotonic = monotonic;
		this.#lastTick = monotonic();
		this.#timer = setInterval(() => this.#tick(), TICK_MS);
		this.#timer.unref();
	}

	/** Milliseconds. */
	readonly ms = (): number => this.#countedMs + Math.min(this.#monotonic() - this.#lastTick, MOST_MS);

	close(): void {
		clearInterval(this.#timer);
	}

	#tick(): void {
		this.#countedMs = this.ms();
		this.#lastTick = this.#monotonic();
	}
}
