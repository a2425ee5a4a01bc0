/** Which URLs may be watched (decisions §1.8). */

/** Longer ones are refused by enough servers and intermediaries that a check would say more about those than about the target. */
export const MAX_URL_LENGTH = 2048;

/**
 * What is wrong with `url` as the target of an http monitor, in one sentence; null when nothing is. Stricter than the
 * URL parser, which forgives white space, missing slashes and backslashes: what is stored is what is shown and what is requested.
 */
export function targetUrlProblem(url: string): string | null {
	if (url.length > MAX_URL_LENGTH) return `A URL has at most ${MAX_URL_LENGTH} characters.`;
	if (!/^https?:\/\/[^/?#\\]/i.test(url)) return "The URL begins with http:// or https:// and a host.";
	if (/[\s\p{Cc}\\]/u.test(url)) return "A URL holds no white space, control characters or backslashes.";
	if (/^[^/]*\/\/[^/?#]*@/.test(url)) return "Credentials in the URL are not accepted.";
	if (!URL.canParse(url)) return "This is not a valid URL.";
	return null;
}
