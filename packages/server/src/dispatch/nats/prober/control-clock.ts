/**
 * The database's clock in a prober, which is on a machine of its own: as `control` says it in its answers to
 * heartbeats, and counted on by the monotonic clock. Orders name instants of that clock, and this machine's may be
 * wrong by hours.
 */

import { ClockOffset } from "../../../domain/clock-offset.ts";

export class ControlClock {
	readonly #ownNow: () => number;
	readonly #offset = new ClockOffset();
	#aheadMs: number | undefined;

	/** @param ownNow this machine's clock, for as long as no other one is known */
	constructor(ownNow: () => number) {
		this.#ownNow = ownNow;
	}

	now(): number {
		return this.#offset.ms === null ? this.#ownNow() : Math.floor(this.monotonic() + this.#offset.ms);
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

	/** It was `at` at some time between `sentAt` (monotonic) and now. */
	read(at: number, sentAt: number): void {
		this.#offset.read(at, sentAt, this.monotonic());
		this.#aheadMs = Math.round(this.#ownNow() - this.now());
	}
}
