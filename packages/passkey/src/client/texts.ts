/**
 * Base64url for pages, by what browsers have built in: a third of the size of our own tables. As strict as those: one
 * text per byte string (RFC 4648 §5, without padding).
 */

import type { Bytes } from "../bytes.ts";
import { bytesOf } from "./bytes.ts";

export function isText(value: unknown): value is string {
	return typeof value === "string";
}

/** The base64url text of bytes. Throws `TypeError` for anything else. */
export function encodeText(value: unknown): string {
	const bytes = bytesOf(value);
	if (!bytes) throw new TypeError("not bytes");
	const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
	return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The bytes that `value` encodes. Throws for what is not the canonical base64url of any bytes. */
export function decodeText(value: unknown): Bytes {
	const binary = atob((value as string).replace(/-/g, "+").replace(/_/g, "/"));
	const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
	// `atob` takes padding, white space, the other alphabet and leftover bits as well.
	if (encodeText(bytes) !== value) throw new TypeError("not base64url");
	return bytes;
}
