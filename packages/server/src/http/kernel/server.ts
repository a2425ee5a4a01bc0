/**
 * The app on a socket. The bounds are those that a stranger runs against before the app sees a request: slow headers, slow bodies,
 * endless headers, too many connections.
 */

import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import type { App } from "../app.ts";
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
	/** Neither a byte came nor one was taken: who asks and does not read the answer would hold a connection for ever. */
	readonly stalledTimeoutMs: number;
	/** How often the two above are looked at. */
	readonly checkEveryMs: number;
	/** Answers that are under way may end within this time when we stop. */
	readonly closeWithinMs: number;
}

const LIMITS: ServerLimits = {
	headersTimeoutMs: 10_000,
	requestTimeoutMs: 30_000,
	stalledTimeoutMs: 120_000,
	checkEveryMs: 5_000,
	closeWithinMs: 5_000,
};

export interface HttpServer {
	/** Where it listens: the given port, or the free one that was found for port 0. */
	readonly port: number;
	/** Takes no new connections, lets answers end for a bounded time, then cuts them off. */
	close(): Promise<void>;
}

/** Rejects with the system's error when the address cannot be opened (EADDRINUSE, EACCES). */
export async function startHttpServer(
	app: Pick<App, "fetch">,
	{ host, port, log, limits = LIMITS }: { host: string; port: number; log: Logger; limits?: ServerLimits },
): Promise<HttpServer> {
	/** For what never reaches the app: answered as everything else is, and in the log under its id. */
	function badRequest(message: string): Response {
		const requestId = randomUUID();
		log.info({ requestId, status: 400, reason: message }, "unreadable request");
		return refusalResponse(new Refusal("BAD_REQUEST", message), "code", {
			requestId,
			now: Date.now(),
			headers: { "x-request-id": requestId },
		});
	}
	// What the adapter can't make a request of, such as a Host header that is no host.
	const errorHandler = () => badRequest("The request's target or its Host header is malformed.");
	const listen = getRequestListener(app.fetch, { errorHandler });
	function listener(incoming: IncomingMessage, outgoing: ServerResponse): void {
		// HTTP/1.0 knows no Host, and load balancers ask for /healthz in it.
		if (incoming.httpVersion === "1.0") incoming.headers.host ??= hostOf(incoming);
		void listen(incoming, outgoing);
	}
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
		listener,
	);
	server.maxConnections = MAX_CONNECTIONS;
	server.setTimeout(limits.stalledTimeoutMs);
	// Node would answer 417 by itself, without an id. An expectation that we don't know may be left alone (RFC 9110 §10.1.1).
	server.on("checkExpectation", listener);
	server.on("clientError", (error, socket) => answerClientError(error, socket, badRequest));
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

/** The address that was connected to, as a Host header writes it. */
function hostOf({ socket: { localAddress = "localhost", localPort = 80 } }: IncomingMessage): string {
	return `${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/** What Node's parser refuses is answered as everything else is, and the connection ends. */
function answerClientError(
	error: NodeJS.ErrnoException,
	socket: Duplex,
	badRequest: (message: string) => Response,
): void {
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
			`HTTP/1.1 400 Bad Request\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\nconnection: ` +
				`close\r\n\r\n${body}`,
		);
	});
}
