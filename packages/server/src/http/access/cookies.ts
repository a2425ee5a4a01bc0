/**
 * The two cookies. `lapwing_session` holds a session; `lapwing_visitor` ties the two halves of a sign-in to one
 * browser. Over https they are `__Host-` cookies (RFC 6265bis §4.1.3.2), which no other host and no plain-http page can
 * set.
 */

import type { Client } from "./client.ts";

type CookieName = "lapwing_session" | "lapwing_visitor";

/** Our cookie values are base64url; any other value is ignored. */
const VALUE = /^[\w-]{1,128}$/;

function nameOn({ isHttps }: Pick<Client, "isHttps">, name: CookieName): string {
	return isHttps ? `__Host-${name}` : name;
}

/** The value of a cookie in a request's Cookie header; null when it is missing or not base64url. */
export function readCookie(
	client: Pick<Client, "isHttps">,
	header: string | undefined,
	name: CookieName,
): string | null {
	const prefix = `${nameOn(client, name)}=`;
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
	{ value, maxAgeSeconds }: { value: string; maxAgeSeconds: number },
): string {
	const secure = client.isHttps ? "; Secure" : "";
	return `${nameOn(client, name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}

export function clearCookie(client: Pick<Client, "isHttps">, name: CookieName): string {
	return setCookie(client, name, { value: "", maxAgeSeconds: 0 });
}
