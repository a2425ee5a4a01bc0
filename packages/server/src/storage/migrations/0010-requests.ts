/** Secrets of monitors, sealed beside their settings; content checks that compare a value. */

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table monitors add column sealed text`.execute(db);
	await sql`alter table content_checks add column operator text`.execute(db);
	await sql`alter table content_checks add column expected text`.execute(db);
}
