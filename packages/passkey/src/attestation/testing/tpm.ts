/** Writes what a TPM 2.0 answers, for statements that tests make. */

import { type Bytes, concatenate } from "../../testing/bytes.ts";
import type { CredentialKey } from "../../testing/keys/credential-key.ts";
import { coordinatesOf } from "./attest.ts";

const RSA = 0x0001;
const ECC = 0x0023;
const NULL = 0x0010;
const P256 = 0x0003;
export const SHA256 = 0x000b;
export const SHA1 = 0x0004;

/** TPMT_PUBLIC of a credential's key. */
export function publicArea(key: CredentialKey, nameAlgorithm: number = SHA256): Bytes {
	const [first, second, third] = coordinatesOf(key.publicKey);
	const head = (type: number) =>
		concatenate(number(2, type), number(2, nameAlgorithm), number(4, 0x00050072), sized(new Uint8Array(32)));
	if (second && third) {
		const parameters = concatenate(number(2, NULL), number(2, NULL), number(2, P256), number(2, NULL));
		return concatenate(head(ECC), parameters, sized(second), sized(third));
	}
	const parameters = concatenate(number(2, NULL), number(2, NULL), number(2, 2_048), number(4, 0));
	return concatenate(head(RSA), parameters, sized(first ?? new Uint8Array()));
}

export interface CertifyParts {
	readonly magic: number;
	readonly type: number;
	readonly extraData: Bytes;
	readonly name: Bytes;
}

/** TPMS_ATTEST with a TPMS_CERTIFY_INFO. */
export function certifyInfo({ magic, type, extraData, name }: CertifyParts): Bytes {
	return concatenate(
		number(4, magic),
		number(2, type),
		sized(new Uint8Array(34)), // qualifiedSigner
		sized(extraData),
		new Uint8Array(17), // clockInfo
		new Uint8Array(8), // firmwareVersion
		sized(name),
		sized(new Uint8Array(34)), // qualifiedName
	);
}

export function number(width: number, value: number): Bytes {
	return Uint8Array.from({ length: width }, (_, index) => value / 256 ** (width - 1 - index));
}

function sized(bytes: Uint8Array): Bytes {
	return concatenate(number(2, bytes.length), bytes);
}
