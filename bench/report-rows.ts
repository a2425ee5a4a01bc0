/** Rows of bench/reports.ts, written straight to the tables of either engine, as a service would have left them. */

import { type RawBuilder, sql } from "kysely";
import { HourCounts } from "../packages/server/src/domain/figures/hour-counts.ts";
import { encodeHistogram, LatencyTally } from "../packages/server/src/domain/figures/latency-histogram.ts";
import type { Database } from "../packages/server/src/storage/database/tx.ts";
import { placeOf } from "../packages/server/src/storage/results/store/sqlite-results.ts";
import { aMonitor } from "../packages/server/src/storage/testing/fixtures.ts";

const HOURS_OF_TEAM = 31 * 24;

/** Whole numbers as a table with the column `value`, for use after FROM. */
function numbers(first: number, last: number): RawBuilder<unknown> {
	return sql`(
		with recursive n (value) as (
			select cast(${sql.lit(first)} as bigint) union all select value + 1 from n where value < ${sql.lit(last)}
		) select value from n
	)`;
}

/** Runs statements without a limit of time, and lets PostgreSQL count what they wrote. */
async function write(database: Database, statements: readonly RawBuilder<unknown>[]): Promise<void> {
	await database.withoutTimeLimit(async () => {
		await database.transaction(async ({ db }) => {
			for (const statement of statements) await statement.execute(db);
		});
		await sql`analyze`.execute(database.db);
	});
}

/** Monitors of a team that has none; their keys. */
export async function monitorsOf(
	database: Database,
	team: number,
	count: number,
	createdAt: number,
): Promise<number[]> {
	const first = await aMonitor(database, team, { createdAt });
	const others = sql`from monitors where team_id = ${team} and id > ${first}`;
	await write(database, [
		sql`insert into monitors (public_id, team_id, type, name, target, tags, settings, importance,
				interval_seconds, timeout_seconds, ssl_monitoring_enabled, ssl_expiry_warning_days, enabled_at,
				created_at, updated_at)
			select 'mon_' || team_id || 'x' || n.value, team_id, 'http', 'Monitor, number ' || (n.value * 7919 % 1000003),
				target, tags, settings, importance, interval_seconds, timeout_seconds, 1, 30, 1,
				created_at, updated_at
			from ${numbers(1, count - 1)} as n cross join monitors where id = ${first}`,
		sql`insert into monitor_states (monitor_id, team_id, revision, interval_ms, phase_ms, timeout_ms, claimed,
				was_slow, status, failing_streak, missed_streak)
			select id, team_id, 1, 60000, 0, 10000, 0, 0, 1, 0, 0 ${others}`,
		sql`insert into roll_up_states (monitor_id, hours_through, exact_from) select id, created_at / 3600000, 0 ${others}`,
	]);
	const { rows } = await sql<{ id: number }>`select id from monitors where team_id = ${team} order by id`.execute(
		database.db,
	);
	return rows.map(({ id }) => id);
}

/** A check in each of the minutes [from, through] for every monitor of a team. */
export async function checksOf(database: Database, team: number, from: number, through: number): Promise<void> {
	const hasPlace = "place" in database.dialect.results.key;
	const [place, itsValue] = hasPlace ? [sql`place,`, sql`${placeOf(sql`m.id`)},`] : [sql``, sql``];
	const isDown = sql`(n.value * 31 + m.id * 7) % 997 = 0`;
	await write(database, [
		sql`insert into check_results (minute, ${place} monitor_id, revision, outcome, response_status, elapsed_ms,
				started_ms, attempts, location, connect_ms, first_byte_ms)
			select n.value, ${itsValue} m.id, 1, case when ${isDown} then 42 else 4 end,
				case when ${isDown} then null else 200 end, 60 + (n.value * 7919 + m.id * 104729) % 211, 20000, 1, 2, 3, 40
			from ${numbers(from, through)} as n cross join monitors as m where m.team_id = ${team}`,
	]);
}

/** A month of hours of a team with `count` monitors, counted up to some minutes before `minute`; those have checks. */
export async function countedHoursOf(database: Database, team: number, count: number, minute: number): Promise<void> {
	const counts = new HourCounts();
	for (let place = 0; place < 60; place += 1) counts.set(place, count, count - (place % 50));
	const { bytes } = database.dialect.ddl;
	const hour = Math.floor(minute / 60);
	await write(database, [
		sql`insert into team_hours (team_id, hour, counts)
			select ${sql.lit(team)}, n.value, cast(${counts.encode()} as ${sql.raw(bytes)}) from ${numbers(hour - HOURS_OF_TEAM, hour)} as n`,
		sql`update roll_up_progress set minutes_through = ${minute - 2}`,
	]);
	await checksOf(database, team, minute - 3, minute);
}

/** The days [first, last] of every monitor of a team, rolled up. */
export async function daysOf(database: Database, team: number, first: number, last: number): Promise<void> {
	const tally = new LatencyTally();
	const times = Array.from({ length: 35 }, (_, index) => 60 + 7 * index);
	tally.addAll({ times, counts: times.map(() => 40) });
	const { bytes } = database.dialect.ddl;
	await write(database, [
		sql`insert into daily_roll_ups (monitor_id, day, successful, status, up, degraded, down, answered, response_sum_ms,
				response_max_ms, response_times)
			select m.id, n.value, 1439, 2, 1439, 0, 1, 1439, 172680, 300, cast(${encodeHistogram(tally.histogram())} as ${sql.raw(bytes)})
			from monitors as m cross join ${numbers(first, last)} as n where m.team_id = ${team}`,
		sql`insert into team_days (team_id, day, type, up, degraded, down, successful, monitors_up, monitors_degraded,
				monitors_down)
			select m.team_id, d.day, m.type, sum(d.up), 0, sum(d.down), sum(d.successful), 0, count(*), 0
			from monitors as m cross join daily_roll_ups as d where m.team_id = ${team} and d.monitor_id = m.id
			group by m.team_id, d.day, m.type`,
		sql`update roll_up_states set hours_through = ${(last + 2) * 24}, exact_from = 0
			where monitor_id in (select id from monitors where team_id = ${team})`,
	]);
}
