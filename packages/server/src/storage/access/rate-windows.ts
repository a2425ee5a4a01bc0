/** The windows of rate limits that several processes share (../../http/access/shared-counts.ts). */

import { sql } from "kysely";
import { HOUR_MS } from "../../domain/durations.ts";
import type { Tx } from "../database/tx.ts";

type CountedWindow = {
	readonly key: string;
	readonly ends_at: number;
	readonly count: number;
};

/** No window is longer: one that ends later is of a clock that was wrong. */
const LONGEST_WINDOW_MS = HOUR_MS;

/**
 * Adds to what all processes have counted in the windows that are open, opens others, and returns them. On PostgreSQL,
 * which alone is shared.
 */
export async function addCounts({ db, dialect }: Tx, added: readonly CountedWindow[], now: number) {
	const rows = dialect.rows({ key: "text", ends_at: "integer", count: "integer" }, added);
	const isOver = sql`w.ends_at <= ${now} or w.ends_at > ${now + 2 * LONGEST_WINDOW_MS}`;
	const { rows: windows } = await sql<CountedWindow>`
		insert into rate_windows as w (key, ends_at, count) select key, ends_at, count from ${rows} as r
		order by key
		on conflict (key) do update set
			count = case when ${isOver} then excluded.count else w.count + excluded.count end,
			ends_at = case when ${isOver} then excluded.ends_at else w.ends_at end
		returning key, ends_at, count`.execute(db);
	return windows;
}

export async function pruneWindows({ db, dialect }: Tx, now: number): Promise<void> {
	const over = sql`select key from rate_windows where ends_at <= ${now}${dialect.forUpdateSkipLocked}`;
	await sql`delete from rate_windows where key in (${over})`.execute(db);
}
