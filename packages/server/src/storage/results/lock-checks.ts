/** Who changes the recorded checks of a monitor holds the lock of its state, which recording them takes first. */

import { sql } from "kysely";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";

/**
 * Until the transaction ends, none of these monitors' checks is recorded, sealed or packed by another one. Locks in the
 * order of the keys, as a commit of checks does.
 */
export async function lockChecksOf({ db, dialect }: Tx, monitorIds: readonly number[]): Promise<void> {
	const wanted = idRows(dialect, monitorIds, "monitor_id");
	await sql`select 1 from monitor_states where monitor_id in (select monitor_id from ${wanted} as r)
		order by monitor_id${dialect.forUpdate}`.execute(db);
}

/**
 * As {@link lockChecksOf}, for changes of these monitors: before their states the rows of those that are jobs, as the
 * evaluation of runs locks them. To be called before causes are locked and outages are written.
 */
export async function lockSchedulesOf(tx: Tx, monitorIds: readonly number[]): Promise<void> {
	if (tx.dialect.writersAtOnce === 1) return;
	await sql`select 1 from jobs where monitor_id in (select id from ${idRows(tx.dialect, monitorIds)} as r)
		order by monitor_id${tx.dialect.forUpdate}`.execute(tx.db);
	await lockChecksOf(tx, monitorIds);
}
