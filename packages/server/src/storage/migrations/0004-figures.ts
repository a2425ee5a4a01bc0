/** Figures of hours and days, how far they are folded, and backfills. */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
	const figures = sql`
		up integer not null,
		degraded integer not null,
		down integer not null,
		answered integer not null,
		response_sum_ms bigint not null,
		response_max_ms integer not null,
		response_times ${ddl.bytes} not null`;
	await sql`create table hourly_roll_ups (
		monitor_id integer not null,
		hour integer not null,
		${figures},
		primary key (monitor_id, hour)
	)${ddl.clustered}`.execute(db);
	await sql`create table daily_roll_ups (
		monitor_id integer not null,
		day integer not null,
		successful integer not null,
		status smallint not null,
		${figures},
		primary key (monitor_id, day)
	)${ddl.clustered}`.execute(db);
	await sql`create table roll_up_states (
		monitor_id bigint primary key references monitors (id) on delete cascade,
		hours_through integer not null,
		exact_from integer not null
	)`.execute(db);
	await sql`create index roll_up_states_hours on roll_up_states (hours_through, monitor_id)`.execute(db);
	await sql`create index roll_up_states_exact on roll_up_states (exact_from, monitor_id)`.execute(db);
	await sql`create table late_hours (
		monitor_id integer not null,
		hour integer not null,
		primary key (monitor_id, hour)
	)${ddl.clustered}`.execute(db);
	await sql`create table team_minutes (
		team_id integer not null,
		minute integer not null,
		total integer not null,
		successful integer not null,
		primary key (team_id, minute)
	)${ddl.clustered}`.execute(db);
	await sql`create table late_minutes (
		team_id integer not null,
		minute integer not null,
		primary key (team_id, minute)
	)${ddl.clustered}`.execute(db);
	await sql`create table roll_up_progress (
		id smallint primary key,
		minutes_through integer not null,
		results_since integer not null,
		results_since_at bigint not null
	)`.execute(db);
	await sql`
		insert into roll_up_progress (id, minutes_through, results_since, results_since_at) values (1, 0, 0, 0)`.execute(
		db,
	);
	await sql`create table backfills (
		id ${ddl.identity},
		team_id bigint not null references teams (id),
		is_running smallint not null,
		monitor_id bigint not null,
		next_day integer not null,
		days_done integer not null,
		checks_done bigint not null,
		started_at bigint,
		unique (team_id, is_running)
	)`.execute(db);
}
