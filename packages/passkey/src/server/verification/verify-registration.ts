/**
 * Verifies a registration: WebAuthn Level 3 §7.1, "Registering a New Credential", its steps in its order and by its
 * numbers, except that everything is parsed before anything is compared. Missing steps belong to the browser
 * (1–2), need no action (4, 18, 19, 28) or belong to the host, because only it knows its accounts (26, 29).
 */

import { failure, type Result, success } from "@lapwing/result";
import { encodeBase64url } from "../../base64url.ts";
import {
	AttestationError,
	MalformedResponseError,
	type RegistrationRefusal,
	UnsupportedAlgorithmError,
} from "../errors.ts";
import type { Algorithm } from "../keys/algorithm.ts";
import type { Cryptography } from "../keys/cryptography.ts";
import { importVerifyingKey } from "../keys/verifying-key.ts";
import { parseAttestationObject } from "../responses/attestation-object.ts";
import { parseAuthenticatorData } from "../responses/authenticator-data.ts";
import { parseClientData } from "../responses/client-data.ts";
import {
	type AuthenticatorExtensionResults,
	authenticatorExtensionResults,
	type ClientExtensionResults,
} from "../responses/extension-results.ts";
import { readRegistrationResponse } from "../responses/response-json.ts";
import { uuid } from "../responses/uuid.ts";
import { isAcceptedAttestation } from "./attestation.ts";
import type { AttestationPolicy, AttestationTrust } from "./attestation-policy.ts";
import {
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

/** A new credential: the row to store with the account that was signed in. Its `id` must not be stored already. */
export interface RegisteredPasskey {
	/** The credential id in base64url, unique among all passkeys of all accounts. */
	id: string;
	/** The base64url of the COSE_Key's bytes, as the authenticator gave them. */
	publicKey: string;
	/** The COSE number of the key's algorithm: -7 ES256, -257 RS256, -8 EdDSA, or that of one that was imported. */
	algorithm: number;
	/** The signature counter, unsigned 32-bit; stays 0 on authenticators that don't count, as synced passkeys do. */
	counter: number;
	/** How the browser says the authenticator can be reached; to be handed back in `allow` and `exclude`. */
	transports: string[];
	/**
	 * The authenticator's model as a hyphenated lower-case UUID; all zeros when it doesn't say. Only an attestation
	 * policy proves it, and not for `fido-u2f`, which signs no model.
	 */
	aaguid: string;
	/** The attestation statement's format: `none` or `packed`, or another that the attestation policy takes. */
	attestation: string;
	/** Whether the authenticator verified the user (biometric or PIN), and not only saw one. */
	userVerified: boolean;
	/** Whether the credential can leave its device (backup eligible). Fixed for the credential's life. */
	syncable: boolean;
	/** Whether it is backed up now. */
	backedUp: boolean;
}

/** The row to store, and what else the ceremony reported: store of it what you need. */
export interface VerifiedRegistration extends RegisteredPasskey, CeremonyContext {
	/** What the attestation statement proves. Only where the relying party has an attestation policy. */
	attestationTrust?: AttestationTrust;
	/** What extensions answered, as the page sent it: nobody has signed it, so decide nothing that matters by it. */
	clientExtensionResults: ClientExtensionResults;
	/** What the authenticator says of itself; worth as much as the attestation that covers it. */
	authenticatorExtensionResults: AuthenticatorExtensionResults;
}

interface RegistrationCeremony extends Ceremony {
	/** COSE numbers of the algorithms that were offered. */
	readonly algorithms: readonly number[];
	/** Those that can be verified. */
	readonly verifiable: readonly Algorithm[];
	readonly attestationPolicy: AttestationPolicy | undefined;
}

/** §7.1 step 25. */
const MAX_CREDENTIAL_ID_BYTES = 1_023;

export async function verifyRegistration(
	input: unknown,
	ceremony: RegistrationCeremony,
	cryptography: Cryptography,
): Promise<Result<VerifiedRegistration, RegistrationRefusal>> {
	// Step 3: the response. Steps 5 and 6: its client data. Step 8, early: the attempt uses its challenge up. Step 13:
	// the attestation object.
	const response = await readRegistrationResponse(input);
	if (response instanceof MalformedResponseError) return failure(response);
	const clientData = parseClientData(response.clientDataJSON);
	if (!clientData) return malformed("client data", "response.clientDataJSON");
	const isPending = await takesChallenge(clientData, ceremony);
	const attestation = parseAttestationObject(response.attestationObject);
	if (!attestation) {
		return malformed("attestation object", "response.attestationObject");
	}

	// Step 7: the type. Steps 8 to 11: challenge, origin, frame.
	if (clientData.type !== "webauthn.create") {
		return malformed("client data type", "clientDataJSON.type", "other-type", clientData.type);
	}
	const clientDataRefusal = await refusalOfClientData(clientData, ceremony, isPending);
	if (clientDataRefusal) return failure(clientDataRefusal);

	// Step 13, continued: the authenticator data. Steps 14 to 17: relying party, presence, verification, backup flags.
	const data = parseAuthenticatorData(attestation.authenticatorData);
	if (!data) return malformed("authenticator data", "attestationObject.authData");
	const rpId = acceptedIdOf(data, ceremony.acceptedIds);
	if (rpId === undefined)
		return failure(await relyingPartyMismatch(data, clientData, ceremony.acceptedIds, cryptography));
	const dataRefusal = refusalOfAuthenticatorData(data, ceremony);
	if (dataRefusal) return failure(dataRefusal);

	// Step 25, early because the key is read from the same bytes: the credential and its id.
	const credential = data.attestedCredential;
	if (!credential) return malformed("attested credential data", "authData.credential", "missing");
	if (credential.id.length > MAX_CREDENTIAL_ID_BYTES) {
		return malformed("credential id", "authData.credential.id", "too-long");
	}
	if (encodeBase64url(credential.id) !== response.id) {
		return malformed("credential id", "authData.credential.id", "not-id");
	}

	// Step 20: a key of an algorithm that was offered.
	const key = await importVerifyingKey(credential.publicKey, cryptography, ceremony.verifiable);
	if (key === "malformed") return malformed("credential public key", "authData.credential.publicKey");
	if (key === "unsupported") return failure(new UnsupportedAlgorithmError());
	if (!ceremony.algorithms.includes(key.algorithm)) {
		return failure(new UnsupportedAlgorithmError({ received: key.algorithm }));
	}

	// Step 12: the hash. Steps 21 to 24: the attestation statement, and what it is worth.
	const clientDataHash = await cryptography.sha256(response.clientDataJSON);
	const attestationTrust = await ceremony.attestationPolicy?.judge({
		...attestation,
		...credential,
		clientDataHash,
		rpIdHash: data.rpIdHash,
		credentialId: credential.id,
		key,
	});
	if (attestationTrust instanceof AttestationError) return failure(attestationTrust);
	const signed = signedBytes(attestation.authenticatorData, clientDataHash);
	if (!attestationTrust && !(await isAcceptedAttestation(attestation.format, attestation.statement, key, signed))) {
		return failure(new AttestationError(undefined, { format: attestation.format }));
	}

	// Step 27: the record.
	return success({
		id: response.id,
		publicKey: encodeBase64url(credential.publicKey),
		algorithm: key.algorithm,
		counter: data.signCount,
		transports: response.transports,
		aaguid: uuid(credential.aaguid),
		attestation: attestation.format,
		userVerified: data.userVerified,
		syncable: data.backupEligible,
		backedUp: data.backedUp,
		clientExtensionResults: response.clientExtensionResults,
		authenticatorExtensionResults: authenticatorExtensionResults(data.extensions),
		...contextOf(clientData, rpId),
		...(attestationTrust && { attestationTrust }),
	});
}
