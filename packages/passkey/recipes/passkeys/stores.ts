/**
 * What a host keeps: challenges for minutes, passkeys for good. The recipes in stores/ keep them in three databases.
 */

import type { RegisteredPasskey } from "@lapwing/passkey/server";

/** The challenges of ceremonies that have begun. */
export interface ChallengeStore {
	/** Keeps `challenge` for the ceremony that `key` names, instead of any challenge kept for it before. */
	put(key: string, challenge: string): Promise<void>;
	/** Reads and removes in one step: of two requests with the same key, one gets the challenge. */
	take(key: string): Promise<string | undefined>;
}

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

/** As long as the prompt stays open (the `timeout` of `RelyingParty`). */
export const CHALLENGE_LIFETIME_MS = 300_000;
