/** Targets that send back what they were sent, in every way that a server has. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { startRawTarget } from "../../src/probe/targets/raw-target.ts";

/** What one request held, as one text. Secrets come first: messages show the beginning of a body. */
async function heard(request: IncomingMessage): Promise<string> {
	const { headers, url } = request;
	const { authorization, "x-key": key } = headers;
	return JSON.stringify({ authorization, key, url, body: await text(request), headers });
}

function echoing(answer: (heard: string, response: ServerResponse, request: IncomingMessage) => void) {
	return startHttpTarget(async (request, response) => answer(await heard(request), response, request));
}

export type EchoingTargets = Awaited<ReturnType<typeof startEchoingTargets>>;

export async function startEchoingTargets(strangersUrl: string) {
	const targets = {
		/** In JSON and in a header. */
		json: await echoing((heard, response, { headers }) => {
			response.setHeader("x-echo", `${headers.authorization ?? ""} ${headers["x-key"] ?? ""}`).end(heard);
		}),
		/** In a page, its special characters escaped. */
		page: await echoing((heard, response) => {
			const escaped = heard.replaceAll(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);
			response.setHeader("content-type", "text/html").end(`<p>${escaped}`);
		}),
		/** In Base64. */
		base64: await echoing((heard, response) => void response.end(Buffer.from(heard).toString("base64"))),
		/** In place of a status line. */
		garbling: await startRawTarget((socket) => socket.once("data", (bytes) => socket.end(`Heard ${bytes}`))),
		/** In the reason phrase of a status line. */
		reason: await startRawTarget((socket) =>
			socket.once("data", (bytes) => {
				const key = /^(?:x-key|authorization): (.*)$/im.exec(String(bytes))?.[1] ?? "";
				socket.end(`HTTP/1.1 500 ${key}\r\nContent-Length: 0\r\n\r\n`);
			}),
		),
		/** In the host to which it redirects; there is none of that name. */
		naming: await echoing((_, response, { headers }) => {
			const key = headers.authorization?.split(" ")[1] ?? String(headers["x-key"]);
			response.writeHead(302, { location: `http://${key.replaceAll(/[^a-z0-9]/gi, "")}.example/` }).end();
		}),
		/** Nothing, but sends the client to a stranger, who must not get it. */
		leaving: await startHttpTarget((_, response) => void response.writeHead(307, { location: strangersUrl }).end()),
	};
	return {
		...targets,
		async [Symbol.asyncDispose]() {
			for (const target of Object.values(targets)) await target[Symbol.asyncDispose]();
		},
	};
}
