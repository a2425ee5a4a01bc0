/** Gives up a move from this database that nobody goes on with: its log of changes would grow for ever. */

import type { Logger } from "pino";
import { isLogFull } from "../../storage/database/moving/change-log.ts";
import { MoveRefused, unfence } from "../../storage/database/moving/handing-over.ts";
import { moveMark } from "../../storage/database/moving/marks.ts";
import type { Database } from "../../storage/database/tx.ts";

/** A move that goes on says so every minute (../../storage/database/moving/move.ts). */
const FORGOTTEN_AFTER_MS = 600_000;

/** @param atMost changes that are logged; default: the limit of moves */
export function giveUpForgottenMove(
	{ database, log, now }: { readonly database: Database; readonly log: Logger; now(): number },
	atMost?: number,
): () => Promise<"idle"> {
	return async () => {
		const mark = await moveMark(database, "source");
		if (mark?.state !== "open" || now() < mark.changedAt + FORGOTTEN_AFTER_MS || !(await isLogFull(database, atMost)))
			return "idle";
		try {
			await unfence(database, null);
		} catch (error) {
			// Its mover goes on.
			if (error instanceof MoveRefused) return "idle";
			throw error;
		}
		log.warn({ to: mark.other }, "A move that was begun is given up, for too much has changed since: begin it anew");
		return "idle";
	};
}
