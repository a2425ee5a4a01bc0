/** Accounts of people. An address belongs to one of them, whatever its case (docs/rules/access.md#users). */

import { sql } from "kysely";
import { emailKey, type User } from "../../domain/access/user.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Session } from "../database/session.ts";
import { hasOtherOwner, lockTeams } from "./members.ts";

/** Makes an account; null when the address has one. */
export async function createUser(
	session: Session,
	{ name, email }: { name: string; email: string },
	now: number,
): Promise<User | null> {
	const row = await session.db
		.insertInto("users")
		.values({ public_id: newPublicId("usr"), name, email, email_key: emailKey(email), created_at: now })
		.onConflict((conflict) => conflict.column("email_key").doNothing())
		.returningAll()
		.executeTakeFirst();
	return row ? asUser(row) : null;
}

export async function userByEmail(session: Session, email: string): Promise<User | null> {
	const row = await session.db
		.selectFrom("users")
		.selectAll()
		.where("email_key", "=", emailKey(email))
		.executeTakeFirst();
	return row ? asUser(row) : null;
}

export async function userById(session: Session, id: number): Promise<User | null> {
	const row = await session.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
	return row ? asUser(row) : null;
}

export async function renameUser(session: Session, id: number, name: string): Promise<User | null> {
	const row = await session.db
		.updateTable("users")
		.set({ name })
		.where("id", "=", id)
		.returningAll()
		.executeTakeFirst();
	return row ? asUser(row) : null;
}

/** Every account, by address. */
export async function listUsers(session: Session): Promise<User[]> {
	const rows = await session.db.selectFrom("users").selectAll().orderBy("email_key").execute();
	return rows.map(asUser);
}

/**
 * Deletes an account with all that belongs to it. `lastOwnerOf`: teams that would have no owner left; then nothing is
 * deleted.
 */
export async function removeUser(
	session: Session,
	userId: number,
): Promise<"removed" | "gone" | { readonly lastOwnerOf: readonly string[] }> {
	return session.transaction(async (session) => {
		const teams = await session.db
			.selectFrom("members")
			.innerJoin("teams", "teams.id", "members.team_id")
			.select(["teams.id", "teams.slug"])
			.where("members.user_id", "=", userId)
			.execute();
		await lockTeams(
			session,
			teams.map(({ id }) => id),
		);
		const lastOwnerOf: string[] = [];
		for (const { id, slug } of teams) if (!(await hasOtherOwner(session, id, userId))) lastOwnerOf.push(slug);
		if (lastOwnerOf.length > 0) return { lastOwnerOf };
		const { numAffectedRows } = await sql`delete from users where id = ${userId}`.execute(session.db);
		return numAffectedRows === 1n ? "removed" : "gone";
	});
}

export interface UserRow {
	id: number;
	public_id: string;
	name: string;
	email: string;
	created_at: number;
	last_seen_at: number | null;
}

export function asUser(row: UserRow): User {
	return {
		id: row.id,
		publicId: row.public_id,
		name: row.name,
		email: row.email,
		createdAt: row.created_at,
		lastSeenAt: row.last_seen_at,
	};
}
