/** What monitors of jobs expect, the pings of these jobs, and when pings could be received. */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
	await sql`create table heartbeats (
		monitor_id bigint primary key references monitors (id) on delete cascade,
		key_hash text not null unique,
		sealed_key text not null,
		begun_at bigint,
		state text,
		wake_at bigint,
		pings_kept integer not null default 0
	)`.execute(db);
	await sql`create index heartbeats_wake on heartbeats (wake_at) where wake_at is not null`.execute(db);
	await sql`create table pings (
		id ${ddl.identity},
		public_id text not null,
		monitor_id bigint not null references monitors (id) on delete cascade,
		kind smallint not null,
		exit_code smallint,
		rid text,
		received_at bigint not null,
		duration_ms bigint,
		address text not null,
		user_agent text,
		size integer not null,
		is_new smallint not null
	)`.execute(db);
	await sql`create index pings_of_monitor on pings (monitor_id, id)`.execute(db);
	await sql`create index pings_new on pings (id) where is_new = 1`.execute(db);
	await sql`create table ping_bodies (
		ping_id bigint primary key references pings (id) on delete cascade,
		body ${ddl.bytes} not null
	)`.execute(db);
	await sql`create table ping_beats (
		id smallint primary key,
		beat_at bigint not null
	)`.execute(db);
	await sql`insert into ping_beats (id, beat_at) values (1, 0)`.execute(db);
	await sql`create table listening_outages (
		since bigint primary key,
		until bigint not null
	)`.execute(db);
}
