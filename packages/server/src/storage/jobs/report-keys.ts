/**
 * The keys in ping addresses. Whoever has one can report runs of a job, so a copy of the database must not hold
 * them: stored are the hash, by which a report finds its monitor, and the encrypted key, for the address is shown
 * again.
 */

import { randomInt } from "node:crypto";
import type { StoredReportKey } from "../../domain/jobs/job-report.ts";
import { tokenHash } from "../access/secret-token.ts";
import type { SecretBox } from "../database/secret-box.ts";

/** Letters and digits alone: no shell and no crontab gives them a meaning. */
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 131 random bits. */
const KEY_LENGTH = 22;
const KEY = /^[0-9A-Za-z]{22}$/;

export function newReportKey(box: SecretBox): StoredReportKey {
	const key = Array.from({ length: KEY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
	const hash = tokenHash(key);
	return { hash, encrypted: box.encrypt(key, ownerOfReportKey(hash)) };
}

/** The hash of a key in a path; null for text that can't be a key. */
export function reportKeyHash(key: string): string | null {
	return KEY.test(key) ? tokenHash(key) : null;
}

/** The key; null when it was encrypted under another secret. */
export function decryptReportKey(box: SecretBox, { hash, encrypted }: StoredReportKey): string | null {
	return box.decrypt(encrypted, ownerOfReportKey(hash));
}

export function ownerOfReportKey(hash: string): string {
	return `ping/${hash}`;
}
