/** Host names and addresses as settings of a monitor. */

import { z } from "zod";

/** RFC 1035 §2.3.4, without the root's dot. */
export const MAX_NAME_LENGTH = 253;
/** RFC 1035 §2.3.1, plus the underscore, which service names and many internal hosts contain. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/**
 * The problem with `host` as a name or an IP address, in one sentence; null when it is valid. An IPv6 address may be in
 * brackets. Names outside ASCII are accepted in any form that IDNA accepts.
 */
export function hostProblem(host: string): string | null {
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(host)) return "Give the host alone, without a scheme such as tcp://.";
	if (/[\s/?#@\\]/.test(host)) return "A host is a name or an IP address, without path, user or spaces.";
	const plain = asHost(host);
	if (plain === null) return "This is neither a host name nor an IP address. The port is a field of its own.";
	if (plain.includes(":")) return null;
	if (plain.length > MAX_NAME_LENGTH) return `A host name has at most ${MAX_NAME_LENGTH} characters.`;
	return plain.split(".").every((label) => LABEL.test(label)) ? null : "This is not a valid host name.";
}

/**
 * The name in lower case and punycode, or the address in its canonical form without brackets; null when it is neither.
 */
export function asHost(host: string): string | null {
	const bare = host.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
	if (bare === "" || /[[\]]/.test(bare)) return null;
	const isIpv6 = bare.includes(":");
	const url = URL.parse(isIpv6 ? `http://[${bare}]/` : `http://${bare}/`);
	if (url === null || url.port !== "" || url.hostname === "") return null;
	return isIpv6 ? url.hostname.slice(1, -1) : url.hostname;
}

/** The version of IP of an address, which may stand in brackets; null for a name. */
export function addressFamily(host: string): 4 | 6 | null {
	if (/^\[.*\]$|:/.test(host)) return 6;
	return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) ? 4 : null;
}

/** `host:port`, an IPv6 address in brackets (RFC 3986 §3.2.2). */
export function hostAndPort(host: string, port: number): string {
	return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

export const hostField = z
	.string()
	.superRefine((value, context) => {
		const problem = hostProblem(value);
		if (problem !== null) context.addIssue({ code: "custom", message: problem });
	})
	.meta({ minLength: 1, maxLength: MAX_NAME_LENGTH, example: "db.example.com" });

export const portField = z.int().min(1).max(65_535).meta({ example: 5432 });
