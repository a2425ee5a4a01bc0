/**
 * Reads authenticator data (WebAuthn Level 3 §6.1): what the authenticator reports of itself, the user and, in a
 * registration, the new credential. The verification decides about it.
 */

import type { Bytes } from "../../bytes.ts";
import { type CborMap, decodeFirstCbor } from "./cbor.ts";

export interface AuthenticatorData {
	readonly rpIdHash: Uint8Array;
	readonly userPresent: boolean;
	readonly userVerified: boolean;
	readonly backupEligible: boolean;
	readonly backedUp: boolean;
	/** Unsigned 32-bit; 0 from authenticators that don't count. */
	readonly signCount: number;
	readonly attestedCredential: AttestedCredential | undefined;
	readonly extensions: CborMap | undefined;
}

interface AttestedCredential {
	readonly aaguid: Uint8Array;
	readonly id: Uint8Array;
	/** The bytes of a COSE_Key, known to be one CBOR value and nothing more. */
	readonly publicKey: Bytes;
}

const RP_ID_HASH_BYTES = 32;
const FIXED_BYTES = RP_ID_HASH_BYTES + 1 + 4;
const AAGUID_BYTES = 16;
const CREDENTIAL_ID_OFFSET = FIXED_BYTES + AAGUID_BYTES + 2;

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKUP_STATE = 0x10;
const ATTESTED_CREDENTIAL = 0x40;
const EXTENSIONS = 0x80;

/** The authenticator data in `bytes`, or `undefined` when they are anything else, or when bytes are left over. */
export function parseAuthenticatorData(bytes: Bytes): AuthenticatorData | undefined {
	if (bytes.length < FIXED_BYTES) return undefined;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
	const flags = view.getUint8(RP_ID_HASH_BYTES);
	let rest = bytes.subarray(FIXED_BYTES);

	let attestedCredential: AttestedCredential | undefined;
	if (flags & ATTESTED_CREDENTIAL) {
		if (bytes.length < CREDENTIAL_ID_OFFSET) return undefined;
		const end = CREDENTIAL_ID_OFFSET + view.getUint16(CREDENTIAL_ID_OFFSET - 2);
		if (end > bytes.length) return undefined;
		const key = decodeFirstCbor(bytes.subarray(end));
		if (!key) return undefined;
		rest = key.rest;
		attestedCredential = {
			aaguid: bytes.subarray(FIXED_BYTES, FIXED_BYTES + AAGUID_BYTES),
			id: bytes.subarray(CREDENTIAL_ID_OFFSET, end),
			publicKey: bytes.subarray(end, bytes.length - rest.length),
		};
	}
	let extensions: CborMap | undefined;
	if (flags & EXTENSIONS) {
		const first = decodeFirstCbor(rest);
		if (!(first?.value instanceof Map)) return undefined;
		extensions = first.value;
		rest = first.rest;
	}
	if (rest.length > 0) return undefined;

	return {
		rpIdHash: bytes.subarray(0, RP_ID_HASH_BYTES),
		userPresent: (flags & USER_PRESENT) !== 0,
		userVerified: (flags & USER_VERIFIED) !== 0,
		backupEligible: (flags & BACKUP_ELIGIBLE) !== 0,
		backedUp: (flags & BACKUP_STATE) !== 0,
		signCount: view.getUint32(RP_ID_HASH_BYTES + 1),
		attestedCredential,
		extensions,
	};
}
