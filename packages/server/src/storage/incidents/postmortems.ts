/** Postmortems, one an incident. Who changes them locks their incident. */

import type { Postmortem } from "../../domain/incidents/incident.ts";
import type { Tx } from "../database/tx.ts";

export async function findPostmortem({ db }: Tx, incidentId: number): Promise<Postmortem | null> {
	const row = await db
		.selectFrom("incident_postmortems")
		.selectAll()
		.where("incident_id", "=", incidentId)
		.executeTakeFirst();
	return row ? { body: row.body, publishedAt: row.published_at, updatedAt: row.updated_at } : null;
}

export async function writePostmortem(
	{ db }: Tx,
	incidentId: number,
	{ body, publishedAt, updatedAt }: Postmortem,
): Promise<void> {
	const columns = { body, published_at: publishedAt, updated_at: updatedAt };
	await db
		.insertInto("incident_postmortems")
		.values({ incident_id: incidentId, ...columns })
		.onConflict((conflict) => conflict.column("incident_id").doUpdateSet(columns))
		.execute();
}

export async function deletePostmortem({ db }: Tx, incidentId: number): Promise<void> {
	await db.deleteFrom("incident_postmortems").where("incident_id", "=", incidentId).execute();
}
