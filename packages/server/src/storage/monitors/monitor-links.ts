/** The monitors that an alert or a maintenance window names, as rows that link the two. */

import { sql } from "kysely";
import type { Tx } from "../database/tx.ts";

/** The tables of links, each with the column of its owner. */
const OWNER_COLUMNS = {
	alert_monitors: "alert_id",
	maintenance_window_monitors: "window_id",
} as const;

type LinkTable = keyof typeof OWNER_COLUMNS;

export async function replaceMonitorLinks(
	tx: Tx,
	table: LinkTable,
	ownerId: number,
	monitorIds: Iterable<number>,
): Promise<void> {
	const owner = sql.ref(OWNER_COLUMNS[table]);
	await sql`delete from ${sql.table(table)} where ${owner} = ${ownerId}`.execute(tx.db);
	const links = [...new Set(monitorIds)].map((monitor_id) => ({ owner_id: ownerId, monitor_id }));
	if (links.length === 0) return;
	const rows = tx.dialect.rows({ owner_id: "integer", monitor_id: "integer" }, links);
	await sql`
		insert into ${sql.table(table)} (${owner}, monitor_id)
		select owner_id, monitor_id from ${rows} as r`.execute(tx.db);
}
