/**
 * Reads client data (WebAuthn Level 3 §5.8.1): the browser's description of the page that ran the ceremony. Unknown
 * members are ignored, because browsers add some on purpose.
 */

import { ownMember } from "./own-member.ts";

export interface ClientData {
	readonly type: string;
	readonly challenge: string;
	readonly origin: string;
	/** `undefined` when the browser does not report it. */
	readonly crossOrigin: boolean | undefined;
	readonly topOrigin: string | undefined;
}

/** A shorter text can't hold the three members that every browser sends, and is not decoded. */
const MIN_BYTES = '{"type":"","challenge":"","origin":""}'.length;

/** The client data in `bytes`, or `undefined` when there is none. */
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

/** The JSON value of `bytes` in UTF-8, without a leading BOM; `undefined` when they are not JSON. */
export function parseJsonBytes(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		// Not kept: the exception quotes the input.
		return undefined;
	}
}
