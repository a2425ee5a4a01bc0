/**
 * Secrets that the service uses and nobody reads back: encrypted with AES-256-GCM (NIST SP 800-38D) before they are
 * stored, so that a copy of the database does not reveal them. Each is bound to its owner: an encrypted text that is
 * moved to another row does not decrypt.
 */

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Version of the format, so that another one can follow. */
const VERSION = "v1";
const KEY_BYTES = 32;
/** 96 random bits; GCM allows 2^32 of them under one key before a repetition becomes likely (SP 800-38D §8.3). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SecretBox {
	/** @param owner whose secret it is, for example `alt_…`; needed again to decrypt it */
	encrypt(secret: string, owner: string): string;
	/** Null when the text was encrypted under another key or for another owner, or was changed. */
	decrypt(encrypted: string, owner: string): string | null;
	/**
	 * A secret of 256 bits that is the same each time, as base64url: who can make it again need not store it.
	 *
	 * @param about what it opens; another one for everything else
	 */
	tokenOf(about: string): string;
}

/**
 * Derives a separate key for each purpose (RFC 5869), so that what one of them signs or encrypts is not valid for
 * another.
 *
 * @param secret of the installation: 32 bytes, the same on every node
 */
export function derivedKey(secret: Uint8Array, purpose: string): Uint8Array {
	return new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), `lapwing/${purpose}`, KEY_BYTES));
}

/** @param secret of the installation: 32 bytes, the same on every node */
export function secretBox(secret: Uint8Array): SecretBox {
	if (secret.length !== KEY_BYTES) throw new RangeError(`The secret has ${KEY_BYTES} bytes`);
	const key = derivedKey(secret, "encrypted-secrets");
	const tokenKey = derivedKey(secret, "tokens");
	return {
		tokenOf: (about) => createHmac("sha256", tokenKey).update(about).digest("base64url"),
		encrypt(text, owner) {
			const nonce = randomBytes(NONCE_BYTES);
			const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(owner));
			const encrypted = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
			return `${VERSION}.${encrypted.toString("base64url")}`;
		},
		decrypt(encrypted, owner) {
			const [version, text = ""] = encrypted.split(".");
			const bytes = Buffer.from(text, "base64url");
			if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
			const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), {
				authTagLength: TAG_BYTES,
			});
			decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
			const decrypted = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
			try {
				return Buffer.concat([decrypted, decipher.final()]).toString("utf8");
			} catch {
				// The only possible error here is a wrong tag.
				return null;
			}
		},
	};
}
