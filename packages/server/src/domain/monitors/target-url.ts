/** Which URLs may be watched (docs/rules/http.md#target-urls). */

/**
 * Longer ones are refused by enough servers and intermediaries that a check would say more about those than about the
 * target.
 */
export const MAX_URL_LENGTH = 2048;

/** RFC 3986: scheme, host and port, then path, query and fragment of the characters that are allowed there. */
const URI =
	/^https?:\/\/(?:\[[0-9a-f:.]+\]|(?:[\w\-.~!$&'()*+,;=]|%[0-9a-f]{2})+)(?::\d*)?(?:[/?](?:[\w\-.~:/?@!$&'()*+,;=]|%[0-9a-f]{2})*)?(?:#(?:[\w\-.~:/?@!$&'()*+,;=]|%[0-9a-f]{2})*)?$/i;

/**
 * What is wrong with `url` as the target of an http monitor, in one sentence; null when nothing is. Stricter than the
 * URL parser, which forgives white space, missing slashes and backslashes: what is shown is what is requested.
 */
export function targetUrlProblem(url: string): string | null {
	if (url.length > MAX_URL_LENGTH) return `A URL has at most ${MAX_URL_LENGTH} characters.`;
	if (!/^https?:\/\/[^/?#\\]/i.test(url)) return "The URL begins with http:// or https:// and a host.";
	if (/[\s\p{Cc}\\]/u.test(url)) return "A URL holds no white space, control characters or backslashes.";
	if (/^[^/]*\/\/[^/?#]*@/.test(url)) return "Credentials in the URL are not accepted.";
	if (/%(?![0-9a-f]{2})/i.test(url)) return "A percent sign is followed by two hexadecimal digits.";
	if (!URL.canParse(url)) return "This is not a valid URL.";
	if (asUri(url).length > MAX_URL_LENGTH) return `A URL has at most ${MAX_URL_LENGTH} characters once it is encoded.`;
	return null;
}

/**
 * A URL without problems as RFC 3986 spells it: as it is when it is a URI already, else with its host in punycode and
 * the rest percent-encoded, as a browser would send it.
 */
export function asUri(url: string): string {
	if (URI.test(url)) return url;
	const { origin, pathname, search, hash } = new URL(url);
	// The parser leaves some characters alone that a URI can't hold, such as | and [.
	const encoded = (part: string) => part.replaceAll(/[^\w\-.~:/?@!$&'()*+,;=%]/gu, (each) => encodeURIComponent(each));
	return origin + encoded(pathname + search) + (hash ? `#${encoded(hash.slice(1))}` : "");
}
