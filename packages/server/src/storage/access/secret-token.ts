/**
 * Secrets of cookies and one-time links. Only their SHA-256 is stored: each has 256 random bits, so a slow hash would
 * add no protection.
 */

import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;
/** Our tokens have 43 characters; longer texts are not hashed. */
const MAX_TOKEN_LENGTH = 256;

/** 43 base64url characters. */
export function newToken(): string {
	return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** SHA-256, lower-case hex. */
export function tokenHash(token: string): string {
	return createHash("sha256").update(token.slice(0, MAX_TOKEN_LENGTH)).digest("hex");
}
