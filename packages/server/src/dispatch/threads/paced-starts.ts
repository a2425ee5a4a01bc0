/**
 * Starts queued checks no faster than this thread's event loop can serve them. Without this, checks that start together
 * wait for each other in the middle of their handshakes, and each measures the others as slowness of its target; on a
 * machine that is too small for its monitors, no result would prove anything.
 *
 * Each turn of the event loop starts checks for a moment. A turn that follows a long one starts a single check: those
 * that were started before keep the thread busy. A check that waits for a slow target takes no turns and delays no
 * other.
 */

/** Starting goes on for this long in a turn. */
const START_MS = 2;
/** After a turn that took longer, only one is started: an answer should not wait longer than this to be read. */
const TURN_AT_MOST_MS = 10;

export class PacedStarts<Item> {
	readonly #start: (item: Item) => void;
	#waiting: Item[] = [];
	/** Those of `#waiting` before this index are started: cheaper than moving all others up each time. */
	#next = 0;
	#turnBegan = 0;
	#isTurning = false;

	/** @param start must not throw */
	constructor(start: (item: Item) => void) {
		this.#start = start;
	}

	/** Starts at once what it can; the rest in the order in which it came. */
	add(items: readonly Item[]): void {
		this.#waiting = [...this.#waiting.slice(this.#next), ...items];
		this.#next = 0;
		if (this.#isTurning || this.#waiting.length === 0) return;
		this.#isTurning = true;
		// Nothing is known of the turn before: it counts as short.
		this.#turnBegan = performance.now();
		this.#turn();
	}

	#turn(): void {
		const began = performance.now();
		const isBusy = began - this.#turnBegan > TURN_AT_MOST_MS;
		this.#turnBegan = began;
		do {
			this.#start(this.#waiting[this.#next] as Item);
			this.#next += 1;
		} while (!isBusy && this.#next < this.#waiting.length && performance.now() - began < START_MS);
		this.#isTurning = this.#next < this.#waiting.length;
		// Not a timer, which would let the thread sleep while there is work. The loop serves its sockets in between.
		if (this.#isTurning) setImmediate(() => this.#turn());
		else this.#waiting = [];
	}
}
