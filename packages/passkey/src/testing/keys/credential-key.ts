/** A credential's key pair: its public half as a COSE_Key, and signatures in the encoding of WebAuthn §6.5.5. */

import { decodeBase64url } from "../../base64url.ts";
import { bigIntegerFrom } from "../../server/keys/big-integer.ts";
import { type Bytes, bigIntegerBytes, concatenate, sha256 } from "../bytes.ts";
import { cborMap, encodeCbor } from "../encode-cbor.ts";
import { publicPoint, signDeterministically } from "./deterministic-ecdsa.ts";
import { invert, powerModulo } from "./modular.ts";
import { P256, P384, P521, type SigningCurve } from "./nist-curves.ts";
import { pkcs1Padded, pssPadded } from "./rsa-padding.ts";
import { RSA_EXPONENT } from "./rsa-prime.ts";

export interface CredentialKey {
	/** COSE number. */
	readonly algorithm: number;
	/** The bytes of a COSE_Key. */
	readonly publicKey: Bytes;
	sign(message: Bytes): Promise<Bytes>;
}

/** The key with that private scalar in [1, order of P-256). */
export function es256Key(privateKey: bigint): CredentialKey {
	return ecdsaKey(-7, 1, P256, privateKey);
}

/** The key with that private scalar in [1, order of P-384). */
export function es384Key(privateKey: bigint): CredentialKey {
	return ecdsaKey(-35, 2, P384, privateKey);
}

/** The key with that private scalar in [1, order of P-521). */
export function es512Key(privateKey: bigint): CredentialKey {
	return ecdsaKey(-36, 3, P521, privateKey);
}

function ecdsaKey(algorithm: number, coseCurve: number, curve: SigningCurve, privateKey: bigint): CredentialKey {
	const { x, y } = publicPoint(curve, privateKey);
	const [xBytes, yBytes] = [bigIntegerBytes(x, curve.widthBytes), bigIntegerBytes(y, curve.widthBytes)];
	return {
		algorithm,
		publicKey: encodeCbor(cborMap([1, 2], [3, algorithm], [-1, coseCurve], [-2, xBytes], [-3, yBytes])),
		async sign(message) {
			const { r, s } = await signDeterministically(curve, privateKey, message);
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
 * The key with those two primes and the exponent 65537. Signs by its own arithmetic, in about 20 ms: not every
 * runtime's WebCrypto imports every private key, and the standard's test vectors have an odd one.
 */
export function rs256Key(p: bigint, q: bigint): CredentialKey {
	return rsaKey(-257, p, q, pkcs1Padded);
}

/** The same for RSASSA-PSS. The salt is a digest of the message, so that a signature is repeatable. */
export function ps256Key(p: bigint, q: bigint): CredentialKey {
	return rsaKey(-37, p, q, pssPadded);
}

type Padding = (digest: Bytes, modulusBits: number) => Bytes | Promise<Bytes>;

export function rsaKey(algorithm: number, p: bigint, q: bigint, padded: Padding): CredentialKey {
	const n = p * q;
	const d = invert(RSA_EXPONENT, (p - 1n) * (q - 1n));
	const modulus = minimalBytes(n);
	return {
		algorithm,
		publicKey: encodeCbor(cborMap([1, 3], [3, algorithm], [-1, modulus], [-2, minimalBytes(RSA_EXPONENT)])),
		async sign(message) {
			const encoded = await padded(await sha256(message), n.toString(2).length);
			return bigIntegerBytes(powerModulo(bigIntegerFrom(encoded), d, n), modulus.length);
		},
	};
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
