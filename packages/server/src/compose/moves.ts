/**
 * What a service does on a database that is moved (../storage/database/moving/handing-over.ts): on the target it waits
 * until all is there; on one that takes no changes it serves reads alone, until it does again.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { fenceOf, moveMark } from "../storage/database/moving/marks.ts";
import type { Database } from "../storage/database/tx.ts";

/** How soon a switch is noticed, on either side. */
const LOOK_EVERY_MS = 500;
/**
 * Within a switch the engine waits, as for a database that is away, and goes on if the switch fails. A switch is over
 * by then, or its process was killed.
 */
const SWITCH_ENDS_WITHIN_MS = 30_000;

/** Resolves when no move into `database` is under way. */
export async function whenArrived(
	database: Database,
	{ log, stopping }: { readonly log: Logger; readonly stopping: AbortSignal },
): Promise<void> {
	let isSaid = false;
	for (;;) {
		const mark = await moveMark(database, "target");
		if (mark === null || mark.state !== "open") return;
		if (!isSaid) log.info({ from: mark.other }, "An installation is being moved here; the start waits for its end");
		isSaid = true;
		await pause(LOOK_EVERY_MS, null, { signal: stopping });
	}
}

/** The address of the database in whose favour this one takes no changes, without its password; null: it does. */
export async function whereMoved(database: Database): Promise<string | null> {
	return (await fenceOf(database))?.other ?? null;
}

const MOVED = "The database was moved: only reads are served";
const STOPPED =
	"The switch of a move was begun and has not ended: only reads are served. Run the same `lapwing move` again, or " +
	"`lapwing move --unfence`";

/**
 * Watches a database that can be moved away and back. Resolves when it takes changes again after `stop` was called, or
 * after a start on one that took none.
 * @param stop ends what changes the database; called at most once
 */
export async function whenReturned(
	database: Database,
	{
		log,
		stopping,
		movedTo,
		stop,
	}: {
		readonly log: Logger;
		readonly stopping: AbortSignal;
		readonly movedTo: string | null;
		stop(): Promise<void>;
	},
): Promise<void> {
	let isStopped = false;
	let fencedSince: number | null = movedTo === null ? null : Number.NEGATIVE_INFINITY;
	/** The version of the database in which no fence was found. */
	let unfenced: string | null = null;
	for (;;) {
		await pause(LOOK_EVERY_MS, null, { signal: stopping, ref: false });
		const now = performance.now();
		const version = database.version();
		if (version !== null && version === unfenced) continue;
		// A database that can't be asked is everybody's trouble; the next look asks again.
		const fence = await fenceOf(database).catch(() => undefined);
		if (fence === undefined) continue;
		if (fence === null) {
			if (isStopped || movedTo !== null) return;
			fencedSince = null;
			unfenced = version;
			continue;
		}
		fencedSince ??= now;
		if (isStopped || (!fence.isDecided && now - fencedSince < SWITCH_ENDS_WITHIN_MS)) continue;
		isStopped = true;
		log.warn({ movedTo: fence.other }, fence.isDecided ? MOVED : STOPPED);
		await stop();
	}
}
