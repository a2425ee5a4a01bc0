/** A credential's key pair: its public half as a COSE_Key, and signatures in the encoding of WebAuthn §6.5.5. */

import { decodeBase64url } from "../base64url.ts";
import { bigIntegerFrom } from "../server/big-integer.ts";
import { type Bytes, bigIntegerBytes, concatenate, sha256 } from "./bytes.ts";
import { cborMap, encodeCbor } from "./encode-cbor.ts";
import type { Entropy } from "./entropy.ts";
import { invert, powerModulo } from "./modular.ts";
import { ORDER, publicPoint, signP256 } from "./p256.ts";
import { makePrime, RSA_EXPONENT } from "./rsa-prime.ts";

export interface CredentialKey {
	/** COSE number. */
	readonly algorithm: number;
	/** The bytes of a COSE_Key. */
	readonly publicKey: Bytes;
	sign(message: Bytes): Promise<Bytes>;
}

/** By COSE number, the algorithms that the authenticator can make keys for. */
export const KEY_MAKERS: ReadonlyMap<number, (entropy: Entropy) => Promise<CredentialKey>> = new Map<
	number,
	(entropy: Entropy) => Promise<CredentialKey>
>([
	// 16 bytes more than the order has, so that no scalar is likelier than another (FIPS 186-5 §A.2.1).
	[-7, async (entropy) => es256Key((bigIntegerFrom(await entropy(48)) % (ORDER - 1n)) + 1n)],
	[-257, async (entropy) => rs256Key(await makePrime(entropy), await makePrime(entropy))],
	[-8, async (entropy) => edDsaKey(await entropy(32))],
]);

/** The key with that private scalar in [1, order of P-256). */
export function es256Key(privateKey: bigint): CredentialKey {
	const { x, y } = publicPoint(privateKey);
	return {
		algorithm: -7,
		publicKey: encodeCbor(
			cborMap([1, 2], [3, -7], [-1, 1], [-2, bigIntegerBytes(x, 32)], [-3, bigIntegerBytes(y, 32)]),
		),
		async sign(message) {
			const { r, s } = await signP256(privateKey, message);
			return derSignature(r, s);
		},
	};
}

/** The DER of an ECDSA signature: a sequence of two integers. */
export function derSignature(r: bigint, s: bigint): Bytes {
	const body = concatenate(derInteger(r), derInteger(s));
	const length = body.length < 128 ? [body.length] : [0x81, body.length];
	return concatenate(Uint8Array.of(0x30, ...length), body);
}

function derInteger(value: bigint): Bytes {
	const hex = value.toString(16);
	const width = Math.ceil(hex.length / 2);
	const isNegativeLooking = hex.length % 2 === 0 && hex >= "8";
	const bytes = bigIntegerBytes(value, isNegativeLooking ? width + 1 : width);
	return concatenate(Uint8Array.of(0x02, bytes.length), bytes);
}

/**
 * The key with those two primes and the exponent 65537. Signs by its own arithmetic, in about 20 ms: not every runtime's
 * WebCrypto imports every private key, and the standard's test vectors have an odd one.
 */
export function rs256Key(p: bigint, q: bigint): CredentialKey {
	const n = p * q;
	const d = invert(RSA_EXPONENT, (p - 1n) * (q - 1n));
	const modulus = minimalBytes(n);
	return {
		algorithm: -257,
		publicKey: encodeCbor(cborMap([1, 3], [3, -257], [-1, modulus], [-2, minimalBytes(RSA_EXPONENT)])),
		async sign(message) {
			const padded = pkcs1Padded(await sha256(message), modulus.length);
			return bigIntegerBytes(powerModulo(bigIntegerFrom(padded), d, n), modulus.length);
		},
	};
}

/** The DER before a SHA-256 digest in a signature (RFC 8017 §9.2, note 1). */
const SHA256_DIGEST_INFO = Uint8Array.of(
	0x30,
	0x31,
	0x30,
	13,
	6,
	9,
	0x60,
	0x86,
	0x48,
	1,
	0x65,
	3,
	4,
	2,
	1,
	5,
	0,
	4,
	0x20,
);

/** EMSA-PKCS1-v1_5 (RFC 8017 §9.2). */
function pkcs1Padded(digest: Bytes, width: number): Bytes {
	const end = concatenate(Uint8Array.of(0), SHA256_DIGEST_INFO, digest);
	return concatenate(Uint8Array.of(0, 1), new Uint8Array(width - 2 - end.length).fill(0xff), end);
}

/** The DER of RFC 8410 §7 before the 32 bytes of an Ed25519 private key. */
const ED25519_PKCS8_PREFIX = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);

/** The key with those 32 secret bytes. */
export async function edDsaKey(secret: Bytes): Promise<CredentialKey> {
	const algorithm = { name: "Ed25519" };
	const pkcs8 = concatenate(ED25519_PKCS8_PREFIX, secret);
	const key = await crypto.subtle.importKey("pkcs8", pkcs8, algorithm, true, ["sign"]);
	const { x = "" } = await crypto.subtle.exportKey("jwk", key);
	return {
		algorithm: -8,
		publicKey: encodeCbor(cborMap([1, 1], [3, -8], [-1, 6], [-2, decodeBase64url(x) ?? new Uint8Array()])),
		sign: async (message) => new Uint8Array(await crypto.subtle.sign(algorithm, key, message)),
	};
}

function minimalBytes(value: bigint): Bytes {
	return bigIntegerBytes(value, Math.ceil(value.toString(16).length / 2));
}
