import { once } from "node:events";
import { connect, type Socket } from "node:net";
import pino from "pino";
import { afterEach, expect, test } from "vitest";
import { TrustedProxies } from "../access/client.ts";
import { type ConnectionLimits, Connections } from "./connection-limits.ts";
import { type HttpServer, startHttpServer } from "./http-server.ts";

/** Linux answers on every address of 127.0.0.0/8, so one machine can be several clients. */
const [ATTACKER, NEIGHBOUR, PROXY] = ["127.0.0.1", "127.0.0.2", "127.0.0.3"];
const LIMITS: ConnectionLimits = {
	total: 12,
	perAddress: 4,
	perProxy: 8,
	readers: 0,
	readersPerAddress: 0,
	reserved: 3,
	reservedMs: 400,
};

let server: HttpServer;
const sockets: Socket[] = [];

afterEach(async () => {
	for (const socket of sockets.splice(0)) socket.destroy();
	await server.close();
});

async function listen(limits: Partial<ConnectionLimits> = {}): Promise<void> {
	server = await startHttpServer(
		{ fetch: (request) => new Response(`answered ${new URL(request.url).pathname}`) },
		{
			host: "0.0.0.0",
			port: 0,
			log: pino({ level: "silent" }),
			proxies: new TrustedProxies([PROXY]),
			readers: { isReader: ({ url = "" }) => url.startsWith("/status/"), answerAtOnce: () => false },
			limits: {
				headersTimeoutMs: 60_000,
				requestTimeoutMs: 60_000,
				stalledTimeoutMs: 60_000,
				checkEveryMs: 50,
				lingerMs: 200,
				closeWithinMs: 100,
				connections: { ...LIMITS, ...limits },
			},
		},
	);
}

async function open(localAddress: string): Promise<Socket> {
	const socket = connect({ port: server.port, host: "127.0.0.1", localAddress }).on("error", () => {});
	sockets.push(socket);
	await once(socket, "connect");
	return socket;
}

async function openMany(count: number, localAddress: string): Promise<Socket[]> {
	const opened: Socket[] = [];
	for (let each = 0; each < count; each++) opened.push(await open(localAddress));
	return opened;
}

