/**
 * The keys in ping addresses. Whoever has one can report runs of a job, so a copy of the database must not hold
 * them: stored are the hash, by which a ping finds its monitor, and the encrypted key, for the address is shown again.
 */

import { randomInt } from "node:crypto";
import type { StoredPingKey } from "../../domain/heartbeats/ping.ts";
import { tokenHash } from "../access/secret-token.ts";
import type { SecretBox } from "../database/secret-box.ts";

/** Letters and digits alone: no shell and no crontab gives them a meaning. */
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 131 random bits. */
const KEY_LENGTH = 22;
const KEY = /^[0-9A-Za-z]{22}$/;

export function newPingKey(box: SecretBox): StoredPingKey {
	const key = Array.from({ length: KEY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
	const hash = tokenHash(key);
	return { hash, encrypted: box.encrypt(key, ownerOfPingKey(hash)) };
}

/** The hash of a key in a path; null for text that can't be a key. */
export function pingKeyHash(key: string): string | null {
	return KEY.test(key) ? tokenHash(key) : null;
}

/** The key; null when it was encrypted under another secret. */
export function decryptPingKey(box: SecretBox, { hash, encrypted }: StoredPingKey): string | null {
	return box.decrypt(encrypted, ownerOfPingKey(hash));
}

export function ownerOfPingKey(hash: string): string {
	return `ping/${hash}`;
}
