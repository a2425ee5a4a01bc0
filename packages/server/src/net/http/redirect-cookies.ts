/**
 * The cookies of one chain of redirects (RFC 6265 §5): sites set one and send the visitor back to see whether it is
 * kept. Nothing outlives the chain. A cookie goes back only to the host that set it, or to the domain that it names and
 * that host belongs to; the domain needs a dot, which is all that we know of public suffixes.
 */

/** Set-Cookie lines are kept apart by this, for a comma stands in their dates. */
export const SET_COOKIE_SEPARATOR = "\n";

/** Of a chain; browsers keep more for longer. */
const MAX_COOKIES = 50;
/** Of one cookie, its attributes included (RFC 6265bis §5.6). */
const MAX_COOKIE_CHARACTERS = 4_096;
/** Of what is sent back with one request: servers refuse longer lines. */
const MAX_HEADER_CHARACTERS = 8_192;

interface Cookie {
	readonly name: string;
	readonly value: string;
	readonly domain: string;
	/** Whether only `domain` itself gets it. */
	readonly isHostOnly: boolean;
	readonly path: string;
	readonly isSecure: boolean;
}

export class RedirectCookies {
	/** By domain, path and name. */
	readonly #cookies = new Map<string, Cookie>();

	/** Takes the cookies of a response from `url`; `setCookie` is the value of its Set-Cookie header. */
	store(url: URL, setCookie: string | undefined): void {
		for (const line of setCookie?.split(SET_COOKIE_SEPARATOR) ?? []) {
			if (line.length > MAX_COOKIE_CHARACTERS) continue;
			const { cookie, isExpired } = parseCookie(line, url);
			if (cookie === null) continue;
			const key = `${cookie.domain};${cookie.path};${cookie.name}`;
			// Set anew, so that the last one is the newest.
			this.#cookies.delete(key);
			if (!isExpired && this.#cookies.size < MAX_COOKIES) this.#cookies.set(key, cookie);
		}
	}

	/** The value of the cookie that was set last under `name`; null when there is none. */
	valueOf(name: string): string | null {
		return [...this.#cookies.values()].findLast((cookie) => cookie.name === name)?.value ?? null;
	}

	/** The value of the Cookie header for `url`, as Latin-1 text; null when no cookie is for it. */
	headerFor(url: URL): string | null {
		let header = "";
		for (const cookie of this.#cookies.values()) {
			if (!isFor(cookie, url)) continue;
			const pair = cookie.name === "" ? cookie.value : `${cookie.name}=${cookie.value}`;
			const longer = header === "" ? pair : `${header}; ${pair}`;
			if (longer.length <= MAX_HEADER_CHARACTERS) header = longer;
		}
		return header === "" ? null : header;
	}
}

function parseCookie(line: string, url: URL): { cookie: Cookie | null; isExpired: boolean } {
	const [pair = "", ...attributes] = line.split(";");
	const { name, value } = pairOf(pair);
	let domain = url.hostname;
	let isHostOnly = true;
	let path = defaultPath(url);
	let isSecure = false;
	let isExpired = false;
	let hasMaxAge = false;
	for (const attribute of attributes) {
		const [key, argument] = attributeOf(attribute);
		if (key === "secure") isSecure = true;
		if (key === "path" && argument.startsWith("/")) path = argument;
		if (key === "domain" && argument !== "") {
			domain = argument.replace(/^\./, "").toLowerCase();
			isHostOnly = domain === url.hostname && !domain.includes(".");
		}
		if (key === "max-age" && /^-?\d+$/.test(argument)) {
			hasMaxAge = true;
			isExpired = Number(argument) <= 0;
		}
		if (key === "expires" && !hasMaxAge) isExpired = Date.parse(argument) <= Date.now();
	}
	const isAcceptable =
		(name !== "" || value !== "") &&
		// A line end would inject a header.
		/^[\t\x20-\x7e\x80-\xff]*$/.test(name + value) &&
		belongsTo(url.hostname, domain) &&
		(isHostOnly || domain.includes(".")) &&
		(!isSecure || url.protocol === "https:");
	return { cookie: isAcceptable ? { name, value, domain, isHostOnly, path, isSecure } : null, isExpired };
}

function pairOf(pair: string): { name: string; value: string } {
	const equals = pair.indexOf("=");
	if (equals === -1) return { name: "", value: pair.trim() };
	return { name: pair.slice(0, equals).trim(), value: pair.slice(equals + 1).trim() };
}

function attributeOf(attribute: string): [key: string, argument: string] {
	const { name, value } = pairOf(attribute);
	return name === "" ? [value.toLowerCase(), ""] : [name.toLowerCase(), value];
}

/** RFC 6265 §5.1.4: the directory of the request's path. */
function defaultPath({ pathname }: URL): string {
	const end = pathname.lastIndexOf("/");
	return end <= 0 ? "/" : pathname.slice(0, end);
}

function isFor({ domain, isHostOnly, path, isSecure }: Cookie, url: URL): boolean {
	if (isHostOnly ? url.hostname !== domain : !belongsTo(url.hostname, domain)) return false;
	if (isSecure && url.protocol !== "https:") return false;
	const { pathname } = url;
	return pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
}

/** An address belongs to no domain but itself, and no host name ends as an address does. */
function belongsTo(host: string, domain: string): boolean {
	return host === domain || (host.endsWith(`.${domain}`) && !/(\.\d+|\])$/.test(host));
}
