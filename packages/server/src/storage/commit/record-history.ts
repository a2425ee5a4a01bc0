/**
 * Records the past of monitors that have none: a generated history, as the service would have left it. Single checks
 * are sealed (./pack-history.ts), hours and days are rolled up, changes of status are written, and no notice is sent.
 * Far faster than recording each check first.
 */

import { sql } from "kysely";
import { minuteOf } from "../../domain/checks/check.ts";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import { HOURS_A_DAY, hourOf } from "../../domain/figures/roll-up.ts";
import { isSuccessful } from "../../domain/figures/uptime.ts";
import { recordOutages } from "../causes/record-outages.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import { progressOf } from "../figures/roll-up-rows.ts";
import { lockMonitors, writeFigures } from "../figures/roll-ups.ts";
import { addToCounts, lockProgress, TEAM_MINUTES_KEPT } from "../figures/team-minutes.ts";
import { NO_NAMES } from "../locations/location-names.ts";
import type { MinuteCount } from "../results/count-checks.ts";
import { addToDays, insertHours, type SealedRow } from "../results/sealed/pack-days.ts";
import { packedBefore } from "../results/sealed/seal-hours.ts";
import { changeStates } from "./change-states.ts";
import { insertTransitions } from "./insert-transitions.ts";
import type { PackedPast } from "./pack-history.ts";
import { lockStates, writeStates } from "./state-rows.ts";

/**
 * Records the checks of some hours, the end of which is over. Of hours whose single checks are pruned, the figures
 * alone. Returns how many checks there were.
 */
export async function recordHistory(database: Tx, pasts: readonly PackedPast[], now: number): Promise<number> {
	const packed = pasts.filter(({ times }) => times.minutes.length > 0);
	if (packed.length === 0) return 0;
	await database.transaction((tx) => write(tx, packed, now));
	return packed.reduce((sum, { times }) => sum + times.minutes.length, 0);
}

async function write(tx: Tx, pasts: readonly PackedPast[], now: number): Promise<void> {
	const states = await lockStates(
		tx,
		pasts.map(({ monitor }) => monitor.id),
	);
	const through = await lockProgress(tx);
	const ids = idRows(
		tx.dialect,
		pasts.map(({ monitor }) => monitor.id),
		"monitor_id",
	);
	await lockMonitors(tx, sql`select monitor_id from ${ids} as r`);
	const { results_since: since } = await progressOf(tx);
	const kept = pasts.flatMap(({ hours }) => hours).filter(({ hour }) => hour >= hourOf(since));
	await writeSealed(tx, kept, packedBefore(now));
	const ranges = pasts.map(({ monitor, times }) => {
		const [fromHour, toHour] = [hourOf(times.minutes[0] ?? 0), hourOf(times.minutes.at(-1) ?? 0) + 1];
		return { monitorId: monitor.id, type: monitor.type, fromHour, toHour, times };
	});
	await writeFigures(tx, ranges);
	const folded = tx.dialect.rows(
		{ monitor_id: "integer", hour: "integer" },
		ranges.map(({ monitorId, toHour }) => ({ monitor_id: monitorId, hour: toHour })),
	);
	await sql`update roll_up_states set hours_through = r.hour from ${folded} as r
		where roll_up_states.monitor_id = r.monitor_id and roll_up_states.hours_through < r.hour`.execute(tx.db);
	await addToCounts(tx, countsOf(pasts, now), through);
	const turns = pasts.flatMap(({ turns }) => turns);
	const changes = changeStates(states, turns, { machine: null, names: NO_NAMES });
	await insertTransitions(tx, changes, now);
	await recordOutages(tx, changes, now);
	await writeStates(tx, [...states.values()]);
}

/** Writes hours, none of which is stored; those of days that are over as packed days. */
export async function writeSealed(tx: Tx, hours: readonly SealedRow[], packedBefore: number): Promise<void> {
	const { old = [], recent = [] } = Object.groupBy(hours, ({ hour }) =>
		hour < packedBefore * HOURS_A_DAY ? "old" : "recent",
	);
	await insertHours(tx, recent);
	await addToDays(tx, old);
}

/**
 * The checks of the minutes that figures of teams cover. Added to the counts, for marking their minutes would have a
 * running service count all of them anew after each transaction.
 */
function countsOf(pasts: readonly PackedPast[], now: number): MinuteCount[] {
	const first = minuteOf(now) - TEAM_MINUTES_KEPT;
	const teams = new Map<number, Map<number, { teamId: number; minute: number; total: number; successful: number }>>();
	for (const { monitor, times } of pasts) {
		const { teamId, type } = monitor;
		const successful = VERDICTS.map((verdict) => isSuccessful(type, verdict));
		const counts = teams.get(teamId) ?? new Map();
		teams.set(teamId, counts);
		for (const [place, minute] of times.minutes.entries()) {
			const verdict = times.verdicts[place] ?? 0;
			if (minute < first || VERDICTS[verdict] === "missed") continue;
			let count = counts.get(minute);
			if (count === undefined) {
				count = { teamId, minute, total: 0, successful: 0 };
				counts.set(minute, count);
			}
			count.total += 1;
			if (successful[verdict]) count.successful += 1;
		}
	}
	return [...teams.values()].flatMap((counts) => [...counts.values()]);
}
