/**
 * ML-DSA keys (FIPS 204) by the runtime's WebCrypto, where it has them. The key is a function of its seed; signatures
 * are not repeatable, because the runtime mixes randomness into each.
 */

import { decodeBase64url } from "../../base64url.ts";
import { type Bytes, concatenate } from "../bytes.ts";
import { cborMap, encodeCbor } from "../encode-cbor.ts";
import type { CredentialKey } from "./credential-key.ts";

/** By COSE number. The object identifier ends with the second value (RFC 9881 §2). */
const PARAMETER_SETS: ReadonlyMap<number, { readonly name: string; readonly oidEnd: number }> = new Map([
	[-48, { name: "ML-DSA-44", oidEnd: 17 }],
	[-49, { name: "ML-DSA-65", oidEnd: 18 }],
	[-50, { name: "ML-DSA-87", oidEnd: 19 }],
]);

/** Whether `algorithm` is an ML-DSA by its COSE number, and one that this runtime does not have. */
export function isMissingMlDsa(algorithm: number): boolean {
	const set = PARAMETER_SETS.get(algorithm);
	const { SubtleCrypto } = globalThis as { SubtleCrypto?: { supports?: (use: string, algorithm: string) => boolean } };
	return set !== undefined && SubtleCrypto?.supports?.("sign", set.name) !== true;
}

/** The key of that COSE number with that seed of 32 bytes. */
export async function mlDsaKey(algorithm: number, seed: Bytes): Promise<CredentialKey> {
	const set = PARAMETER_SETS.get(algorithm);
	if (!set) throw new RangeError("no ML-DSA has this number");
	// The DER before the seed in a PKCS #8 key that holds nothing else (RFC 9881 §6).
	const prefix = [0x30, 0x34, 2, 1, 0, 0x30, 11, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 3, set.oidEnd, 4, 34, 0x80, 32];
	const pkcs8 = concatenate(Uint8Array.from(prefix), seed);
	const key = await crypto.subtle.importKey("pkcs8", pkcs8, set.name, true, ["sign"]);
	const { pub = "" } = (await crypto.subtle.exportKey("jwk", key)) as { pub?: string };
	const publicKey = decodeBase64url(pub) ?? new Uint8Array();
	return {
		algorithm,
		publicKey: encodeCbor(cborMap([1, 7], [3, algorithm], [-1, publicKey])),
		sign: async (message) => new Uint8Array(await crypto.subtle.sign(set.name, key, message)),
	};
}
