/**
 * Verifies a sign-in: WebAuthn Level 3 §7.2, "Verifying an Authentication Assertion", its steps in its order and by its
 * numbers. Missing steps belong to the browser (1–2), need no action (4, 19, 23) or belong to the host, which finds
 * the stored passkey and updates it (5, 24, 25).
 */

import { failure, type Result, success } from "@lapwing/result";
import {
	type AuthenticationRefusal,
	CounterError,
	CredentialMismatchError,
	MalformedResponseError,
	SignatureError,
	UnsupportedAlgorithmError,
} from "../errors.ts";
import type { Cryptography } from "../keys/cryptography.ts";
import type { StoredKeys } from "../keys/verifying-key.ts";
import { userHandle as handleOf } from "../options/issue-options.ts";
import { parseAuthenticatorData } from "../responses/authenticator-data.ts";
import { parseClientData } from "../responses/client-data.ts";
import type { ClientExtensionResults } from "../responses/extension-results.ts";
import { readAuthenticationResponse } from "../responses/response-json.ts";
import {
	type AcceptedId,
	acceptedIdOf,
	type Ceremony,
	type CeremonyContext,
	contextOf,
	malformed,
	refusalOfAuthenticatorData,
	refusalOfClientData,
	relyingPartyMismatch,
	signedBytes,
	takesChallenge,
} from "./ceremony.ts";

/** What was stored of a passkey, found by the credential id of the assertion. Your row may have more members. */
export interface StoredPasskey {
	/** The credential id in base64url. */
	id: string;
	/** The base64url of the COSE_Key's bytes, as the registration answered it. */
	publicKey: string;
	/** Unsigned 32-bit: the counter of the registration or of the latest sign-in. */
	counter: number;
	/**
	 * The `user.id` that it was registered with; a number stands for its digits. An assertion whose user handle says
	 * another is refused (WebAuthn Level 3 §7.2 step 6). Leave it out where you don't know it.
	 */
	userId?: string | number | bigint | Uint8Array | null | undefined;
}

/**
 * Answers the stored passkey with the credential id `id`, which comes from the response and may be chosen by a
 * stranger; null or undefined when there is none.
 */
export type PasskeyLookup<Passkey extends StoredPasskey> = (
	id: string,
) => Passkey | null | undefined | Promise<Passkey | null | undefined>;

/** Who signed in, and what to write to the stored passkey: `counter` (always) and `backedUp`. */
export interface AuthenticatedPasskey<Passkey extends StoredPasskey = StoredPasskey> extends CeremonyContext {
	/** The stored passkey, as it was before this sign-in. */
	passkey: Passkey;
	/** The credential id in base64url: the stored one's. */
	id: string;
	/** The signature counter, unsigned 32-bit; 0 from authenticators that don't count. */
	counter: number;
	/** The base64url of the `user.id` given at registration; null when the authenticator doesn't tell, or tells none. */
	userHandle: string | null;
	/** Whether the authenticator verified the user (biometric or PIN), and not only saw one. */
	userVerified: boolean;
	/** Whether it can leave its device (backup eligible). Another value than at the registration is no failure. */
	syncable: boolean;
	/** Whether the passkey is backed up now. */
	backedUp: boolean;
	/** What extensions answered, as the page sent it: nobody has signed it, so decide nothing that matters by it. */
	clientExtensionResults: ClientExtensionResults;
}

interface AuthenticationCeremony<Passkey extends StoredPasskey> extends Ceremony {
	readonly passkey: Passkey | PasskeyLookup<Passkey>;
	/** The AppID that a client may say it has used in the place of the relying party id. */
	readonly appid: AcceptedId | undefined;
}

