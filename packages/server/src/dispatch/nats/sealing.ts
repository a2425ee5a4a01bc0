/**
 * Seals orders for the probers of a location, so that the broker sees none of their secrets. A content key
 * (AES-256-GCM) is wrapped for each prober by HPKE (RFC 9180, base mode); every message carries the wraps, so that it
 * needs nothing that came before it. The key is new once probers come or go, and every ten minutes.
 */

import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { CipherSuite } from "@hpke/core";

let suite: Promise<CipherSuite> | undefined;

/** Loaded with the first key: a prober at rest has none. */
function loadedSuite(): Promise<CipherSuite> {
	suite ??= import("@hpke/core").then(
		({ Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 }) =>
			new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() }),
	);
	return suite;
}

const INFO = new TextEncoder().encode("lapwing orders 1");
const KEY_BYTES = 32;
/** Random, under a key that lives ten minutes: 2^32 messages are far away (SP 800-38D §8.3). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_LIVES_MS = 10 * 60_000;
/** Content keys that a prober remembers: those of a few `control`s. */
const KEYS_KEPT = 16;

/** A prober by its public id, and its public key, base64url. */
interface Recipient {
	readonly prober: string;
	readonly publicKey: string;
}

interface Head {
	readonly v: 1;
	/** By prober: HPKE's encapsulated key and the wrapped content key, base64url. */
	readonly keys: Readonly<Record<string, readonly [enc: string, wrapped: string]>>;
}

export async function newKeyPair(): Promise<{ publicKey: string; privateKey: string }> {
	const { kem } = await loadedSuite();
	const { publicKey, privateKey } = await kem.generateKeyPair();
	return {
		publicKey: text(await kem.serializePublicKey(publicKey)),
		privateKey: text(await kem.serializePrivateKey(privateKey)),
	};
}

/** Seals for one location. */
export class Sealer {
	#key: { readonly bytes: Buffer; readonly head: Buffer; readonly for: string; readonly madeAt: number } | null = null;

	/** @param at milliseconds of a clock that only goes forward */
	async seal(plain: string, recipients: readonly Recipient[], at: number): Promise<Uint8Array> {
		const names = recipients.map(({ prober, publicKey }) => `${prober} ${publicKey}`).join();
		if (this.#key === null || this.#key.for !== names || at - this.#key.madeAt > KEY_LIVES_MS) {
			this.#key = { ...(await newContentKey(recipients)), for: names, madeAt: at };
		}
		const { bytes, head } = this.#key;
		const nonce = randomBytes(NONCE_BYTES);
		const cipher = createCipheriv("aes-256-gcm", bytes, nonce).setAAD(head);
		const length = Buffer.alloc(4);
		length.writeUInt32BE(head.length);
		return Buffer.concat([length, head, nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
	}
}

async function newContentKey(recipients: readonly Recipient[]) {
	const suite = await loadedSuite();
	const bytes = randomBytes(KEY_BYTES);
	const keys: Record<string, readonly [string, string]> = {};
	for (const { prober, publicKey } of recipients) {
		const recipientPublicKey = await suite.kem.deserializePublicKey(binary(publicKey));
		const { enc, ct } = await suite.seal({ recipientPublicKey, info: INFO }, arrayBufferOf(bytes));
		keys[prober] = [text(enc), text(ct)];
	}
	const head: Head = { v: 1, keys };
	return { bytes, head: Buffer.from(JSON.stringify(head)) };
}

/** Opens what was sealed for one prober. */
export class Opener {
	readonly #prober: string;
	readonly #privateKey: string;
	/** By the wrapped key. */
	readonly #keys = new Map<string, Buffer>();

	constructor(prober: string, privateKey: string) {
		this.#prober = prober;
		this.#privateKey = privateKey;
	}

	/** Null for a message that is not for this prober, or was changed on its way. */
	async open(message: Uint8Array): Promise<string | null> {
		try {
			const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
			const begin = 4 + bytes.readUInt32BE(0);
			const head = bytes.subarray(4, begin);
			const key = await this.#keyOf(JSON.parse(head.toString("utf8")) as Head);
			if (key === null) return null;
			const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(begin, begin + NONCE_BYTES), {
				authTagLength: TAG_BYTES,
			});
			decipher.setAAD(head).setAuthTag(bytes.subarray(-TAG_BYTES));
			const sealed = bytes.subarray(begin + NONCE_BYTES, -TAG_BYTES);
			return Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8");
		} catch {
			return null;
		}
	}

	async #keyOf({ v, keys }: Head): Promise<Buffer | null> {
		const wrap = v === 1 ? keys[this.#prober] : undefined;
		if (wrap === undefined) return null;
		const [enc, wrapped] = wrap;
		const known = this.#keys.get(wrapped);
		if (known) return known;
		const suite = await loadedSuite();
		const recipientKey = await suite.kem.deserializePrivateKey(binary(this.#privateKey));
		const key = Buffer.from(await suite.open({ recipientKey, enc: binary(enc), info: INFO }, binary(wrapped)));
		const [oldest] = this.#keys.keys();
		if (this.#keys.size >= KEYS_KEPT && oldest !== undefined) this.#keys.delete(oldest);
		this.#keys.set(wrapped, key);
		return key;
	}
}

function text(bytes: ArrayBuffer): string {
	return Buffer.from(bytes).toString("base64url");
}

function binary(encoded: string): ArrayBuffer {
	return arrayBufferOf(Buffer.from(encoded, "base64url"));
}

/** A copy of its own: small buffers share a pool. */
function arrayBufferOf(bytes: Uint8Array): ArrayBuffer {
	return new Uint8Array(bytes).buffer;
}
