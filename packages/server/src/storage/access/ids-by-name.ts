/** The public ids of what a team gave certain names. */

import type { Tx } from "../database/tx.ts";

/** A team's objects, with the column of their names. */
const NAMED = { alerts: "name", maintenance_windows: "name", incidents: "title", status_pages: "name" } as const;
export type NamedTable = keyof typeof NAMED;

export async function idsByName(
	{ db }: Tx,
	teamId: number,
	table: NamedTable,
	names: readonly string[],
): Promise<string[]> {
	let query = db
		.selectFrom(table)
		.select("public_id")
		.where("team_id", "=", teamId)
		.where(db.dynamic.ref(NAMED[table]), "in", [...names]);
	if (table === "alerts") query = query.where(db.dynamic.ref("deleted_at"), "is", null);
	return (await query.execute()).map(({ public_id }) => public_id);
}
