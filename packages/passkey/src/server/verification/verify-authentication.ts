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
	RelyingPartyMismatchError,
	SignatureError,
	UnsupportedAlgorithmError,
} from "../errors.ts";
import type { Cryptography } from "../keys/cryptography.ts";
import type { StoredKeys } from "../keys/verifying-key.ts";
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
	refusalOfAuthenticatorData,
	refusalOfClientData,
	signedBytes,
} from "./ceremony.ts";

/** What was stored of a passkey, found by the credential id of the assertion. */
export interface StoredPasskey {
	/** The credential id in base64url. */
	id: string;
	/** The base64url of the COSE_Key's bytes, as the registration answered it. */
	publicKey: string;
	/** Unsigned 32-bit: the counter of the registration or of the latest sign-in. */
	counter: number;
}

/** Who signed in, and what to write to the stored passkey: `counter` (always) and `backedUp`. */
export interface AuthenticatedPasskey extends CeremonyContext {
	/** The credential id in base64url: the stored one's. */
	id: string;
	/** The signature counter, unsigned 32-bit; 0 from authenticators that don't count. */
	counter: number;
	/** The base64url of the `user.id` given at registration; null when the authenticator doesn't tell. */
	userHandle: string | null;
	/** Whether the authenticator verified the user (biometric or PIN), and not only saw one. */
	userVerified: boolean;
	/** Whether the passkey is backed up now. */
	backedUp: boolean;
	/** What extensions answered, as the page sent it: nobody has signed it, so decide nothing that matters by it. */
	clientExtensionResults: ClientExtensionResults;
}

export interface AuthenticationCeremony extends Ceremony {
	readonly passkey: StoredPasskey;
	/** The AppID that a client may say it has used in the place of the relying party id. */
	readonly appid: AcceptedId | undefined;
}

export async function verifyAuthentication(
	input: unknown,
	ceremony: AuthenticationCeremony,
	cryptography: Cryptography,
	storedKeys: StoredKeys,
): Promise<Result<AuthenticatedPasskey, AuthenticationRefusal>> {
	const { passkey } = ceremony;

	// Steps 3 and 7: the response.
	const response = await readAuthenticationResponse(input);
	if (!response) return malformed("authentication response");
	// Step 6: the stored credential is the one that answered.
	if (response.id !== passkey.id) return failure(new CredentialMismatchError());

	// Steps 8 to 10: the client data and its type. Steps 11 to 14: challenge, origin, frame.
	const clientData = parseClientData(response.clientDataJSON);
	if (!clientData) return malformed("client data");
	if (clientData.type !== "webauthn.get") return malformed("client data type");
	const clientDataRefusal = await refusalOfClientData(clientData, ceremony);
	if (clientDataRefusal) return failure(clientDataRefusal);

	// Steps 15 to 18: relying party, presence, verification, backup flags.
	const data = parseAuthenticatorData(response.authenticatorData);
	if (!data) return malformed("authenticator data");
	// §10.1.1: whoever says that it used the AppID must have used it, and not the id.
	const usedAppid = response.clientExtensionResults.appid && ceremony.appid;
	const rpId = acceptedIdOf(data, usedAppid ? [usedAppid] : ceremony.acceptedIds);
	if (rpId === undefined) return failure(new RelyingPartyMismatchError());
	const dataRefusal = refusalOfAuthenticatorData(data, ceremony);
	if (dataRefusal) return failure(dataRefusal);

	// Step 20: the hash. Step 21: the signature, by the stored key.
	const key = await storedKeys.import(passkey.publicKey);
	if (key === "malformed") return malformed("stored public key");
	if (key === "unsupported") return failure(new UnsupportedAlgorithmError());
	const clientDataHash = await cryptography.sha256(response.clientDataJSON);
	const signed = signedBytes(response.authenticatorData, clientDataHash);
	if (!(await key.verify(response.signature, signed))) return failure(new SignatureError());

	// Step 22: the counter has risen, if the authenticator or the stored passkey has one.
	const counts = data.signCount !== 0 || passkey.counter !== 0;
	if (counts && !(data.signCount > passkey.counter)) return failure(new CounterError());

	return success({
		id: response.id,
		counter: data.signCount,
		userHandle: response.userHandle,
		userVerified: data.userVerified,
		backedUp: data.backedUp,
		clientExtensionResults: response.clientExtensionResults,
		...contextOf(clientData, rpId),
	});
}

function malformed(part: string) {
	return failure(new MalformedResponseError(part));
}
