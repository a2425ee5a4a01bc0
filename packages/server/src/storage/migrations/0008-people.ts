/** People: accounts, members, the ways to sign in, sessions, invitations, and audit events. */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
	await sql`create table users (
		id ${ddl.identity},
		public_id text not null unique,
		name text not null,
		email text not null,
		email_key text not null unique,
		created_at bigint not null,
		last_seen_at bigint
	)`.execute(db);
	await sql`create table members (
		id ${ddl.identity},
		public_id text not null unique,
		team_id bigint not null references teams (id),
		user_id bigint not null references users (id) on delete cascade,
		role smallint not null,
		created_at bigint not null,
		unique (team_id, user_id)
	)`.execute(db);
	await sql`create index members_of_user on members (user_id)`.execute(db);
	await sql`create table passkeys (
		id ${ddl.identity},
		public_id text not null unique,
		user_id bigint not null references users (id) on delete cascade,
		name text not null,
		credential_id text not null unique,
		public_key text not null,
		counter bigint not null,
		transports text not null,
		rp_id text not null,
		backed_up smallint not null,
		created_at bigint not null,
		last_used_at bigint
	)`.execute(db);
	await sql`create index passkeys_of_user on passkeys (user_id)`.execute(db);
	await sql`create table oidc_identities (
		issuer text not null,
		subject text not null,
		user_id bigint not null references users (id) on delete cascade,
		primary key (issuer, subject)
	)`.execute(db);
	await sql`create index oidc_identities_of_user on oidc_identities (user_id)`.execute(db);
	await sql`create table sessions (
		id ${ddl.identity},
		public_id text not null unique,
		hash text not null unique,
		user_id bigint not null references users (id) on delete cascade,
		user_agent text,
		address text,
		created_at bigint not null,
		last_seen_at bigint not null
	)`.execute(db);
	await sql`create index sessions_of_user on sessions (user_id)`.execute(db);
	await sql`create index sessions_idle on sessions (last_seen_at)`.execute(db);
	await sql`create table sign_in_links (
		hash text primary key,
		user_id bigint references users (id) on delete cascade,
		expires_at bigint not null
	)`.execute(db);
	await sql`create index sign_in_links_of_user on sign_in_links (user_id)`.execute(db);
	await sql`create table invitations (
		id ${ddl.identity},
		public_id text not null unique,
		team_id bigint not null references teams (id),
		email text not null,
		email_key text not null,
		role smallint not null,
		hash text not null unique,
		created_at bigint not null,
		expires_at bigint not null,
		unique (team_id, email_key)
	)`.execute(db);
	await sql`create table sign_in_ceremonies (
		id ${ddl.identity},
		key text not null unique,
		payload text not null,
		expires_at bigint not null
	)`.execute(db);
	await sql`create index sign_in_ceremonies_expiry on sign_in_ceremonies (expires_at)`.execute(db);
	await sql`create table audit_events (
		id ${ddl.identity},
		public_id text not null unique,
		team_id bigint references teams (id),
		user_id bigint references users (id) on delete cascade,
		actor_kind smallint not null,
		actor_id text,
		actor_name text,
		action text not null,
		object_type text not null,
		object_id text,
		object_name text,
		address text,
		changes text not null,
		created_at bigint not null
	)`.execute(db);
	await sql`create index audit_events_of_team on audit_events (team_id, created_at desc, id desc) where team_id is not null`.execute(
		db,
	);
	await sql`create index audit_events_of_user on audit_events (user_id, created_at desc, id desc) where user_id is not null`.execute(
		db,
	);
	await sql`create index audit_events_age on audit_events (created_at)`.execute(db);
}
