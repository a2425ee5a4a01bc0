/** Tries again, a few at a time, whether blocks of results that were set aside can be read. */

import type { Database } from "../../storage/database/tx.ts";
import { restoreReadable } from "../../storage/results/sealed/restore-blocks.ts";
import { heavyTurn } from "../../storage/turns/heavy-turn.ts";

interface RestoreDependencies {
	readonly database: Pick<Database, "background">;
	/** Epoch milliseconds. */
	now(): number;
}

/** One pass over all of them, in slices, and from the first one again. */
export function restoreDamaged({ database, now }: RestoreDependencies): () => Promise<"more" | "idle"> {
	let after = 0;
	return async () => {
		await heavyTurn();
		const tried = await restoreReadable(database.background(), after, now());
		after = tried?.last ?? 0;
		return tried === null ? "idle" : "more";
	};
}
