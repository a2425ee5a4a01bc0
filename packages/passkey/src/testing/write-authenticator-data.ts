/** Writes authenticator data (WebAuthn Level 3 §6.1). */

import type { CborMap } from "../server/responses/cbor.ts";
import { type Bytes, concatenate, sha256 } from "./bytes.ts";
import { encodeCbor } from "./encode-cbor.ts";

export interface AuthenticatorDataParts {
	readonly rpId: string;
	readonly userPresent: boolean;
	readonly userVerified: boolean;
	readonly backupEligible: boolean;
	readonly backedUp: boolean;
	readonly counter: number;
	readonly attested?: { readonly aaguid: Uint8Array; readonly id: Uint8Array; readonly publicKey: Uint8Array };
	readonly extensions?: CborMap;
}

export async function writeAuthenticatorData(parts: AuthenticatorDataParts): Promise<Bytes> {
	const { attested, extensions } = parts;
	const flags =
		(parts.userPresent ? 0x01 : 0) |
		(parts.userVerified ? 0x04 : 0) |
		(parts.backupEligible ? 0x08 : 0) |
		(parts.backedUp ? 0x10 : 0) |
		(attested ? 0x40 : 0) |
		(extensions ? 0x80 : 0);
	return concatenate(
		await sha256(new TextEncoder().encode(parts.rpId)),
		Uint8Array.of(flags, ...bigEndian(parts.counter, 4)),
		...(attested
			? [attested.aaguid, Uint8Array.from(bigEndian(attested.id.length, 2)), attested.id, attested.publicKey]
			: []),
		...(extensions ? [encodeCbor(extensions)] : []),
	);
}

function bigEndian(value: number, width: number): number[] {
	return Array.from({ length: width }, (_, index) => (value >>> (8 * (width - 1 - index))) & 0xff);
}
