/** Which URLs may be watched (docs/rules/http.md#target-urls). */

import { MAX_NAME_LENGTH } from "../host.ts";

/** Many servers and intermediaries refuse longer URLs. */
export const MAX_URL_LENGTH = 2048;
/** For the document: how such a URL begins. */
export const HTTP_URL = "^[Hh][Tt]{2}[Pp][Ss]?://[^/?#]";

/** RFC 1035 §2.3.4. */
const MAX_LABEL_LENGTH = 63;

/** A URL that lacks its scheme alone. */
const BARE_HOST = /^[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}$/;

/** RFC 3986: scheme, host and port, then path, query and fragment of the characters that are allowed there. */
const URI =
	/^(?:http|ws)s?:\/\/(?:\[[0-9a-f:.]+\]|(?:[\w\-.~!$&'()*+,;=]|%[0-9a-f]{2})+)(?::\d*)?(?:[/?](?:[\w\-.~:/?@!$&'()*+,;=]|%[0-9a-f]{2})*)?(?:#(?:[\w\-.~:/?@!$&'()*+,;=]|%[0-9a-f]{2})*)?$/i;

/**
 * The problem with `url` as a target, in one sentence; null when it is valid. Stricter than the URL parser, which
 * accepts white space, missing slashes and backslashes, so that the requested URL is the one shown.
 */
export function targetUrlProblem(url: string, scheme: "http" | "ws" = "http"): string | null {
	if (url.length > MAX_URL_LENGTH) return `A URL has at most ${MAX_URL_LENGTH} characters.`;
	if (scheme === "http" && /^(?:tcp|postgres(?:ql)?|mysql|redis|amqp|smtp|imap|ssh|ftp):/i.test(url)) {
		return 'The URL begins with http:// or https://. Watch a port with the type tcp: {"type":"tcp","host":…,"port":…}.';
	}
	const begin = scheme === "http" ? /^https?:\/\/[^/?#\\]/i : /^wss?:\/\/[^/?#\\]/i;
	if (!begin.test(url)) {
		const meant = BARE_HOST.test(url) ? `: ${scheme}s://${url}` : "";
		return `The URL begins with ${scheme}:// or ${scheme}s:// and a host${meant}.`;
	}
	if (/[\s\p{Cc}\\]/u.test(url)) return "A URL holds no white space, control characters or backslashes.";
	if (/^[^/]*\/\/[^/?#]*@/.test(url)) return "Credentials in the URL are not accepted.";
	if (/%(?![0-9a-f]{2})/i.test(url)) return "A percent sign is followed by two hexadecimal digits.";
	const parsed = URL.parse(url);
	if (parsed === null) return "This is not a valid URL.";
	if (!canBeResolved(parsed.hostname)) return "The parts of a host name have 1–63 characters, all of it at most 253.";
	if (asUri(url).length > MAX_URL_LENGTH) return `A URL has at most ${MAX_URL_LENGTH} characters once it is encoded.`;
	return null;
}

/** Whether a DNS message can carry the name. True of addresses. */
function canBeResolved(hostname: string): boolean {
	const name = hostname.replace(/\.$/, "");
	return (
		name.length <= MAX_NAME_LENGTH && name.split(".").every((label) => label !== "" && label.length <= MAX_LABEL_LENGTH)
	);
}

/**
 * A valid URL in the form of RFC 3986: unchanged if it is a URI already, else with its host in punycode and the rest
 * percent-encoded, as a browser sends it.
 */
export function asUri(url: string): string {
	if (URI.test(url)) return url;
	const { origin, pathname, search, hash } = new URL(url);
	// The parser does not encode some characters that a URI can't contain, such as | and [.
	const encoded = (part: string) => part.replaceAll(/[^\w\-.~:/?@!$&'()*+,;=%]/gu, (each) => encodeURIComponent(each));
	return origin + encoded(pathname + search) + (hash ? `#${encoded(hash.slice(1))}` : "");
}
