/**
 * Rolls up hours and days that are over, and again those with late checks, and the days of new components, and takes
 * deleted monitors out of the counts of their teams, a slice at a time. The rules are in
 * ../../domain/figures/roll-up.ts.
 */

import type { Metrics } from "../../metrics.ts";
import type { Database } from "../../storage/database/tx.ts";
import { foldClosedHours, foldLateHours } from "../../storage/figures/roll-ups.ts";
import { countClosedMinutes, recountLateMinutes, subtractDeletedMonitor } from "../../storage/figures/team-minutes.ts";
import { fillComponentDay } from "../../storage/status-pages/component-days.ts";
import { heavyTurn } from "../../storage/turns/heavy-turn.ts";

interface RollUpDependencies {
	readonly database: Pick<Database, "repeatable">;
	readonly metrics: Metrics;
	/** Epoch milliseconds. */
	now(): number;
}

export async function rollUp({ database, metrics, now }: RollUpDependencies): Promise<"more" | "idle"> {
	const at = now();
	const { repeatable } = database;
	await heavyTurn();
	const late = await foldLateHours(repeatable);
	if (late) metrics.rollUpDays.inc({ cause: "late" }, late.days);
	await heavyTurn();
	const closed = await foldClosedHours(repeatable, at);
	if (closed) metrics.rollUpDays.inc({ cause: "closed" }, closed.days);
	await heavyTurn();
	const recounted = await recountLateMinutes(repeatable);
	await heavyTurn();
	const subtracted = await subtractDeletedMonitor(repeatable, at);
	await heavyTurn();
	const uncounted = await countClosedMinutes(repeatable, at);
	await heavyTurn();
	const filled = await fillComponentDay(repeatable, at);
	return late || closed || recounted || subtracted || uncounted || filled ? "more" : "idle";
}
