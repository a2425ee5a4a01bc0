/** From public ids to the keys of storage. */

import { sql } from "kysely";
import type { Tx } from "../database/tx.ts";
import { isOneOf } from "./select-monitors.ts";

/** The keys of a team's monitors by their public ids; ids that don't exist, or belong to another team, are missing. */
export async function monitorKeys(tx: Tx, teamId: number, publicIds: readonly string[]): Promise<Map<string, number>> {
	if (publicIds.length === 0) return new Map();
	const wanted = tx.dialect.rows(
		{ public_id: "text" },
		publicIds.map((public_id) => ({ public_id })),
	);
	const { rows } = await sql<{ id: number; public_id: string }>`
		select m.id, m.public_id from monitors as m
		where ${isOneOf(teamId)} and m.deleted_at is null
			and m.public_id in (select public_id from ${wanted} as r)`.execute(tx.db);
	return new Map(rows.map((row) => [row.public_id, row.id]));
}
