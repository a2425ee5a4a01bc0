/**
 * What the demo's monitors check: a web server that also speaks WebSocket and takes webhooks, a mail server and a name
 * server, on loopback. Each behaves by ./moods.ts.
 */

import { createHash } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type Server } from "node:net";
import type { Duplex } from "node:stream";
import { decode, encode, type Packet } from "dns-packet";
import { delayMs, type Mood, moodOf } from "./moods.ts";

const HOST = "127.0.0.1";
/** RFC 6455 §1.3. */
const WEBSOCKET_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
/** The mail server is one for all monitors. */
const MAIL = 0;
const SERVFAIL = 2;

/** Listens on `port` (http and DNS) and on the next one (mail). Rejects with the system's error where one is in use. */
export async function startDemoTarget(port: number): Promise<AsyncDisposable> {
	await using opened = new AsyncDisposableStack();
	const web = createServer(answer);
	web.on("upgrade", upgrade);
	await listen(web, port, opened);
	await listen(
		createTcpServer((socket) => {
			socket.on("error", () => socket.destroy());
			later(MAIL, (mood) => {
				if (mood === "reset") socket.resetAndDestroy();
				else if (mood === "failing") socket.end("421 demo.invalid is closing the connection\r\n");
				else socket.end("220 demo.invalid ESMTP\r\n");
			});
		}),
		port + 1,
		opened,
	);
	await answerNames(port, opened);
	const all = opened.move();
	return { [Symbol.asyncDispose]: () => all.disposeAsync() };
}

async function listen(server: Server, port: number, opened: AsyncDisposableStack): Promise<void> {
	const connections = new Set<Duplex>();
	server.on("connection", (socket) => {
		connections.add(socket);
		socket.once("close", () => connections.delete(socket));
	});
	server.listen(port, HOST);
	await once(server, "listening");
	opened.defer(() => {
		server.close();
		for (const each of connections) each.destroy();
	});
}

/** Calls `act` after the target's time, with its mood; never when it is silent. */
function later(target: number, act: (mood: Mood) => void): void {
	const mood = moodOf(target, Math.floor(Date.now() / 60_000));
	if (mood !== "silent") setTimeout(act, delayMs(mood, Math.random()), mood);
}

/** The number in a path: `/pages/12` → 12. */
const numberIn = (path = "") => Number(/\/(\d+)(?:\/|$)/.exec(path)?.[1] ?? 0);

function answer(request: IncomingMessage, response: ServerResponse): void {
	const { url = "" } = request;
	request.resume();
	if (url.startsWith("/hooks/")) {
		response.writeHead(204).end();
		return;
	}
	later(numberIn(url), (mood) => {
		if (mood === "reset") request.socket.resetAndDestroy();
		else if (mood === "failing") response.writeHead(503, { "content-type": "text/plain" }).end("Overloaded\n");
		else if (url.endsWith("/session")) {
			response.writeHead(200, { "content-type": "application/json" }).end('{"token":"demo"}');
		} else response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><h1>All is well</h1>\n");
	});
}

function upgrade({ url, headers }: IncomingMessage, socket: Duplex): void {
	socket.on("error", () => socket.destroy());
	later(numberIn(url), (mood) => {
		if (mood === "reset") socket.destroy();
		else if (mood === "failing") socket.end("HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n");
		else {
			const key = createHash("sha1").update(`${headers["sec-websocket-key"]}${WEBSOCKET_GUID}`).digest("base64");
			socket.write(
				`HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${key}\r\n\r\n`,
			);
			// The first thing that a monitor sends is that it closes: so do we, without a code (RFC 6455 §5.5.1).
			socket.once("data", () => socket.end(Buffer.from([0x88, 0])));
		}
	});
}

async function answerNames(port: number, opened: AsyncDisposableStack): Promise<void> {
	const socket = createSocket("udp4");
	let isClosed = false;
	socket.on("message", (message, { port: from, address }) => {
		let query: Packet;
		try {
			query = decode(message);
		} catch {
			// No question, so no answer.
			return;
		}
		const [question] = query.questions ?? [];
		if (question === undefined) return;
		later(Number.parseInt(question.name, 10) || 0, (mood) => {
			if (mood === "reset" || isClosed) return;
			const flags = mood === "failing" ? SERVFAIL : 0;
			const answers = [{ type: "A", name: question.name, ttl: 60, data: HOST } as const];
			const isFound = mood !== "failing" && question.type === "A";
			const packet = { type: "response", id: query.id, flags, questions: [question], answers: isFound ? answers : [] };
			socket.send(encode(packet as Packet), from, address);
		});
	});
	socket.bind(port, HOST);
	await once(socket, "listening");
	opened.defer(() => {
		isClosed = true;
		socket.close();
	});
}
