/** Gives every monitor its place in the folding of hours, which from here on is made with the monitor. */

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		insert into roll_up_states (monitor_id, hours_through, exact_from)
		select m.id, m.created_at / 3600000, 0 from monitors as m
		where not exists (select 1 from roll_up_states as s where s.monitor_id = m.id)`.execute(db);
}
