/**
 * Serves the app on a socket, and limits what a client can do before the app sees a request: slow headers, slow bodies,
 * endless headers, too many connections.
 */

import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import type { TrustedProxies } from "../access/client.ts";
import type { App } from "../app.ts";
import { REFUSALS, Refusal, refusalResponse } from "../kernel/refusal.ts";
import { CONNECTION_LIMITS, type ConnectionLimits, Connections } from "./connection-limits.ts";

/** The longest legitimate values are a cursor in a URL and a key in a header. */
const MAX_HEADER_BYTES = 16 * 1024;
/** Longer than the idle time of the usual reverse proxies (60 s), so that the proxy closes first. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** Answered on connections above the limits too. */
const RESERVED_PATHS: ReadonlySet<string> = new Set(["/healthz", "/metrics"]);
/** Connections that wait for the service to accept them; the system's own limit is usually as high. */
const BACKLOG = 4_096;
/** Seconds after which a client that was refused for its many connections may try again. */
const RETRY_AFTER_SECONDS = 5;

export interface ServerLimits {
	/** Headers fit into one or two packets; a client that needs longer holds the connection open on purpose. */
	readonly headersTimeoutMs: number;
	/** A whole request, 64 KiB of body at most, also over a slow line. */
	readonly requestTimeoutMs: number;
	/** Time without a byte in either direction: a client that never reads the response would hold a connection. */
	readonly stalledTimeoutMs: number;
	/** How often the two timeouts above are checked. */
	readonly checkEveryMs: number;
	/** How long a client may take to read the refusal of a malformed request and to close. */
	readonly lingerMs: number;
	/** Responses that have begun may end within this time when the service stops. */
	readonly closeWithinMs: number;
	readonly connections: ConnectionLimits;
}

const LIMITS: ServerLimits = {
	headersTimeoutMs: 10_000,
	requestTimeoutMs: 30_000,
	stalledTimeoutMs: 120_000,
	checkEveryMs: 5_000,
	lingerMs: 1_000,
	closeWithinMs: 5_000,
	connections: CONNECTION_LIMITS,
};

