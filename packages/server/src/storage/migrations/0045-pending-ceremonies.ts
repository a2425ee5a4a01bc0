/** Whose a pending sign-in or registration is, so that one visitor has few of them at a time. */

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table sign_in_ceremonies add column visitor text`.execute(db);
	await sql`create index sign_in_ceremonies_visitor on sign_in_ceremonies (visitor)`.execute(db);
}
