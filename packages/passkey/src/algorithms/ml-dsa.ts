/**
 * ML-DSA (FIPS 204), which is built to withstand quantum computers, in COSE (kty AKP of the IANA registry): the pure
 * variant with an empty context. Not every runtime has it, so the runtime is asked when a relying party is made,
 * without a promise and without using cryptography that workers forbid at module scope.
 */

import type { Algorithm } from "../server/keys/algorithm.ts";
import { nodeCrypto } from "../server/keys/cryptography.ts";
import type { ImportableKey, KeyRefusal } from "../server/keys/importable-key.ts";
import type { CborMap } from "../server/responses/cbor.ts";

const PUBLIC_KEY = -1;

interface ParameterSet {
	readonly id: number;
	readonly name: string;
	/** The last byte of its object identifier, 2.16.840.1.101.3.4.3.x. */
	readonly oidEnd: number;
	readonly keyBytes: number;
	readonly signatureBytes: number;
	readonly maxKeyBytes: number;
}

const SET_44 = { id: -48, name: "ML-DSA-44", oidEnd: 17, keyBytes: 1_312, signatureBytes: 2_420, maxKeyBytes: 2_048 };
const SET_65 = { id: -49, name: "ML-DSA-65", oidEnd: 18, keyBytes: 1_952, signatureBytes: 3_309, maxKeyBytes: 2_560 };
const SET_87 = { id: -50, name: "ML-DSA-87", oidEnd: 19, keyBytes: 2_592, signatureBytes: 4_627, maxKeyBytes: 3_072 };

/** COSE number -48. Keys take 1.8 KB in base64url, signatures 3.2 KB. */
export const ML_DSA_44: Algorithm = /* @__PURE__ */ mlDsa(SET_44);

/** COSE number -49. Keys take 2.6 KB in base64url, signatures 4.4 KB. */
export const ML_DSA_65: Algorithm = /* @__PURE__ */ mlDsa(SET_65);

/** COSE number -50. Keys take 3.5 KB in base64url, signatures 6.2 KB. */
export const ML_DSA_87: Algorithm = /* @__PURE__ */ mlDsa(SET_87);

function mlDsa(set: ParameterSet): Algorithm {
	return {
		id: set.id,
		keyType: 7, // AKP
		maxKeyBytes: set.maxKeyBytes,
		readKey: (parameters) => readKey(parameters, set),
		// A signature has one length. Some runtimes throw for others.
		readSignature: (signature) => (signature.length === set.signatureBytes ? signature : undefined),
		webCrypto: { name: set.name },
		nodeDigest: null,
		isAvailable: () => nodeVerifies(set) || webVerifies(set),
	};
}

/** Any bytes of the right length are a key: every bit pattern is a valid encoding (FIPS 204, algorithm 23). */
function readKey(parameters: CborMap, set: ParameterSet): ImportableKey | KeyRefusal {
	const key = parameters.get(PUBLIC_KEY);
	return key instanceof Uint8Array && key.length === set.keyBytes ? importable(key, set) : "malformed";
}

/** As a SubjectPublicKeyInfo (RFC 9881 §4). */
function importable(key: Uint8Array, { oidEnd, keyBytes }: ParameterSet): ImportableKey & { format: "spki" } {
	const uint16 = (value: number) => [value >> 8, value & 0xff];
	const algorithm = [0x30, 11, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 3, oidEnd];
	const bitString = [3, 0x82, ...uint16(keyBytes + 1), 0];
	const length = algorithm.length + bitString.length + keyBytes;
	return { format: "spki", key: Uint8Array.from([0x30, 0x82, ...uint16(length), ...algorithm, ...bitString, ...key]) };
}

/** Verifies with a key of zeros: whether Node can depends on the OpenSSL that it was built with, not on its version. */
function nodeVerifies(set: ParameterSet): boolean {
	try {
		const node = nodeCrypto();
		const spki = importable(new Uint8Array(set.keyBytes), set).key;
		const key = node?.createPublicKey({ key: spki, format: "der", type: "spki" });
		const nothing = new Uint8Array();
		const signature = new Uint8Array(set.signatureBytes);
		return !!key && node?.verify(null, nothing, { key, dsaEncoding: "ieee-p1363" }, signature) === false;
	} catch {
		return false;
	}
}

/** Every runtime whose WebCrypto has ML-DSA has `supports` as well: both are of one proposal. */
function webVerifies({ name }: ParameterSet): boolean {
	const { SubtleCrypto } = globalThis as { SubtleCrypto?: { supports?: (use: string, algorithm: string) => boolean } };
	return SubtleCrypto?.supports?.("verify", name) === true;
}
