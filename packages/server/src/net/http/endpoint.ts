/** Where to connect for a URL, and its request line. */

import type { Endpoint } from "../dial.ts";

const HTTPS = { alpn: "http/1.1" } as const;
const UNVERIFIED_HTTPS = { ...HTTPS, verifies: false } as const;

export interface EndpointOptions {
	/** Default: both. */
	readonly family?: 4 | 6 | undefined;
	/** False: any certificate will do. */
	readonly verifiesTls?: boolean;
}

/** `url` is http:, https:, ws: or wss:. */
export function endpointOf(url: URL, { family, verifiesTls = true }: EndpointOptions = {}): Endpoint {
	const isHttps = url.protocol === "https:" || url.protocol === "wss:";
	const { hostname } = url;
	return {
		host: hostname.startsWith("[") ? hostname.slice(1, -1) : hostname,
		port: url.port === "" ? (isHttps ? 443 : 80) : Number(url.port),
		tls: isHttps ? (verifiesTls ? HTTPS : UNVERIFIED_HTTPS) : undefined,
		family,
	};
}

/**
 * The request line and the Host header (RFC 9112 §3.2). The URL parser has left nothing in them that could end a line.
 */
export function requestLines(method: string, url: URL): string {
	return `${method} ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n`;
}
