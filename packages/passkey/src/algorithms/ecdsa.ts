/**
 * ECDSA on the larger NIST curves: ES384 and ES512 (RFC 9053 §2.1, each with the curve that WebAuthn §5.8.5 demands).
 */

import type { Algorithm } from "../server/keys/algorithm.ts";
import { parseDerSignature } from "../server/keys/der-signature.ts";
import { type Curve, readEc2Key } from "../server/keys/ec2-key.ts";

const P384: Curve = {
	id: 2,
	widthBytes: 48,
	field: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
	b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
	// biome-ignore format: bytes
	spkiPrefix: [
		0x30, 0x76, 0x30, 0x10, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
		0x06, 0x05, 0x2b, 0x81, 0x04, 0x00, 0x22, 0x03, 0x62, 0x00, 0x04,
	],
};

const P521: Curve = {
	id: 3,
	widthBytes: 66,
	field: 2n ** 521n - 1n,
	b: 0x51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00n,
	// biome-ignore format: bytes
	spkiPrefix: [
		0x30, 0x81, 0x9b, 0x30, 0x10, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
		0x06, 0x05, 0x2b, 0x81, 0x04, 0x00, 0x23, 0x03, 0x81, 0x86, 0x00, 0x04,
	],
};

/** ECDSA on P-384 with SHA-384, COSE number -35. */
export const ES384: Algorithm = {
	id: -35,
	keyType: 2, // EC2
	readKey: (parameters) => readEc2Key(parameters, P384),
	readSignature: (signature) => parseDerSignature(signature, P384.widthBytes),
	webCrypto: { name: "ECDSA", namedCurve: "P-384", hash: "SHA-384" },
	nodeDigest: "sha384",
};

/** ECDSA on P-521 with SHA-512, COSE number -36. */
export const ES512: Algorithm = {
	id: -36,
	keyType: 2, // EC2
	readKey: (parameters) => readEc2Key(parameters, P521),
	readSignature: (signature) => parseDerSignature(signature, P521.widthBytes),
	webCrypto: { name: "ECDSA", namedCurve: "P-521", hash: "SHA-512" },
	nodeDigest: "sha512",
};
