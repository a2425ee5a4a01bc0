/** Base64 with padding (RFC 4648 §4), the spelling of certificates in PEM, in JWTs and in FIDO's metadata. */

import { decodeBase64url, encodeBase64url } from "../../base64url.ts";
import type { Bytes } from "../../bytes.ts";

export function encodeBase64(bytes: Uint8Array): string {
	const text = encodeBase64url(bytes).replaceAll("-", "+").replaceAll("_", "/");
	return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}

/** The bytes, or `undefined`. White space is skipped, because metadata statements have line breaks. */
export function decodeBase64(text: string): Bytes | undefined {
	const dense = text.replace(/\s+/g, "");
	if (/[-_]/.test(dense)) return undefined;
	return decodeBase64url(
		dense
			.replace(/={1,2}$/, "")
			.replaceAll("+", "-")
			.replaceAll("/", "_"),
	);
}
