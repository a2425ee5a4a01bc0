/**
 * The app on a socket. The bounds are those that a stranger runs against before the app sees a request: slow headers, slow bodies,
 * endless headers, too many connections.
 */

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import type { App } from "./app.ts";
import { Refusal, refusalResponse } from "./refusal.ts";

/** A cursor in a URL and a key in a header are the longest things that we ask for. */
const MAX_HEADER_BYTES = 16 * 1024;
/** Headers come in one or two packets; who needs longer holds a connection open on purpose. */
const HEADERS_TIMEOUT_MS = 10_000;
/** A whole request, 64 KiB of body at most, also over a slow line. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the idle time of the usual reverse proxies (60 s), so that it is they who close. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** Far below the usual limit of file descriptors, of which probes need most. */
const MAX_CONNECTIONS = 2_000;
/** Answers that are under way may end within this time when we stop. */
const CLOSE_WITHIN_MS = 5_000;

export interface HttpServer {
	/** Where it listens: the given port, or the free one that was found for port 0. */
	readonly port: number;
	/** Takes no new connections, lets answers end for at most 5 s, then cuts them off. */
	close(): Promise<void>;
}

/** Rejects with the system's error when the address can't be listened on (EADDRINUSE, EACCES). */
export async function startHttpServer(
	app: Pick<App, "fetch">,
	{ host, port }: { host: string; port: number },
): Promise<HttpServer> {
	const listener = getRequestListener(app.fetch, { hostname: host, errorHandler: unreadableRequest });
	const server = createServer(
		{
			maxHeaderSize: MAX_HEADER_BYTES,
			headersTimeout: HEADERS_TIMEOUT_MS,
			requestTimeout: REQUEST_TIMEOUT_MS,
			keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
			// How often the two limits above are looked at.
			connectionsCheckingInterval: 5_000,
		},
		(incoming, outgoing) => void listener(incoming, outgoing),
	);
	server.maxConnections = MAX_CONNECTIONS;
	server.on("clientError", answerClientError);
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, () => {
			server.off("error", reject);
			resolve();
		});
	});
	return {
		port: (server.address() as AddressInfo).port,
		close: () =>
			new Promise((resolve) => {
				const cutOff = setTimeout(() => server.closeAllConnections(), CLOSE_WITHIN_MS);
				// Also closes connections that are idle, since Node 19.
				server.close(() => {
					clearTimeout(cutOff);
					resolve();
				});
			}),
	};
}

/** What the adapter can't make a request of, such as a Host header that is no host: refused before the app. */
function unreadableRequest(): Response {
	return badRequest("The request's target or its Host header is malformed.");
}

/** What Node's parser refuses is answered as everything else is, and the connection ends. */
function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
	if (!socket.writable || error.code === "ECONNRESET") {
		socket.destroy();
		return;
	}
	const message =
		error.code === "HPE_HEADER_OVERFLOW"
			? `The headers have more than ${MAX_HEADER_BYTES} bytes.`
			: error.code === "ERR_HTTP_REQUEST_TIMEOUT"
				? "The request took too long."
				: "This is not HTTP.";
	const response = badRequest(message);
	void response.text().then((body) => {
		const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
		socket.end(
			`HTTP/1.1 400 Bad Request\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
		);
	});
}

function badRequest(message: string): Response {
	const requestId = randomUUID();
	return refusalResponse(new Refusal("BAD_REQUEST", message), "code", {
		requestId,
		now: Date.now(),
		headers: { "x-request-id": requestId },
	});
}
