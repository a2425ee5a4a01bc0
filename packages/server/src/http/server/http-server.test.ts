import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TrustedProxies } from "../access/client.ts";
import type { App, Route } from "../app.ts";
import { endpoint } from "../kernel/endpoint.ts";
import type { Health } from "../public/health.ts";
import { type Service, startService } from "../testing/service.ts";
import { CONNECTION_LIMITS } from "./connection-limits.ts";
import { type HttpServer, type ServerLimits, startHttpServer } from "./http-server.ts";

let service: Service;
let server: HttpServer;
/** /healthz waits for this. */
let health: PromiseWithResolvers<Health>;
/** Settles when /healthz was asked. */
let asking: PromiseWithResolvers<void>;
/** Longer than a crowded machine takes for anything. */
const LIMITS: ServerLimits = {
	headersTimeoutMs: 20_000,
	requestTimeoutMs: 20_000,
	stalledTimeoutMs: 20_000,
	checkEveryMs: 50,
	lingerMs: 200,
	closeWithinMs: 20_000,
	connections: CONNECTION_LIMITS,
};
/** For tests of what takes too long. */
const SHORT = { headersTimeoutMs: 300, requestTimeoutMs: 600, closeWithinMs: 300 };
const proxies = new TrustedProxies([]);
const well: Health = { status: "ok", database: true, schedulerTickedAt: null, lagMs: null, missedChecks: null };

beforeEach(async () => {
	health = Promise.withResolvers();
	asking = Promise.withResolvers();
	service = await startService("sqlite", {
		health: () => {
			asking.resolve();
			return health.promise;
		},
	});
	server = await start();
});
afterEach(async () => {
	health.resolve(well);
	await server.close();
	await service[Symbol.asyncDispose]();
});

function start(limits: Partial<ServerLimits> = {}): Promise<HttpServer> {
	const { app, log } = service;
	return startHttpServer(app, { host: "127.0.0.1", port: 0, log, proxies, limits: { ...LIMITS, ...limits } });
}

async function restartWith(limits: Partial<ServerLimits>): Promise<void> {
	await server.close();
	server = await start(limits);
}

const authorization = () => `Authorization: Bearer ${service.key}\r\n`;

function open(): Socket {
	return connect(server.port, "127.0.0.1").on("error", () => {});
}

/** All that the server sends until it closes. */
async function toTheEnd(socket: Socket): Promise<string> {
	let text = "";
	socket.on("data", (chunk) => {
		text += chunk;
	});
	await once(socket, "close");
	return text;
}

async function answerTo(request: string): Promise<string> {
	const socket = open();
	socket.write(request);
	return toTheEnd(socket);
}

