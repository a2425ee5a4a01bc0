/**
 * Accounts of people. One account owns an address; further ones of the same address are bound to a team each, until
 * somebody proves that the address is theirs (docs/rules/access.md#proven-addresses).
 */

import { sql } from "kysely";
import { emailKey, type User } from "../../domain/access/user.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Row } from "../database/schema.ts";
import type { Tx } from "../database/tx.ts";

interface NewUser {
	readonly name: string;
	readonly email: string;
	/** Null: the account owns the address. */
	readonly boundTeamId: number | null;
	readonly provenAt: number | null;
}

/** Makes an account; null when there is one that owns the address, or one of the address that is bound to this team. */
export async function createUser(
	tx: Tx,
	{ name, email, boundTeamId, provenAt }: NewUser,
	now: number,
): Promise<User | null> {
	const row = await tx.db
		.insertInto("users")
		.values({
			public_id: newPublicId("usr"),
			name,
			email,
			email_key: emailKey(email),
			bound_team_id: boundTeamId,
			proven_at: provenAt,
			created_at: now,
		})
		.onConflict((conflict) => conflict.doNothing())
		.returningAll()
		.executeTakeFirst();
	return row ? asUser(row) : null;
}

/** Every account of an address: the one that owns it first, then those that are bound to a team, the oldest first. */
export async function accountsOfAddress(tx: Tx, email: string): Promise<User[]> {
	const rows = await tx.db
		.selectFrom("users")
		.selectAll()
		.where("email_key", "=", emailKey(email))
		.orderBy((is) => is.case().when("bound_team_id", "is", null).then(0).else(1).end())
		.orderBy("id")
		.execute();
	return rows.map(asUser);
}

/** The same, locked until the transaction ends. Whoever locks a team as well locks it before. */
export async function lockAddress(tx: Tx, email: string): Promise<User[]> {
	await sql`select id from users where email_key = ${emailKey(email)} order by id${tx.dialect.forUpdate}`.execute(
		tx.db,
	);
	return accountsOfAddress(tx, email);
}

/** Locks an account until the transaction ends, before a way into it is used, added or removed. */
export async function lockUser(tx: Tx, userId: number): Promise<User | null> {
	await sql`select id from users where id = ${userId}${tx.dialect.forUpdate}`.execute(tx.db);
	return userById(tx, userId);
}

export async function userById(tx: Tx, id: number): Promise<User | null> {
	const row = await tx.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
	return row ? asUser(row) : null;
}

export async function renameUser(tx: Tx, id: number, name: string): Promise<User | null> {
	const row = await tx.db.updateTable("users").set({ name }).where("id", "=", id).returningAll().executeTakeFirst();
	return row ? asUser(row) : null;
}

/** From now on the account owns its address. */
export async function recordProof(tx: Tx, id: number, name: string, now: number): Promise<User> {
	const row = await tx.db
		.updateTable("users")
		.set({ name, proven_at: now, bound_team_id: null })
		.where("id", "=", id)
		.returningAll()
		.executeTakeFirstOrThrow();
	return asUser(row);
}

/** Every account, by address. */
export async function listUsers(tx: Tx): Promise<User[]> {
	const rows = await tx.db.selectFrom("users").selectAll().orderBy("email_key").orderBy("id").execute();
	return rows.map(asUser);
}

/** Deletes an account with all that belongs to it: memberships, ways to sign in, sessions, invitations that it sent. */
export async function deleteUser(tx: Tx, id: number): Promise<void> {
	await tx.db.deleteFrom("users").where("id", "=", id).execute();
}

/** Removes every way into an account that there is, and ends its sessions. */
export async function deleteWaysIn(tx: Tx, userId: number): Promise<void> {
	for (const table of ["passkeys", "passwords", "oidc_identities", "sign_in_links", "sessions"] as const) {
		await tx.db.deleteFrom(table).where("user_id", "=", userId).execute();
	}
}

/** What an account sent and made belongs to another one from now on. */
export async function moveMade(tx: Tx, from: number, to: number): Promise<void> {
	await tx.db.updateTable("api_keys").set({ created_by: to }).where("created_by", "=", from).execute();
	await tx.db.updateTable("invitations").set({ sent_by: to }).where("sent_by", "=", from).execute();
}

export function asUser(row: Row<"users">): User {
	return {
		id: row.id,
		publicId: row.public_id,
		name: row.name,
		email: row.email,
		provenAt: row.proven_at,
		boundTeamId: row.bound_team_id,
		createdAt: row.created_at,
		lastSeenAt: row.last_seen_at,
	};
}
