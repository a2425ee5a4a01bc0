/** Locations as their owners make them. */

import { sql } from "kysely";
import { newPublicId } from "../database/public-ids.ts";
import type { Tx } from "../database/tx.ts";

interface NamedLocation {
	readonly id: number;
	/** `loc_…` */
	readonly publicId: string;
	/** `team_…`; null: the installation's. */
	readonly team: string | null;
}

/** The owner's location of this name, made when it is new: with private targets where there is one team alone. */
export async function locationFor(tx: Tx, teamId: number | null, name: string, now: number): Promise<NamedLocation> {
	await sql`
		insert into locations (public_id, team_id, name, label, allows_private_targets, created_at, updated_at)
		select ${sql.lit(newPublicId("loc"))}, ${sql.lit(teamId)}, ${sql.lit(name)}, ${sql.lit(name)},
			case when (select count(*) from teams) = 1 then 1 else 0 end, ${sql.lit(now)}, ${sql.lit(now)}
		where true
		on conflict do nothing`.execute(tx.db);
	const { rows } = await sql<{ id: number; public_id: string; team: string | null }>`
		select l.id, l.public_id, t.public_id as team from locations l left join teams t on t.id = l.team_id
		where l.name = ${name} and coalesce(l.team_id, 0) = ${teamId ?? 0} and l.deleted_at is null`.execute(tx.db);
	const [row] = rows;
	if (row === undefined) throw new Error("A new location has no row");
	return { id: row.id, publicId: row.public_id, team: row.team };
}
