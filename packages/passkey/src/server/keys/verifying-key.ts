/** Imports a credential's public key for verification, and caches keys that are used repeatedly. */

import { decodeBase64url } from "../../base64url.ts";
import type { Bytes } from "../../bytes.ts";
import type { Algorithm } from "./algorithm.ts";
import { parseCoseKey } from "./cose-key.ts";
import type { Cryptography } from "./cryptography.ts";
import type { KeyRefusal } from "./importable-key.ts";

export interface VerifyingKey {
	/** The COSE number of the key's algorithm. */
	readonly algorithm: number;
	/** Whether `signature`, as WebAuthn encodes it, is one by this key over `signed`. */
	verify(signature: Bytes, signed: Bytes): Promise<boolean>;
}

/** The key of one of `algorithms` that a COSE_Key's bytes hold, or why there is none to verify with. */
export async function importVerifyingKey(
	coseKey: Bytes,
	cryptography: Cryptography,
	algorithms?: readonly Algorithm[],
): Promise<VerifyingKey | KeyRefusal> {
	const key = parseCoseKey(coseKey, algorithms);
	if (typeof key === "string") return key;
	const { id, readSignature } = key.algorithm;
	try {
		const check = await cryptography.importKey(key);
		return {
			algorithm: id,
			async verify(encoded, signed) {
				const signature = readSignature(encoded);
				if (!signature) return false;
				try {
					return await check(signature, signed);
				} catch {
					// Some runtimes answer a signature of an impossible length with an exception.
					return false;
				}
			},
		};
	} catch {
		// The key is sound, so it is the runtime that can't use it: an older browser's WebCrypto has no Ed25519.
		return "unsupported";
	}
}

/**
 * How many keys are cached. A key takes about 2 KB. A sign-in takes 80 µs with a cached key and 113 µs without, 13 of
 * them for the import itself (Node 26, bench/verify.ts).
 */
export const MAX_REMEMBERED = 256;

/**
 * Imports stored keys, and caches those that were used more than once lately. A key that was used once is only noted: a
 * host with many users sees most keys rarely, and to cache each of them costs the garbage collector more than the next
 * import saves. A cached key depends only on its text, so the cache can't change a result, only its speed.
 */
export class StoredKeys {
	readonly #cryptography: Cryptography;
	readonly #algorithms: readonly Algorithm[] | undefined;
	readonly #remembered = new Map<string, VerifyingKey>();
	readonly #noted = new Map<string, true>();

	constructor(cryptography: Cryptography, algorithms?: readonly Algorithm[]) {
		this.#cryptography = cryptography;
		this.#algorithms = algorithms;
	}

	/** The key that was stored as `publicKey`, the base64url of a COSE_Key's bytes. */
	async import(publicKey: string): Promise<VerifyingKey | KeyRefusal> {
		const remembered = this.#remembered.get(publicKey);
		if (remembered) {
			putLast(this.#remembered, publicKey, remembered);
			return remembered;
		}
		const coseKey = decodeBase64url(publicKey);
		if (!coseKey) return "malformed";
		const key = await importVerifyingKey(coseKey, this.#cryptography, this.#algorithms);
		if (typeof key === "string") return key;
		if (this.#noted.delete(publicKey)) putLast(this.#remembered, publicKey, key);
		else putLast(this.#noted, publicKey, true);
		return key;
	}
}

/** Adds an entry as the latest; removes the oldest ones when there are too many. */
function putLast<T>(entries: Map<string, T>, key: string, value: T): void {
	entries.delete(key);
	entries.set(key, value);
	for (const first of entries.keys()) {
		if (entries.size <= MAX_REMEMBERED) return;
		entries.delete(first);
	}
}
