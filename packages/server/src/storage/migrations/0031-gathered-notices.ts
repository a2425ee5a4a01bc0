/** Which notices have waited for others, and an index of the messages that a daily cap counts. */

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table notices add column gathered smallint not null default 0`.execute(db);
	await sql`create index alert_events_messages on alert_events (alert_id, sent_at) where starts_message = 1`.execute(
		db,
	);
}
