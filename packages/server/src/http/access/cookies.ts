/**
 * The cookies. `lapwing_session` holds a session; `lapwing_visitor` ties the two halves of a sign-in to one browser;
 * `lapwing_reader` opens a status page that not everyone may read, below whose path alone it is sent. Over https they
 * are `__Host-` cookies (RFC 6265bis §4.1.3.2), which no other host and no plain-http page can set, or, below a path,
 * `__Secure-` ones.
 */

import type { Client } from "./client.ts";

type CookieName = "lapwing_session" | "lapwing_visitor" | "lapwing_reader";

/** Our cookie values are base64url; any other value is ignored. */
const VALUE = /^[\w-]{1,128}$/;

function nameOn({ isHttps }: Pick<Client, "isHttps">, name: CookieName, path: string): string {
	if (!isHttps) return name;
	return path === "/" ? `__Host-${name}` : `__Secure-${name}`;
}

/**
 * The value of a cookie in a request's Cookie header; null when it is missing or not base64url.
 * @param path that the cookie was set for
 */
export function readCookie(
	client: Pick<Client, "isHttps">,
	header: string | undefined,
	name: CookieName,
	path = "/",
): string | null {
	const prefix = `${nameOn(client, name, path)}=`;
	for (const part of header?.split(";") ?? []) {
		const pair = part.trim();
		if (!pair.startsWith(prefix)) continue;
		const value = pair.slice(prefix.length);
		return VALUE.test(value) ? value : null;
	}
	return null;
}

/**
 * A Set-Cookie header. `SameSite=Lax`: the browser sends the cookie when a link on another site is followed, but not
 * with a form that another site posts.
 */
export function setCookie(
	client: Pick<Client, "isHttps">,
	name: CookieName,
	{ value, maxAgeSeconds, path = "/" }: { value: string; maxAgeSeconds: number; path?: string },
): string {
	const secure = client.isHttps ? "; Secure" : "";
	return `${nameOn(client, name, path)}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}

export function clearCookie(client: Pick<Client, "isHttps">, name: CookieName): string {
	return setCookie(client, name, { value: "", maxAgeSeconds: 0 });
}
