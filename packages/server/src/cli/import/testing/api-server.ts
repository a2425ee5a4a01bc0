/** A server on loopback that behaves as the API of a service that importers read. */

import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

interface ApiRequest {
	readonly method: string;
	readonly path: string;
	readonly query: URLSearchParams;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

interface ApiAnswer {
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	/** Sent as JSON; a text as it is. */
	readonly body: unknown;
}

export interface ApiServer {
	readonly url: string;
	close(): Promise<void>;
}

export async function serveApi(answer: (request: ApiRequest) => ApiAnswer): Promise<ApiServer> {
	const server = createServer(async (request, response) => {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part as Buffer);
		const url = new URL(request.url ?? "/", "http://localhost");
		const { method = "GET", headers } = request;
		const body = Buffer.concat(parts).toString();
		const given = answer({ method, path: url.pathname, query: url.searchParams, headers, body });
		response.writeHead(given.status ?? 200, { "content-type": "application/json", ...given.headers });
		response.end(typeof given.body === "string" ? given.body : JSON.stringify(given.body));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
