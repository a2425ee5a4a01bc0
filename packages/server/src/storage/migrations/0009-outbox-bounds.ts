/** Changes whose notices wait for room in the outbox, and indexes by which a deliverer reads what it claims alone. */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
	await sql`create table deferred_changes (
		id ${ddl.identity},
		team_id bigint not null references teams (id),
		monitor_id bigint not null references monitors (id) on delete cascade,
		change text not null,
		created_at bigint not null
	)`.execute(db);
	await sql`create index deferred_changes_in_order on deferred_changes (team_id, id)`.execute(db);
	await sql`create index deferred_changes_monitor on deferred_changes (monitor_id)`.execute(db);
	await sql`drop index notices_due`.execute(db);
	await sql`create index notices_due on notices (alert_id, kind, due_at)`.execute(db);
	await sql`create index notices_undecided on notices (alert_id, id, due_at) where message_id is null`.execute(db);
	await sql`create index notices_decided on notices (alert_id, due_at, message_id, event)
		where message_id is not null`.execute(db);
}
