/** Maintenance windows. */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
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
}
