/** Folds hours of imported checks that no later fold will: those before `results_since`, which are pruned soon. */

import { sql } from "kysely";
import { dayOfHour, hourOf, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import { minutesOfHistory, timesBetween } from "../results/read-checks.ts";
import { progressOf } from "./roll-up-rows.ts";
import { lockMonitors, writeFigures } from "./roll-ups.ts";

/** In the transaction that imported the checks of these monitors, with how far they were folded. */
export async function foldPruned(tx: Tx, monitorIds: readonly number[]): Promise<void> {
	const before = hourOf((await progressOf(tx)).results_since);
	const monitors = await lockMonitors(
		tx,
		sql`select monitor_id from ${idRows(tx.dialect, monitorIds, "monitor_id")} as r`,
	);
	for (const { monitorId, type, hoursThrough } of monitors) {
		const ends = await minutesOfHistory(tx, monitorId);
		if (ends === null || hourOf(ends.oldest) >= before) continue;
		const late = await tx.db
			.selectFrom("late_hours")
			.select("hour")
			.where("monitor_id", "=", monitorId)
			.where("hour", "<", before)
			.execute();
		const hours = new Set(late.map(({ hour }) => hour));
		const end = Math.min(before, hourOf(ends.newest) + 1);
		for (let hour = Math.max(hoursThrough, hourOf(ends.oldest)); hour < end; hour += 1) hours.add(hour);
		for (const ofDay of Map.groupBy(hours, (hour) => dayOfHour(hour)).values()) {
			const [fromHour, toHour] = [Math.min(...ofDay), Math.max(...ofDay) + 1];
			const times = await timesBetween(tx, monitorId, fromHour * MINUTES_AN_HOUR, toHour * MINUTES_AN_HOUR);
			await writeFigures(tx, [{ monitorId, type, fromHour, toHour, times }]);
		}
	}
}
