/** Binds the two requests of a sign-in to one browser: the second one needs the cookie that the first one set. */

import { newToken } from "../../storage/access/secret-token.ts";
import { readCookie, setCookie } from "../access/cookies.ts";
import type { Call } from "../kernel/endpoint.ts";

/** Long enough for a passkey prompt or a sign-in at a provider. */
export const CEREMONY_MS = 10 * 60_000;
const COOKIE_SECONDS = 3_600;

type VisitorCall = Pick<Call, "client" | "header">;

/** The visitor of a request; null when the request has no cookie of a first one. */
export function visitorOf({ client, header }: VisitorCall): string | null {
	return readCookie(client, header("cookie"), "lapwing_visitor");
}

/** The visitor of the cookie, or a new one, and the header that sets the cookie. */
export function visitorOrNew(call: VisitorCall): { visitor: string; setCookie: Readonly<Record<string, string>> } {
	const visitor = visitorOf(call) ?? newToken();
	const cookie = setCookie(call.client, "lapwing_visitor", { value: visitor, maxAgeSeconds: COOKIE_SECONDS });
	return { visitor, setCookie: { "set-cookie": cookie } };
}
