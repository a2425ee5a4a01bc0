/**
 * Base64url without padding (RFC 4648 §5), as WebAuthn spells every binary member in JSON. One text per byte string:
 * padding, the `+/` alphabet, white space and leftover bits that are not zero are refused, so that two spellings of
 * one credential id can never be different rows in a database and the same id in a parser.
 */

import type { Bytes } from "./bytes.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The base64url text of `bytes`; the empty string for no bytes. */
export function encodeBase64url(bytes: Uint8Array): string {
	let text = "";
	let pending = 0;
	let pendingBits = 0;
	for (const byte of bytes) {
		pending = (pending << 8) | byte;
		for (pendingBits += 8; pendingBits >= 6; pendingBits -= 6) text += ALPHABET[(pending >> (pendingBits - 6)) & 63];
		pending &= 63;
	}
	if (pendingBits > 0) text += ALPHABET[(pending << (6 - pendingBits)) & 63];
	return text;
}

/** By character code; -1 for other characters. A table, because every character of a response goes through it. */
const SEXTETS = /* @__PURE__ */ Int8Array.from({ length: 128 }, (_, code) =>
	ALPHABET.indexOf(String.fromCharCode(code)),
);

/** The bytes that `text` encodes, or `undefined` when it is not the canonical encoding of any bytes. */
export function decodeBase64url(text: string): Bytes | undefined {
	if (text.length % 4 === 1) return undefined;
	const bytes = new Uint8Array((text.length * 3) >> 2);
	let pending = 0;
	let pendingBits = 0;
	let length = 0;
	for (let index = 0; index < text.length; index++) {
		const sextet = SEXTETS[text.charCodeAt(index)] ?? -1;
		if (sextet < 0) return undefined;
		pending = ((pending << 6) | sextet) & 0x3fff;
		pendingBits += 6;
		if (pendingBits >= 8) {
			pendingBits -= 8;
			bytes[length++] = pending >> pendingBits;
		}
	}
	const leftover = pending & ((1 << pendingBits) - 1);
	return leftover === 0 ? bytes : undefined;
}
