/** What alert events show of notices that wait: why the last delivery failed, or what holds the notice. */

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
	for (const column of ["last_error text", "held_for smallint", "held_until bigint"]) {
		await sql`alter table notices add column ${sql.raw(column)}`.execute(db);
	}
}
