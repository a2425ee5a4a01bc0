/** Alerts, the outbox of notices, and alert events. */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
	await sql`create table alerts (
		id ${ddl.identity},
		public_id text not null unique,
		team_id bigint not null references teams (id),
		name text not null,
		channel text not null,
		settings text not null,
		sealed text,
		all_monitors smallint not null,
		events text not null,
		cooldown_minutes integer not null,
		daily_cap integer not null,
		failure_threshold integer not null,
		reminder_minutes integer,
		is_enabled smallint not null,
		leased_until bigint not null default 0,
		created_at bigint not null,
		updated_at bigint not null,
		deleted_at bigint
	)`.execute(db);
	await sql`create index alerts_newest on alerts (team_id, created_at desc, id desc) where deleted_at is null`.execute(
		db,
	);
	await sql`create table alert_monitors (
		alert_id bigint not null references alerts (id) on delete cascade,
		monitor_id bigint not null references monitors (id) on delete cascade,
		primary key (alert_id, monitor_id)
	)${ddl.clustered}`.execute(db);
	await sql`create index alert_monitors_monitor on alert_monitors (monitor_id)`.execute(db);
	await sql`create table alert_states (
		alert_id bigint not null references alerts (id) on delete cascade,
		monitor_id bigint not null references monitors (id) on delete cascade,
		pending_outage bigint,
		notified_outage bigint,
		problem_notified_at bigint,
		notified_blindness bigint,
		blind_notified_at bigint,
		primary key (alert_id, monitor_id)
	)${ddl.clustered}`.execute(db);
	await sql`create index alert_states_monitor on alert_states (monitor_id)`.execute(db);
	await sql`create table certificate_warnings (
		monitor_id bigint not null references monitors (id) on delete cascade,
		fingerprint text not null,
		within_days smallint not null,
		created_at bigint not null,
		primary key (monitor_id, fingerprint, within_days)
	)${ddl.clustered}`.execute(db);
	await sql`create table notices (
		id ${ddl.identity},
		public_id text not null unique,
		alert_id bigint not null references alerts (id) on delete cascade,
		monitor_id bigint not null references monitors (id) on delete cascade,
		event smallint not null,
		cause smallint not null,
		kind smallint not null,
		held smallint not null default 0,
		outage bigint,
		facts text not null,
		message_id text,
		attempts smallint not null default 0,
		due_at bigint not null,
		created_at bigint not null
	)`.execute(db);
	await sql`create index notices_in_order on notices (alert_id, monitor_id, id)`.execute(db);
	await sql`create index notices_due on notices (due_at)`.execute(db);
	await sql`create index notices_message on notices (message_id) where message_id is not null`.execute(db);
	await sql`create index notices_monitor on notices (monitor_id)`.execute(db);
	await sql`create table alert_events (
		id ${ddl.identity},
		public_id text not null unique,
		alert_id bigint not null references alerts (id),
		monitor_id bigint not null references monitors (id) on delete cascade,
		event smallint not null,
		status smallint not null,
		outage bigint,
		starts_message smallint not null,
		error_message text,
		sent_at bigint not null,
		created_at bigint not null
	)`.execute(db);
	await sql`create index alert_events_newest on alert_events (monitor_id, sent_at desc, public_id desc)`.execute(db);
	await sql`create index alert_events_sent on alert_events (alert_id, sent_at)`.execute(db);
	await sql`create index alert_events_age on alert_events (sent_at)`.execute(db);
}
