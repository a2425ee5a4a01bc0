/** Teams, and the API keys that act for them. */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
	await sql`create table teams (
		id ${ddl.identity},
		public_id text not null unique,
		name text not null,
		slug text not null unique,
		created_at bigint not null
	)`.execute(db);
	await sql`create table api_keys (
		id ${ddl.identity},
		public_id text not null unique,
		team_id bigint not null references teams (id),
		name text not null,
		prefix text not null,
		hash text not null unique,
		scopes text not null,
		expires_at bigint,
		revoked_at bigint,
		last_used_at bigint,
		created_at bigint not null
	)`.execute(db);
}
