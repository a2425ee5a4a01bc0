/** A well-behaved HTTP server, whatever its handler then does. */

import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Identity } from "./certificates.ts";
import { type ListenOptions, listen, type Target } from "./listening.ts";

type Where = Pick<ListenOptions, "host" | "port" | "name">;

export function startHttpTarget(handler: RequestListener, where: Where = {}): Promise<Target> {
	return listen(createServer(handler), { scheme: "http", ...where });
}

interface TlsTargetOptions extends Where {
	readonly certificate: Identity;
	readonly handler?: RequestListener;
	/** Further options of the server, such as the versions it accepts. */
	readonly tls?: object;
}

/** Answers 200 "ok" unless a handler is given. Its url has the name "localhost" unless another is given. */
export function startTlsTarget({
	certificate,
	handler = answerOk,
	tls = {},
	...where
}: TlsTargetOptions): Promise<Target> {
	const server = createTlsServer({ cert: certificate.chain, key: certificate.key, ...tls }, handler);
	server.on("tlsClientError", () => {});
	return listen(server, { scheme: "https", name: "localhost", ...where });
}

export const answerOk: RequestListener = (_request, response) => {
	response.writeHead(200, { "content-type": "text/plain" }).end("ok");
};
