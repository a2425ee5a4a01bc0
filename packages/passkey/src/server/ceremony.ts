/**
 * The steps that both ceremonies share (WebAuthn Level 3 §7.1 and §7.2), in the standard's order: client data, then
 * authenticator data. Each answers its refusal, or `undefined` when there is none.
 */

import type { AuthenticatorData } from "./authenticator-data.ts";
import type { ClientData } from "./client-data.ts";
import {
	ChallengeMismatchError,
	CrossOriginError,
	MalformedResponseError,
	OriginMismatchError,
	RelyingPartyMismatchError,
	UserPresenceError,
	UserVerificationError,
} from "./errors.ts";

/** What a response must answer to. */
export interface Ceremony {
	/** SHA-256 of the relying party's id. */
	readonly rpIdHash: Uint8Array;
	readonly challenge: string;
	readonly origins: readonly string[];
	readonly allowFramed: boolean;
	readonly requiresUserVerification: boolean;
}

export type ClientDataRefusal = ChallengeMismatchError | OriginMismatchError | CrossOriginError;

export function refusalOfClientData(clientData: ClientData, ceremony: Ceremony): ClientDataRefusal | undefined {
	// §7.1 step 8, §7.2 step 11. An empty challenge is a host that stored none, which nothing answers.
	if (ceremony.challenge === "" || clientData.challenge !== ceremony.challenge) return new ChallengeMismatchError();
	// §7.1 step 9, §7.2 step 12.
	if (!ceremony.origins.includes(clientData.origin)) return new OriginMismatchError();
	// §7.1 steps 10 and 11, §7.2 steps 13 and 14.
	const isFramed = clientData.crossOrigin || clientData.topOrigin !== undefined;
	return isFramed && !ceremony.allowFramed ? new CrossOriginError() : undefined;
}

export type AuthenticatorDataRefusal =
	| RelyingPartyMismatchError
	| UserPresenceError
	| UserVerificationError
	| MalformedResponseError;

export function refusalOfAuthenticatorData(
	data: AuthenticatorData,
	ceremony: Ceremony,
): AuthenticatorDataRefusal | undefined {
	// §7.1 step 14, §7.2 step 15.
	if (!isEqual(data.rpIdHash, ceremony.rpIdHash)) return new RelyingPartyMismatchError();
	// §7.1 step 15, §7.2 step 16.
	if (!data.userPresent) return new UserPresenceError();
	// §7.1 step 16, §7.2 step 17.
	if (ceremony.requiresUserVerification && !data.userVerified) return new UserVerificationError();
	// §7.1 step 17, §7.2 step 18.
	return data.backedUp && !data.backupEligible ? new MalformedResponseError("backup flags") : undefined;
}

/** For public values only: how long it takes tells where they differ. */
function isEqual(some: Uint8Array, others: Uint8Array): boolean {
	return some.length === others.length && some.every((byte, index) => byte === others[index]);
}

/** What authenticators sign: their data, then the hash of the client data (§6.3.3). */
export function signedBytes(authenticatorData: Uint8Array, clientDataHash: Uint8Array): Uint8Array<ArrayBuffer> {
	const signed = new Uint8Array(authenticatorData.length + clientDataHash.length);
	signed.set(authenticatorData);
	signed.set(clientDataHash, authenticatorData.length);
	return signed;
}
