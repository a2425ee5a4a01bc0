/**
 * Verifies signatures by the keys in certificates, with WebCrypto, which every runtime has. The algorithm is named by
 * a COSE number in attestation statements and by an object identifier in certificates; both lead to one scheme.
 */

import { AsnConvert } from "@peculiar/asn1-schema";
import type { SubjectPublicKeyInfo } from "@peculiar/asn1-x509";
import type { Bytes } from "../../bytes.ts";
import { hex } from "./certificate.ts";
import { readTwoNumbers } from "./der.ts";
export type Hash = "SHA-1" | "SHA-256" | "SHA-384" | "SHA-512";

interface SignatureScheme {
	readonly name: "ECDSA" | "RSASSA-PKCS1-v1_5" | "RSA-PSS" | "Ed25519";
	readonly hash: Hash;
	/** The curve that the algorithm demands; where it demands none, any does that we know. */
	readonly curve?: string;
	/** How an ECDSA signature is written: as DER, or as its two numbers side by side, as JWTs do. Default: DER. */
	readonly encoding?: "der" | "raw";
}

/** By COSE number. RS1 is among them because TPMs under older versions of Windows sign with nothing else. */
const COSE_SCHEMES: ReadonlyMap<unknown, SignatureScheme> = new Map<unknown, SignatureScheme>([
	[-7, { name: "ECDSA", hash: "SHA-256", curve: "P-256" }],
	[-35, { name: "ECDSA", hash: "SHA-384", curve: "P-384" }],
	[-36, { name: "ECDSA", hash: "SHA-512", curve: "P-521" }],
	[-8, { name: "Ed25519", hash: "SHA-512" }],
	[-37, { name: "RSA-PSS", hash: "SHA-256" }],
	[-38, { name: "RSA-PSS", hash: "SHA-384" }],
	[-39, { name: "RSA-PSS", hash: "SHA-512" }],
	[-257, { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }],
	[-258, { name: "RSASSA-PKCS1-v1_5", hash: "SHA-384" }],
	[-259, { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512" }],
	[-65535, { name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" }],
]);

const CERTIFICATE_SCHEMES: ReadonlyMap<string, SignatureScheme> = new Map<string, SignatureScheme>([
	["1.2.840.10045.4.3.2", { name: "ECDSA", hash: "SHA-256" }],
	["1.2.840.10045.4.3.3", { name: "ECDSA", hash: "SHA-384" }],
	["1.2.840.10045.4.3.4", { name: "ECDSA", hash: "SHA-512" }],
	["1.2.840.113549.1.1.5", { name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" }],
	["1.2.840.113549.1.1.11", { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }],
	["1.2.840.113549.1.1.12", { name: "RSASSA-PKCS1-v1_5", hash: "SHA-384" }],
	["1.2.840.113549.1.1.13", { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512" }],
	["1.3.101.112", { name: "Ed25519", hash: "SHA-512" }],
]);

/** The scheme of that COSE algorithm; `undefined` for one that is unknown, or is SHA-1 where that is not allowed. */
export function schemeOfCose(algorithm: unknown, allowSha1: boolean): SignatureScheme | undefined {
	return allowedScheme(COSE_SCHEMES.get(algorithm), allowSha1);
}

/** The scheme of that signature algorithm of certificates, likewise. */
export function schemeOfCertificate(algorithm: string, allowSha1: boolean): SignatureScheme | undefined {
	return allowedScheme(CERTIFICATE_SCHEMES.get(algorithm), allowSha1);
}

function allowedScheme(scheme: SignatureScheme | undefined, allowSha1: boolean): SignatureScheme | undefined {
	return scheme?.hash === "SHA-1" && !allowSha1 ? undefined : scheme;
}

const EC_PUBLIC_KEY = "1.2.840.10045.2.1";
const RSA_ENCRYPTION = "1.2.840.113549.1.1.1";
const ED25519 = "1.3.101.112";

/** By the DER of the object identifier in the key's parameters, in hex. */
const CURVES: ReadonlyMap<string, { readonly name: string; readonly width: number; readonly cose: number }> = new Map([
	["06082a8648ce3d030107", { name: "P-256", width: 32, cose: 1 }],
	["06052b81040022", { name: "P-384", width: 48, cose: 2 }],
	["06052b81040023", { name: "P-521", width: 66, cose: 3 }],
]);

/** Shorter ones must not be relied on; longer ones exist on no device, and cost a stranger nothing and us time. */
const MIN_MODULUS_BITS = 2_048;
const MAX_MODULUS_BITS = 8_192;
/** Every certificate uses 65537; BoringSSL, under browsers and workerd, takes no exponent over 33 bits. */
const MAX_EXPONENT_BYTES = 4;

/** The public key in a certificate, taken apart. */
export type PublicKeyParts =
	| { readonly kind: "ec"; readonly curve: string; readonly coseCurve: number; readonly x: Bytes; readonly y: Bytes }
	| { readonly kind: "rsa"; readonly modulus: Bytes; readonly exponent: Bytes }
	| { readonly kind: "ed25519"; readonly x: Bytes };

/** What `key` consists of, or `undefined` for a key of a kind or size that we don't take. */
export function partsOf({ algorithm, subjectPublicKey }: SubjectPublicKeyInfo): PublicKeyParts | undefined {
	const bytes = new Uint8Array(subjectPublicKey);
	if (algorithm.algorithm === EC_PUBLIC_KEY) {
		const curve = CURVES.get(hex(new Uint8Array(algorithm.parameters ?? [])));
		if (!curve || bytes[0] !== 4 || bytes.length !== 1 + 2 * curve.width) return undefined;
		const [x, y] = [bytes.subarray(1, 1 + curve.width), bytes.subarray(1 + curve.width)];
		return { kind: "ec", curve: curve.name, coseCurve: curve.cose, x, y };
	}
	if (algorithm.algorithm === RSA_ENCRYPTION) {
		const [modulus, exponent] = readTwoNumbers(bytes) ?? [];
		if (!modulus || !exponent || exponent.length > MAX_EXPONENT_BYTES) return undefined;
		const bits = modulus.length * 8 - Math.clz32(modulus[0] ?? 0) + 24;
		return bits < MIN_MODULUS_BITS || bits > MAX_MODULUS_BITS ? undefined : { kind: "rsa", modulus, exponent };
	}
	return algorithm.algorithm === ED25519 && bytes.length === 32 ? { kind: "ed25519", x: bytes } : undefined;
}

/** Whether `signature` is one by `key` over `signed`; `algorithm` when the key is of another kind than the scheme. */
export async function checkSignature(
	key: SubjectPublicKeyInfo,
	scheme: SignatureScheme,
	signature: Bytes,
	signed: Bytes,
): Promise<"sound" | "signature" | "algorithm"> {
	const parts = partsOf(key);
	const kind = { ECDSA: "ec", Ed25519: "ed25519", "RSASSA-PKCS1-v1_5": "rsa", "RSA-PSS": "rsa" }[scheme.name];
	if (parts?.kind !== kind) return "algorithm";
	if (parts.kind === "ec" && scheme.curve && scheme.curve !== parts.curve) return "algorithm";
	const isDer = parts.kind === "ec" && scheme.encoding !== "raw";
	const raw = isDer ? fixedWidth(signature, parts.x.length) : signature;
	if (!raw) return "signature";
	const { name, hash } = scheme;
	const imported = { name, hash, ...(parts.kind === "ec" && { namedCurve: parts.curve }) };
	const verification = { name, hash, saltLength: HASH_BYTES[hash] };
	const { subtle } = globalThis.crypto;
	let cryptoKey: CryptoKey;
	try {
		cryptoKey = await subtle.importKey("spki", AsnConvert.serialize(key), imported, false, ["verify"]);
	} catch {
		return "algorithm";
	}
	try {
		return (await subtle.verify(verification, cryptoKey, raw, signed)) ? "sound" : "signature";
	} catch {
		// Some runtimes answer a signature of an impossible length with an exception.
		return "signature";
	}
}

/** The salt of RSA-PSS is as long as its digest (RFC 8230 §2). */
const HASH_BYTES: Readonly<Record<Hash, number>> = { "SHA-1": 20, "SHA-256": 32, "SHA-384": 48, "SHA-512": 64 };

/** The two numbers of an ECDSA signature's DER side by side, each `width` bytes wide. */
function fixedWidth(der: Bytes, width: number): Bytes | undefined {
	const [r, s] = readTwoNumbers(der) ?? [];
	if (!r || !s || r.length > width || s.length > width) return undefined;
	const raw = new Uint8Array(2 * width);
	raw.set(r, width - r.length);
	raw.set(s, 2 * width - s.length);
	return raw;
}

export async function digest(hash: Hash, bytes: Bytes): Promise<Bytes> {
	return new Uint8Array(await globalThis.crypto.subtle.digest(hash, bytes));
}
