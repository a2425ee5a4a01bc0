import { sql } from "kysely";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";

/**
 * Until the transaction ends, no other one finds, links or acknowledges causes of these teams, where several
 * transactions commit at once. Whoever locks states of monitors as well locks them first, so that there is no deadlock;
 * outages and notices are written after it.
 */
export async function lockCauses(tx: Tx, teamIds: ReadonlySet<number>): Promise<void> {
	if (tx.dialect.writersAtOnce === 1 || teamIds.size === 0) return;
	const ids = idRows(
		tx.dialect,
		[...teamIds].sort((a, b) => a - b),
	);
	await sql`insert into cause_locks (team_id) select id from ${ids} as r order by id
		on conflict (team_id) do update set turns = 0`.execute(tx.db);
}
