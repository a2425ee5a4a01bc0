/**
 * Builds the responses that the server half's tests verify: sound ones, or with one part changed and everything around
 * it rebuilt and signed again, so that a refusal can only come from the step that the change breaks.
 */

import { encodeBase64url } from "../../base64url.ts";
import { type Bytes, concatenate, sha256 } from "../../testing/bytes.ts";
import { cborMap, encodeCbor } from "../../testing/encode-cbor.ts";
import { type CredentialKey, es256Key } from "../../testing/keys/credential-key.ts";
import { type AuthenticatorDataParts, writeAuthenticatorData } from "../../testing/write-authenticator-data.ts";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "../../webauthn-json.ts";
import type { CborMap } from "../responses/cbor.ts";

export const RP_ID = "example.com";
export const ORIGIN = "https://example.com";
export const CHALLENGE = encodeBase64url(Uint8Array.from({ length: 32 }, (_, index) => index));
export const CREDENTIAL_ID = Uint8Array.from({ length: 16 }, (_, index) => 255 - index);
export const AAGUID = Uint8Array.from({ length: 16 }, (_, index) => index * 17);
export const KEY = es256Key(0x1234567890abcdefn);

export const STORED_PASSKEY = {
	id: encodeBase64url(CREDENTIAL_ID),
	publicKey: encodeBase64url(KEY.publicKey),
	counter: 6,
};

interface Changes {
	readonly key?: CredentialKey;
	/** Members of the client data, put beside or in the place of the sound ones; `undefined` leaves one out. */
	readonly clientData?: Readonly<Record<string, unknown>>;
	/** The client data's bytes in the place of those of its members. */
	readonly clientDataBytes?: (sound: Bytes) => Bytes;
	readonly data?: Partial<AuthenticatorDataParts>;
	readonly dataBytes?: (sound: Bytes) => Bytes;
	/** The credential's members and, in `response`, the response's: the last change, after everything is signed. */
	readonly json?: Readonly<Record<string, unknown>>;
	readonly response?: Readonly<Record<string, unknown>>;
}

export interface RegistrationChanges extends Changes {
	readonly attested?: Partial<NonNullable<AuthenticatorDataParts["attested"]>> | null;
	readonly format?: string;
	readonly statement?: (self: CborMap) => CborMap;
	readonly attestationBytes?: (sound: Bytes) => Bytes;
}

export interface AuthenticationChanges extends Changes {
	readonly signature?: (sound: Bytes) => Bytes;
}

/** A registration with self-attestation, so that a signature stands behind every byte of it. */
export async function registrationWith(changes: RegistrationChanges = {}): Promise<RegistrationResponseJSON> {
	const { key = KEY, format = "packed", attested, statement = same, attestationBytes = same } = changes;
	const clientData = clientDataBytes("webauthn.create", changes);
	const credential = { aaguid: AAGUID, id: CREDENTIAL_ID, publicKey: key.publicKey, ...attested };
	const sound = { ...SOUND_DATA, ...(attested !== null && { attested: credential }), ...changes.data };
	const authData = (changes.dataBytes ?? same)(await writeAuthenticatorData(sound));
	const signature = await key.sign(concatenate(authData, await sha256(clientData)));
	const attStmt = statement(cborMap(["alg", key.algorithm], ["sig", signature]));
	const object = encodeCbor(cborMap(["fmt", format], ["attStmt", attStmt], ["authData", authData]));
	return {
		...credentialJson(credential.id),
		...changes.json,
		response: {
			clientDataJSON: encodeBase64url(clientData),
			attestationObject: encodeBase64url(attestationBytes(object)),
			transports: ["internal"],
			...changes.response,
		},
	};
}

/** A sign-in with `KEY`. */
export async function authenticationWith(changes: AuthenticationChanges = {}): Promise<AuthenticationResponseJSON> {
	const { key = KEY, signature = same } = changes;
	const clientData = clientDataBytes("webauthn.get", changes);
	const authenticatorData = (changes.dataBytes ?? same)(
		await writeAuthenticatorData({ ...SOUND_DATA, ...changes.data }),
	);
	const signed = await key.sign(concatenate(authenticatorData, await sha256(clientData)));
	return {
		...credentialJson(CREDENTIAL_ID),
		...changes.json,
		response: {
			clientDataJSON: encodeBase64url(clientData),
			authenticatorData: encodeBase64url(authenticatorData),
			signature: encodeBase64url(signature(signed)),
			userHandle: "dTE",
			...changes.response,
		},
	};
}

const SOUND_DATA: AuthenticatorDataParts = {
	rpId: RP_ID,
	userPresent: true,
	userVerified: true,
	backupEligible: true,
	backedUp: false,
	counter: 7,
};

function same<T>(value: T): T {
	return value;
}

function clientDataBytes(type: string, changes: Changes): Bytes {
	const sound = { type, challenge: CHALLENGE, origin: ORIGIN, crossOrigin: false };
	const text = JSON.stringify({ ...sound, ...changes.clientData });
	return (changes.clientDataBytes ?? same)(new TextEncoder().encode(text));
}

function credentialJson(id: Uint8Array) {
	const text = encodeBase64url(id);
	return { id: text, rawId: text, type: "public-key" as const, clientExtensionResults: {} };
}
