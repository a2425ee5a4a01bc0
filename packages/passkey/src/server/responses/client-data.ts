/**
 * Reads client data (WebAuthn Level 3 §5.8.1): what the browser says of the page that ran the ceremony. Members that it
 * doesn't know are ignored, for browsers add some on purpose.
 */

import { ownMember } from "./own-member.ts";

export interface ClientData {
	readonly type: string;
	readonly challenge: string;
	readonly origin: string;
	/** `undefined` when the browser does not say. */
	readonly crossOrigin: boolean | undefined;
	readonly topOrigin: string | undefined;
}

/** No shorter text holds the three members that every browser sends, so there is nothing to decode. */
const MIN_BYTES = '{"type":"","challenge":"","origin":""}'.length;

/** What `bytes` say, or `undefined` when they are not client data. */
export function parseClientData(bytes: Uint8Array): ClientData | undefined {
	if (bytes.length < MIN_BYTES) return undefined;
	const data = parseJsonBytes(bytes);
	if (typeof data !== "object" || data === null) return undefined;
	const type = ownMember(data, "type");
	const challenge = ownMember(data, "challenge");
	const origin = ownMember(data, "origin");
	const crossOrigin = ownMember(data, "crossOrigin");
	const topOrigin = ownMember(data, "topOrigin");
	if (typeof type !== "string" || typeof challenge !== "string" || typeof origin !== "string") return undefined;
	if (crossOrigin !== undefined && typeof crossOrigin !== "boolean") return undefined;
	if (topOrigin !== undefined && typeof topOrigin !== "string") return undefined;
	return { type, challenge, origin, crossOrigin, topOrigin };
}

/** The JSON value that `bytes` spell in UTF-8, a leading BOM aside; `undefined` when they spell none. */
export function parseJsonBytes(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		// The exception quotes what it could not read, so it goes no further.
		return undefined;
	}
}
