/**
 * A `fetch` for openid-client that goes out through our dialer, as everything does that goes out. Redirects are not
 * followed.
 */

import type { CustomFetch } from "openid-client";
import type { Dialer } from "../net/dial.ts";
import { type HttpRequest, sendRequest } from "../net/http/request.ts";

const TIMEOUT_MS = 10_000;
/** Metadata, keys and tokens of providers have a few kilobytes. */
const MAX_RESPONSE_BYTES = 256 * 1024;
const METHODS: readonly HttpRequest["method"][] = ["GET", "POST"];
/** Set by the sender of the request. */
const OWN_HEADERS = new Set(["host", "content-length", "connection"]);
/** Statuses that have no body (Fetch §2.2.3). */
const NO_BODY = new Set([204, 205, 304]);

export function dialledFetch(dialer: Dialer): CustomFetch {
	return async (url, { method, headers, body, signal }) => {
		const known = METHODS.find((each) => each === method.toUpperCase());
		if (known === undefined) throw new TypeError(`${method} is not sent to a provider`);
		const answer = await sendRequest(dialer, {
			url,
			method: known,
			headers: Object.fromEntries([...new Headers(headers)].filter(([name]) => !OWN_HEADERS.has(name))),
			body: await bytesOf(body),
			timeoutMs: TIMEOUT_MS,
			maxResponseBytes: MAX_RESPONSE_BYTES,
			...(signal && { signal }),
		});
		if (answer.kind === "aborted") throw new DOMException("The request was aborted", "AbortError");
		if (answer.kind !== "answered") throw new TypeError(answer.message);
		const { status } = answer;
		return new Response(NO_BODY.has(status) ? null : answer.body, { status, headers: [...answer.headers] });
	};
}

async function bytesOf(body: Parameters<CustomFetch>[1]["body"]): Promise<Uint8Array | null> {
	return body === null || body === undefined ? null : new Uint8Array(await new Response(body).arrayBuffer());
}
