/** One HTTP request of a notifier, such as a webhook: through the same dialer and response reader as checks. */

import { NO_PHASES } from "../../domain/checks/observation.ts";
import type { ConnectError } from "../connect-error.ts";
import { Deadline } from "../deadline.ts";
import type { Dialer } from "../dial.ts";
import { BoundedBytes, textOf } from "./body.ts";
import { endpointOf, requestLines } from "./endpoint.ts";
import { exchange, protocolErrorOf } from "./exchange.ts";
import { isHttp } from "./redirect.ts";
import type { ResponseHead } from "./response-head.ts";
import type { ResponseSink } from "./response-reader.ts";

export interface HttpRequest {
	/** `http:` or `https:`. Credentials in it are ignored. */
	readonly url: string;
	readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** Beside Host, Content-Length and Connection, which are set here. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | Uint8Array | null;
	/** For the whole exchange, the name's resolution included. */
	readonly timeoutMs: number;
	/** The response's body is read to its end or to this many bytes; no more is kept. */
	readonly maxResponseBytes: number;
	readonly signal?: AbortSignal;
}

interface HttpResponse {
	readonly kind: "answered";
	readonly status: number;
	/** Names in lower case; repeated lines joined with ", " (RFC 9110 §5.2). */
	readonly headers: ReadonlyMap<string, string>;
	/** Decoded with the charset of the response, else UTF-8. No compression was offered. */
	readonly body: string;
}

/**
 * Sends one request on a fresh connection. Redirects are not followed. A response counts from its head on, with as much
 * of its body as came in time. Rejects only for a bug of the caller: a URL that is not http, or a malformed header.
 */
export async function sendRequest(dialer: Dialer, request: HttpRequest): Promise<HttpResponse | ConnectError> {
	const url = new URL(request.url);
	if (!isHttp(url)) throw new TypeError("sendRequest is for http: and https: URLs");
	const body = typeof request.body === "string" ? Buffer.from(request.body) : request.body;
	const head = requestHead(request, url, body);
	const deadline = new Deadline(request.timeoutMs, request.signal);
	const phases = { ...NO_PHASES };
	try {
		const connected = await dialer.dialWithin(endpointOf(url), deadline, phases);
		if (connected.kind !== "connected") return connected;
		const sink = new KeptResponse(request.maxResponseBytes);
		const { clock } = dialer;
		const connectError = await exchange({
			connected,
			method: request.method,
			head,
			body,
			sink,
			deadline,
			clock,
			phases,
		});
		// The status decides. A retry for a body that breaks off or never ends would send the message twice.
		if (sink.received === null) return connectError ?? protocolErrorOf("The response has no head.", connected.address);
		const { status, headers } = sink.received;
		return { kind: "answered", status, headers, body: textOf(sink.kept.bytes, headers.get("content-type")) };
	} finally {
		deadline.end();
	}
}

class KeptResponse implements ResponseSink {
	received: ResponseHead | null = null;
	readonly kept: BoundedBytes;

	constructor(maxBytes: number) {
		this.kept = new BoundedBytes(maxBytes);
	}

	head(head: ResponseHead): boolean {
		this.received = head;
		return true;
	}

	body(bytes: Buffer): boolean {
		return this.kept.add(bytes);
	}
}

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const SET_HERE = new Set(["host", "content-length", "connection", "transfer-encoding"]);

function requestHead({ method, headers }: HttpRequest, url: URL, body: Uint8Array | null): string {
	let lines = requestLines(method, url);
	for (const [name, value] of Object.entries(headers)) {
		// A line end in a value would inject a header.
		if (!NAME.test(name) || !VALUE.test(value) || SET_HERE.has(name.toLowerCase())) {
			throw new TypeError(`The header ${JSON.stringify(name)} can't be sent`);
		}
		lines += `${name}: ${value}\r\n`;
	}
	return `${lines}Content-Length: ${body?.length ?? 0}\r\nConnection: close\r\n\r\n`;
}
