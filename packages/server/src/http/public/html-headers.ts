/** The security headers of every HTML answer. */

import type { Client } from "../access/client.ts";

/** A year, as the preload lists of browsers require. */
const HSTS = "max-age=31536000";

/** The policy of the dashboard: only its own files, nothing inline. */
export const DASHBOARD_POLICY =
	"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** @param policy the Content-Security-Policy of this page */
export function htmlHeaders({ isHttps }: Pick<Client, "isHttps">, policy: string): Record<string, string> {
	return {
		"content-type": "text/html; charset=utf-8",
		"content-security-policy": policy,
		"x-content-type-options": "nosniff",
		"referrer-policy": "same-origin",
		...(isHttps && { "strict-transport-security": HSTS }),
	};
}
