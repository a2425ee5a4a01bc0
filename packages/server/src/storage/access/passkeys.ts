/** Passkeys of accounts: public keys, counters and the last use. */

import type { AccountPasskey } from "../../domain/access/user.ts";
import type { Seek } from "../../domain/seek.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Row } from "../database/schema.ts";
import type { Tx } from "../database/tx.ts";

/** More than anybody has devices. */
export const MAX_PASSKEYS_PER_USER = 50;

/** What a verified registration gives to store. */
export type NewPasskey = Omit<AccountPasskey, "id" | "publicId" | "createdAt" | "lastUsedAt">;

/** Stores a passkey; null when the credential belongs to an account already. */
export async function addPasskey(tx: Tx, wanted: NewPasskey, now: number): Promise<AccountPasskey | null> {
	const row = await tx.db
		.insertInto("passkeys")
		.values({
			public_id: newPublicId("pk"),
			user_id: wanted.userId,
			name: wanted.name,
			credential_id: wanted.credentialId,
			public_key: wanted.publicKey,
			counter: wanted.counter,
			transports: JSON.stringify(wanted.transports),
			rp_id: wanted.rpId,
			aaguid: wanted.aaguid,
			backed_up: wanted.isBackedUp ? 1 : 0,
			created_at: now,
		})
		.onConflict((conflict) => conflict.column("credential_id").doNothing())
		.returningAll()
		.executeTakeFirst();
	return row ? asPasskey(row) : null;
}

export async function passkeyOfCredential(tx: Tx, credentialId: string): Promise<AccountPasskey | null> {
	const row = await tx.db
		.selectFrom("passkeys")
		.selectAll()
		.where("credential_id", "=", credentialId)
		.executeTakeFirst();
	return row ? asPasskey(row) : null;
}

/**
 * Records a sign-in. The counter only rises, or stays at 0. False when a concurrent sign-in has written the same or a
 * higher counter, as a cloned authenticator would.
 */
export async function recordPasskeyUse(
	tx: Tx,
	id: number,
	{ counter, isBackedUp }: { counter: number; isBackedUp: boolean },
	now: number,
): Promise<boolean> {
	const { numUpdatedRows } = await tx.db
		.updateTable("passkeys")
		.set({ counter, backed_up: isBackedUp ? 1 : 0, last_used_at: now })
		.where("id", "=", id)
		.where((is) => is.or([is("counter", "<", counter), is.and([is("counter", "=", 0), is.val(counter === 0)])]))
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

export async function passkeysOf(tx: Tx, userId: number): Promise<AccountPasskey[]> {
	const rows = await tx.db.selectFrom("passkeys").selectAll().where("user_id", "=", userId).execute();
	return rows.map(asPasskey);
}

export async function pageOfPasskeys(tx: Tx, userId: number, seek: Seek<AgeKey>): Promise<AccountPasskey[]> {
	const page = tx.db.selectFrom("passkeys").selectAll().where("user_id", "=", userId);
	return (await newestFirst(page, seek)).map(asPasskey);
}

export async function findPasskey(tx: Tx, userId: number, publicId: string): Promise<AccountPasskey | null> {
	const row = await tx.db
		.selectFrom("passkeys")
		.selectAll()
		.where("user_id", "=", userId)
		.where("public_id", "=", publicId)
		.executeTakeFirst();
	return row ? asPasskey(row) : null;
}

export async function renamePasskey(tx: Tx, id: number, name: string): Promise<AccountPasskey | null> {
	const row = await tx.db.updateTable("passkeys").set({ name }).where("id", "=", id).returningAll().executeTakeFirst();
	return row ? asPasskey(row) : null;
}

export async function deletePasskey(tx: Tx, id: number): Promise<void> {
	await tx.db.deleteFrom("passkeys").where("id", "=", id).execute();
}

function asPasskey(row: Row<"passkeys">): AccountPasskey {
	return {
		id: row.id,
		publicId: row.public_id,
		userId: row.user_id,
		name: row.name,
		credentialId: row.credential_id,
		publicKey: row.public_key,
		counter: row.counter,
		transports: JSON.parse(row.transports) as string[],
		rpId: row.rp_id,
		aaguid: row.aaguid,
		isBackedUp: row.backed_up === 1,
		createdAt: row.created_at,
		lastUsedAt: row.last_used_at,
	};
}
