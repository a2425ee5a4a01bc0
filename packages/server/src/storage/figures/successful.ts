/** Successful checks in SQL, from the domain's one definition (../../domain/figures/uptime.ts). */

import { type RawBuilder, sql } from "kysely";
import { degradedIsSuccessful } from "../../domain/figures/uptime.ts";
import { MONITOR_TYPES } from "../../domain/monitors/monitor.ts";

const TYPES = sql.join(MONITOR_TYPES.filter(degradedIsSuccessful).map((type) => sql.lit(type)));

/** @param type SQL: the type of the monitor */
export function degradedCounts(type: RawBuilder<unknown>): RawBuilder<boolean> {
	return sql<boolean>`${type} in (${TYPES})`;
}

/**
 * @param counts a table with the columns `up` and `degraded`
 * @param type the column that holds the type of the monitor
 */
export function successfulIn(counts: string, type: string): RawBuilder<number> {
	const column = (name: string) => sql.ref(`${counts}.${name}`);
	return sql`${column("up")} + case when ${degradedCounts(sql.ref(type))} then ${column("degraded")} else 0 end`;
}
