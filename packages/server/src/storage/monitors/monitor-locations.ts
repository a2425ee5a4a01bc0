/**
 * The locations of a monitor: the setting `locations` is stored with the others, and as rows for the statements that
 * claim checks.
 */

import { sql } from "kysely";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";

interface Placed {
	readonly monitorId: number;
	/** In the order of the monitor; none: where `control` is. */
	readonly locationIds: readonly number[];
	readonly allowsFallback: boolean;
}

export async function replaceLocations(tx: Tx, placed: readonly Placed[]): Promise<void> {
	const ids = idRows(
		tx.dialect,
		placed.map(({ monitorId }) => monitorId),
	);
	await sql`delete from monitor_locations where monitor_id in (select id from ${ids} as r)`.execute(tx.db);
	await sql`
		update monitor_states set location_id = null where monitor_id in (select id from ${ids} as r)`.execute(tx.db);
	await addLocations(
		tx,
		placed.filter(({ locationIds }) => locationIds.length > 0),
	);
}

/** Of monitors that have none yet; each gets at least one. */
export async function addLocations({ db, dialect }: Tx, placed: readonly Placed[]): Promise<void> {
	if (placed.length === 0) return;
	const rows = dialect.rows(
		{ monitor_id: "integer", location_id: "integer", position: "integer", allows_fallback: "integer" },
		placed.flatMap(({ monitorId, locationIds, allowsFallback }) =>
			locationIds.map((location_id, position) => ({
				...{ monitor_id: monitorId, location_id, position, allows_fallback: allowsFallback ? 1 : 0 },
			})),
		),
	);
	await sql`
		update monitor_states set location_id = r.location_id from ${rows} as r
		where monitor_states.monitor_id = r.monitor_id and r.position = 0`.execute(db);
	await sql`
		insert into monitor_locations (monitor_id, location_id, position, allows_fallback)
		select monitor_id, location_id, position, allows_fallback from ${rows} as r`.execute(db);
}
