/**
 * SQL: sealed results, those of hours and those of days, as one table `b` with the columns `monitor_id`, `hour` and
 * `block`; for use after FROM. A block is that of the hour, or of the day that holds it: ./day-block.ts tells them
 * apart, and picks the hours that are wanted. Gaps (../missed-spans.ts) are blocks too where missed checks are shown:
 * of one monitor, and of one minute.
 */

import { type RawBuilder, sql } from "kysely";
import { dayOfHour, HOURS_A_DAY, MINUTES_A_DAY, MINUTES_AN_HOUR } from "../../../domain/figures/roll-up.ts";
import type { Tx } from "../../database/tx.ts";
import type { SealedTable } from "../store/result-store.ts";

export const HOURS: SealedTable = { table: "sealed_hours", column: "hour", hours: 1 };
export const DAYS: SealedTable = { table: "sealed_days", column: "day", hours: HOURS_A_DAY };

const FIRST_HOUR = sql`b.day * ${sql.lit(HOURS_A_DAY)}`;

/** Of one monitor, what holds the hours [from, to). */
export function sealedOfMonitor(
	{ dialect: { results } }: Tx,
	monitorId: number,
	from: number,
	to: number,
): RawBuilder<unknown> {
	return sql`(
		select b.hour, b.monitor_id, b.block from ${results.sealedOfMonitor(HOURS, monitorId, from, to)}
		union all
		select ${FIRST_HOUR}, b.monitor_id, b.block
		from ${results.sealedOfMonitor(DAYS, monitorId, ...daysOf(from, to))}
		union all
		select first_minute / ${sql.lit(MINUTES_AN_HOUR)}, monitor_id, block from missed_spans
		where monitor_id = ${monitorId} and first_minute / ${sql.lit(MINUTES_AN_HOUR)} < ${to}
			and last_minute / ${sql.lit(MINUTES_AN_HOUR)} >= ${from}
	) as b`;
}

/** What holds the hours that `wanted` selects (`monitor_id`, `hour`): a row for each of them that is sealed. */
export function sealedOfHours({ dialect: { results } }: Tx, wanted: RawBuilder<unknown>): RawBuilder<unknown> {
	return sql`(
		select w.hour, b.monitor_id, b.block from ${wanted} as w ${results.sealedOfHours(HOURS)}
		union all
		select w.hour, b.monitor_id, b.block from ${wanted} as w ${results.sealedOfHours(DAYS)}
	) as b`;
}

/** Of all monitors, what holds the hours [from, to). */
export function sealedBetween(from: number, to: number): RawBuilder<unknown> {
	const [fromDay, toDay] = daysOf(from, to);
	return sql`(
		select hour, monitor_id, block from sealed_hours where hour >= ${from} and hour < ${to}
		union all
		select ${FIRST_HOUR}, b.monitor_id, b.block from sealed_days as b where b.day >= ${fromDay} and b.day < ${toDay}
	) as b`;
}

/** What holds the hour of `minute`, as a scalar, else the gap that covers it; null when there is neither. */
export function sealedOfMinute(monitorId: RawBuilder<unknown>, minute: RawBuilder<unknown>): RawBuilder<unknown> {
	const of = ({ table, column }: SealedTable, minutes: number) => sql`(
		select b.block from ${sql.table(table)} as b
		where b.${sql.ref(column)} = ${minute} / ${sql.lit(minutes)} and b.monitor_id = ${monitorId}
	)`;
	const missed = sql`(
		select b.block from missed_spans as b where b.monitor_id = ${monitorId}
			and b.first_minute <= ${minute} and b.last_minute >= ${minute} order by b.first_minute desc limit 1
	)`;
	return sql`coalesce(${of(HOURS, MINUTES_AN_HOUR)}, ${of(DAYS, MINUTES_A_DAY)}, ${missed})`;
}

/** The days that hold the hours [from, to), the second one excluded; none for none. */
function daysOf(from: number, to: number): [from: number, to: number] {
	return [dayOfHour(from), to > from ? Math.ceil(to / HOURS_A_DAY) : dayOfHour(from)];
}
