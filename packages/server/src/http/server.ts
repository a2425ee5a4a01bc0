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
/** Longer than the idle time of the usual reverse proxies (60 s), so that it is they who close. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** Far below the usual limit of file descriptors, of which probes need most. */
const MAX_CONNECTIONS = 2_000;

export interface ServerLimits {
	/** Headers come in one or two packets; who needs longer holds a connection open on purpose. */
	readonly headersTimeoutMs: number;
	/** A whole request, 64 KiB of body at most, also over a slow line. */
	readonly requestTimeoutMs: number;
	/** How often the two above are looked at. */
	readonly checkEveryMs: number;
	/** Answers that are under way may end within this time when we stop. */
	readonly closeWithinMs: number;
}

const LIMITS: ServerLimits = {
	headersTimeoutMs: 10_000,
	requestTimeoutMs: 30_000,
	checkEveryMs: 5_000,
	closeWithinMs: 5_000,
};

export interface HttpServer {
	/** Where it listens: the given port, or the free one that was found for port 0. */
	readonly port: number;
	/** Takes no new connections, lets answers end for a bounded time, then cuts them off. */
	close(): Promise<void>;
}

/** Rejects with the system's error when the address can't be listened on (EADDRINUSE, EACCES). */
export async function startHttpServer(
	app: Pick<App, "fetch">,
	{ host, port, limits = LIMITS }: { host: string; port: number; limits?: ServerLimits },
): Promise<HttpServer> {
	const listener = getRequestListener(app.fetch, { errorHandler: unreadableRequest });
	const server = createServer(
		{
			maxHeaderSize: MAX_HEADER_BYTES,
			headersTimeout: limits.headersTimeoutMs,
			requestTimeout: limits.requestTimeoutMs,
			keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
			connectionsCheckingInterval: limits.checkEveryMs,
			// The adapter refuses a missing host as well, and in our words.
			requireHostHeader: false,
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
				const cutOff = setTimeout(() => server.closeAllConnections(), limits.closeWithinMs);
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
