/**
 * Which machine made the checks of a database: the one that ran when they were made. A name in each result would cost
 * as much as the rest of its row. While several machines make checks of one database, that of a result is not known.
 */

import type { MachineTable } from "../database/tables/installation.ts";
import type { Tx } from "../database/tx.ts";

/** Newest ones that are read. A name changes with a move, or at each start of a container that has none of its own. */
const MOST_MACHINES = 1_000;

/** Notes that from `now` on checks are made by the machine of that name; empty: by several. */
export async function recordMachine({ db }: Tx, name: string, now: number): Promise<void> {
	const [latest] = await machines({ db });
	if (latest?.name === name) return;
	await db
		.insertInto("machines")
		.values({ since: now, name })
		.onConflict((conflict) => conflict.column("since").doUpdateSet({ name }))
		.execute();
}

/** The name of the machine that made a check at an instant; null when that is not known. */
export async function machineNames(tx: Pick<Tx, "db">): Promise<(instant: number) => string | null> {
	const known = await machines(tx);
	return (instant) => known.find(({ since }) => since <= instant)?.name || null;
}

/** Newest first. */
function machines({ db }: Pick<Tx, "db">): Promise<MachineTable[]> {
	return db.selectFrom("machines").selectAll().orderBy("since", "desc").limit(MOST_MACHINES).execute();
}
