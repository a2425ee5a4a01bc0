/**
 * Reads the two structures of a TPM (TPM 2.0 Part 2) that its statements hold, each from its first byte to its last.
 */

import type { Bytes } from "../../bytes.ts";
import type { Hash, PublicKeyParts } from "../certificates/signatures.ts";
import { concatenate } from "./statement.ts";

interface PublicArea {
	/** The algorithm that makes the key's name of this structure. */
	readonly nameHash: Hash;
	/** Its number, as the name begins with it. */
	readonly nameAlgorithm: Bytes;
	readonly key: PublicKeyParts;
}

interface CertifyInfo {
	readonly magic: number;
	readonly type: number;
	readonly extraData: Bytes;
	/** The name of the key that was certified. */
	readonly name: Bytes;
}

/** TPM_ALG_ID (Part 2 §6.3). */
const RSA = 0x0001;
const ECC = 0x0023;
const NULL = 0x0010;
const ECDAA = 0x001a;
const HASHES: ReadonlyMap<number, Hash> = new Map<number, Hash>([
	[0x0004, "SHA-1"],
	[0x000b, "SHA-256"],
	[0x000c, "SHA-384"],
	[0x000d, "SHA-512"],
]);

/** TPM_ECC_CURVE (Part 2 §6.4). */
const CURVES: ReadonlyMap<number, { readonly curve: string; readonly coseCurve: number; readonly width: number }> =
	new Map([
		[0x0003, { curve: "P-256", coseCurve: 1, width: 32 }],
		[0x0004, { curve: "P-384", coseCurve: 2, width: 48 }],
		[0x0005, { curve: "P-521", coseCurve: 3, width: 66 }],
	]);

/** Part 2 §12.2.3.5: what an exponent of 0 stands for. */
const DEFAULT_EXPONENT = Uint8Array.of(1, 0, 1);

/** A TPMT_PUBLIC (Part 2 §12.2.4), or `undefined` when it is not one of a key that signs. */
export function readPublicArea(bytes: Bytes): PublicArea | undefined {
	const reader = new TpmReader(bytes);
	const type = reader.number(2);
	const nameAlgorithm = reader.take(2);
	const nameHash = HASHES.get(numberOf(nameAlgorithm));
	reader.take(4); // objectAttributes
	reader.sized(); // authPolicy
	skipSymmetric(reader);
	skipScheme(reader);
	const key = type === RSA ? readRsa(reader) : type === ECC ? readEcc(reader) : undefined;
	return reader.isAtEnd && key && nameHash ? { nameHash, nameAlgorithm, key } : undefined;
}

function readRsa(reader: TpmReader): PublicKeyParts {
	reader.take(2); // keyBits
	const exponent = withoutZeros(reader.take(4));
	return { kind: "rsa", exponent: exponent.length > 0 ? exponent : DEFAULT_EXPONENT, modulus: reader.sized() };
}

function readEcc(reader: TpmReader): PublicKeyParts | undefined {
	const curve = CURVES.get(reader.number(2));
	skipScheme(reader); // kdf
	const [x, y] = [reader.sized(), reader.sized()];
	if (!curve || x.length > curve.width || y.length > curve.width) return undefined;
	// TPMs may leave out leading zeros, COSE keys have them.
	return { kind: "ec", ...curve, x: padded(x, curve.width), y: padded(y, curve.width) };
}

/** TPMT_SYM_DEF_OBJECT: the algorithm and, unless it is none, key bits and mode. */
function skipSymmetric(reader: TpmReader): void {
	if (reader.number(2) !== NULL) reader.take(4);
}

/** TPMT_RSA_SCHEME, TPMT_ECC_SCHEME and TPMT_KDF_SCHEME: the scheme and, unless it is none, its hash. */
function skipScheme(reader: TpmReader): void {
	const scheme = reader.number(2);
	if (scheme !== NULL) reader.take(scheme === ECDAA ? 4 : 2);
}

/** A TPMS_ATTEST (Part 2 §10.12.8) with a TPMS_CERTIFY_INFO in it (§10.12.3). */
export function readCertifyInfo(bytes: Bytes): CertifyInfo | undefined {
	const reader = new TpmReader(bytes);
	const [magic, type] = [reader.number(4), reader.number(2)];
	reader.sized(); // qualifiedSigner
	const extraData = reader.sized();
	reader.take(8 + 4 + 4 + 1); // clockInfo
	reader.take(8); // firmwareVersion
	const name = reader.sized();
	reader.sized(); // qualifiedName
	return reader.isAtEnd ? { magic, type, extraData, name } : undefined;
}

/** Reads big-endian; what is not there reads as nothing, and then the reader is never at the end. */
class TpmReader {
	readonly #bytes: Bytes;
	#offset = 0;

	constructor(bytes: Bytes) {
		this.#bytes = bytes;
	}

	get isAtEnd(): boolean {
		return this.#offset === this.#bytes.length;
	}

	take(count: number): Bytes {
		const start = this.#offset;
		this.#offset += count;
		return this.#bytes.subarray(start, this.#offset);
	}

	number(count: number): number {
		return numberOf(this.take(count));
	}

	/** A TPM2B: two bytes of length, and so many bytes. */
	sized(): Bytes {
		return this.take(this.number(2));
	}
}

function numberOf(bytes: Bytes): number {
	return bytes.reduce((number, byte) => number * 256 + byte, 0);
}

function withoutZeros(bytes: Bytes): Bytes {
	const start = bytes.findIndex((byte) => byte !== 0);
	return start < 0 ? new Uint8Array() : bytes.subarray(start);
}

function padded(bytes: Bytes, width: number): Bytes {
	return concatenate(new Uint8Array(width - bytes.length), bytes);
}
