/**
 * What a service does on a database that is moved (../storage/database/moving/move.ts): on the target it waits until
 * all is there; on the source it serves reads alone (./roles/movable-engine.ts).
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { isFenced, moveMark } from "../storage/database/moving/marks.ts";
import type { Database } from "../storage/database/tx.ts";

/** How soon a switch is noticed, on either side. */
export const LOOK_EVERY_MS = 500;

/** Resolves when no move into `database` is under way. */
export async function whenArrived(
	database: Database,
	{ log, stopping }: { readonly log: Logger; readonly stopping: AbortSignal },
): Promise<void> {
	let isSaid = false;
	for (;;) {
		const mark = await moveMark(database, "target");
		if (mark === null || mark.state === "done") return;
		if (!isSaid) log.info({ from: mark.other }, "An installation is being moved here; the start waits for its end");
		isSaid = true;
		await pause(LOOK_EVERY_MS, null, { signal: stopping });
	}
}

/** The address that `database` was moved to, without its password; null: it takes changes. */
export async function whereMoved(database: Database): Promise<string | null> {
	return (await isFenced(database)) ? ((await moveMark(database, "source"))?.other ?? "") : null;
}
