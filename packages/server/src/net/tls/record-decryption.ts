/**
 * Decrypts the handshake records of a TLS 1.3 server with the secret that OpenSSL hands out for key logs (RFC 8446
 * §5.2, §7.3). It serves ./handshake-guard.ts alone, for certificates that are too large to verify unseen.
 */

import { createDecipheriv, createHmac } from "node:crypto";

export const RECORD_HEADER_BYTES = 5;
const TAG_BYTES = 16;
const IV_BYTES = 12;

/** By cipher suite (RFC 8446 §B.4). */
const SUITES = new Map([
	[0x1301, { cipher: "aes-128-gcm", hash: "sha256", keyBytes: 16 }],
	[0x1302, { cipher: "aes-256-gcm", hash: "sha384", keyBytes: 32 }],
	[0x1303, { cipher: "chacha20-poly1305", hash: "sha256", keyBytes: 32 }],
] as const);

type Suite = typeof SUITES extends Map<number, infer S> ? S : never;

interface OpenedRecord {
	/** The content type that the encryption hid. */
	readonly type: number;
	readonly content: Buffer;
}

export class RecordDecryption {
	readonly #suite: Suite;
	readonly #key: Buffer;
	readonly #iv: Buffer;
	#sequence = 0;

	private constructor(suite: Suite, secret: Buffer) {
		this.#suite = suite;
		this.#key = expandLabel(suite.hash, secret, "key", suite.keyBytes);
		this.#iv = expandLabel(suite.hash, secret, "iv", IV_BYTES);
	}

	/** Null for a cipher suite that we do not offer. */
	static of(cipherSuite: number, secret: Buffer): RecordDecryption | null {
		const suite = SUITES.get(cipherSuite as 0x1301);
		return suite === undefined ? null : new RecordDecryption(suite, secret);
	}

	/** The next record, its header included; null when it is not authentic. */
	open(record: Buffer): OpenedRecord | null {
		if (record.length < RECORD_HEADER_BYTES + TAG_BYTES) return null;
		// Typed for one cipher at a time; the three take the same options.
		const decipher = createDecipheriv(this.#suite.cipher as "aes-128-gcm", this.#key, this.#nonce(), {
			authTagLength: TAG_BYTES,
		});
		decipher.setAAD(record.subarray(0, RECORD_HEADER_BYTES));
		decipher.setAuthTag(record.subarray(-TAG_BYTES));
		const plaintext = decipher.update(record.subarray(RECORD_HEADER_BYTES, -TAG_BYTES));
		try {
			decipher.final();
		} catch {
			return null;
		}
		// Zeros for padding may follow the type.
		let end = plaintext.length - 1;
		while (end >= 0 && plaintext[end] === 0) end--;
		return { type: plaintext[end] ?? 0, content: plaintext.subarray(0, Math.max(0, end)) };
	}

	#nonce(): Buffer {
		const nonce = Buffer.from(this.#iv);
		// A handshake has far fewer than 2^32 records.
		nonce.writeUInt32BE((nonce.readUInt32BE(IV_BYTES - 4) ^ this.#sequence++) >>> 0, IV_BYTES - 4);
		return nonce;
	}
}

/** HKDF-Expand-Label without a context (RFC 8446 §7.1), for at most one block of the hash. */
function expandLabel(hash: string, secret: Buffer, label: string, length: number): Buffer {
	const name = Buffer.from(`tls13 ${label}`);
	const parts = [Buffer.from([0, length, name.length]), name, Buffer.from([0, 1])];
	return createHmac(hash, secret).update(Buffer.concat(parts)).digest().subarray(0, length);
}