describe("a request on a real socket", () => {
	test("makes a monitor and lists it", async () => {
		const base = `http://127.0.0.1:${server.port}`;
		const headers = { authorization: `Bearer ${service.key}`, "content-type": "application/json" };
		const body = JSON.stringify({ name: "Website", url: "https://example.com" });
		const made = await fetch(`${base}/api/v1/monitors`, { method: "POST", headers, body });
		expect(made.status).toBe(201);
		await fetch(`${base}/api/v1/monitors`, { method: "POST", headers, body });
		const listed = await fetch(`${base}/api/v1/monitors?perPage=1`, { headers });
		expect(listed.headers.get("link")).toContain(`<${base}/api/v1/monitors?perPage=1&cursor=`);
		const head = await fetch(`${base}/api/v1/monitors`, { method: "HEAD", headers });
		expect([head.status, await head.text()]).toEqual([200, ""]);
	});

	test("has its body kept with the report of a job, whether it is GET, HEAD or POST", async () => {
		const made = await service.newMonitor({ type: "cron", name: "Backup", url: undefined, schedule: "0 2 * * *" });
		const { id, pingUrl } = made as { id: string; pingUrl: string };
		const { pathname } = new URL(pingUrl);
		for (const method of ["GET", "HEAD", "POST"]) {
			const head = `${method} ${pathname} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nConnection: close\r\n\r\n`;
			expect(await answerTo(`${head}done`), method).toMatch(/^HTTP\/1\.1 200/);
		}
		// Without a body, and a second request on the connection.
		const without = `GET ${pathname} HTTP/1.1\r\nHost: a\r\n\r\n`;
		const last = `GET ${pathname} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
		expect((await answerTo(without + last)).match(/HTTP\/1\.1 200/g)).toHaveLength(2);
		const { json } = await service.ask("GET", `/api/v1/monitors/${id}/pings`);
		expect(json.data.pings.map(({ sizeBytes }: { sizeBytes: number }) => sizeBytes)).toEqual([0, 0, 4, 4, 4]);
		const body = await service.ask("GET", `/api/v1/monitors/${id}/pings/${json.data.pings[4].id}/body`);
		expect(body.text).toBe("done");
	});

	test("reports for a job with 10 MiB; a byte more is refused, by GET too", async () => {
		const made = await service.newMonitor({ type: "cron", name: "Backup", url: undefined, schedule: "0 2 * * *" });
		const { pathname } = new URL((made as unknown as { pingUrl: string }).pingUrl);
		const url = `http://127.0.0.1:${server.port}${pathname}`;
		const MOST_BYTES = 10 * 1024 * 1024;
		const send = (bytes: number) => fetch(url, { method: "POST", body: Buffer.alloc(bytes, "x") });
		expect((await send(MOST_BYTES)).status).toBe(200);
		expect((await send(MOST_BYTES + 1)).status).toBe(400);
		// fetch sends no body by GET.
		for (const [bytes, status] of [
			[MOST_BYTES, 200],
			[MOST_BYTES + 1, 400],
		] as const) {
			const head = `GET ${pathname} HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\nConnection: close\r\n\r\n`;
			expect(await answerTo(head + "x".repeat(bytes))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
		}
	});

	test("with a body that is too large is answered without reading it", async () => {
		const url = `http://127.0.0.1:${server.port}/api/v1/monitors`;
		const headers = { authorization: `Bearer ${service.key}`, "content-type": "application/json" };
		for (const length of [65_537, 5_000_000]) {
			const answer = await fetch(url, { method: "POST", headers, body: " ".repeat(length) });
			expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: "VALIDATION_ERROR" } }]);
		}
	});

	test("with an endless body without a length is refused at 64 KiB", async () => {
		const socket = open();
		socket.write(`POST /api/v1/alerts HTTP/1.1\r\nHost: a\r\n${authorization()}Transfer-Encoding: chunked\r\n\r\n`);
		const chunk = `1000\r\n${"a".repeat(4096)}\r\n`;
		for (let count = 0; count < 20; count++) socket.write(chunk);
		const [first] = await once(socket, "data");
		expect(String(first)).toMatch(/^HTTP\/1\.1 400 .*VALIDATION_ERROR/s);
		health.resolve(well);
		socket.write("0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
		expect(await toTheEnd(socket)).toMatch(/^HTTP\/1\.1 200 /);
	});

	test("of HTTP/1.0 needs no Host header; links then have the address of the connection", async () => {
		health.resolve(well);
		expect(await answerTo("GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
		const document = await answerTo("GET /api/v1/openapi.json HTTP/1.0\r\n\r\n");
		expect(document).toContain(`"servers":[{"url":"http://127.0.0.1:${server.port}"}]`);
	});

	test("with an unknown Expect header is answered as if it had none", async () => {
		health.resolve(well);
		const answer = await answerTo("GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n");
		expect(answer).toMatch(/^HTTP\/1\.1 200 /);
	});

	test.each([
		["garbage", "\x16\x03\x01 this is no HTTP\r\n\r\n"],
		["no host", "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n"],
		["two hosts", "GET /healthz HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n"],
		["the same host twice", "GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: b\r\nHost: a\r\nConnection: close\r\n\r\n"],
		["two hosts in HTTP/1.0", "GET /healthz HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"],
		["a host that is none", "GET /healthz HTTP/1.1\r\nHost: a b/c@d\r\nConnection: close\r\n\r\n"],
		[
			"endless headers",
			`GET / HTTP/1.1\r\nHost: a\r\n${"X-A: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n".repeat(500)}\r\n`,
		],
		["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"],
	])("that is malformed is answered 400 in the envelope, with an id: %s", async (_, request) => {
		const [head = "", body = ""] = (await answerTo(request)).split("\r\n\r\n");
		expect(head).toMatch(/^HTTP\/1\.1 400 /);
		const { error, meta } = JSON.parse(body);
		expect(error.code).toBe("BAD_REQUEST");
		expect(head.toLowerCase()).toContain(`x-request-id: ${meta.requestId}`);
		expect(service.logLines.map((line) => JSON.parse(line))).toContainEqual(
			expect.objectContaining({ requestId: meta.requestId, reason: error.message }),
		);
	});

	test("that arrives too slowly is refused and its connection closed: headers", async () => {
		await restartWith(SHORT);
		const socket = open();
		socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n");
		expect(await toTheEnd(socket)).toMatch(/^HTTP\/1\.1 400 .*took too long/s);
	});

	test("that took too long is disconnected even if the client keeps its half open", async () => {
		await restartWith(SHORT);
		const socket = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true });
		let failure: NodeJS.ErrnoException | null = null;
		socket.on("error", (error) => {
			failure = error;
		});
		socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n");
		let text = "";
		socket.on("data", (chunk) => {
			text += chunk;
		});
		await once(socket, "end");
		expect(text).toMatch(/^HTTP\/1\.1 400 .*took too long/s);
		// What is sent to a connection that is closed is answered by a reset.
		await expect
			.poll(() => {
				socket.write("X-A: b\r\n");
				return failure?.code ?? "";
			})
			.toMatch(/ECONNRESET|EPIPE/);
	});

	test("that arrives too slowly is refused and its connection closed: body", async () => {
		await restartWith(SHORT);
		const socket = open();
		socket.write(`POST /api/v1/monitors HTTP/1.1\r\nHost: a\r\n${authorization()}Content-Length: 100\r\n\r\n{`);
		await toTheEnd(socket);
		expect((await service.ask("GET", "/api/v1/monitors")).json.meta.pagination.total).toBe(0);
	});
});

