/** Figures of days: the sums of their hours, written with what they change in those of the team. */

import { sql } from "kysely";
import { foldDay, HOURS_A_DAY, type RollUp } from "../../domain/figures/roll-up.ts";
import { dayStatus, successfulOf, totalOf } from "../../domain/figures/uptime.ts";
import { type MonitorType, STATUSES } from "../../domain/monitors/monitor.ts";
import { codeOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";
import { FIGURE_COLUMNS, figuresToRow, type HourRow, hourFromRow, insertFigures } from "./roll-up-rows.ts";
import { changeTeamDays, type DayCounts } from "./team-days.ts";

/** Hours of one monitor within one day, `toHour` excluded. */
export interface HourRange {
	readonly monitorId: number;
	readonly type: MonitorType;
	readonly fromHour: number;
	readonly toHour: number;
}

/** Adds up the days of these hours again from all hours that have figures. Returns how many. */
export async function foldDays(tx: Tx, ranges: readonly HourRange[]): Promise<number> {
	if (ranges.length === 0) return 0;
	const days = ranges.map(({ monitorId, fromHour }) => ({
		monitor_id: monitorId,
		day: Math.floor(fromHour / HOURS_A_DAY),
	}));
	const wanted = tx.dialect.rows({ monitor_id: "integer", day: "integer" }, days);
	const { rows: hours } = await sql<HourRow & { monitor_id: number; hour: number }>`
		select h.* from ${wanted} as r cross join hourly_roll_ups as h
		where h.monitor_id = r.monitor_id
			and h.hour >= r.day * ${sql.lit(HOURS_A_DAY)} and h.hour < (r.day + 1) * ${sql.lit(HOURS_A_DAY)}
		order by h.monitor_id, h.hour`.execute(tx.db);
	const types = new Map(ranges.map(({ monitorId, type }) => [monitorId, type]));
	const ofDay = Map.groupBy(hours, (row) => `${row.monitor_id}:${Math.floor(row.hour / HOURS_A_DAY)}`);
	const folded = days.flatMap(({ monitor_id, day }) => {
		const rollUp = foldDay((ofDay.get(`${monitor_id}:${day}`) ?? []).map(hourFromRow));
		return rollUp ? [{ monitorId: monitor_id, type: types.get(monitor_id) ?? "http", day, rollUp }] : [];
	});
	const replaced = tx.dialect.rows({ monitor_id: "integer", day: "integer" }, days);
	const { rows: before } = await sql<DayCounts>`
		delete from daily_roll_ups
		where (monitor_id, day) in (select monitor_id, day from ${replaced} as r)
		returning monitor_id, day, up, degraded, down, successful, status`.execute(tx.db);
	await insertDays(tx, folded, before);
	return folded.length;
}

interface FoldedDay {
	readonly monitorId: number;
	readonly type: MonitorType;
	readonly day: number;
	readonly rollUp: RollUp;
}

/** Writes days that have no row, of monitors that are locked. @param before rows that were deleted for them */
export async function insertDays(tx: Tx, days: readonly FoldedDay[], before: readonly DayCounts[] = []): Promise<void> {
	if (days.length + before.length === 0) return;
	const rows = days.map(({ monitorId, type, day, rollUp }) => {
		const successful = successfulOf(type, rollUp);
		const status = codeOf(STATUSES, dayStatus(successful, totalOf(rollUp)));
		const { up, degraded, down } = rollUp;
		return { monitor_id: monitorId, day, successful, status, ...figuresToRow(rollUp), up, degraded, down };
	});
	await changeTeamDays(tx, before, rows);
	const key = { monitor_id: "integer", day: "integer", successful: "integer", status: "integer" } as const;
	await insertFigures(tx, sql`daily_roll_ups`, { ...key, ...FIGURE_COLUMNS }, rows);
}
