/**
 * Measures how long this process stood still: a blocked event loop, a starved machine, a suspended laptop. What looks
 * like a slow or silent target then may be ourselves. The watch only measures; ./stalled-attempts.ts weighs.
 *
 * One regular tick for the whole prober, while attempts are under way. Time by which a tick comes too late was lost,
 * and so was time that the machine spent suspended, which the monotonic clock does not count and the time since boot
 * does. The wall clock has no part in it: it is set, forwards and back, on machines that work perfectly.
 */

import { uptime } from "node:os";
import type { Clock } from "../net/clock.ts";
import type { Stalls } from "../net/deadline.ts";

const TICK_MS = 100;
/** Lateness of a tick that is no stall: a busy event loop serves its sockets in between. */
const TOLERANCE_MS = 100;
/** The time since boot has a resolution of 10 ms on Linux and of a second elsewhere. */
const SUSPENDED_FROM_MS = 1_500;

export class StallWatch implements Stalls {
	readonly #monotonic: () => number;
	readonly #sinceBoot: () => number;
	/** Ticks while there are attempts. */
	#timer: NodeJS.Timeout | undefined;
	#attempts = 0;
	#lastTick: number;
	/** Both clocks when they were last compared. */
	#lastReading: number;
	#lastSinceBoot: number;
	#lostMs = 0;

	constructor(clock: Pick<Clock, "monotonic" | "sinceBoot">) {
		this.#monotonic = () => clock.monotonic();
		this.#sinceBoot = () => clock.sinceBoot?.() ?? uptime() * 1000;
		this.#lastTick = this.#monotonic();
		this.#lastReading = this.#lastTick;
		this.#lastSinceBoot = this.#sinceBoot();
	}

	/** An attempt begins; to be called before it asks for a mark. */
	begin(): void {
		this.#attempts += 1;
		if (this.#attempts > 1) return;
		// What was lost while nothing ran is settled before the mark.
		this.#tick();
		this.#timer = setInterval(() => this.#tick(), TICK_MS);
		this.#timer.unref();
	}

	/** An attempt that began is over. */
	end(): void {
		this.#attempts -= 1;
		if (this.#attempts === 0) clearInterval(this.#timer);
	}

	/**
	 * The total so far; what lies before is settled here and now. Every check asks, so it costs one reading of a clock.
	 */
	mark(): number {
		this.#countLateness(this.#monotonic());
		return this.#lostMs;
	}

	/** Milliseconds lost since `mark`. */
	lostSince(mark: number): number {
		this.#tick();
		return this.#lostMs - mark;
	}

	#tick(): void {
		const now = this.#monotonic();
		this.#countLateness(now);
		const sinceBoot = this.#sinceBoot();
		const suspendedMs = sinceBoot - this.#lastSinceBoot - (now - this.#lastReading);
		this.#lastReading = now;
		// Small differences come from the clock's resolution. They are kept, because they cancel each other out.
		this.#lastSinceBoot = sinceBoot - suspendedMs;
		if (Math.abs(suspendedMs) < SUSPENDED_FROM_MS) return;
		if (suspendedMs > 0) this.#lostMs += suspendedMs;
		this.#lastSinceBoot = sinceBoot;
	}

	#countLateness(now: number): void {
		const passed = now - this.#lastTick;
		if (passed > TICK_MS + TOLERANCE_MS) this.#lostMs += passed - TICK_MS;
		this.#lastTick = now;
	}
}
