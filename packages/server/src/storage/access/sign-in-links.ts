/**
 * One-time links that sign in: for a user, or for the first owner, who has no account yet
 * (docs/rules/access.md#one-time-links).
 */

import type { Tx } from "../database/tx.ts";
import { newToken, tokenHash } from "./secret-token.ts";

export const LINK_LIFETIME_MS = 15 * 60_000;

interface SignInLink {
	/** Null: it makes the first owner. */
	readonly userId: number | null;
}

/** Makes a link and returns its secret, for the only time. */
export async function createSignInLink(tx: Tx, userId: number | null, now: number): Promise<string> {
	const secret = newToken();
	await tx.db
		.insertInto("sign_in_links")
		.values({ hash: tokenHash(secret), user_id: userId, expires_at: now + LINK_LIFETIME_MS })
		.execute();
	return secret;
}

/** Writes as much as a link, and is none: it is over. */
export async function storeDecoyLink(tx: Tx): Promise<void> {
	await tx.db
		.insertInto("sign_in_links")
		.values({ hash: tokenHash(newToken()), user_id: null, expires_at: 0 })
		.execute();
}

/** The link of a secret; null when it is unknown, used or expired. Does not use it up. */
export async function findSignInLink(tx: Tx, secret: string, now: number): Promise<SignInLink | null> {
	const row = await tx.db
		.selectFrom("sign_in_links")
		.select("user_id")
		.where("hash", "=", tokenHash(secret))
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return row ? { userId: row.user_id } : null;
}

/** Uses up a link: of two concurrent requests with the same secret, one succeeds. */
export async function takeSignInLink(tx: Tx, secret: string, now: number): Promise<SignInLink | null> {
	const row = await tx.db
		.deleteFrom("sign_in_links")
		.where("hash", "=", tokenHash(secret))
		.where("expires_at", ">", now)
		.returning("user_id")
		.executeTakeFirst();
	return row ? { userId: row.user_id } : null;
}
