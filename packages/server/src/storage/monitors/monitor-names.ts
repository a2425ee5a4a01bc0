/** How people know monitors, by their keys. */

import { sql } from "kysely";
import type { Tx } from "../database/tx.ts";

interface MonitorNames {
	/** `mon_…` */
	readonly publicId: string;
	readonly name: string;
	/** The slug of its team. */
	readonly team: string;
}

/** Of those that there are. */
export async function monitorNames(
	{ db, dialect }: Tx,
	ids: readonly number[],
): Promise<ReadonlyMap<number, MonitorNames>> {
	if (ids.length === 0) return new Map();
	const wanted = dialect.rows(
		{ id: "integer" },
		ids.map((id) => ({ id })),
	);
	const { rows } = await sql<{ id: number; public_id: string; name: string; slug: string }>`
		select m.id, m.public_id, m.name, t.slug from ${wanted} as w
		join monitors m on m.id = w.id join teams t on t.id = m.team_id`.execute(db);
	return new Map(rows.map(({ id, public_id, name, slug }) => [id, { publicId: public_id, name, team: slug }]));
}
