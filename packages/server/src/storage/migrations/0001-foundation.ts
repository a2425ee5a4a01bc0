/** Teams, keys, monitors, their state and their results. */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
	await sql`create table teams (
		id ${ddl.identity},
		public_id text not null unique,
		name text not null,
		slug text not null unique,
		created_at bigint not null
	)`.execute(db);

	await sql`create table api_keys (
		id ${ddl.identity},
		public_id text not null unique,
		team_id bigint not null references teams (id),
		name text not null,
		prefix text not null,
		hash text not null unique,
		scopes text not null,
		expires_at bigint,
		revoked_at bigint,
		last_used_at bigint,
		created_at bigint not null
	)`.execute(db);

	await sql`create table monitors (
		id ${ddl.identity},
		public_id text not null unique,
		team_id bigint not null references teams (id),
		type text not null,
		name text not null,
		target text not null,
		method text not null,
		expected_status integer not null,
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
	await sql`create index monitors_newest on monitors (team_id, type, created_at desc, id desc) where deleted_at is null`.execute(
		db,
	);
	await sql`create index monitors_deleted on monitors (deleted_at) where deleted_at is not null`.execute(db);

	await sql`create table monitor_states (
		monitor_id bigint not null references monitors (id) on delete cascade,
		team_id bigint not null references teams (id),
		revision integer not null,
		interval_ms bigint not null,
		phase_ms bigint not null,
		timeout_ms bigint not null,
		due_at bigint,
		slot_at bigint,
		claimed smallint not null default 0,
		status smallint not null default 0,
		status_since bigint,
		last_minute bigint,
		last_checked_at bigint,
		last_up_at bigint,
		failing_streak integer not null default 0,
		failing_since bigint,
		down_streak integer not null default 0,
		ssl_status smallint,
		ssl_expires_at bigint,
		ssl_issuer text,
		ssl_fingerprint text,
		ssl_last_checked_at bigint,
		primary key (${ddl.stateKey})
	)${ddl.clustered}`.execute(db);
	await sql`create index monitor_states_due on monitor_states (due_at) where due_at is not null`.execute(db);
	await sql`create index monitor_states_team on monitor_states (team_id)`.execute(db);

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

	await sql`create table check_results (
		minute integer not null,
		monitor_id integer not null,
		revision integer not null,
		outcome smallint not null,
		response_status smallint,
		elapsed_ms integer,
		started_ms integer not null,
		dns_ms integer not null,
		connect_ms integer not null,
		tls_ms integer not null,
		first_byte_ms integer not null,
		primary key (${ddl.resultKey})
	)${ddl.clustered}`.execute(db);
	await sql`create table check_failures (
		minute integer not null,
		monitor_id integer not null,
		phase smallint,
		message text not null,
		content_check_id text,
		primary key (${ddl.resultKey})
	)${ddl.clustered}`.execute(db);
	for (const index of ddl.keyIndexes) await sql.raw(index).execute(db);

	await sql`create table transitions (
		id ${ddl.identity},
		monitor_id bigint not null references monitors (id) on delete cascade,
		team_id bigint not null references teams (id),
		from_status smallint not null,
		to_status smallint not null,
		minute integer not null,
		created_at bigint not null
	)`.execute(db);
	await sql`create index transitions_of_monitor on transitions (monitor_id, minute)`.execute(db);
	await sql`create index transitions_created on transitions (created_at)`.execute(db);
}
