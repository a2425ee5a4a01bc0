/** Status pages and the monitors they show. */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
	await sql`create table status_pages (
		id ${ddl.identity},
		public_id text not null unique,
		team_id bigint not null references teams (id),
		name text not null,
		slug text not null,
		created_at bigint not null,
		updated_at bigint not null,
		unique (team_id, slug)
	)`.execute(db);
	await sql`create index status_pages_newest on status_pages (team_id, created_at desc, id desc)`.execute(db);
	await sql`create table status_page_monitors (
		status_page_id bigint not null references status_pages (id) on delete cascade,
		monitor_id bigint not null references monitors (id) on delete cascade,
		primary key (status_page_id, monitor_id)
	)${ddl.clustered}`.execute(db);
	await sql`create index status_pages_of_monitor on status_page_monitors (monitor_id)`.execute(db);
}
