/** Locks the object of a change before it is read. */

import { sql } from "kysely";
import type { Tx } from "./tx.ts";

type Table =
	| "alerts"
	| "incidents"
	| "incident_templates"
	| "maintenance_windows"
	| "monitors"
	| "schedules"
	| "status_pages";

/**
 * Locks the row of this public id until the transaction ends: of two concurrent changes the second one reads what the
 * first one wrote. Does nothing for an unknown id, or for that of another team.
 */
export async function lockRow({ db, dialect }: Tx, table: Table, teamId: number, publicId: string): Promise<void> {
	const wanted = sql`public_id = ${publicId} and team_id = ${teamId}`;
	await sql`select id from ${sql.table(table)} where ${wanted}${dialect.forUpdate}`.execute(db);
}

/** Locks a team until the transaction ends: of two concurrent changes that count its objects, one sees the other's. */
export async function lockTeam({ db, dialect }: Tx, teamId: number): Promise<void> {
	await sql`select id from teams where id = ${teamId}${dialect.forUpdate}`.execute(db);
}
