/** Passwords of accounts; the way in of each session; whether a team lets in sessions that a password began. */

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`create table passwords (
		user_id bigint primary key references users (id) on delete cascade,
		hash text not null,
		set_at bigint not null
	)`.execute(db);
	// Null: of a session that an earlier version opened.
	await sql`alter table sessions add column way text`.execute(db);
	await sql`alter table teams add column allows_passwords integer not null default 1`.execute(db);
}
