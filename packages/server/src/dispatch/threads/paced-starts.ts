/**
 * Starts what waits in a queue no faster than this thread's event loop can carry it on. Without this, a crowd of checks
 * that begin at once wait for each other in the middle of their handshakes, and each measures the crowd as its target's
 * slowness; on a machine that is too small for its monitors, none of them would prove anything any more.
 *
 * Each turn of the event loop starts some for a moment. A turn that follows a long one starts a single one: what was started
 * before keeps the thread busy. What waits elsewhere, for a slow target say, takes no turns and holds up nobody.
 */

/** Starting goes on for this long in a turn. */
const START_MS = 2;
/** After a turn that took longer, only one is started: about as long as an answer should wait for the thread's attention. */
const TURN_AT_MOST_MS = 10;

export class PacedStarts<Item> {
	readonly #start: (item: Item) => void;
	#waiting: Item[] = [];
	/** Of `#waiting`, those before it are started: cheaper than to move all others up each time. */
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
		// Nothing is known of the turns before: this one counts as short.
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
		// Not a timer, which would let the thread sleep while there is work. The loop looks after its sockets in between.
		if (this.#isTurning) setImmediate(() => this.#turn());
		else this.#waiting = [];
	}
}
