/** Passwords of accounts, as hashes. */

import { emailKey, type User } from "../../domain/access/user.ts";
import type { Tx } from "../database/tx.ts";
import { asUser } from "./users.ts";

/** The hash of a user's password; null: they have none. */
export async function passwordHash({ db }: Tx, userId: number): Promise<string | null> {
	const row = await db.selectFrom("passwords").select("hash").where("user_id", "=", userId).executeTakeFirst();
	return row?.hash ?? null;
}

export interface StoredPassword {
	readonly user: User;
	readonly hash: string;
}

/**
 * The password of an address: of the account that owns it, or of the one whose password was set last where nobody has
 * proven it. One of them, so that a sign-in takes as long whatever there is.
 */
export async function passwordOfAddress({ db }: Tx, email: string): Promise<StoredPassword | null> {
	const row = await db
		.selectFrom("passwords")
		.innerJoin("users", "users.id", "passwords.user_id")
		.selectAll("users")
		.select("passwords.hash")
		.where("users.email_key", "=", emailKey(email))
		.orderBy((order) => order.case().when("users.bound_team_id", "is", null).then(0).else(1).end())
		.orderBy("passwords.set_at", "desc")
		.limit(1)
		.executeTakeFirst();
	return row ? { user: asUser(row), hash: row.hash } : null;
}

/** Sets or replaces the password of a user. */
export async function storePassword({ db }: Tx, userId: number, hash: string, now: number): Promise<void> {
	await db
		.insertInto("passwords")
		.values({ user_id: userId, hash, set_at: now })
		.onConflict((conflict) => conflict.column("user_id").doUpdateSet({ hash, set_at: now }))
		.execute();
}

/** False when there was none. */
export async function deletePassword({ db }: Tx, userId: number): Promise<boolean> {
	const { numDeletedRows } = await db.deleteFrom("passwords").where("user_id", "=", userId).executeTakeFirst();
	return numDeletedRows > 0n;
}
