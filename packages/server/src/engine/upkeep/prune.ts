/** Deletes history past its retention and the rows of deleted monitors, a slice at a time, and frees the space. */

import type { Retention } from "../../domain/figures/retention.ts";
import type { Metrics } from "../../metrics.ts";
import type { Database } from "../../storage/database/session.ts";
import { pruneDeletedMonitor, pruneOld } from "../../storage/upkeep/prune.ts";
import { pruneAccess } from "../../storage/upkeep/prune-access.ts";

export interface PruneDependencies {
	readonly database: Database;
	readonly metrics: Metrics;
	readonly retention: Retention;
	/** Epoch milliseconds. */
	now(): number;
}

export async function prune({ database, metrics, retention, now }: PruneDependencies): Promise<"more" | "idle"> {
	const swept = await pruneDeletedMonitor(database, now());
	const old = await pruneOld(database, retention, now());
	const access = await pruneAccess(database, now());
	const pruned = [...Object.entries(swept), ...Object.entries(old), ...Object.entries(access)];
	for (const [table, rows] of pruned) metrics.prunedRows.inc({ table }, rows);
	await database.reclaimSpace();
	return pruned.length > 0 ? "more" : "idle";
}
