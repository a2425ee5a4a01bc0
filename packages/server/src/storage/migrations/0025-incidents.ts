/** Incidents: their updates, the monitors that they affect, and the status pages that show them. */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
	await sql`create table incidents (
		id ${ddl.identity},
		public_id text not null unique,
		team_id bigint not null references teams (id),
		title text not null,
		impact smallint not null,
		status smallint not null,
		started_at bigint not null,
		resolved_at bigint,
		created_at bigint not null,
		updated_at bigint not null
	)`.execute(db);
	await sql`create index incidents_newest on incidents (team_id, created_at desc, id desc)`.execute(db);
	await sql`create table incident_updates (
		id ${ddl.identity},
		public_id text not null unique,
		incident_id bigint not null references incidents (id) on delete cascade,
		body text not null,
		status smallint not null,
		posted_at bigint not null
	)`.execute(db);
	await sql`create index incident_updates_newest on incident_updates (incident_id, posted_at desc, id desc)`.execute(
		db,
	);
	await sql`create table incident_components (
		incident_id bigint not null references incidents (id) on delete cascade,
		monitor_id bigint not null references monitors (id) on delete cascade,
		state smallint not null,
		primary key (incident_id, monitor_id)
	)${ddl.clustered}`.execute(db);
	await sql`create index incidents_of_monitor on incident_components (monitor_id)`.execute(db);
	await sql`create table incident_status_pages (
		incident_id bigint not null references incidents (id) on delete cascade,
		status_page_id bigint not null references status_pages (id) on delete cascade,
		primary key (incident_id, status_page_id)
	)${ddl.clustered}`.execute(db);
	await sql`create index incidents_of_status_page on incident_status_pages (status_page_id)`.execute(db);
}
