/** When keys and sessions were last used. A locked database must not keep readers out, and this time can wait. */

import type { Tx } from "../database/tx.ts";

/** It is written at most this often, so that a busy client does not turn each read into a write. */
const EVERY_MS = 60_000;

/** Of several concurrent requests one writes: those that come later find it written. */
export function lastWrittenBefore(now: number): number {
	return now - EVERY_MS;
}

/**
 * Runs `write` if `lastUse` is due to be written; not while the database is locked. A transient failure is ignored: the
 * next request writes it.
 */
export async function recordLastUse(
	tx: Tx,
	{ lastUse, now }: { lastUse: number | null; now: number },
	write: () => Promise<unknown>,
): Promise<void> {
	const isDue = lastUse === null || lastUse <= lastWrittenBefore(now);
	if (!isDue || tx.writeBlockedForMs() !== null) return;
	await write().catch((error: unknown) => {
		if (!tx.dialect.isTransient(error)) throw error;
	});
}
