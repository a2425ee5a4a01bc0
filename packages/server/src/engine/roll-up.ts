/** Folds what is over, and again what came late. A slice at a time; the rules are ../domain/figures/roll-up.ts. */

import type { Metrics } from "../metrics.ts";
import type { Engine } from "../storage/database/engine.ts";
import { foldClosedHours, foldLateHours } from "../storage/figures/roll-ups.ts";
import { countClosedMinutes, recountLateMinutes } from "../storage/figures/team-minutes.ts";

export interface RollUpDependencies {
	readonly engine: Engine;
	readonly metrics: Metrics;
	/** Epoch milliseconds. */
	now(): number;
}

export async function rollUp({ engine, metrics, now }: RollUpDependencies): Promise<"more" | "idle"> {
	const at = now();
	const late = await foldLateHours(engine);
	if (late) metrics.rollUpDays.inc({ cause: "late" }, late.days);
	const closed = await foldClosedHours(engine, at);
	if (closed) metrics.rollUpDays.inc({ cause: "closed" }, closed.days);
	const recounted = await recountLateMinutes(engine);
	const uncounted = await countClosedMinutes(engine, at);
	return late || closed || recounted || uncounted ? "more" : "idle";
}
