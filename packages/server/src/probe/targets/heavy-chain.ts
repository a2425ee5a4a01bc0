/**
 * Certificate chains that are expensive to verify. Only the server's own key is real: the keys above it are random
 * numbers and the signatures random bytes, which cost as much to find wrong as to find right. So a chain of any size is
 * made at once. No certificate library writes such keys, hence the DER (X.690) by hand.
 */

import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { Identity } from "./certificates.ts";

export interface HeavyChainOptions {
	/** Certificates above the server's own. */
	readonly length: number;
	/** Of each key above; default 2,048. */
	readonly rsaBits?: number;
	/** Of the public exponent; default 17 (65,537). */
	readonly exponentBits?: number;
	/** The DER of each key above (SubjectPublicKeyInfo), in place of an RSA key. */
	readonly publicKey?: Buffer;
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const OBJECT_ID = 0x06;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const NULL = element(0x05);
const TRUE = element(0x01, Buffer.from([0xff]));
const EXTENSIONS = 0xa3;

const SIGNED_WITH_SHA256_RSA = element(SEQUENCE, element(OBJECT_ID, hex("2a864886f70d01010b")), NULL);
const VALIDITY = element(SEQUENCE, ...["240101000000Z", "491231000000Z"].map((at) => element(0x17, Buffer.from(at))));
const IS_AUTHORITY = element(
	SEQUENCE,
	element(OBJECT_ID, hex("551d13")),
	TRUE,
	element(OCTET_STRING, element(SEQUENCE, TRUE)),
);
const IS_FOR_LOCALHOST = element(
	SEQUENCE,
	element(OBJECT_ID, hex("551d11")),
	element(OCTET_STRING, element(SEQUENCE, element(0x82, Buffer.from("localhost")))),
);

export function heavyChain(options: HeavyChainOptions): Identity {
	const { length, rsaBits = 2_048, exponentBits = 17 } = options;
	const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const ownKey = own.publicKey.export({ type: "spki", format: "der" });
	const certificates = [certificate("level 0", "level 1", ownKey, rsaBits / 8, IS_FOR_LOCALHOST)];
	for (let level = 1; level <= length; level++) {
		const key = options.publicKey ?? rsaKey(rsaBits, exponentBits);
		certificates.push(certificate(`level ${level}`, `level ${level + 1}`, key, rsaBits / 8, IS_AUTHORITY));
	}
	return {
		chain: certificates.map(pem).join("\n"),
		key: String(own.privateKey.export({ type: "pkcs8", format: "pem" })),
	};
}

function certificate(subject: string, issuer: string, key: Buffer, signatureBytes: number, extension: Buffer): Buffer {
	const version = element(0xa0, positive(Buffer.from([2])));
	const serial = positive(Buffer.concat([Buffer.from([1]), randomBytes(7)]));
	const extensions = element(EXTENSIONS, element(SEQUENCE, extension));
	const head = [version, serial, SIGNED_WITH_SHA256_RSA, name(issuer), VALIDITY, name(subject), key, extensions];
	const signature = randomBytes(signatureBytes);
	// Smaller than any modulus of its length: else it would be refused without a computation.
	signature.writeUInt8(signature.readUInt8(0) & 0x7f, 0);
	return element(SEQUENCE, element(SEQUENCE, ...head), SIGNED_WITH_SHA256_RSA, bits(signature));
}

function rsaKey(modulusBits: number, exponentBits: number): Buffer {
	const modulus = randomOdd(modulusBits);
	const exponent = exponentBits === 17 ? hex("010001") : Buffer.alloc(exponentBits / 8, 0xff);
	// Of the wanted length, and less than the modulus.
	if (exponentBits !== 17) exponent.writeUInt8(0x7f, 0);
	return publicKey("2a864886f70d010101", element(SEQUENCE, positive(modulus), positive(exponent)));
}

/** A DSA key with a prime of so many bits. */
export function dsaKey(primeBits: number): Buffer {
	const prime = positive(randomOdd(primeBits));
	const parameters = element(SEQUENCE, prime, positive(randomOdd(256)), positive(randomOdd(primeBits - 8)));
	return publicKey("2a8648ce380401", positive(randomOdd(primeBits - 8)), parameters);
}

/** A SubjectPublicKeyInfo; `algorithm` is an object id in hex. */
function publicKey(algorithm: string, content: Buffer, parameters = NULL): Buffer {
	return element(SEQUENCE, element(SEQUENCE, element(OBJECT_ID, hex(algorithm)), parameters), bits(content));
}

function randomOdd(length: number): Buffer {
	const bytes = randomBytes(length / 8);
	bytes.writeUInt8(bytes.readUInt8(0) | 0x80, 0);
	bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) | 0x01, bytes.length - 1);
	return bytes;
}

function name(commonName: string): Buffer {
	const value = element(0x0c, Buffer.from(commonName));
	return element(SEQUENCE, element(0x31, element(SEQUENCE, element(OBJECT_ID, hex("550403")), value)));
}

function positive(bytes: Buffer): Buffer {
	return element(INTEGER, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

function bits(bytes: Buffer): Buffer {
	return element(BIT_STRING, Buffer.from([0]), bytes);
}

function element(tag: number, ...parts: readonly Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	const { length } = content;
	const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function hex(text: string): Buffer {
	return Buffer.from(text, "hex");
}

function pem(der: Buffer): string {
	const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
	return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----"].join("\n");
}
