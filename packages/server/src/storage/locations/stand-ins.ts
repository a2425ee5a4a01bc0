/**
 * Which location makes the checks of a monitor in the place of one that has no prober, where the monitor allows it
 * (`fallback`); and of a monitor of several locations, which one claims its checks (`monitor_states.location_id`): one
 * without prober would never do so, and keep those that have one from being asked.
 */

import { type RawBuilder, sql } from "kysely";
import { type Location, standIn } from "../../domain/checks/locations/locations.ts";
import type { Tx } from "../database/tx.ts";

/** Moved in one transaction. What is left is moved by the next one. */
const AT_ONCE = 1_000;
/** In the place of a key: where `control` is. */
export const CONTROL_STANDS_IN = 0;

/** Moves the checks of locations without a prober, and back when they have one again. Nothing when nothing changed. */
export async function moveStandIns(
	database: Tx,
	all: readonly Location[],
	withProber: ReadonlySet<number>,
): Promise<number> {
	const present = sql`(${sql.join([CONTROL_STANDS_IN, ...withProber])})`;
	return (
		(await moveFallbacks(database, all, withProber, present)) + (await moveClaims(database, all, withProber, present))
	);
}

async function moveFallbacks(
	database: Tx,
	all: readonly Location[],
	withProber: ReadonlySet<number>,
	present: RawBuilder<unknown>,
): Promise<number> {
	const { rows } = await sql<{ monitor_id: number; location_id: number; team_id: number }>`
		select l.monitor_id, l.location_id, m.team_id from monitor_locations as l join monitors as m on m.id = l.monitor_id
		where l.allows_fallback = 1 and case when l.stand_in_id is null then l.location_id not in ${present}
			else l.location_id in ${present} or l.stand_in_id not in ${present} end
		order by l.monitor_id, l.location_id limit ${AT_ONCE}`.execute(database.db);
	if (rows.length === 0) return 0;
	const hasProber = (id: number) => withProber.has(id);
	const moved = rows.map(({ monitor_id, location_id, team_id }) => {
		const location = all.find(({ id }) => id === location_id);
		const stands = location && !hasProber(location_id) ? standIn(location, team_id, { all, hasProber }) : undefined;
		return { monitor_id, location_id, stand_in_id: stands === undefined ? null : (stands ?? CONTROL_STANDS_IN) };
	});
	await database.transaction(async (tx) => {
		const key = { monitor_id: "integer", location_id: "integer" } as const;
		const columns = { stand_in_id: "integer" } as const;
		await tx.dialect.updateRows(tx.db, { table: "monitor_locations", key, columns, rows: moved });
		const ids = sql`(${sql.join([...new Set(moved.map(({ monitor_id }) => monitor_id))])})`;
		await sql`
			update monitor_states set location_id = (
				select case when l.stand_in_id is null then l.location_id else nullif(l.stand_in_id, ${CONTROL_STANDS_IN}) end
				from monitor_locations as l where l.monitor_id = monitor_states.monitor_id and l.position = 0
			) where monitor_id in ${ids}`.execute(tx.db);
	});
	return moved.length;
}

/** Not back again: all locations are asked, whichever of them claims. */
async function moveClaims(
	database: Tx,
	all: readonly Location[],
	withProber: ReadonlySet<number>,
	present: RawBuilder<unknown>,
): Promise<number> {
	const absent = all.filter(({ id }) => !withProber.has(id)).map(({ id }) => id);
	if (absent.length === 0) return 0;
	const there = sql`from monitor_locations as l where l.monitor_id = s.monitor_id
		and coalesce(l.stand_in_id, l.location_id) in ${present}`;
	const { rows } = await sql<{ monitor_id: number }>`select s.monitor_id from monitor_states as s
		where s.due_at is not null and s.location_id in (${sql.join(absent)}) and exists (select 1 ${there})
		limit ${AT_ONCE}`.execute(database.db);
	if (rows.length === 0) return 0;
	await sql`update monitor_states as s set location_id = (
			select nullif(coalesce(l.stand_in_id, l.location_id), ${CONTROL_STANDS_IN}) ${there} order by l.position limit 1
		) where s.monitor_id in (${sql.join(rows.map((row) => row.monitor_id))}) and exists (select 1 ${there})`.execute(
		database.db,
	);
	return rows.length;
}
