/**
 * Fewer and longer rows for what is old: the sealed hours of a day in one, and the counts of a team's minutes by the
 * hour; and narrower ones for the figures of hours, which are moved once the migrations have run
 * (../figures/wide-hours.ts). The hours that are sealed already are packed in the background.
 */

import { type Kysely, sql } from "kysely";
import { HourCounts } from "../../domain/figures/hour-counts.ts";
import { hourOf, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import type { DdlDialect } from "../database/dialect.ts";
import { WIDE_HOURS } from "../figures/wide-hours.ts";

/** Hours of teams whose minutes are read at once. */
const HOURS_A_SLICE = 500;

const DAYS = { table: "sealed_days", column: "day", hours: 24 } as const;

interface Minute {
	readonly team_id: number;
	readonly minute: number;
	readonly total: number;
	readonly successful: number;
}

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
	// Not clustered: rows in the tree of a key of SQLite spill at a quarter of a page, to a page of their own each.
	await sql`create table sealed_days (
		day integer not null,
		monitor_id integer not null,
		checks smallint not null,
		block ${ddl.bytes} not null,
		primary key (${ddl.blockKey(DAYS)})
	)`.execute(db);
	for (const index of ddl.blockIndexes(DAYS)) await sql.raw(index).execute(db);
	await sql`create table team_hours (
		team_id integer not null,
		hour integer not null,
		counts ${ddl.bytes} not null,
		primary key (team_id, hour)
	)${ddl.clustered}`.execute(db);
	await moveMinutes(db);
	await sql`drop table team_minutes`.execute(db);
	await sql`alter table hourly_roll_ups rename to ${sql.table(WIDE_HOURS)}`.execute(db);
	await sql`create table hourly_roll_ups (
		monitor_id integer not null,
		hour integer not null,
		up smallint not null,
		degraded smallint not null,
		down smallint not null,
		response_times ${ddl.bytes} not null,
		primary key (monitor_id, hour)
	)${ddl.clustered}`.execute(db);
}

async function moveMinutes(db: Kysely<unknown>): Promise<void> {
	const wanted = HOURS_A_SLICE * MINUTES_AN_HOUR;
	for (let [team, minute] = [0, -1]; ; ) {
		const { rows } = await sql<Minute>`
			select team_id, minute, total, successful from team_minutes where (team_id, minute) > (${team}, ${minute})
			order by team_id, minute limit ${wanted}`.execute(db);
		const hours = [...Map.groupBy(rows, (row) => `${row.team_id}:${hourOf(row.minute)}`).values()];
		// The last hour of a whole slice may go on in the next one.
		if (rows.length === wanted) hours.pop();
		for (const ofHour of hours) {
			const counts = new HourCounts();
			for (const row of ofHour) {
				counts.set(row.minute % MINUTES_AN_HOUR, row.total, row.successful);
				[team, minute] = [row.team_id, row.minute];
			}
			if (counts.isEmpty) continue;
			await sql`insert into team_hours (team_id, hour, counts)
				values (${team}, ${hourOf(minute)}, ${counts.encode()})`.execute(db);
		}
		if (rows.length < wanted) return;
	}
}
