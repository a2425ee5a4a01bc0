/**
 * Timers that share their wake-ups. What runs every so often starts at multiples of its interval, so that a process at
 * rest wakes once for all that is due, its threads included: most of it has less to do than a wake-up costs.
 */

/** By so much a timer may end too early. */
const EARLY_MS = 2;

interface Wake {
	readonly timer: NodeJS.Timeout;
	readonly calls: Set<() => void>;
}

/** Those of this thread that are to come, by their instants. */
const wakes = new Map<number, Wake>();

/**
 * Milliseconds of the system's monotonic clock, which all threads share. Not the time of day: what every process in the
 * world did at the turn of a minute would meet all checks there.
 */
function monotonic(): number {
	const [seconds, nanoseconds] = process.hrtime();
	return seconds * 1_000 + nanoseconds / 1e6;
}

/** Calls `run` once, at the next multiple of `everyMs`, a whole number. Returns how to call it off. */
export function atNextMultiple(everyMs: number, run: () => void, { keepsAlive = true } = {}): () => void {
	const now = monotonic();
	const next = now - (now % everyMs) + everyMs;
	const at = Math.round(next - now > EARLY_MS ? next : next + everyMs);
	const wake = wakes.get(at) ?? newWake(at, at - now);
	wake.calls.add(run);
	if (keepsAlive) wake.timer.ref();
	return () => {
		wake.calls.delete(run);
		if (wake.calls.size > 0 || wakes.get(at) !== wake) return;
		wakes.delete(at);
		clearTimeout(wake.timer);
	};
}

function newWake(at: number, inMs: number): Wake {
	const calls = new Set<() => void>();
	const timer = setTimeout(() => {
		wakes.delete(at);
		for (const call of calls) call();
	}, inMs).unref();
	const wake = { timer, calls };
	wakes.set(at, wake);
	return wake;
}

/** Calls `run` at each multiple of `everyMs`, without keeping the process alive. Returns how to end that. */
export function atEachMultiple(everyMs: number, run: () => void): () => void {
	const again = () => {
		callOff = atNextMultiple(everyMs, again, { keepsAlive: false });
		run();
	};
	let callOff = atNextMultiple(everyMs, again, { keepsAlive: false });
	return () => callOff();
}
