/**
 * Where a person goes after a sign-in. The address comes from the query of the sign-in page, so anyone can choose it in
 * a link: it must lead to a page of this service. The server redirects to it (OpenID Connect), and so does the
 * dashboard.
 */

/** Takes part in the judgement alone: no address has this host. */
const ORIGIN = "https://lapwing.invalid";
/** Of an address with its query: every page of the dashboard has a shorter one. */
const MAX_LENGTH = 2_000;
/** What a sign-in never leads to: the sign-in page itself, and the API, which is no page. */
const NO_PAGE = /^\/(sign-in|api)(\/|$)/;

/**
 * The path, query and fragment of `wanted`, or `/` when it is no page of this service.
 *
 * @param wanted a path (`/monitors/mon_1?range=7d`) of at most 2,000 characters; undefined means `/`
 */
export function returnAddress(wanted: string | undefined): string {
	if (wanted === undefined || wanted.length > MAX_LENGTH || !wanted.startsWith("/")) return "/";
	const url = parsed(wanted);
	if (url === null) return "/";
	const address = url.pathname + url.search + url.hash;
	// A browser reads the answer anew: `/.//evil` has become `//evil`, which is another host.
	return parsed(address)?.href === url.href && !NO_PAGE.test(url.pathname) ? address : "/";
}

/** Null for what is no address, or one of another origin. */
function parsed(address: string): URL | null {
	// URL.parse is younger than Node 20, where this package runs, too.
	if (!URL.canParse(address, ORIGIN)) return null;
	const url = new URL(address, ORIGIN);
	return url.origin === ORIGIN ? url : null;
}
