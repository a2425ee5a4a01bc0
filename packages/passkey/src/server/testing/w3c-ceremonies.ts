/**
 * The ceremonies of WebAuthn Level 3 §16, "Test Vectors", computed as that section says: every random value is
 * HKDF-SHA-256 of one phrase, with the vector's name as info and a running number as salt, and ECDSA signs by RFC 6979.
 * So they need no download. Not computed are Ed448, for which we have no arithmetic, and the contents of certificates,
 * which nobody here reads: in a chain's place stands an empty sequence.
 */

import { encodeBase64url } from "../../base64url.ts";
import { type Bytes, concatenate, sha256 } from "../../testing/bytes.ts";
import { cborMap, encodeCbor } from "../../testing/encode-cbor.ts";
import {
	type CredentialKey,
	edDsaKey,
	es256Key,
	es384Key,
	es512Key,
	rs256Key,
} from "../../testing/keys/credential-key.ts";
import { writeAuthenticatorData } from "../../testing/write-authenticator-data.ts";
import { bigIntegerFrom } from "../keys/big-integer.ts";
import type { CborMap } from "../responses/cbor.ts";

interface VectorPlan {
	readonly id: string;
	/** The info of its derivations. */
	readonly info: string;
	readonly format: string;
	readonly attestation: "none" | "self" | "chain";
	/** Lengths of the derived values that only a certificate is made of. */
	readonly certificateSecrets?: readonly number[];
	readonly crossOrigin?: boolean;
	readonly topOrigin?: string;
	readonly credentialIdBytes?: number;
	/** Of both ceremonies. Default: 32. */
	readonly challengeBytes?: number;
	readonly makeKey?: (next: Derive) => Promise<CredentialKey>;
	/** U2F has neither user verification nor backup. */
	readonly isU2f?: boolean;
}

export interface W3cCeremonies {
	readonly id: string;
	readonly isFramed: boolean;
	readonly attestation: VectorPlan["attestation"];
	readonly key: CredentialKey;
	readonly credentialId: Bytes;
	readonly registration: W3cCeremony & { readonly attestationObject: Bytes };
	readonly authentication: W3cCeremony & { readonly signature: Bytes };
}

interface W3cCeremony {
	readonly challenge: string;
	readonly clientDataJSON: Bytes;
	readonly authenticatorData: Bytes;
	readonly userVerified: boolean;
}

const PLANS: readonly VectorPlan[] = [
	{ id: "none-es256", info: "none.ES256", format: "none", attestation: "none" },
	{ id: "packed-self-es256", info: "packed-self.ES256", format: "packed", attestation: "self" },
	{
		id: "none-es256-crossOrigin",
		info: "none.ES256.crossOrigin",
		format: "none",
		attestation: "none",
		crossOrigin: true,
	},
	{
		id: "none-es256-topOrigin",
		info: "none.ES256.topOrigin",
		format: "none",
		attestation: "none",
		crossOrigin: true,
		topOrigin: "https://example.com",
	},
	{
		id: "none-es256-long-credential-id",
		info: "none.ES256.long-credential-id",
		format: "none",
		attestation: "none",
		credentialIdBytes: 1_023,
	},
	{ id: "packed-es256", info: "packed.ES256", format: "packed", attestation: "chain", certificateSecrets: [32, 16] },
	{
		id: "packed-es384",
		info: "packed.ES384",
		format: "packed",
		attestation: "chain",
		certificateSecrets: [32, 16],
		makeKey: async (next) => es384Key(bigIntegerFrom(await next(48))),
	},
	{
		id: "packed-es512",
		info: "packed.ES512",
		format: "packed",
		attestation: "chain",
		certificateSecrets: [32, 16],
		challengeBytes: 128,
		makeKey: async (next) => es512Key(bigIntegerFrom(await next(65))),
	},
	{
		id: "packed-rs256",
		info: "packed.RS256",
		format: "packed",
		attestation: "chain",
		certificateSecrets: [32, 16],
		makeKey: async () => rs256Key(2n ** 1_279n - 1n, 2n ** 2_203n - 1n),
	},
	{
		id: "packed-eddsa",
		info: "packed.EdDSA",
		format: "packed",
		attestation: "chain",
		certificateSecrets: [32, 16],
		makeKey: async (next) => edDsaKey(await next(32)),
	},
	{ id: "tpm-es256", info: "tpm.ES256", format: "tpm", attestation: "chain", certificateSecrets: [32, 16] },
	{
		id: "android-key-es256",
		info: "android-key.ES256",
		format: "android-key",
		attestation: "chain",
		certificateSecrets: [16],
	},
	{ id: "apple-es256", info: "apple.ES256", format: "apple", attestation: "chain", certificateSecrets: [16] },
	{
		id: "fido-u2f-es256",
		info: "fido-u2f.ES256",
		format: "fido-u2f",
		attestation: "chain",
		certificateSecrets: [32, 16],
		isU2f: true,
	},
];

