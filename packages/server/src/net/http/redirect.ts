/** Where a redirect leads and with which method, after the rules of the Fetch standard ("HTTP-redirect fetch"). */

import type { Method } from "../../domain/monitors/monitor.ts";
import type { ResponseHead } from "./response-head.ts";

/** Redirects followed at most (docs/rules/checks.md#redirects). */
export const MAX_REDIRECTS = 10;

export interface Redirect {
	readonly url: URL;
	readonly method: Method;
}

/** Null when `head` is no redirect, "unusable" when it points at what can't be fetched. */
export function redirectOf(head: ResponseHead, from: URL, method: Method): Redirect | "unusable" | null {
	const { status } = head;
	if (status !== 301 && status !== 302 && status !== 303 && status !== 307 && status !== 308) return null;
	const location = head.headers.get("location");
	// Without a place to go it is a response like any other.
	if (location === undefined) return null;
	const url = URL.parse(location.replace(NOT_ASCII, percentEncoded), from);
	if (url === null || !isHttp(url)) return "unusable";
	// Whose credentials these are, the next host need not know.
	url.username = "";
	url.password = "";
	return { url, method: methodAfter(status, method) };
}

/**
 * Servers send UTF-8 here, or Latin-1, or what else their paths are in: the bytes go back as they came, as in Chromium.
 */
const NOT_ASCII = /[\x80-\xff]/g;

function percentEncoded(byte: string): string {
	return `%${byte.charCodeAt(0).toString(16).toUpperCase()}`;
}

export function isHttp(url: URL): boolean {
	return url.protocol === "http:" || url.protocol === "https:";
}

function methodAfter(status: number, method: Method): Method {
	if (method === "HEAD" || method === "GET") return method;
	if (status === 303) return "GET";
	return (status === 301 || status === 302) && method === "POST" ? "GET" : method;
}
