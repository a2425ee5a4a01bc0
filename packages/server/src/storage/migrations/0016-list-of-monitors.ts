/** The newest monitors of a team, whatever their types, without sorting all of them. */

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create index monitors_listed on monitors (team_id, created_at desc, id desc)
		where deleted_at is null`.execute(db);
}
