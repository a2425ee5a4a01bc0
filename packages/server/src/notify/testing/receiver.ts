/** A real HTTP server that takes what is sent to it, keeps it, and answers as the test says. */

import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
	readonly method: string;
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
	/** The parsed body. */
	// biome-ignore lint/suspicious/noExplicitAny: tests read bodies as a receiver does, and assert what they find.
	readonly json: any;
}

export interface Answering {
	readonly status: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	/** Ends the connection before the body is complete. */
	readonly truncates?: true;
}

export interface Receiver extends AsyncDisposable {
	readonly url: string;
	readonly received: Received[];
	/** Answers to come, first first; then 200. "hang" never answers, "reset" ends the connection. */
	readonly answers: (Answering | "hang" | "reset")[];
	/** Resolves once `count` requests have come in all. */
	until(count: number): Promise<void>;
}

/** @param service answers where `answers` has none; default: 200 */
export async function startReceiver(
	service: (request: Received) => Answering = () => ({ status: 200, body: "ok" }),
): Promise<Receiver> {
	const received: Received[] = [];
	const answers: Receiver["answers"] = [];
	let waiting: { count: number; resolve: () => void }[] = [];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = Buffer.concat(chunks).toString("utf8");
		const { method = "", url: path = "", headers } = request;
		const read = { method, path, headers, body, json: parsed(body) };
		received.push(read);
		waiting = waiting.filter(({ count, resolve }) => {
			if (received.length < count) return true;
			resolve();
			return false;
		});
		const answer = answers.shift() ?? service(read);
		if (answer === "hang") return;
		if (answer === "reset") return void request.socket.destroy();
		const { status, headers: fields, body: text = "", truncates } = answer;
		if (truncates) {
			response.writeHead(status, { ...fields, "content-length": text.length + 1 });
			return void response.write(text, () => request.socket.end());
		}
		response.writeHead(status, fields).end(text);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		received,
		answers,
		until: (count) =>
			received.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
