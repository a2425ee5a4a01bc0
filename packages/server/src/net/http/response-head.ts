/** The head of an HTTP/1.x response, line by line: what is allowed in it, and what it says about the body (RFC 9112). */

/** For all header and trailer lines of all heads of a response together; browsers and servers stop at a half or a quarter. */
export const MAX_HEAD_BYTES = 64 * 1024;
export const MAX_HEADER_LINES = 256;

/** The response is not HTTP/1.x as RFC 9112 has it. The text says how, as the end of "The response …". */
export interface Violation {
	readonly violation: string;
}

export interface ResponseHead {
	readonly status: number;
	/** 0 or 1: the minor version. */
	readonly minorVersion: number;
	/** Names in lower case; repeated lines joined with ", " (RFC 9110 §5.2). Values are Latin-1, as on the wire. */
	readonly headers: ReadonlyMap<string, string>;
}

/** How the end of the body is known (RFC 9112 §6.3). */
export type Framing =
	| { readonly kind: "none" }
	| { readonly kind: "length"; readonly length: number }
	| { readonly kind: "chunked" }
	| { readonly kind: "close" };

/** A reason phrase may be missing, and with it, against the grammar but widely seen, the space before it. */
const STATUS_LINE = /^HTTP\/1\.([0-9]) ([0-9]{3})(?: (.*))?$/;
/** A value holds no line end and no zero byte (RFC 9110 §5.5). */
const FIELD_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*([^\0\r\n]*)$/;
const FOLDED_LINE = /^[ \t]+([^\0\r\n]*)$/;

export function parseStatusLine(line: string): { status: number; minorVersion: number } | Violation {
	const match = STATUS_LINE.exec(line);
	if (match === null) return { violation: `does not begin with an HTTP/1.x status line: ${quoted(line)}` };
	const status = Number(match[2]);
	if (status < 100 || status > 599) return { violation: `has the status ${status}, outside 100–599` };
	return { status, minorVersion: Number(match[1]) };
}

/** Adds a header line to `headers`; answers under which name. */
export function parseFieldLine(line: string, headers: Map<string, string>): string | Violation {
	const match = FIELD_LINE.exec(line);
	if (match === null) return malformed(line);
	const [, name = "", raw = ""] = match;
	const value = raw.trimEnd();
	const key = name.toLowerCase();
	const before = headers.get(key);
	// A place is no list: servers and what stands before them are known to name the same one twice.
	if (before === undefined || (key === "location" && before === value)) headers.set(key, value);
	else headers.set(key, `${before}, ${value}`);
	return key;
}

/**
 * Adds a line that begins with white space to the field `name`, null when there is none yet. Nobody may send such lines; a user
 * agent reads them all the same, as a space (obs-fold, RFC 9112 §5.2).
 */
export function continueField(line: string, name: string | null, headers: Map<string, string>): string | Violation {
	const match = FOLDED_LINE.exec(line);
	if (match === null || name === null) return malformed(line);
	headers.set(name, `${headers.get(name) ?? ""} ${match[1] ?? ""}`.trim());
	return name;
}

function malformed(line: string): Violation {
	return { violation: `has a malformed header line: ${quoted(line)}` };
}

/** RFC 9112 §6.3, in its order. `method` is that of the request. */
export function framingOf({ status, minorVersion, headers }: ResponseHead, method: string): Framing | Violation {
	if (method === "HEAD" || status < 200 || status === 204 || status === 304) return { kind: "none" };
	const coding = headers.get("transfer-encoding");
	if (coding !== undefined) {
		// §6.1: an HTTP/1.0 server can't know chunks; what it means is anyone's guess.
		if (minorVersion === 0) return { violation: "has Transfer-Encoding in HTTP/1.0" };
		// No other coding was offered (TE), and "identity" is long gone. With chunks, a Content-Length does not count (§6.3).
		if (coding.toLowerCase() === "chunked") return { kind: "chunked" };
		return { violation: `has a Transfer-Encoding that was not asked for: ${quoted(coding)}` };
	}
	const length = headers.get("content-length");
	if (length === undefined) return { kind: "close" };
	const [first = "", ...others] = length.split(",").map((each) => each.trim());
	if (!/^[0-9]+$/.test(first) || others.some((other) => other !== first)) {
		return { violation: `has a Content-Length that is no length: ${quoted(length)}` };
	}
	return { kind: "length", length: Number(first) };
}

/** A stranger's text made harmless for a message: short, printable, quoted. */
export function quoted(text: string): string {
	const short = text.length <= 60 ? text : `${text.slice(0, 59)}…`;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it replaces.
	return `“${short.replace(/[\0-\x1f\x7f-\x9f]/g, "·")}”`;
}
