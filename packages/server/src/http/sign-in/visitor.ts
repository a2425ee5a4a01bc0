/**
 * Ties the two halves of a sign-in to one browser: what the first half remembers can be taken by the second only with
 * the cookie that the first one set.
 */

import { newToken } from "../../storage/access/secret-token.ts";
import { readCookie, setCookie } from "../access/cookies.ts";
import type { Call } from "../kernel/endpoint.ts";

/** As long as a passkey's prompt stays open, and as anybody takes at a provider. */
export const CEREMONY_MS = 10 * 60_000;
const COOKIE_SECONDS = 3_600;

type VisitorCall = Pick<Call, "client" | "header">;

/** The visitor of a request; null when the first half was not here. */
export function visitorOf({ client, header }: VisitorCall): string | null {
	return readCookie(client, header("cookie"), "lapwing_visitor");
}

/** The visitor, known or new, and the header by which the browser remembers. */
export function visitorOrNew(call: VisitorCall): { visitor: string; setCookie: Readonly<Record<string, string>> } {
	const visitor = visitorOf(call) ?? newToken();
	const cookie = setCookie(call.client, "lapwing_visitor", { value: visitor, maxAgeSeconds: COOKIE_SECONDS });
	return { visitor, setCookie: { "set-cookie": cookie } };
}
