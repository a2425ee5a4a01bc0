import { setTimeout as pause } from "node:timers/promises";

const PAUSE_MS = 20;
const WITHIN_MS = 10_000;

/**
 * What two readings in a row agree on. PostgreSQL's version is that of a server on which other tests write at the same
 * time. Throws when no two agree within 10 s.
 */
export async function steady<Reading>(read: () => Promise<Reading>): Promise<Reading> {
	const deadline = performance.now() + WITHIN_MS;
	for (let last = await read(); ; ) {
		const next = await read();
		if (next === last) return next;
		if (performance.now() > deadline) throw new Error(`It never stays the same: ${last}, ${next}`);
		last = next;
		await pause(PAUSE_MS);
	}
}
