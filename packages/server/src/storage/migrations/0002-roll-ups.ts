/** Figures of hours and days, what is still to be folded into them, backfills, maintenance windows, status pages. */

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
		marked_at bigint not null,
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
		marked_at bigint not null,
		primary key (team_id, minute)
	)${ddl.clustered}`.execute(db);

	await sql`create table roll_up_progress (
		id smallint primary key,
		minutes_through integer not null,
		results_since integer not null,
		results_since_at bigint not null
	)`.execute(db);
	await sql`insert into roll_up_progress (id, minutes_through, results_since, results_since_at) values (1, 0, 0, 0)`.execute(
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
		requested_at bigint not null,
		started_at bigint,
		unique (team_id, is_running)
	)`.execute(db);

	await sql`create table maintenance_windows (
		id ${ddl.identity},
		public_id text not null unique,
		team_id bigint not null references teams (id),
		name text not null,
		all_monitors smallint not null,
		starts_at bigint,
		ends_at bigint,
		rrule text,
		starts_local text,
		time_zone text,
		duration_minutes integer,
		created_at bigint not null,
		updated_at bigint not null
	)`.execute(db);
	await sql`create index maintenance_windows_newest on maintenance_windows (team_id, created_at desc, id desc)`.execute(
		db,
	);
	await sql`create table maintenance_window_monitors (
		window_id bigint not null references maintenance_windows (id) on delete cascade,
		monitor_id bigint not null references monitors (id) on delete cascade,
		primary key (window_id, monitor_id)
	)${ddl.clustered}`.execute(db);
	await sql`create index maintenance_windows_of_monitor on maintenance_window_monitors (monitor_id)`.execute(db);
	await sql`create table maintenance_early_ends (
		window_id bigint not null references maintenance_windows (id) on delete cascade,
		starts_at bigint not null,
		ended_at bigint not null,
		primary key (window_id, starts_at)
	)${ddl.clustered}`.execute(db);

	await sql`create table status_pages (
		id ${ddl.identity},
		public_id text not null unique,
		team_id bigint not null references teams (id),
		name text not null,
		slug text not null,
		created_at bigint not null,
		updated_at bigint not null,
		unique (team_id, slug)
	)`.execute(db);
	await sql`create index status_pages_newest on status_pages (team_id, created_at desc, id desc)`.execute(db);
	await sql`create table status_page_monitors (
		status_page_id bigint not null references status_pages (id) on delete cascade,
		monitor_id bigint not null references monitors (id) on delete cascade,
		primary key (status_page_id, monitor_id)
	)${ddl.clustered}`.execute(db);
	await sql`create index status_pages_of_monitor on status_page_monitors (monitor_id)`.execute(db);
}