const RP_ID = "example.org";
const ORIGIN = "https://example.org";

export function computeW3cCeremonies(): Promise<W3cCeremonies[]> {
	return Promise.all(PLANS.map(compute));
}

async function compute(plan: VectorPlan): Promise<W3cCeremonies> {
	const next = derivation(plan.info);
	const challenge = encodeBase64url(await next(plan.challengeBytes ?? 32));
	const key = await (plan.makeKey ?? (async () => es256Key(bigIntegerFrom(await next(32)))))(next);
	const clientDataJSON = await clientData(plan, "webauthn.create", challenge, next);
	const aaguid = await next(16);
	const credentialId = await next(plan.credentialIdBytes ?? 32);
	const [bits = 0] = plan.isU2f ? [] : await next(1);
	const backupEligible = (bits & 0x08) !== 0;
	const state = { rpId: RP_ID, userPresent: true, backupEligible, counter: 0 };
	const authenticatorData = await writeAuthenticatorData({
		...state,
		userVerified: (bits & 0x04) !== 0,
		backedUp: backupEligible && (bits & 0x10) !== 0,
		attested: { aaguid, id: credentialId, publicKey: key.publicKey },
	});
	const signed = concatenate(authenticatorData, await sha256(clientDataJSON));
	const attStmt = statement(plan, key, await key.sign(signed));
	const attestationObject = encodeCbor(
		cborMap(["fmt", plan.format], ["attStmt", attStmt], ["authData", authenticatorData]),
	);
	for (const length of plan.certificateSecrets ?? []) await next(length);

	const signInChallenge = encodeBase64url(await next(plan.challengeBytes ?? 32));
	const signInClientData = await clientData(plan, "webauthn.get", signInChallenge, next);
	const [signInBits = 0] = await next(1);
	const signInData = await writeAuthenticatorData({
		...state,
		userVerified: (signInBits & 0x04) !== 0,
		backedUp: backupEligible && (signInBits & 0x10) !== 0,
	});
	return {
		id: plan.id,
		isFramed: plan.crossOrigin ?? false,
		attestation: plan.attestation,
		key,
		credentialId,
		registration: {
			challenge,
			clientDataJSON,
			authenticatorData,
			attestationObject,
			userVerified: (bits & 0x04) !== 0,
		},
		authentication: {
			challenge: signInChallenge,
			clientDataJSON: signInClientData,
			authenticatorData: signInData,
			signature: await key.sign(concatenate(signInData, await sha256(signInClientData))),
			userVerified: (signInBits & 0x04) !== 0,
		},
	};
}

type Derive = (length: number) => Promise<Bytes>;

function derivation(info: string): Derive {
	const bytes = (text: string) => new TextEncoder().encode(text);
	let salt = 0;
	return async (length) => {
		const parameters = { name: "HKDF", hash: "SHA-256", salt: Uint8Array.of(salt++), info: bytes(info) };
		const phrase = await crypto.subtle.importKey("raw", bytes("WebAuthn test vectors"), "HKDF", false, ["deriveBits"]);
		return new Uint8Array(await crypto.subtle.deriveBits(parameters, phrase, length * 8));
	};
}

async function clientData(plan: VectorPlan, type: string, challenge: string, next: Derive): Promise<Bytes> {
	const [flags = 0] = await next(1);
	const members = {
		type,
		challenge,
		origin: ORIGIN,
		crossOrigin: plan.crossOrigin ?? false,
		...(plan.topOrigin && { topOrigin: plan.topOrigin }),
		...(flags & 1 && { extraData: `${EXTRA_DATA}${encodeBase64url(await next(16))}` }),
	};
	return new TextEncoder().encode(JSON.stringify(members));
}

const EXTRA_DATA = "clientDataJSON may be extended with additional fields in the future, such as this: ";

function statement(plan: VectorPlan, key: CredentialKey, signature: Bytes): CborMap {
	if (plan.attestation === "none") return cborMap();
	const self = cborMap(["alg", key.algorithm], ["sig", signature]);
	return plan.attestation === "self" ? self : self.set("x5c", [Uint8Array.of(0x30, 0)]);
}
