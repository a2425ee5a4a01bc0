/**
 * Cuts of a prober's own network that last, so that their end is notified after a restart too; and which alerts were
 * notified of them, apart from the blindness of the monitor under which their notices are enqueued.
 */

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`create table cut_offs (
		machine text primary key,
		since bigint not null
	)`.execute(db);
	for (const column of ["notified_cut_off", "cut_off_notified_at"]) {
		await sql`alter table alert_states add column ${sql.ref(column)} bigint`.execute(db);
	}
}
