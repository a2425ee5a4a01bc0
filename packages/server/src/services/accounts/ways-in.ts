/** Whether a person can still sign in. */

import { hasIdentity } from "../../storage/access/oidc-identities.ts";
import { passkeysOf } from "../../storage/access/passkeys.ts";
import { passwordHash } from "../../storage/access/passwords.ts";
import type { Tx } from "../../storage/database/tx.ts";

/** What this service offers at the address of a request. */
export interface WaysHere {
	/**
	 * The relying party of this service; passkeys of a former one are no way to sign in. Null where passkeys can't be
	 * used: then any passkey counts, for another address of the service.
	 */
	readonly rpId: string | null;
	readonly canMailLinks: boolean;
	/** Of the OpenID provider; null: there is none. */
	readonly issuer: string | null;
	readonly takesPasswords: boolean;
}

/** @param withoutPasskey key of a passkey that is to be removed */
export async function hasOtherWayIn(
	tx: Tx,
	userId: number,
	{ rpId, canMailLinks, issuer, takesPasswords }: WaysHere,
	withoutPasskey?: number,
): Promise<boolean> {
	if (canMailLinks) return true;
	const passkeys = (await passkeysOf(tx, userId)).filter((each) => rpId === null || each.rpId === rpId);
	if (passkeys.some(({ id }) => id !== withoutPasskey)) return true;
	if (takesPasswords && (await passwordHash(tx, userId)) !== null) return true;
	return issuer !== null && hasIdentity(tx, userId, issuer);
}