test("a response that the client does not read is abandoned and its connection closed", async () => {
	const closed = Promise.withResolvers<void>();
	const app: Pick<App, "fetch"> = {
		fetch(_request, bindings) {
			(bindings as HttpBindings).incoming.socket.once("close", () => closed.resolve());
			// More than the buffers of both sides take.
			return new Response("a".repeat(32_000_000));
		},
	};
	const { log } = service;
	const limits = { ...LIMITS, stalledTimeoutMs: 200 };
	const stalling = await startHttpServer(app, { host: "127.0.0.1", port: 0, log, proxies, limits });
	const socket = connect(stalling.port, "127.0.0.1").on("error", () => {});
	socket.pause();
	socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
	await closed.promise;
	socket.destroy();
	await stalling.close();
});

test("an aborted response ends in a reset, so that an HTTP/1.0 client does not take it for complete", async () => {
	const aborting = endpoint({
		operationId: "abort",
		summary: "Breaks off",
		tag: "Tests",
		success: { status: 200, description: "Never whole." },
		async handle(call) {
			const body = new ReadableStream<Uint8Array>({
				start: (controller) => controller.enqueue(Buffer.from("beginning")),
				pull(controller) {
					const error = new Error("the rest is lost");
					call.abort(error);
					controller.error(error);
				},
			});
			return new Response(body, { headers: { ...call.answerHeaders } });
		},
	});
	const routes: Route[] = [["GET", "/broken", "reports:read", aborting]];
	await using broken = await startService("sqlite", {}, routes);
	const { app, log } = broken;
	const breaking = await startHttpServer(app, { host: "127.0.0.1", port: 0, log, proxies, limits: LIMITS });
	let failure: NodeJS.ErrnoException | null = null;
	const socket = connect(breaking.port, "127.0.0.1").on("error", (error) => {
		failure = error;
	});
	socket.resume().write(`GET /broken HTTP/1.0\r\nAuthorization: Bearer ${broken.key}\r\n\r\n`);
	await new Promise((resolve) => socket.once("close", resolve));
	expect(failure).toMatchObject({ code: "ECONNRESET" });
	await breaking.close();
});

describe("closing", () => {
	test("lets a response that has begun end, and takes no new connections", async () => {
		const socket = open();
		const answer = toTheEnd(socket);
		socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
		await asking.promise;
		const closed = server.close();
		health.resolve(well);
		expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
		await closed;
		const late = connect(server.port, "127.0.0.1");
		const [error] = await once(late, "error");
		expect(error.code).toBe("ECONNREFUSED");
	});

	test("closes connections whose response does not end in time", async () => {
		await restartWith(SHORT);
		const socket = open();
		const answer = toTheEnd(socket);
		socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
		await asking.promise;
		await server.close();
		expect(await answer).toBe("");
	});
});

test("rejects with the system's error when the address is in use", async () => {
	const { app, log } = service;
	await expect(startHttpServer(app, { host: "127.0.0.1", port: server.port, log, proxies })).rejects.toMatchObject({
		code: "EADDRINUSE",
	});
});
