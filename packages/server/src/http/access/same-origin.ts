/**
 * Whether a page of ours sends a request. A browser adds a session's cookie to requests that other sites' pages cause,
 * so a request that changes something has to prove where it comes from (docs/rules/access.md#same-origin).
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
	// Set by the browser, out of a page's reach; sent where the service is reached over https or as localhost.
	const site = header("sec-fetch-site");
	if (site !== undefined) return site === "same-origin" ? "same" : "cross";
	const origin = header("origin");
	if (origin === undefined) return "unknown";
	// A page that was loaded from the host which this request went to is of the same origin, whatever our public name.
	return origin === publicUrl || origin === client.origin ? "same" : "cross";
}

const crossOrigin = () => new Refusal("CROSS_ORIGIN", "This request was sent by a page of another site.");

/** With a session: null for a request that only reads, or that says that a page of ours sends it. */
export function requireSameOrigin(sent: Sent, publicUrl: string | null): Refusal | null {
	if (sent.method === "GET" || sent.method === "HEAD") return null;
	return siteOfOrigin(sent, publicUrl) === "same" ? null : crossOrigin();
}

/**
 * Without a session: null unless a browser says that a page of another site sends it, which could sign its visitors in
 * as somebody else.
 */
export function refuseCrossOrigin(sent: Sent, publicUrl: string | null): Refusal | null {
	if (sent.method === "GET" || sent.method === "HEAD") return null;
	return siteOfOrigin(sent, publicUrl) === "cross" ? crossOrigin() : null;
}
