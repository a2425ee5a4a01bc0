/**
 * What a host keeps for good. The recipes in stores/ keep it in several databases, and challenges beside it, for
 * minutes: `ChallengeStore` of `@lapwing/passkey/challenges`.
 */

import type { RegisteredPasskey } from "@lapwing/passkey/server";

/** What `verifyRegistration` answered, and whose it is. */
export interface AccountPasskey
	extends Pick<RegisteredPasskey, "id" | "publicKey" | "counter" | "transports" | "backedUp"> {
	readonly accountId: string;
}

export interface PasskeyStore {
	find(id: string): Promise<AccountPasskey | undefined>;
	/** The account's passkeys. */
	listFor(accountId: string): Promise<AccountPasskey[]>;
	/** False when the id is taken, by any account: a passkey is never overwritten. */
	add(passkey: AccountPasskey): Promise<boolean>;
	/** False when another request has recorded a higher counter since: then this sign-in must be refused. */
	recordSignIn(id: string, seen: { readonly counter: number; readonly backedUp: boolean }): Promise<boolean>;
	/** False when the account has no such passkey. */
	remove(accountId: string, id: string): Promise<boolean>;
}
