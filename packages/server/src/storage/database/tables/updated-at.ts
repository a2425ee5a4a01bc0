/** How a row's `updated_at` moves. */

import { type RawBuilder, sql } from "kysely";

/** `now`, or later where the clock stands still or was set back: each change gives the row another instant. */
export function laterUpdatedAt(now: number): RawBuilder<number> {
	return sql<number>`case when updated_at >= ${now} then updated_at + 1 else ${now} end`;
}
