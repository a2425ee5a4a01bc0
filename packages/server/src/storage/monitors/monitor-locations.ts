/**
 * The locations of a monitor: the setting `locations` is stored with the others, and as rows for the statements that
 * claim checks.
 */

import { sql } from "kysely";
import type { Tx } from "../database/tx.ts";

/** @param locationIds in the order of the monitor; none: where `control` is */
export async function replaceLocations(
	tx: Tx,
	monitorId: number,
	locationIds: readonly number[],
	allowsFallback: boolean,
): Promise<void> {
	await sql`delete from monitor_locations where monitor_id = ${monitorId}`.execute(tx.db);
	await sql`update monitor_states set location_id = ${locationIds[0] ?? null}
		where monitor_id = ${monitorId}`.execute(tx.db);
	if (locationIds.length === 0) return;
	const rows = tx.dialect.rows(
		{ location_id: "integer", position: "integer" },
		locationIds.map((location_id, position) => ({ location_id, position })),
	);
	await sql`insert into monitor_locations (monitor_id, location_id, position, allows_fallback)
		select ${monitorId}, location_id, position, ${allowsFallback ? 1 : 0} from ${rows} as r`.execute(tx.db);
}
