/**
 * Rolls up hours and days that are over, and again those with late checks, a slice at a time. The rules are in
 * ../../domain/figures/roll-up.ts.
 */

import type { Metrics } from "../../metrics.ts";
import type { Session } from "../../storage/database/session.ts";
import { foldClosedHours, foldLateHours } from "../../storage/figures/roll-ups.ts";
import { countClosedMinutes, recountLateMinutes } from "../../storage/figures/team-minutes.ts";

export interface RollUpDependencies {
	readonly database: Session;
	readonly metrics: Metrics;
	/** Epoch milliseconds. */
	now(): number;
}

export async function rollUp({ database, metrics, now }: RollUpDependencies): Promise<"more" | "idle"> {
	const at = now();
	const late = await foldLateHours(database);
	if (late) metrics.rollUpDays.inc({ cause: "late" }, late.days);
	const closed = await foldClosedHours(database, at);
	if (closed) metrics.rollUpDays.inc({ cause: "closed" }, closed.days);
	const recounted = await recountLateMinutes(database);
	const uncounted = await countClosedMinutes(database, at);
	return late || closed || recounted || uncounted ? "more" : "idle";
}
