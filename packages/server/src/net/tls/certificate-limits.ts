/**
 * Whether the certificates of a server are cheap enough to verify. OpenSSL verifies every signature of a chain before
 * anyone can object, and the server chooses what that costs: measured on one core of an AMD EPYC, a chain of sixty
 * RSA keys of 3,072 bits with a public exponent of the same size (84 KB) takes 520 ms; one of twenty-three RSA keys of
 * 16,384 bits takes 130 ms; sixty usual ones of 4,096 bits take 11 ms.
 *
 * This reads just enough DER (X.690) to find each public key. What it can't read is refused: OpenSSL also accepts
 * lengths that DER forbids, and must not see a key that we did not.
 */

import { elementAt, SEQUENCE } from "./der.ts";

/** Certificates in one chain: three are usual, and some servers send a whole bundle. */
const MAX_CERTIFICATES = 32;
/** The largest RSA key in use anywhere is 8,192 bits; verifying with it takes 1.2 ms. */
const MAX_RSA_BITS = 8_192;
/** Nearly all keys have 65,537, of 17 bits. */
const MAX_RSA_EXPONENT_BITS = 32;
/**
 * Bytes of names times bytes of name constraints (RFC 5280 §4.2.1.10): each name is compared with each constraint, and
 * neither is shorter than four bytes. So at most a million comparisons, about 30 ms.
 */
const MAX_NAME_COMPARISON_BYTES = 16_000_000;

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OBJECT_ID = 0x06;
const VERSION = 0xa0;

const NAME_CONSTRAINTS = Buffer.from("0603551d1e", "hex");
/** 1.2.840.113549.1.1: RSA in each of its forms. */
const RSA = "2a864886f70d0101";
/** Elliptic curves (id-ecPublicKey), Ed25519, Ed448, and NIST's post-quantum signatures: their costs are fixed. */
const KEYS_OF_FIXED_COST = ["2a8648ce3d0201", "2b6570", "2b6571", "6086480165030403"];

/** Why the chain, a list of DER certificates, is refused, as the end of "the server …"; null when it is not. */
export function refusalOfChain(certificates: readonly Buffer[]): string | null {
	if (certificates.length > MAX_CERTIFICATES) return `sends more than ${MAX_CERTIFICATES} certificates`;
	let constrained = 0;
	let largest = 0;
	for (const certificate of certificates) {
		const refusal = refusalOfKey(certificate);
		if (refusal !== null) return refusal;
		largest = Math.max(largest, certificate.length);
		if (certificate.includes(NAME_CONSTRAINTS)) constrained += certificate.length;
	}
	return constrained * largest > MAX_NAME_COMPARISON_BYTES ? "sends too many names and name constraints" : null;
}

function refusalOfKey(certificate: Buffer): string | null {
	const key = publicKeyOf(certificate);
	if (key === null) return "sends a certificate that is not DER";
	if (key.algorithm.startsWith(RSA)) return refusalOfRsaKey(key.bits);
	if (KEYS_OF_FIXED_COST.some((algorithm) => key.algorithm.startsWith(algorithm))) return null;
	return "sends a certificate with a kind of key that no browser accepts";
}

function refusalOfRsaKey(bits: Buffer): string | null {
	const sequence = elementAt(bits, 0, SEQUENCE);
	const modulus = sequence && elementAt(sequence.content, 0, INTEGER);
	const exponent = modulus && elementAt(sequence.content, modulus.end, INTEGER);
	if (!exponent) return "sends a certificate that is not DER";
	const modulusBits = bitLength(modulus.content);
	if (modulusBits > MAX_RSA_BITS) return `sends an RSA key of ${modulusBits} bits, more than ${MAX_RSA_BITS}`;
	const exponentBits = bitLength(exponent.content);
	if (exponentBits <= MAX_RSA_EXPONENT_BITS) return null;
	return `sends an RSA key with an exponent of ${exponentBits} bits, more than ${MAX_RSA_EXPONENT_BITS}`;
}

/** The SubjectPublicKeyInfo of a certificate (RFC 5280 §4.1): the algorithm as hex of its object id, and the key. */
function publicKeyOf(certificate: Buffer): { algorithm: string; bits: Buffer } | null {
	const fields = elementAt(elementAt(certificate, 0, SEQUENCE)?.content, 0, SEQUENCE)?.content;
	const version = elementAt(fields, 0, VERSION);
	const serial = elementAt(fields, version?.end ?? 0, INTEGER);
	let end = serial?.end;
	// Signature algorithm, issuer, validity, subject.
	for (let field = 0; field < 4; field++) end = elementAt(fields, end, SEQUENCE)?.end;
	const info = elementAt(fields, end, SEQUENCE)?.content;
	const algorithm = elementAt(info, 0, SEQUENCE);
	const id = elementAt(algorithm?.content, 0, OBJECT_ID);
	const bits = elementAt(info, algorithm?.end, BIT_STRING);
	if (!id || !bits || bits.content[0] !== 0) return null;
	return { algorithm: id.content.toString("hex"), bits: bits.content.subarray(1) };
}

function bitLength(integer: Buffer): number {
	const first = integer.findIndex((byte) => byte !== 0);
	if (first === -1) return 0;
	return (integer.length - first) * 8 - (Math.clz32(integer[first] ?? 0) - 24);
}
