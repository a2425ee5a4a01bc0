/** Figures of days: the sums of their hours, written with what they change in those of the team. */

import { sql } from "kysely";
import { HOUR_MS } from "../../domain/durations.ts";
import { dayOfHour, foldDay, HOURS_A_DAY, type RollUp } from "../../domain/figures/roll-up.ts";
import { dayStatus, successfulOf, totalOf } from "../../domain/figures/uptime.ts";
import { type MonitorType, STATUSES } from "../../domain/monitors/monitor.ts";
import { codeOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";
import { FIGURE_COLUMNS, figuresToRow, type HourRow, hourFromRow, isStored, putFigures } from "./roll-up-rows.ts";
import { changeTeamDays, type DayCounts } from "./team-days.ts";

/** Hours of one monitor, `toHour` excluded. */
export interface HourRange {
	readonly monitorId: number;
	readonly type: MonitorType;
	readonly fromHour: number;
	readonly toHour: number;
}

/** An hour that has figures. */
interface StoredHour extends HourRow {
	readonly monitor_id: number;
	readonly hour: number;
	/** 1: it is from before its monitor was created. */
	readonly isOfImport: 0 | 1;
}

/** What an hour of a monitor is found by. A number: a text costs ten times as much. */
export function hourKey(monitorId: number, hour: number): number {
	return monitorId * MOST_HOURS + hour;
}

/** More than the hours since the epoch; times any key of a monitor, still a whole number. */
const MOST_HOURS = 2 ** 24;

/** All hours with figures of the days of these hours. */
export async function hoursOfDays(tx: Tx, ranges: readonly HourRange[]): Promise<Map<number, StoredHour>> {
	const wanted = tx.dialect.rows({ monitor_id: "integer", day: "integer" }, daysOf(ranges));
	const { rows } = await sql<StoredHour>`
		select h.monitor_id, h.hour, h.up, h.degraded, h.down, h.response_times,
			case when h.hour < m.created_at / ${sql.lit(HOUR_MS)} then 1 else 0 end as "isOfImport"
		from ${wanted} as r cross join monitors as m cross join hourly_roll_ups as h
		where m.id = r.monitor_id and h.monitor_id = r.monitor_id
			and h.hour >= r.day * ${sql.lit(HOURS_A_DAY)} and h.hour < (r.day + 1) * ${sql.lit(HOURS_A_DAY)}`.execute(tx.db);
	return new Map(rows.map((row) => [hourKey(row.monitor_id, row.hour), row]));
}

function daysOf(ranges: readonly HourRange[]): { monitor_id: number; type: MonitorType; day: number }[] {
	return ranges.flatMap(({ monitorId, type, fromHour, toHour }) => {
		const first = dayOfHour(fromHour);
		const length = Math.ceil(toHour / HOURS_A_DAY) - first;
		return Array.from({ length }, (_, place) => ({ monitor_id: monitorId, type, day: first + place }));
	});
}

/** What a fold has just changed of hours. */
interface FoldedHours {
	readonly folded: ReadonlyMap<number, RollUp>;
	/** Those that have no figures any more. */
	readonly gone: readonly { readonly monitor_id: number; readonly hour: number }[];
}

/**
 * Adds up the days of these hours again, but for those that never had an hour. Returns how many.
 * @param stored their hours, as {@link hoursOfDays} answers
 */
export async function foldDays(
	tx: Tx,
	ranges: readonly HourRange[],
	stored: ReadonlyMap<number, HourRow>,
	{ folded, gone }: FoldedHours = { folded: new Map(), gone: [] },
): Promise<number> {
	if (ranges.length === 0) return 0;
	const days = daysOf(ranges).flatMap(({ monitor_id: monitorId, type, day }) => {
		const hours: RollUp[] = [];
		for (let hour = day * HOURS_A_DAY; hour < (day + 1) * HOURS_A_DAY; hour += 1) {
			const key = hourKey(monitorId, hour);
			const row = stored.get(key);
			const rollUp = folded.get(key) ?? (row && hourFromRow(row));
			if (rollUp) hours.push(rollUp);
		}
		const rollUp = foldDay(hours);
		return rollUp ? [{ monitorId, type, day, rollUp }] : [];
	});
	const summed = [
		...days.map(({ monitorId, day }) => ({ monitor_id: monitorId, day })),
		...gone.map(({ monitor_id, hour }) => ({ monitor_id, day: dayOfHour(hour) })),
	];
	if (summed.length === 0) return 0;
	const unique = new Map(summed.map((each) => [`${each.monitor_id}:${each.day}`, each]));
	const wanted = tx.dialect.rows({ monitor_id: "integer", day: "integer" }, [...unique.values()]);
	const { rows: before } = await sql<DayCounts>`
		select d.* from ${wanted} as r join daily_roll_ups as d on d.monitor_id = r.monitor_id and d.day = r.day`.execute(
		tx.db,
	);
	await writeDays(tx, days, before);
	return days.length;
}

interface FoldedDay {
	readonly monitorId: number;
	readonly type: MonitorType;
	readonly day: number;
	readonly rollUp: RollUp;
}

/**
 * Writes days of monitors that are locked.
 * @param before what is stored of them, and of days that have no figures any more
 */
export async function writeDays(tx: Tx, days: readonly FoldedDay[], before: readonly DayCounts[] = []): Promise<void> {
	const left = new Map(before.map((row) => [`${row.monitor_id}:${row.day}`, row]));
	const replaced: DayCounts[] = [];
	const changed: (DayCounts & Record<string, unknown>)[] = [];
	for (const { monitorId, type, day, rollUp } of days) {
		const successful = successfulOf(type, rollUp);
		const status = codeOf(STATUSES, dayStatus(successful, totalOf(rollUp)));
		const { up, degraded, down } = rollUp;
		const row = { monitor_id: monitorId, day, successful, status, ...figuresToRow(rollUp), up, degraded, down };
		const key = `${monitorId}:${day}`;
		const stored = left.get(key);
		left.delete(key);
		if (stored && isStored(stored, row)) continue;
		if (stored) replaced.push(stored);
		changed.push(row);
	}
	const gone = [...left.values()];
	await changeTeamDays(tx, [...replaced, ...gone], changed);
	if (gone.length > 0) {
		const rows = tx.dialect.rows(
			{ monitor_id: "integer", day: "integer" },
			gone.map(({ monitor_id, day }) => ({ monitor_id, day })),
		);
		await sql`delete from daily_roll_ups
			where (monitor_id, day) in (select monitor_id, day from ${rows} as r)`.execute(tx.db);
	}
	const figures = { successful: "integer", status: "integer", ...FIGURE_COLUMNS } as const;
	await putFigures(tx, sql`daily_roll_ups`, { monitor_id: "integer", day: "integer" }, figures, changed);
}