export async function verifyAuthentication<Passkey extends StoredPasskey>(
	input: unknown,
	ceremony: AuthenticationCeremony<Passkey>,
	cryptography: Cryptography,
	storedKeys: StoredKeys,
): Promise<Result<AuthenticatedPasskey<Passkey>, AuthenticationRefusal>> {
	// Steps 3 and 7: the response.
	const response = await readAuthenticationResponse(input);
	if (response instanceof MalformedResponseError) return failure(response);
	// Steps 8, 9 and 11, early: the attempt uses its challenge up.
	const clientData = parseClientData(response.clientDataJSON);
	const isPending = await takesChallenge(clientData, ceremony);
	// Step 6: the stored credential is the one that answered, and its user is the one that the authenticator names.
	const { id, userHandle } = response;
	const passkey = typeof ceremony.passkey === "function" ? await ceremony.passkey(id) : ceremony.passkey;
	if (!passkey) return failure(new CredentialMismatchError({ received: id, problem: "unknown" }));
	requireUsable(passkey);
	if (id !== passkey.id) {
		return failure(new CredentialMismatchError({ received: id, expected: passkey.id, problem: "another" }));
	}
	if (userHandle !== null && isOfAnother(userHandle, passkey)) {
		return failure(new CredentialMismatchError({ received: id, userHandle, problem: "user" }));
	}

	// Steps 8 to 10: the client data and its type. Steps 11 to 14: challenge, origin, frame.
	if (!clientData) return malformed("client data", "response.clientDataJSON");
	if (clientData.type !== "webauthn.get") {
		return malformed("client data type", "clientDataJSON.type", "other-type", clientData.type);
	}
	const clientDataRefusal = await refusalOfClientData(clientData, ceremony, isPending);
	if (clientDataRefusal) return failure(clientDataRefusal);

	// Steps 15 to 18: relying party, presence, verification, backup flags.
	const data = parseAuthenticatorData(response.authenticatorData);
	if (!data) return malformed("authenticator data", "response.authenticatorData");
	// §10.1.1: whoever says that it used the AppID must have used it, and not the id.
	const usedAppid = response.clientExtensionResults.appid && ceremony.appid;
	const accepted = usedAppid ? [usedAppid] : ceremony.acceptedIds;
	const rpId = acceptedIdOf(data, accepted);
	if (rpId === undefined) return failure(await relyingPartyMismatch(data, clientData, accepted, cryptography));
	const dataRefusal = refusalOfAuthenticatorData(data, ceremony);
	if (dataRefusal) return failure(dataRefusal);

	// Step 20: the hash. Step 21: the signature, by the stored key.
	const key = await storedKeys.import(passkey.publicKey);
	if (key === "malformed") return malformed("stored public key", "passkey.publicKey");
	if (key === "unsupported") return failure(new UnsupportedAlgorithmError({ id }));
	const clientDataHash = await cryptography.sha256(response.clientDataJSON);
	const signed = signedBytes(response.authenticatorData, clientDataHash);
	if (!(await key.verify(response.signature, signed))) {
		return failure(new SignatureError({ id }));
	}

	// Step 22: the counter has risen, if the authenticator or the stored passkey has one.
	const counts = data.signCount !== 0 || passkey.counter !== 0;
	if (counts && !(data.signCount > passkey.counter)) {
		return failure(new CounterError({ id, received: data.signCount, stored: passkey.counter }));
	}

	return success({
		passkey,
		id,
		counter: data.signCount,
		userHandle,
		userVerified: data.userVerified,
		syncable: data.backupEligible,
		backedUp: data.backedUp,
		clientExtensionResults: response.clientExtensionResults,
		...contextOf(clientData, rpId),
	});
}

/** Throws for a stored passkey with which every sign-in would fail for another reason than its own. */
function requireUsable({ counter, publicKey }: StoredPasskey): void {
	// A string would compare as a number most of the time, and refuse each sign-in of an authenticator without a
	// counter.
	// The type first: a bigint, as drivers also answer, has no `>>>`.
	if (typeof counter !== "number" || counter >>> 0 !== counter)
		throw new TypeError("passkey.counter: must be an unsigned 32-bit number");
	// Bytes, as other libraries store them, would make every sign-in fail as a malformed response.
	if (typeof publicKey !== "string") throw new TypeError("passkey.publicKey: must be base64url text");
}

function isOfAnother(received: string, { userId }: StoredPasskey): boolean {
	if (userId === undefined || userId === null) return false;
	return received !== handleOf(typeof userId === "object" ? userId : String(userId));
}