/** Public pages, as far as the server knows them: their readers are counted apart, and answered from memory. */
export interface Readers {
	/** Whether a request is for a public page. */
	isReader(incoming: IncomingMessage): boolean;
	/** Answers a reader's request if that needs nothing but memory. False: the app answers it. */
	answerAtOnce(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
}

export interface HttpServer {
	/** The port on which it listens; for port 0, the free port that was chosen. */
	readonly port: number;
	/** Answers requests from now on in place of what did so before. Those under way end as they began. */
	serve(app: Pick<App, "fetch">, readers: Readers | null): void;
	/** Takes no new connections, lets responses end for a bounded time, then closes every connection. */
	close(): Promise<void>;
}

/** Rejects with the system's error when the address cannot be opened (EADDRINUSE, EACCES). */
export async function startHttpServer(
	app: Pick<App, "fetch">,
	{
		host,
		port,
		log,
		proxies,
		readers = null,
		limits = LIMITS,
	}: {
		host: string;
		port: number;
		log: Logger;
		proxies: TrustedProxies;
		/** Default: none. */
		readers?: Readers | null;
		limits?: ServerLimits;
	},
): Promise<HttpServer> {
	/** The answer to a request that does not reach the app: an error in the usual envelope, logged under its id. */
	function refuse(refusal: Refusal): Response {
		const requestId = randomUUID();
		log.info({ requestId, status: REFUSALS[refusal.code].status, reason: refusal.message }, "refused before the app");
		const headers = { "x-request-id": requestId, "cache-control": "no-store" };
		return refusalResponse(refusal, "code", { requestId, now: Date.now(), headers });
	}
	const connections = new Connections(limits.connections, proxies);
	let answer = listenerOf(app, { connections, readers, refuse });
	const listener: typeof answer = (incoming, outgoing) => answer(incoming, outgoing);
	const server = createServer(
		{
			maxHeaderSize: MAX_HEADER_BYTES,
			headersTimeout: limits.headersTimeoutMs,
			requestTimeout: limits.requestTimeoutMs,
			keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
			connectionsCheckingInterval: limits.checkEveryMs,
			// Without a host the adapter refuses the request with our message.
			requireHostHeader: false,
		},
		listener,
	);
	server.setTimeout(limits.stalledTimeoutMs);
	server.on("connection", (socket) => connections.admit(socket));
	// Node would answer 417 by itself, without an id. An unknown expectation may be ignored (RFC 9110 §10.1.1).
	server.on("checkExpectation", listener);
	server.on("clientError", (error, socket) => answerClientError(error, socket, limits.lingerMs, refuse));
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen({ port, host, backlog: BACKLOG }, () => {
			server.off("error", reject);
			resolve();
		});
	});
	return {
		port: (server.address() as AddressInfo).port,
		serve(next, nextReaders) {
			answer = listenerOf(next, { connections, readers: nextReaders, refuse });
		},
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

interface Listening {
	readonly connections: Connections;
	readonly readers: Readers | null;
	refuse(refusal: Refusal): Response;
}

/** Passes requests to the app; on reserved connections only those for health and metrics. */
function listenerOf(
	app: Pick<App, "fetch">,
	{ connections, readers, refuse }: Listening,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
	// A request that the adapter cannot convert, such as one with an invalid Host header.
	const errorHandler = () => refuse(badRequest("The request's target or its Host header is malformed."));
	const listen = getRequestListener(app.fetch, { errorHandler });
	const refuseTwoHosts = getRequestListener(() => refuse(badRequest("The request has more than one Host header.")), {
		errorHandler,
	});
	const refuseMany = getRequestListener(() => refuse(tooManyConnections()), { errorHandler });
	return (incoming, outgoing) => {
		// HTTP/1.0 has no Host, and load balancers ask for /healthz in it.
		if (incoming.httpVersion === "1.0") incoming.headers.host ??= hostOf(incoming);
		if (hasTwoHosts(incoming)) {
			void refuseTwoHosts(incoming, outgoing);
			return;
		}
		const isReader = readers?.isReader(incoming) ?? false;
		const admission = connections.beginsRequest(incoming.socket, isReader);
		if (admission === "answered") {
			if (isReader && connections.areReadersCrowded) outgoing.shouldKeepAlive = false;
			if (!isReader || !readers?.answerAtOnce(incoming, outgoing)) void listen(incoming, outgoing);
			return;
		}
		outgoing.shouldKeepAlive = false;
		const isHealth = admission === "reserved" && RESERVED_PATHS.has(incoming.url?.split("?", 1)[0] ?? "");
		void (isHealth ? listen : refuseMany)(incoming, outgoing);
	};
}

/** Node keeps the first one, a proxy before us may read the other (RFC 9112 §3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
	let hosts = 0;
	for (let index = 0; index < rawHeaders.length; index += 2) {
		const name = rawHeaders[index] ?? "";
		if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
	}
	return hosts > 1;
}

function badRequest(message: string): Refusal {
	return new Refusal("BAD_REQUEST", message);
}

/** The address that was connected to, as a Host header writes it. */
function hostOf({ socket: { localAddress = "localhost", localPort = 80 } }: IncomingMessage): string {
	return `${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
}

function tooManyConnections(): Refusal {
	return new Refusal("TOO_MANY_CONNECTIONS", "Too many connections are open. Close some, or try again later.", {
		headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
	});
}

/** Answers a request that Node's parser refused with an error in the envelope, and closes the connection. */
function answerClientError(
	error: NodeJS.ErrnoException,
	socket: Duplex,
	lingerMs: number,
	refuse: (refusal: Refusal) => Response,
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
	const response = refuse(badRequest(message));
	void response.text().then((body) => {
		const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
		socket.end(
			`HTTP/1.1 400 Bad Request\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\nconnection: ` +
				`close\r\n\r\n${body}`,
		);
		// `end` closes our half alone: a client that keeps its half open would keep the connection. Not destroyed at once,
		// because a reset, which unread bytes cause, would discard the response on its way (RFC 9112 §9.6).
		socket.resume();
		const linger = setTimeout(() => socket.destroy(), lingerMs);
		socket.once("close", () => clearTimeout(linger));
	});
}
