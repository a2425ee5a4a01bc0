/** Registrations whose statement a test makes, and what a relying party with a policy makes of them. */

import { isFailure } from "@lapwing/result";
import { encodeBase64url } from "../../base64url.ts";
import { type CborMap, decodeCbor } from "../../server/responses/cbor.ts";
import { AAGUID, CHALLENGE, CREDENTIAL_ID, KEY, ORIGIN, RP_ID } from "../../server/testing/respond.ts";
import { AttestationError, type AttestationTrust, RelyingParty } from "../../server.ts";
import { type Bytes, concatenate, sha256 } from "../../testing/bytes.ts";
import { cborMap, encodeCbor } from "../../testing/encode-cbor.ts";
import type { CredentialKey } from "../../testing/keys/credential-key.ts";
import { writeAuthenticatorData } from "../../testing/write-authenticator-data.ts";
import type { RegistrationResponseJSON } from "../../webauthn-json.ts";
import { type AttestationPolicyOptions, attestationPolicy } from "../policy.ts";
import { integer, sequence } from "./der.ts";

/** What a statement speaks of. */
export interface Ceremony {
	readonly authenticatorData: Bytes;
	readonly clientDataHash: Bytes;
	/** The two, one behind the other. */
	readonly signed: Bytes;
	readonly rpIdHash: Bytes;
	readonly key: CredentialKey;
}

type MakeStatement = (ceremony: Ceremony) => Promise<CborMap>;

/** A registration of `key` with the statement that `makeStatement` makes. */
export async function attested(
	format: string,
	makeStatement: MakeStatement,
	key: CredentialKey = KEY,
	aaguid: Bytes = AAGUID,
): Promise<RegistrationResponseJSON> {
	const clientData = { type: "webauthn.create", challenge: CHALLENGE, origin: ORIGIN, crossOrigin: false };
	const clientDataJSON = new TextEncoder().encode(JSON.stringify(clientData));
	const authenticatorData = await writeAuthenticatorData({
		rpId: RP_ID,
		userPresent: true,
		userVerified: true,
		backupEligible: false,
		backedUp: false,
		counter: 1,
		attested: { aaguid, id: CREDENTIAL_ID, publicKey: key.publicKey },
	});
	const clientDataHash = await sha256(clientDataJSON);
	const attStmt = await makeStatement({
		authenticatorData,
		clientDataHash,
		signed: concatenate(authenticatorData, clientDataHash),
		rpIdHash: authenticatorData.slice(0, 32),
		key,
	});
	const object = cborMap(["fmt", format], ["attStmt", attStmt], ["authData", authenticatorData]);
	const id = encodeBase64url(CREDENTIAL_ID);
	return {
		id,
		rawId: id,
		type: "public-key",
		clientExtensionResults: {},
		response: {
			clientDataJSON: encodeBase64url(clientDataJSON),
			attestationObject: encodeBase64url(encodeCbor(object)),
		},
	};
}

/** The attestation type that is proven, or the reason of the refusal; another refusal throws. */
export async function outcomeOf(
	registration: RegistrationResponseJSON,
	options: AttestationPolicyOptions,
): Promise<string> {
	const trust = await trustOf(registration, options);
	return typeof trust === "string" ? trust : trust.type;
}

/** What the policy says of a registration, or why it refuses it. */
export async function trustOf(
	registration: RegistrationResponseJSON,
	options: AttestationPolicyOptions,
): Promise<AttestationTrust | string> {
	const attestation = attestationPolicy(options);
	const relyingParty = new RelyingParty({ id: RP_ID, name: "Example", attestation });
	const result = await relyingParty.verifyRegistration(registration, { challenge: CHALLENGE });
	if (!isFailure(result)) return result.data.attestationTrust ?? "untold";
	if (!(result.error instanceof AttestationError)) throw result.error;
	return result.error.reason ?? "untold";
}

const P256_SPKI_PREFIX = fromHex("3059301306072a8648ce3d020106082a8648ce3d03010703420004");
const RSA_ALGORITHM = fromHex("300d06092a864886f70d0101010500");

function fromHex(text: string): Bytes {
	return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** The SubjectPublicKeyInfo of a credential's key. */
export function spkiOf({ publicKey }: CredentialKey): Bytes {
	const [first, second, third] = coordinatesOf(publicKey);
	if (second && third) return concatenate(P256_SPKI_PREFIX, second, third);
	return sequence(RSA_ALGORITHM, bits(sequence(positive(first), positive(second))));
}

/** The byte strings of a COSE_Key with labels -1, -2, -3: the modulus and exponent of RSA, or nothing, x and y. */
export function coordinatesOf(publicKey: Bytes): [Bytes | undefined, Bytes | undefined, Bytes | undefined] {
	const key = decodeCbor(publicKey) as CborMap;
	const bytes = (label: number) => {
		const value = key.get(label);
		return value instanceof Uint8Array ? value : undefined;
	};
	return [bytes(-1), bytes(-2), bytes(-3)];
}

function positive(bytes: Bytes = new Uint8Array()): Bytes {
	return integer(...((bytes[0] ?? 0) >= 0x80 ? [0] : []), ...bytes);
}

function bits(bytes: Bytes): Bytes {
	const body = concatenate(Uint8Array.of(0), bytes);
	return concatenate(Uint8Array.of(0x03, 0x82, body.length >> 8, body.length & 0xff), body);
}

/** The same bytes with the last one bent. */
export function bent(bytes: Bytes): Bytes {
	return bytes.map((byte, index) => (index === bytes.length - 1 ? byte ^ 1 : byte));
}
