/** Deletes what is too old and what deleted monitors left, a slice at a time, and gives the space back. */

import type { Retention } from "../domain/retention.ts";
import type { Metrics } from "../metrics.ts";
import type { Engine } from "../storage/engine.ts";
import { forgetOld, sweepDeletedMonitor } from "../storage/forget.ts";

export interface ForgetDeps {
	readonly engine: Engine;
	readonly metrics: Metrics;
	readonly retention: Retention;
	/** Epoch milliseconds. */
	now(): number;
}

export async function forget({ engine, metrics, retention, now }: ForgetDeps): Promise<"more" | "idle"> {
	const swept = await sweepDeletedMonitor(engine, now());
	const old = await forgetOld(engine, retention, now());
	const forgotten = [...Object.entries(swept), ...Object.entries(old)];
	for (const [table, rows] of forgotten) metrics.forgottenRows.inc({ table }, rows);
	await engine.reclaimSpace();
	return forgotten.length > 0 ? "more" : "idle";
}
