/** Divides a monitor's range into rolled-up hours and minutes to read check by check. */

import { hourOf, MINUTES_AN_HOUR, type RollUp } from "../../domain/figures/roll-up.ts";
import type { Tx } from "../database/tx.ts";
import { hourFromRow } from "./roll-up-rows.ts";

/**
 * The folded hours between two minutes, `toMinute` excluded, and the ranges of minutes that they leave to be read check
 * by check.
 * @param cutHours hours that a caller needs only a part of
 */
export async function foldedHours(
	tx: Tx,
	monitorId: number,
	fromMinute: number,
	toMinute: number,
	cutHours: ReadonlySet<number> = new Set(),
): Promise<{ hours: { hour: number; rollUp: RollUp }[]; unfolded: { from: number; to: number }[] }> {
	const state = await tx.db
		.selectFrom("roll_up_states")
		.select("hours_through")
		.where("monitor_id", "=", monitorId)
		.executeTakeFirst();
	const late = await tx.db
		.selectFrom("late_hours")
		.select("hour")
		.where("monitor_id", "=", monitorId)
		.where("hour", ">=", hourOf(fromMinute))
		.execute();
	const [firstHour, lastHour] = [hourOf(fromMinute), hourOf(toMinute - 1)];
	// Without a row the monitor is being pruned, and has no checks either.
	const through = Math.min(state?.hours_through ?? firstHour, lastHour);
	const skipped = new Set([...cutHours, ...late.map(({ hour }) => hour)]);
	// Read after the marks: a fold in between only makes these rows newer.
	const rows = await tx.db
		.selectFrom("hourly_roll_ups")
		.selectAll()
		.where("monitor_id", "=", monitorId)
		.where("hour", ">=", firstHour)
		.where("hour", "<", through)
		.execute();
	const hours = rows
		.filter(({ hour }) => !skipped.has(hour))
		.map((row) => ({ hour: row.hour, rollUp: hourFromRow(row) }));

	const unfolded: { from: number; to: number }[] = [];
	for (let hour = firstHour; hour <= lastHour; hour += 1) {
		if (hour < through && !skipped.has(hour)) continue;
		const from = Math.max(fromMinute, hour * MINUTES_AN_HOUR);
		const to = Math.min(toMinute, (hour + 1) * MINUTES_AN_HOUR);
		const last = unfolded.at(-1);
		if (last?.to === from) last.to = to;
		else unfolded.push({ from, to });
	}
	return { hours, unfolded };
}
