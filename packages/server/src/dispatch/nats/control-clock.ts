/**
 * The database's clock in a prober, which is on a machine of its own: as `control` says it in its answers to
 * heartbeats, and counted on by the monotonic clock. Orders name instants of that clock, and this machine's may be
 * wrong by hours.
 */

export class ControlClock {
	readonly #ownNow: () => number;
	/** That clock minus the monotonic one; null: it was never said. */
	#offsetMs: number | null = null;
	#aheadMs: number | undefined;

	/** @param ownNow this machine's clock, for as long as no other one is known */
	constructor(ownNow: () => number) {
		this.#ownNow = ownNow;
	}

	now(): number {
		return this.#offsetMs === null ? this.#ownNow() : Math.floor(this.monotonic() + this.#offsetMs);
	}

	monotonic(): number {
		return performance.now();
	}

	/**
	 * How far this machine's clock was ahead when the other one was read last; undefined: it never was. Said by whoever
	 * reads both at once: `control` may read what is sent to it late.
	 */
	get aheadMs(): number | undefined {
		return this.#aheadMs;
	}

	/** It was `at` at some time between `sentAt` (monotonic) and now: it is corrected by as little as that demands. */
	read(at: number, sentAt: number): void {
		const [least, most] = [at - this.monotonic(), at + 1 - sentAt];
		this.#offsetMs = Math.min(Math.max(this.#offsetMs ?? (least + most) / 2, least), most);
		this.#aheadMs = Math.round(this.#ownNow() - this.now());
	}
}
