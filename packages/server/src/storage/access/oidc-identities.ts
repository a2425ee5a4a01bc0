/** OpenID identities of users: issuer and subject, never the address alone (docs/rules/access.md#openid-connect). */

import type { User } from "../../domain/access/user.ts";
import type { Tx } from "../database/tx.ts";
import { asUser } from "./users.ts";

interface OidcIdentity {
	readonly issuer: string;
	readonly subject: string;
}

export async function userOfIdentity(tx: Tx, { issuer, subject }: OidcIdentity): Promise<User | null> {
	const row = await tx.db
		.selectFrom("oidc_identities")
		.innerJoin("users", "users.id", "oidc_identities.user_id")
		.selectAll("users")
		.where("issuer", "=", issuer)
		.where("subject", "=", subject)
		.executeTakeFirst();
	return row ? asUser(row) : null;
}

/** Adds the identity to a user's account; false when it belongs to an account already. */
export async function connectIdentity(tx: Tx, { issuer, subject }: OidcIdentity, userId: number): Promise<boolean> {
	const row = await tx.db
		.insertInto("oidc_identities")
		.values({ issuer, subject, user_id: userId })
		.onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
		.returning("user_id")
		.executeTakeFirst();
	return row !== undefined;
}

/** Whether a user can sign in through this provider. */
export async function hasIdentity(tx: Tx, userId: number, issuer: string): Promise<boolean> {
	const row = await tx.db
		.selectFrom("oidc_identities")
		.select("subject")
		.where("user_id", "=", userId)
		.where("issuer", "=", issuer)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}
