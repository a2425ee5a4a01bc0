/** One HTTP request for those who tell people (webhooks and the like): through the same dialer and the same reader as checks. */

import type { Dialer } from "./dial.ts";
import type { Trouble } from "./trouble.ts";

export interface HttpRequest {
	/** `http:` or `https:`. Credentials in it are sent as basic authentication only when `headers` names them: they are ignored. */
	readonly url: string;
	readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** Host, Content-Length, Connection and User-Agent are added when absent. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | Uint8Array | null;
	/** For the whole exchange, the name's resolution included. */
	readonly timeoutMs: number;
	/** The response's body is read to its end or to this many bytes; no more is kept. */
	readonly maxResponseBytes: number;
	readonly signal?: AbortSignal;
}

export interface HttpResponse {
	readonly kind: "answered";
	readonly status: number;
	/** Names in lower case; repeated lines joined with ", " (RFC 9110 §5.2). */
	readonly headers: ReadonlyMap<string, string>;
	/** Decoded with the charset of the response, else UTF-8. */
	readonly body: string;
}

/** Sends one request on a fresh connection. Redirects are not followed. Never rejects. */
export function sendRequest(_dialer: Dialer, _request: HttpRequest): Promise<HttpResponse | Trouble> {
	throw new Error("not built yet");
}