/** What the server answers to one request on a new connection until it closes; empty when it closes at once. */
async function ask(localAddress: string, path: string, connection = "close"): Promise<string> {
	const socket = await open(localAddress);
	socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`);
	return untilClosed(socket);
}

async function untilClosed(socket: Socket): Promise<string> {
	let text = "";
	socket.on("data", (chunk) => {
		text += chunk;
	});
	if (!socket.closed) await once(socket, "close");
	return text;
}

test("an address that holds its share of connections does not keep others from the API", async () => {
	await listen();
	await openMany(LIMITS.total + 5, ATTACKER);
	expect(await ask(NEIGHBOUR, "/api/v1/monitors")).toMatch(/^HTTP\/1\.1 200 .*answered/s);
});

test("only health and metrics are answered while every connection is in use", async () => {
	await listen({ perAddress: LIMITS.total });
	await openMany(LIMITS.total, ATTACKER);
	expect(await ask(NEIGHBOUR, "/healthz?from=balancer")).toMatch(/^HTTP\/1\.1 200 .*answered \/healthz/s);
	expect(await ask(NEIGHBOUR, "/metrics")).toMatch(/^HTTP\/1\.1 200 .*answered \/metrics/s);
	const [head = "", body = ""] = (await ask(NEIGHBOUR, "/api/v1/monitors")).split("\r\n\r\n");
	expect(head).toMatch(/^HTTP\/1\.1 503 /);
	expect(head.toLowerCase()).toContain("retry-after: 5");
	expect(JSON.parse(body).error.code).toBe("TOO_MANY_CONNECTIONS");
});

test("health is answered even to an address above its share", async () => {
	await listen();
	await openMany(LIMITS.perAddress, ATTACKER);
	// Closed after its response, though the client would keep it.
	expect(await ask(ATTACKER, "/healthz", "keep-alive")).toMatch(/^HTTP\/1\.1 200 .*answered \/healthz/s);
});

test("connections that are only held open do not fill the reserve, and are closed after a short time", async () => {
	await listen({ perAddress: LIMITS.total });
	const [ordinary] = await openMany(LIMITS.total, ATTACKER);
	const reserved = await openMany(LIMITS.reserved, ATTACKER);
	expect(await ask(NEIGHBOUR, "/healthz")).toMatch(/^HTTP\/1\.1 200 /);
	for (const each of reserved) await untilClosed(each);
	expect(ordinary?.closed).toBe(false);
});

test("a trusted proxy may hold more connections than a client, but not all", async () => {
	await listen();
	const connections = await openMany(LIMITS.perProxy, PROXY);
	for (const each of connections) each.write("GET /api/v1/monitors HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
	for (const each of connections) expect(await untilClosed(each)).toMatch(/^HTTP\/1\.1 200 /);
	await openMany(LIMITS.perProxy, PROXY);
	expect(await ask(PROXY, "/api/v1/monitors")).toMatch(/^HTTP\/1\.1 503 /);
	expect(await ask(NEIGHBOUR, "/api/v1/monitors")).toMatch(/^HTTP\/1\.1 200 /);
});

test("a closed connection is not counted any more", async () => {
	await listen();
	const held = await openMany(LIMITS.perAddress, ATTACKER);
	for (const each of held) each.destroy();
	await expect.poll(() => ask(ATTACKER, "/api/v1/monitors")).toMatch(/^HTTP\/1\.1 200 /);
});

/** Sends a request on a connection that stays open, and waits for its answer. */
async function askKept(socket: Socket, path: string): Promise<string> {
	socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
	const [chunk] = await once(socket, "data");
	return String(chunk).split("\r\n", 1)[0] ?? "";
}

test("readers of status pages do not take the places of others", async () => {
	await listen({ readers: 6, readersPerAddress: 6 });
	// Of the last fifth, connections end with their answers: these have not asked yet.
	await openMany(6, ATTACKER);
	expect(await ask(NEIGHBOUR, "/api/v1/monitors")).toMatch(/^HTTP\/1\.1 200 /);
	expect(await ask(NEIGHBOUR, "/status/acme")).toMatch(/^HTTP\/1\.1 503 .*retry-after: 5/is);
	expect(await ask(NEIGHBOUR, "/healthz")).toMatch(/^HTTP\/1\.1 200 /);
});

test("readers find places while all others are taken", async () => {
	await listen({ readers: 20, readersPerAddress: 20, perAddress: LIMITS.total });
	for (const each of await openMany(LIMITS.total, ATTACKER)) await askKept(each, "/api/v1/monitors");
	expect(await ask(NEIGHBOUR, "/status/acme")).toMatch(/^HTTP\/1\.1 200 /);
	expect(await ask(NEIGHBOUR, "/api/v1/monitors")).toMatch(/^HTTP\/1\.1 503 /);
	expect(await ask(NEIGHBOUR, "/healthz")).toMatch(/^HTTP\/1\.1 200 /);
});

test("an address holds its share of readers, and a trusted proxy all of them", async () => {
	await listen({ readers: 20, readersPerAddress: 2, perAddress: 0 });
	for (const each of await openMany(2, ATTACKER)) expect(await askKept(each, "/status/acme")).toBe("HTTP/1.1 200 OK");
	expect(await ask(ATTACKER, "/status/acme")).toMatch(/^HTTP\/1\.1 503 /);
	for (const each of await openMany(10, PROXY)) expect(await askKept(each, "/status/acme")).toBe("HTTP/1.1 200 OK");
	expect(await ask(NEIGHBOUR, "/status/acme")).toMatch(/^HTTP\/1\.1 200 /);
});

test("a connection is counted anew when its next request is for something else", async () => {
	await listen({ readers: 20, readersPerAddress: 1, perAddress: 1 });
	const [first] = await openMany(1, ATTACKER);
	if (first === undefined) throw new Error("one was opened");
	expect(await askKept(first, "/status/acme")).toBe("HTTP/1.1 200 OK");
	expect(await askKept(first, "/api/v1/monitors")).toBe("HTTP/1.1 200 OK");
	// Its place among the readers is free again.
	const [second] = await openMany(1, ATTACKER);
	if (second === undefined) throw new Error("one was opened");
	expect(await askKept(second, "/status/acme")).toBe("HTTP/1.1 200 OK");
	expect(await askKept(first, "/status/acme")).toMatch("HTTP/1.1 503");
});

test("a connection without an address, which its client has closed already, is destroyed", () => {
	const limits = new Connections(LIMITS, new TrustedProxies([]));
	let destroyed = false;
	limits.admit({ remoteAddress: undefined, destroy: () => (destroyed = true) } as unknown as Socket);
	expect(destroyed).toBe(true);
});
