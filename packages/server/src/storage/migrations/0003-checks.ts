/** What checks touch and leave: the state of each monitor, results, and changes of status. */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
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
		was_slow smallint not null default 0,
		status smallint not null default 0,
		status_since bigint,
		last_minute bigint,
		last_checked_at bigint,
		last_up_at bigint,
		failing_streak integer not null default 0,
		failing_since bigint,
		missed_streak integer not null default 0,
		missed_since bigint,
		ssl_status smallint,
		ssl_expires_at bigint,
		ssl_issuer text,
		ssl_fingerprint text,
		ssl_last_checked_at bigint,
		primary key (${ddl.stateKey})
	)${ddl.clustered}`.execute(db);
	await sql`create index monitor_states_due on monitor_states (due_at) where due_at is not null`.execute(db);
	await sql`create index monitor_states_team on monitor_states (team_id)`.execute(db);
	await sql`create table check_results (
		minute integer not null,
		monitor_id integer not null,
		revision integer not null,
		outcome smallint not null,
		response_status smallint,
		elapsed_ms integer,
		started_ms integer not null,
		attempts smallint not null,
		location smallint,
		dns_ms integer,
		connect_ms integer,
		tls_ms integer,
		first_byte_ms integer,
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
		occurred_at bigint not null,
		reason smallint,
		phase smallint,
		message text,
		details text not null,
		ended_checks integer,
		created_at bigint not null
	)`.execute(db);
	await sql`create index transitions_of_monitor on transitions (monitor_id, id)`.execute(db);
	await sql`create index transitions_of_minute on transitions (monitor_id, minute)`.execute(db);
	await sql`create index transitions_created on transitions (created_at)`.execute(db);
}
