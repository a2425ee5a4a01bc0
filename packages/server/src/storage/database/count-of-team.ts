import { sql } from "kysely";
import type { Tx } from "./tx.ts";

type Table =
	| "incidents"
	| "incident_templates"
	| "invitations"
	| "maintenance_windows"
	| "schedules"
	| "status_page_slugs"
	| "status_pages";

/** How many rows a team has. A service that holds it to a bound locks the team first (./lock-row.ts). */
export async function countOfTeam({ db }: Tx, table: Table, teamId: number): Promise<number> {
	const counted = sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where team_id = ${teamId}`;
	const { rows } = await counted.execute(db);
	return Number(rows[0]?.count);
}
