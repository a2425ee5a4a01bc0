/** Deletes history past its retention and the rows of deleted monitors, a slice at a time, and frees the space. */

import type { Retention } from "../../domain/figures/retention.ts";
import type { Metrics } from "../../metrics.ts";
import type { Database } from "../../storage/database/tx.ts";
import { heavyTurn } from "../../storage/turns/heavy-turn.ts";
import { pruneDeletedMonitor, pruneOld } from "../../storage/upkeep/prune.ts";
import { pruneAccess } from "../../storage/upkeep/prune-access.ts";

interface PruneDependencies {
	readonly database: Database;
	readonly metrics: Metrics;
	readonly retention: Retention;
	/** Epoch milliseconds. */
	now(): number;
}

export async function prune({ database, metrics, retention, now }: PruneDependencies): Promise<"more" | "idle"> {
	const { repeatable } = database;
	await heavyTurn();
	const ofDeleted = await pruneDeletedMonitor(repeatable, now());
	await heavyTurn();
	const old = await pruneOld(repeatable, retention, now());
	await heavyTurn();
	const access = await pruneAccess(repeatable, now());
	const pruned = [...Object.entries(ofDeleted), ...Object.entries(old), ...Object.entries(access)];
	for (const [table, rows] of pruned) metrics.prunedRows.inc({ table }, rows);
	await heavyTurn();
	await database.reclaimSpace();
	return pruned.length > 0 ? "more" : "idle";
}
