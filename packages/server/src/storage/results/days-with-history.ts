/** The UTC days in which a monitor has checks, or figures of hours: cheaper than to read them. */

import { sql } from "kysely";
import { HOURS_A_DAY, MINUTES_A_DAY } from "../../domain/figures/roll-up.ts";
import type { Tx } from "../database/tx.ts";
import { DAYS, HOURS } from "./sealed/sealed-blocks.ts";

/** Of the days [from, to), in order. */
export async function daysWithHistory(tx: Tx, monitorId: number, from: number, to: number): Promise<number[]> {
	const { results } = tx.dialect;
	const { rows } = await sql<{ day: number }>`
		select c.minute / ${sql.lit(MINUTES_A_DAY)} as day
		from ${results.ofMonitor(monitorId, from * MINUTES_A_DAY, to * MINUTES_A_DAY)}
		union
		select b.hour / ${sql.lit(HOURS_A_DAY)}
		from ${results.sealedOfMonitor(HOURS, monitorId, from * HOURS_A_DAY, to * HOURS_A_DAY)}
		union
		select b.day from ${results.sealedOfMonitor(DAYS, monitorId, from, to)}
		union
		select hour / ${sql.lit(HOURS_A_DAY)} from hourly_roll_ups
		where monitor_id = ${monitorId} and hour >= ${from * HOURS_A_DAY} and hour < ${to * HOURS_A_DAY}
		order by 1`.execute(tx.db);
	return rows.map(({ day }) => day);
}
