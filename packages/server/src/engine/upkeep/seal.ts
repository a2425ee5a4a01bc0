/**
 * Seals the results of hours that are over, a slice at a time, and keeps the partitions of their rows. Between two
 * slices it rests for longer than a slice takes, because a database of an earlier version has weeks to seal and the
 * checks come first.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Metrics } from "../../metrics.ts";
import type { Database } from "../../storage/database/tx.ts";
import { createPartitions, dropPartitions } from "../../storage/results/partitions/keep-partitions.ts";
import { sealClosedHours } from "../../storage/results/sealed/seal-hours.ts";

interface SealDependencies {
	readonly database: Pick<Database, "background">;
	readonly metrics: Metrics;
	/** Epoch milliseconds. */
	now(): number;
}

/** A quarter of the time at the most, so that the API and commits have the rest. */
const REST_FACTOR = 3;

export async function seal(
	{ database, metrics, now }: SealDependencies,
	signal: AbortSignal,
): Promise<"more" | "idle"> {
	const startedAt = performance.now();
	const sealed = await sealClosedHours(database.background(), now());
	if (!sealed) {
		// Not after each slice: both hold up every commit for a moment, and a partition is there an hour before its time.
		await createPartitions(database.background(), now());
		await dropPartitions(database.background(), now());
		return "idle";
	}
	metrics.sealedChecks.inc(sealed.checks);
	await pause((performance.now() - startedAt) * REST_FACTOR, undefined, { signal }).catch(() => {});
	return "more";
}
