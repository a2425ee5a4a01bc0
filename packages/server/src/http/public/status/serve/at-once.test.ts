import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import pino from "pino";
import { expect, test } from "vitest";
import { createMetrics } from "../../../../metrics.ts";
import { TrustedProxies } from "../../../access/client.ts";
import { startHttpServer } from "../../../server/http-server.ts";
import { startService } from "../../../testing/service.ts";
import { answersAtOnce } from "./at-once.ts";
import { pageSource } from "./page-source.ts";
import { PublicPages } from "./public-pages.ts";

/** The whole way of a reader over a socket. */
async function serve({ publicUrl = null as string | null, lag = { ms: 0 } } = {}) {
	const log = pino({ level: "silent" });
	let reads = 0;
	const stack = new AsyncDisposableStack();
	const inner = stack.use(await startService("sqlite"));
	const source = pageSource({ database: inner.database, publicUrl, now: Date.now });
	const page = (slug: string) => {
		reads += 1;
		return source.page(slug);
	};
	const pages = new PublicPages({ source: { ...source, page }, copies: null, isShared: false, log, now: Date.now });
	const service = stack.use(
		await startService("sqlite", { database: inner.database, publicPages: pages, publicUrl, lag }),
	);
	await pages.start();
	const proxies = new TrustedProxies(["127.0.0.9"]);
	const readers = answersAtOnce({ pages, lag, metrics: createMetrics(), proxies, publicUrl });
	const server = await startHttpServer(service.app, { host: "0.0.0.0", port: 0, log, proxies, readers });
	stack.defer(() => server.close());
	await service.ask("POST", "/api/v1/status-pages", {
		body: { name: "Acme", slug: "acme", isPublished: true },
		key: inner.key,
	});
	return {
		url: `http://127.0.0.1:${server.port}`,
		port: server.port,
		reads: () => reads,
		[Symbol.asyncDispose]: () => stack.disposeAsync(),
	};
}

test("an answer from memory is the one of the app, byte for byte and header for header", async () => {
	await using service = await serve();
	for (const path of ["/status/acme", "/status/acme.json", "/status/acme/feed.atom", "/status/acme/badge.svg"]) {
		for (const headers of [{}, { "accept-encoding": "gzip" }, { "accept-encoding": "br" }]) {
			const answers = [];
			for (let n = 0; n < 2; n++) {
				const answer = await fetch(service.url + path, { headers });
				const { date: _, "x-request-id": id, "content-length": length, ...rest } = Object.fromEntries(answer.headers);
				expect(id).toMatch(/^[0-9a-f-]{36}$/);
				expect(length === undefined || Number(length) > 0).toBe(true);
				answers.push([answer.status, rest, await answer.text()]);
			}
			expect(answers[1]).toEqual(answers[0]);
		}
	}
	expect(service.reads()).toBe(1);
});

test("a reader who has the page gets 304, and HEAD its headers alone", async () => {
	await using service = await serve();
	const first = await fetch(`${service.url}/status/acme`);
	const headers = { "if-none-match": first.headers.get("etag") ?? "" };
	const again = await fetch(`${service.url}/status/acme`, { headers });
	expect([again.status, await again.text()]).toEqual([304, ""]);
	const head = await fetch(`${service.url}/status/acme`, { method: "HEAD" });
	expect([head.status, await head.text(), Number(head.headers.get("content-length")) > 500]).toEqual([200, "", true]);
});

test("browsers are told to stay with https where readers come over it", async () => {
	await using service = await serve({ publicUrl: "https://status.example" });
	for (let n = 0; n < 2; n++) {
		const { headers } = await fetch(`${service.url}/status/acme`);
		expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
	}
});

test("readers are refused while the event loop lags, and their connection is closed", async () => {
	const lag = { ms: 0 };
	await using service = await serve({ lag });
	expect((await fetch(`${service.url}/status/acme`)).status).toBe(200);
	lag.ms = 500;
	const { status, headers } = await fetch(`${service.url}/status/acme`);
	expect([status, headers.get("retry-after"), headers.get("connection")]).toEqual([503, "5", "close"]);
	expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
});

/** A crowd that this machine holds beside other tests; bench/readers.ts has 10,000. */
const READERS = 1_500;

test("1,500 readers at once are answered from one read, while the API and health answer", async () => {
	await using service = await serve();
	const sockets: Socket[] = [];
	// As many addresses as a crowd has, of which each holds its share.
	for (let n = 0; n < READERS; n++) {
		const socket = connect({ port: service.port, host: "127.0.0.1", localAddress: `127.0.1.${1 + (n % 200)}` });
		sockets.push(socket.on("error", () => {}));
	}
	await Promise.all(sockets.map((socket) => once(socket, "connect")));
	const answers = sockets.map(async (socket) => {
		const chunks: Buffer[] = [];
		socket.write("GET /status/acme HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n");
		for await (const chunk of socket) chunks.push(chunk);
		return Buffer.concat(chunks);
	});
	for (const path of ["/healthz", "/api/v1/openapi.json"]) expect((await fetch(service.url + path)).status).toBe(200);
	expect((await fetch(`${service.url}/ping/unknown`)).status).toBe(404);
	for (const answer of await Promise.all(answers)) {
		const body = answer.indexOf("\r\n\r\n") + 4;
		expect(answer.subarray(0, 15).toString()).toBe("HTTP/1.1 200 OK");
		if (answer.includes("transfer-encoding: chunked")) continue;
		expect(brotliDecompressSync(answer.subarray(body)).toString()).toContain("Acme");
	}
	// A slow machine may take longer than a page is fresh.
	expect(service.reads()).toBeLessThanOrEqual(3);
});
