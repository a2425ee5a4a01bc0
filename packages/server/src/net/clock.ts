/** Where the probe reads time: an argument, so that tests can move it. */
export interface Clock {
	/** Wall clock, epoch milliseconds. It may jump: only for saying when something happened. */
	now(): number;
	/** Milliseconds, fractions included, from a clock that never goes back: for all lengths of time. */
	monotonic(): number;
	/** Milliseconds since the machine started, time that it was suspended included. Default: the system's. */
	sinceBoot?(): number;
}

export const SYSTEM_CLOCK: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
