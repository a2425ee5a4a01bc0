/** Monitors with the settings of their owners, and their content checks. */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
	await sql`create table monitors (
		id ${ddl.identity},
		public_id text not null unique,
		team_id bigint not null references teams (id),
		type text not null,
		name text not null,
		target text not null,
		tags text not null default '[]',
		settings text not null,
		interval_seconds integer not null,
		degraded_after_ms integer not null,
		timeout_seconds integer not null,
		location_hint text not null,
		ssl_monitoring_enabled smallint not null,
		ssl_expiry_warning_days integer not null,
		enabled_at bigint,
		created_at bigint not null,
		updated_at bigint not null,
		deleted_at bigint
	)`.execute(db);
	await sql`
		create index monitors_newest on monitors (team_id, type, created_at desc, id desc)
		where deleted_at is null`.execute(db);
	await sql`create index monitors_deleted on monitors (deleted_at) where deleted_at is not null`.execute(db);
	await sql`create table content_checks (
		id ${ddl.identity},
		public_id text not null unique,
		monitor_id bigint not null references monitors (id) on delete cascade,
		type text not null,
		value text not null,
		case_sensitive smallint not null,
		is_enabled smallint not null,
		created_at bigint not null,
		updated_at bigint not null
	)`.execute(db);
	await sql`create index content_checks_of_monitor on content_checks (monitor_id, created_at desc, id desc)`.execute(
		db,
	);
}
