/**
 * The database's clock in a prober, which is on a machine of its own: as `control` says it in its answers to
 * heartbeats, and counted on by the monotonic clock. Orders name instants of that clock, and this machine's may be
 * wrong by hours.
 */

export class ControlClock {
	readonly #ownNow: () => number;
	/** That clock minus the monotonic one; null: it was never said. */
	#offsetMs: number | null = null;

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

	/** It was `at` at some time between `sentAt` (monotonic) and now: it is corrected by as little as that demands. */
	read(at: number, sentAt: number): void {
		const [least, most] = [at - this.monotonic(), at + 1 - sentAt];
		this.#offsetMs = Math.min(Math.max(this.#offsetMs ?? (least + most) / 2, least), most);
	}
}
