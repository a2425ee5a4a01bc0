/** Tells alerts that monitors which were flapping are calm. */

import { enqueueCalm } from "../../storage/alerts/enqueue/flapping.ts";
import type { Tx } from "../../storage/database/tx.ts";

interface TellCalmDependencies {
	readonly database: Tx;
	readonly signal: AbortSignal;
	now(): number;
}

/** A slice of monitors in each transaction, until none is left. */
export async function tellCalm({ database, signal, now }: TellCalmDependencies): Promise<"idle"> {
	while (!signal.aborted && (await enqueueCalm(database, now())));
	return "idle";
}
