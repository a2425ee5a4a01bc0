/** A credential's public key, ready to verify with; and a small memory of those that were made ready before. */

import { decodeBase64url } from "../../base64url.ts";
import type { Algorithm } from "./algorithms.ts";
import { parseCoseKey } from "./cose-key.ts";
import type { Cryptography } from "./cryptography.ts";
import type { KeyRefusal } from "./importable-key.ts";

type Bytes = Uint8Array<ArrayBuffer>;

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
 * Keys in memory at a time. A key takes about 2 KB; without it a sign-in takes 113 µs instead of 80, 13 of them for the
 * import itself (Node 26, bench/verify.ts).
 */
export const MAX_REMEMBERED = 256;

/**
 * Turns stored keys into verifying ones, and remembers the latest that came more than once. One that came once is only
 * noted: a host with many users sees most keys once in a while, and to keep each of them until others push it out costs
 * the garbage collector more than the next import saves. What is remembered is a function of the text alone, so it
 * can't change an answer, only its speed.
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

/** Puts an entry behind all others; the first ones go when there are too many. */
function putLast<T>(entries: Map<string, T>, key: string, value: T): void {
	entries.delete(key);
	entries.set(key, value);
	for (const first of entries.keys()) {
		if (entries.size <= MAX_REMEMBERED) return;
		entries.delete(first);
	}
}
