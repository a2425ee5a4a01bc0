/** What belongs to the installation as a whole: whose secret seals its values, and on which machines it ran. */

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
	// At most one row.
	await sql`create table installation (
		id integer primary key,
		secret_fingerprint text not null
	)`.execute(db);
	await sql`create table machines (
		since bigint primary key,
		name text not null
	)`.execute(db);
	await sql`alter table monitor_states add column last_missed_minute bigint`.execute(db);
}
