/**
 * The database knows by a fingerprint which secret its encrypted values belong to. Otherwise a database that is
 * restored without its secret would start with a new one and silently deliver no notices.
 *
 * The fingerprint reveals nothing: it is derived from the secret one way, as the other keys are (RFC 5869).
 */

import { hkdfSync } from "node:crypto";
import { secretBox } from "../database/secret-box.ts";
import type { Tx } from "../database/tx.ts";
import { encryptedValues } from "./encrypted-values.ts";

const FINGERPRINT_BYTES = 16;
const THE_ROW = 1;

export function fingerprintOf(secret: Uint8Array): string {
	const bytes = hkdfSync("sha256", secret, new Uint8Array(), "lapwing/secret-fingerprint", FINGERPRINT_BYTES);
	return Buffer.from(bytes).toString("hex");
}

/** Null when no service has started on this database yet. */
export async function storedFingerprint({ db }: Tx): Promise<string | null> {
	const row = await db.selectFrom("installation").select("secret_fingerprint").executeTakeFirst();
	return row?.secret_fingerprint ?? null;
}

/**
 * Whether the database's encrypted values belong to `secret`. The first secret that is asked about becomes the
 * database's own, unless there are values already that it does not open.
 */
export async function claimSecret(database: Tx, secret: Uint8Array): Promise<boolean> {
	const fingerprint = fingerprintOf(secret);
	return database.transaction(async (tx) => {
		const known = await storedFingerprint(tx);
		if (known !== null) return known === fingerprint;
		// A database from before there were fingerprints.
		const box = secretBox(secret);
		const values = await encryptedValues(tx);
		if (values.length > 0 && values.every(({ text, owner }) => box.decrypt(text, owner) === null)) return false;
		// Of several services that start at once, the first one decides.
		await tx.db
			.insertInto("installation")
			.values({ id: THE_ROW, secret_fingerprint: fingerprint })
			.onConflict((conflict) => conflict.doNothing())
			.execute();
		return (await storedFingerprint(tx)) === fingerprint;
	});
}

/** Makes `secret` the database's own. */
export async function replaceSecret({ db }: Tx, secret: Uint8Array): Promise<void> {
	const row = { id: THE_ROW, secret_fingerprint: fingerprintOf(secret) };
	await db
		.insertInto("installation")
		.values(row)
		.onConflict((conflict) => conflict.column("id").doUpdateSet({ secret_fingerprint: row.secret_fingerprint }))
		.execute();
}
