/**
 * What the verification procedures of the formats (WebAuthn Level 3 §8) share: their input, their answer, their parts.
 */

import type { Bytes } from "../../bytes.ts";
import type { AttestationRefusalReason } from "../../server/errors.ts";
import { type CborMap, decodeCbor } from "../../server/responses/cbor.ts";
import type { AttestationType, ReceivedAttestation } from "../../server/verification/attestation-policy.ts";
import { type Certificate, parseCertificate } from "../certificates/certificate.ts";
import { OCTET_STRING, readSingle } from "../certificates/der.ts";
import { type PublicKeyParts, partsOf } from "../certificates/signatures.ts";

interface Statement extends ReceivedAttestation {
	/** `authenticatorData` and `clientDataHash`, one behind the other. */
	readonly signed: Bytes;
	readonly allowSha1: boolean;
	/** Which of Android's two lists of authorizations count. */
	readonly androidKeyLists: "tee" | "union";
}

/** A statement that verifies; whether its certificates lead to an anchor is not asked yet. */
export interface VerifiedStatement {
	readonly type: AttestationType;
	/** The attestation trust path as received, the attestation certificate first. */
	readonly chain: readonly [Certificate, ...Certificate[]];
	/** Extensions of the attestation certificate that the procedure has read. */
	readonly known?: readonly string[];
}

/** A format's verification procedure. */
export type VerifyStatement = (statement: Statement) => Promise<VerifiedStatement | AttestationRefusalReason>;

/** More than any authenticator sends: Android's chains have five. */
const MAX_CERTIFICATES = 8;

/** The certificates of `x5c`, the attestation certificate first. */
export function certificatesOf(statement: CborMap): [Certificate, ...Certificate[]] | undefined {
	const x5c = statement.get("x5c");
	if (!Array.isArray(x5c) || x5c.length > MAX_CERTIFICATES) return undefined;
	const certificates: Certificate[] = [];
	for (const der of x5c) {
		const certificate = der instanceof Uint8Array ? parseCertificate(der) : undefined;
		if (!certificate) return undefined;
		certificates.push(certificate);
	}
	const [first, ...others] = certificates;
	return first && [first, ...others];
}

export function bytesOf(statement: CborMap, member: string): Bytes | undefined {
	const value = statement.get(member);
	return value instanceof Uint8Array ? value : undefined;
}

/** id-fido-gen-ce-aaguid. */
export const AAGUID_EXTENSION = "1.3.6.1.4.1.45724.1.1.4";

/**
 * §8.2.1: where the certificate names a model, it must be the one that the authenticator data name. An OCTET STRING of
 * 16 bytes in the extension's own OCTET STRING, and not critical.
 */
export function refusalOfAaguid(certificate: Certificate, aaguid: Uint8Array): AttestationRefusalReason | undefined {
	const extension = certificate.extensions.get(AAGUID_EXTENSION);
	if (!extension) return undefined;
	const named = readSingle(extension.value, OCTET_STRING);
	if (!named || extension.isCritical) return "certificate";
	return isEqual(named, aaguid) ? undefined : "aaguid";
}

const KEY_TYPE = 1;
/** COSE calls by these labels the curve, x and y of elliptic keys, and the modulus and exponent of RSA's. */
const [FIRST, SECOND, THIRD] = [-1, -2, -3];

/** Whether the key in the certificate is the credential's. */
export function isCredentialKey(certificate: Certificate, publicKey: Bytes): boolean {
	return isKey(partsOf(certificate.publicKey), publicKey);
}

/** Whether `parts` are those of the COSE_Key. */
export function isKey(parts: PublicKeyParts | undefined, publicKey: Bytes): boolean {
	const key = decodeCbor(publicKey);
	if (!parts || !(key instanceof Map)) return false;
	const has = (label: number, bytes: Bytes) => {
		const value = key.get(label);
		return value instanceof Uint8Array && isEqual(value, bytes);
	};
	if (parts.kind === "rsa") {
		return key.get(KEY_TYPE) === 3 && has(FIRST, parts.modulus) && has(SECOND, parts.exponent);
	}
	if (parts.kind === "ed25519") return key.get(KEY_TYPE) === 1 && key.get(FIRST) === 6 && has(SECOND, parts.x);
	const { coseCurve, x, y } = parts;
	return key.get(KEY_TYPE) === 2 && key.get(FIRST) === coseCurve && has(SECOND, x) && has(THIRD, y);
}

/** For public values only: how long it takes tells where they differ. */
export function isEqual(some: Uint8Array, others: Uint8Array): boolean {
	return some.length === others.length && some.every((byte, index) => byte === others[index]);
}

export function concatenate(...parts: readonly Uint8Array[]): Bytes {
	const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
	let offset = 0;
	for (const part of parts) {
		whole.set(part, offset);
		offset += part.length;
	}
	return whole;
}
