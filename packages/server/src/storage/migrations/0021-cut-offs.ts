/** Cuts of a prober's own network that last, so that their end is notified after a restart too. */

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`create table cut_offs (
		machine text primary key,
		since bigint not null
	)`.execute(db);
}
