/** The two encodings of a SHA-256 digest that RSA signs (RFC 8017 §9), as wide as the modulus. */

import { type Bytes, concatenate, sha256 } from "../bytes.ts";

/** The DER before a SHA-256 digest in a signature (RFC 8017 §9.2, note 1). */
// biome-ignore format: bytes
const SHA256_DIGEST_INFO = Uint8Array.of(
	0x30, 0x31, 0x30, 13, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1, 5, 0, 4, 0x20,
);

/** EMSA-PKCS1-v1_5 (RFC 8017 §9.2). */
export function pkcs1Padded(digest: Bytes, modulusBits: number): Bytes {
	const end = concatenate(Uint8Array.of(0), SHA256_DIGEST_INFO, digest);
	const width = Math.ceil(modulusBits / 8);
	return concatenate(Uint8Array.of(0, 1), new Uint8Array(width - 2 - end.length).fill(0xff), end);
}

/** EMSA-PSS (RFC 8017 §9.1.1) with a salt of `saltBytes`, taken from the digest so that it is the same each time. */
export async function pssPadded(digest: Bytes, modulusBits: number, saltBytes = 32): Promise<Bytes> {
	const salt = (await sha256(digest)).slice(0, saltBytes);
	const hash = await sha256(concatenate(new Uint8Array(8), digest, salt));
	const encodedBits = modulusBits - 1;
	const width = Math.ceil(encodedBits / 8) - hash.length - 1;
	const block = concatenate(new Uint8Array(width - salt.length - 1), Uint8Array.of(1), salt);
	const mask = await mgf1(hash, width);
	const masked = block.map((byte, index) => byte ^ (mask[index] ?? 0));
	masked[0] = (masked[0] ?? 0) & (0xff >> (8 * (width + hash.length + 1) - encodedBits));
	return concatenate(masked, hash, Uint8Array.of(0xbc));
}

/** MGF1 with SHA-256 (RFC 8017 §B.2.1). */
async function mgf1(seed: Bytes, length: number): Promise<Bytes> {
	let mask: Bytes = new Uint8Array();
	for (let block = 0; mask.length < length; block++) {
		mask = concatenate(mask, await sha256(concatenate(seed, Uint8Array.of(0, 0, 0, block))));
	}
	return mask.slice(0, length);
}
