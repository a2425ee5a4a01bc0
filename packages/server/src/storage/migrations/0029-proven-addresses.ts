/**
 * Addresses of accounts are proven or not, and an account whose address is not proven is bound to a team; who sent an
 * invitation, and who made a key. Nobody knows how the accounts of an earlier version got their address, so each is
 * bound to the first of its teams until it is proven.
 */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
	for (const statement of ddl.sharedAddresses) await sql.raw(statement).execute(db);
	await sql`alter table users add column proven_at bigint`.execute(db);
	await sql`alter table users add column bound_team_id bigint references teams (id)`.execute(db);
	await sql`update users set bound_team_id = coalesce(
		(select min(team_id) from members where user_id = users.id),
		(select min(id) from teams)
	)`.execute(db);
	// One account owns the address; of the others, a team has one.
	await sql`create unique index users_of_address on users (email_key) where bound_team_id is null`.execute(db);
	await sql`create unique index users_of_team on users (email_key, bound_team_id)`.execute(db);
	await sql`alter table api_keys add column created_by bigint references users (id) on delete set null`.execute(db);
	await sql`alter table invitations add column sent_by bigint references users (id) on delete cascade`.execute(db);
	await sql`alter table invitations add column mail_hash text`.execute(db);
	await sql`create unique index invitations_by_mail on invitations (mail_hash)`.execute(db);
}
