import { sql } from "kysely";
import { expect, vi } from "vitest";
import type { Tx } from "../database/tx.ts";

/** Until a statement of another transaction waits for a lock, of this database of PostgreSQL. */
export function untilSomeoneWaits({ db }: Tx): Promise<void> {
	return vi.waitFor(async () => {
		// Within a transaction the second reading would be the first one again.
		await sql`select pg_stat_clear_snapshot()`.execute(db);
		const { rows } = await sql`
			select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
		expect(rows).not.toEqual([]);
	}, 10_000);
}
