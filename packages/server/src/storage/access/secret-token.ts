/**
 * Secrets that we hand out and know again: cookies, one-time links. Stored as SHA-256 alone: each is 256 random bits,
 * so a slow hash would protect nothing that the bits don't.
 */

import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;
/** Ours have 43 characters; longer texts are not worth hashing. */
const MAX_TOKEN_LENGTH = 256;

/** 43 base64url characters. */
export function newToken(): string {
	return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** SHA-256, lower-case hex. */
export function tokenHash(token: string): string {
	return createHash("sha256").update(token.slice(0, MAX_TOKEN_LENGTH)).digest("hex");
}
