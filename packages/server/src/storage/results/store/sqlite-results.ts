/** Results in SQLite: rows live in the tree of their key, so each monitor and minute is one look-up in it. */

import { type RawBuilder, sql } from "kysely";
import type { ResultStore } from "./result-store.ts";

/** 2^32 / the golden ratio; the bits of a product of 32 that are left out. */
const [PLACE_FACTOR, PLACE_SHIFT] = [2_654_435_769, 17];
/**
 * Where a monitor's checks lie within their minute: the leading 15 bits of its key times the golden ratio, as for the
 * phase of its grid (../../../domain/schedule/schedule.ts). So checks that are made together lie together, and a commit
 * appends; with the monitor's key alone it wrote as many pages as it had checks (ADR 121). No column of the
 * states is needed to find a check, and an edit of the interval moves none. An integer is expected: `node:sqlite` binds
 * numbers as floating-point, whose product is inexact from a key of some millions on.
 */
export const placeOf = (monitorId: RawBuilder<unknown>) =>
	sql`(((${monitorId} * ${sql.lit(PLACE_FACTOR)}) & 4294967295) >> ${sql.lit(PLACE_SHIFT)})`;
const isCheck = (monitorId: RawBuilder<unknown>, minute: RawBuilder<unknown>) =>
	sql`c.minute = ${minute} and c.place = ${placeOf(monitorId)} and c.monitor_id = ${monitorId}`;

export const SQLITE_RESULTS: ResultStore = {
	key: { minute: "integer", place: "integer", monitor_id: "integer" },
	withKey: (row) => ({ ...row, place: Math.imul(row.monitor_id, PLACE_FACTOR) >>> PLACE_SHIFT }),
	stored: sql`check_results`,
	partitions: null,
	isCheck,
	leftJoinCheck: (monitorId, minute) => sql`left join check_results as c on ${isCheck(monitorId, minute)}`,
	// CROSS JOIN keeps SQLite from reordering the joins: each minute is one look-up in the key.
	ofMonitor: (monitorId, from, to) => sql`${minutesOfRows(from, to)} as m cross join check_results as c
			on ${isCheck(sql`cast(${monitorId} as integer)`, sql`m.minute`)}`,
	ofMinutes: (from, to) => sql`
		cross join ${minutesOfRows(from, to)} as n
		cross join check_results as c
			on ${isCheck(sql`w.monitor_id`, sql`n.minute`)}`,
	ofHours: sql`
		cross join (
			with recursive n (i) as (select 0 union all select i + 1 from n where i < 59) select i from n
		) as n
		cross join check_results as c
			on ${isCheck(sql`w.monitor_id`, sql`w.hour * 60 + n.i`)}`,
	sealedOfMonitor: ({ table, column }, monitorId, from, to) => sql`${spansBetween(table, column, from, to)} as n
		cross join ${sql.table(table)} as b on b.${sql.ref(column)} = n.span and b.monitor_id = ${monitorId}`,
	sealedOfHours: ({ table, column, hours }) => sql`
		cross join ${sql.table(table)} as b
			on b.${sql.ref(column)} = w.hour / ${sql.lit(hours)} and b.monitor_id = w.monitor_id`,
	boundsOf: () => sql``,
};

/**
 * The minutes [from, to) as a table, without those before the oldest row and after the newest one: what is older is in
 * blocks, and to look up each minute of a month would take 60 ms.
 */
function minutesOfRows(from: number, to: number): RawBuilder<unknown> {
	return sql`(
		with recursive minutes (minute) as (
			select max(${from}, (select min(minute) from check_results)) as minute
			union all
			select minute + 1 from minutes where minute + 1 < ${to} and minute < (select max(minute) from check_results)
		) select minute from minutes where minute < ${to}
	)`;
}

/** The spans [from, to) of a table of sealed results, without those before its first one: old hours are packed. */
function spansBetween(table: string, column: string, from: number, to: number): RawBuilder<unknown> {
	const first = sql`max(${from}, (select min(${sql.ref(column)}) from ${sql.table(table)}))`;
	return sql`(
		with recursive spans (span) as (
			select ${first} as span union all select span + 1 from spans where span + 1 < ${to}
		) select span from spans where span < ${to}
	)`;
}
