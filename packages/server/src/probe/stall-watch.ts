/**
 * Notices that this process stood still: a blocked event loop, a starved machine, a suspended laptop. What looks like a
 * slow or silent target then is ourselves: an attempt that such a stretch fell into proves no failure.
 *
 * One regular tick for the whole prober; a tick that comes far too late, or a wall clock that has moved on without the
 * monotonic one (which stands still while a machine is suspended), marks a stretch.
 */

import type { Clock } from "../net/clock.ts";

/** Standing still for longer than this can turn an answer into a timeout: half of the shortest timeout that can be set. */
export const STALL_MS = 500;

const TICK_MS = 100;

export class StallWatch {
	readonly #clock: Clock;
	readonly #timer: NodeJS.Timeout;
	#lastTick: number;
	#lastWall: number;
	#stalledUntil = Number.NEGATIVE_INFINITY;

	constructor(clock: Clock) {
		this.#clock = clock;
		this.#lastTick = clock.monotonic();
		this.#lastWall = clock.now();
		this.#timer = setInterval(() => this.#tick(), TICK_MS);
		this.#timer.unref();
	}

	/** The present, to ask about later; what lies before it is settled here and now. */
	mark(): number {
		this.#tick();
		return this.#lastTick;
	}

	/** Whether we stood still for more than {@link STALL_MS} at a stretch that ended after `mark`. */
	stalledSince(mark: number): boolean {
		this.#tick();
		return this.#stalledUntil > mark;
	}

	close(): void {
		clearInterval(this.#timer);
	}

	#tick(): void {
		const tick = this.#clock.monotonic();
		const wall = this.#clock.now();
		const late = tick - this.#lastTick - TICK_MS > STALL_MS;
		const suspended = Math.abs(wall - this.#lastWall - (tick - this.#lastTick)) > STALL_MS;
		if (late || suspended) this.#stalledUntil = tick;
		this.#lastTick = tick;
		this.#lastWall = wall;
	}
}
