/**
 * Protection against cross-site requests. A browser adds a session's cookie to requests that pages of other sites
 * cause, so a request that changes something must show that it comes from a page of this service
 * (docs/rules/access.md#same-origin).
 */

import { Refusal } from "../kernel/refusal.ts";
import type { Client } from "./client.ts";

interface Sent {
	readonly method: string;
	readonly client: Client;
	header(name: string): string | undefined;
}

/** Which site's page sends a request. `unknown` for programs and for browsers from before 2020. */
function siteOfOrigin({ client, header }: Sent, publicUrl: string | null): "same" | "cross" | "unknown" {
	// The browser sets this header and no page can change it. Browsers send it over https and to localhost.
	const site = header("sec-fetch-site");
	if (site !== undefined) return site === "same-origin" ? "same" : "cross";
	const origin = header("origin");
	if (origin === undefined) return "unknown";
	// A page loaded from the host of this request has the same origin, even if PUBLIC_URL names another host.
	return origin === publicUrl || origin === client.origin ? "same" : "cross";
}

const crossOrigin = () => new Refusal("CROSS_ORIGIN", "This request was sent by a page of another site.");

/** For requests with a session: refuses a request that changes something unless a page of this service sent it. */
export function requireSameOrigin(sent: Sent, publicUrl: string | null): Refusal | null {
	if (sent.method === "GET" || sent.method === "HEAD") return null;
	return siteOfOrigin(sent, publicUrl) === "same" ? null : crossOrigin();
}

/**
 * For requests without a session, such as a sign-in: refuses a request that a page of another site sent. Such a page
 * could otherwise sign its visitors in as another person.
 */
export function refuseCrossOrigin(sent: Sent, publicUrl: string | null): Refusal | null {
	if (sent.method === "GET" || sent.method === "HEAD") return null;
	return siteOfOrigin(sent, publicUrl) === "cross" ? crossOrigin() : null;
}
