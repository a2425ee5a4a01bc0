/**
 * The head of an HTTP/1.x response, line by line: which lines are accepted, and how the body is framed (RFC 9112).
 *
 * A site that curl and Chromium show is not down, so odd lines are read as those two read them; testing/corpus.json
 * holds what they do. Contradictory lengths are refused all the same.
 */

import { SET_COOKIE_SEPARATOR } from "./redirect-cookies.ts";

/** For all header and trailer lines of all heads of a response together: as much as Chromium takes. */
export const MAX_HEAD_BYTES = 256 * 1024;

/** The response is not HTTP/1.x. The text gives the reason, as the end of "The response …". */
export interface Violation {
	readonly violation: string;
}

export interface ResponseHead {
	readonly status: number;
	/** The digit after "HTTP/1.". */
	readonly minorVersion: number;
	/**
	 * Names in lower case; repeated lines joined with ", " (RFC 9110 §5.2), those of Set-Cookie with a line feed. Values
	 * are Latin-1, as on the wire.
	 */
	readonly headers: ReadonlyMap<string, string>;
}

/** How the end of the body is known (RFC 9112 §6.3). */
export type Framing =
	| { readonly kind: "none" }
	| { readonly kind: "length"; readonly length: number }
	| { readonly kind: "chunked" }
	| { readonly kind: "close" };

/**
 * The version is written in any case, and also by servers that mean HTTP/2 but write it out as text. What follows the
 * three digits of the status is a reason for people, or nothing at all.
 */
const STATUS_LINE = /^HTTP\/(?:1\.([0-9])|2(?:\.0)?) [ \t]*([0-9]{3})(?![0-9])([^\0]*)$/i;

export function parseStatusLine(line: string): { status: number; minorVersion: number } | Violation {
	const match = STATUS_LINE.exec(line);
	if (match === null) return { violation: `does not begin with an HTTP/1.x status line: ${quoted(line)}` };
	const status = Number(match[2]);
	if (status < 100) return { violation: `has the status ${match[2]}, below 100` };
	return { status, minorVersion: Number(match[1] ?? 1) };
}

/** Adds a header line to `headers`; returns its name. Any name is accepted, even an empty one, but no zero byte. */
export function parseFieldLine(line: string, headers: Map<string, string>): string | Violation {
	const colon = line.indexOf(":");
	if (colon === -1 || line.includes("\0")) return malformed(line);
	const name = line.slice(0, colon).replace(SPACE_BEFORE_COLON, "").toLowerCase();
	const value = withoutSpaceAround(line.slice(colon + 1));
	const before = headers.get(name);
	// Location is no list, but some servers and proxies send the same one twice.
	if (before === undefined || (name === "location" && before === value)) headers.set(name, value);
	else headers.set(name, `${before}${name === "set-cookie" ? SET_COOKIE_SEPARATOR : ", "}${value}`);
	return name;
}

/**
 * Chromium drops it and curl does not know the name then; for a server that means the name it is the better reading.
 */
const SPACE_BEFORE_COLON = /[ \t]+$/;

/**
 * Adds a line that begins with white space to the field `name`, null when there is none yet. Servers must not
 * send such lines; a user agent reads them as a space (obs-fold, RFC 9112 §5.2).
 */
export function continueField(line: string, name: string | null, headers: Map<string, string>): string | Violation {
	if (name === null || line.includes("\0")) return malformed(line);
	headers.set(name, `${headers.get(name) ?? ""} ${withoutSpaceAround(line)}`.trim());
	return name;
}

function malformed(line: string): Violation {
	return { violation: `has a malformed header line: ${quoted(line)}` };
}

/** RFC 9112 §6.3, in its order. `method` is that of the request. */
export function framingOf({ status, headers }: ResponseHead, method: string): Framing | Violation {
	if (method === "HEAD" || status < 200 || status === 204 || status === 304) return { kind: "none" };
	const codings = transferCodings(headers.get("transfer-encoding"));
	// With chunks, a Content-Length does not count (§6.3). Servers behind proxies name them twice, and in HTTP/1.0.
	if (codings.length > 0 && codings.every((coding) => coding === "chunked")) return { kind: "chunked" };
	if (codings.length > 0) {
		return { violation: `has a Transfer-Encoding that was not asked for: ${quoted(codings.join(", "))}` };
	}
	const length = headers.get("content-length");
	if (length === undefined) return { kind: "close" };
	const [first = "", ...others] = length.split(",").map((each) => each.trim());
	if (!/^[0-9]+$/.test(first) || others.some((other) => other !== first)) {
		return { violation: `has a Content-Length that is no length: ${quoted(length)}` };
	}
	return { kind: "length", length: Number(first) };
}

/** Optional white space (RFC 9110 §5.6.3) is spaces and tabs; other spaces belong to the value. */
function withoutSpaceAround(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && isSpace(text.charCodeAt(start))) start++;
	while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
	return text.slice(start, end);
}

function isSpace(code: number): boolean {
	return code === 0x20 || code === 0x09;
}

/** Without those that change nothing: "identity" was one of the standard's (RFC 2616 §3.6). */
function transferCodings(value: string | undefined): string[] {
	if (value === undefined) return [];
	const codings = value.split(",").map((coding) => withoutSpaceAround(coding).trimEnd().toLowerCase());
	return codings.filter((coding) => coding !== "" && coding !== "identity" && coding !== "none");
}

/** Text of a peer, shortened, printable and quoted, for a message. */
export function quoted(text: string): string {
	const short = text.length <= 60 ? text : `${text.slice(0, 59)}…`;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it replaces.
	return `“${short.replace(/[\0-\x1f\x7f-\x9f]/g, "·")}”`;
}
