import type { IncomingMessage, RequestListener } from "node:http";
import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { traceOf } from "../../domain/checks/trace.ts";
import { METHODS } from "../../domain/monitors/monitor.ts";
import { startHttpTarget } from "../targets/http-target.ts";
import { hasIpv6Loopback, unusedPort } from "../targets/listening.ts";
import { drip, startRawTarget, startReplyingTarget } from "../targets/raw-target.ts";
import { order, startProber } from "../testing/prober.ts";

const OK = "HTTP/1.1 200 OK\r\n";

describe("a healthy target", () => {
	test("is reported with its status, times and address", async () => {
		await using target = await startHttpTarget((_, response) => response.writeHead(204).end());
		await using prober = startProber();
		const seen = await prober.observe({ url: target.url });
		expect(seen).toMatchObject({
			kind: "answered",
			status: 204,
			failedContentCheckId: null,
			certificate: null,
			address: "127.0.0.1",
		});
		if (seen.kind !== "answered") return;
		const { dns, connect, tls, first_byte, transfer } = seen.phases;
		expect(tls).toBe(0);
		expect(connect).toBeGreaterThan(0);
		expect(first_byte).toBeGreaterThan(0);
		expect(dns + connect + tls + first_byte + transfer).toBeLessThanOrEqual(seen.responseTimeMs);
	});

	test.each(METHODS)("gets one %s request on a new connection, without a body", async (method) => {
		const requests: { request: IncomingMessage; body: string }[] = [];
		await using target = await startHttpTarget(async (request, response) => {
			let body = "";
			for await (const piece of request) body += piece;
			requests.push({ request, body });
			response.end("fine");
		});
		await using prober = startProber();
		expect(await prober.observe({ url: `${target.url}a%20b?c=d#e`, method })).toMatchObject({ status: 200 });
		expect(target.connections).toBe(1);
		expect(requests).toHaveLength(1);
		const [seen] = requests;
		expect(seen?.body).toBe("");
		expect(seen?.request.method).toBe(method);
		expect(seen?.request.url).toBe("/a%20b?c=d");
		expect(seen?.request.headers).toStrictEqual({
			host: `127.0.0.1:${target.port}`,
			"user-agent": "Lapwing/test",
			accept: "*/*",
			"accept-encoding": "gzip, deflate, br, zstd",
			connection: "close",
			...(["POST", "PUT", "PATCH"].includes(method) && { "content-length": "0" }),
		});
	});

	test("is timed to the end of its body, with the wait for the first byte as a separate phase", async () => {
		let waitedMs = 0;
		await using target = await startRawTarget((socket) => {
			socket.once("data", () => {
				const askedAt = performance.now();
				setTimeout(() => {
					waitedMs = performance.now() - askedAt;
					socket.write(`${OK}Content-Length: 2\r\n\r\na`);
					// Half a second more than is asked for: so late may this process read the first byte.
					setTimeout(() => socket.end("b"), 650);
				}, 120);
			});
		});
		await using prober = startProber();
		const seen = await prober.observe({ url: target.url });
		expect(seen.kind).toBe("answered");
		if (seen.kind !== "answered") return;
		expect(waitedMs).toBeGreaterThan(0);
		expect(seen.phases.first_byte).toBeGreaterThanOrEqual(waitedMs);
		expect(seen.phases.transfer).toBeGreaterThanOrEqual(150);
		expect(seen.responseTimeMs).toBeGreaterThanOrEqual(waitedMs + 150);
	});

	test("with an IPv6 address gets that address in the Host header", async () => {
		await using prober = startProber();
		if (!hasIpv6Loopback()) {
			expect(await prober.observe({ url: "http://[::1]:9/" })).toMatchObject({ kind: "missed", cause: "no_network" });
			return;
		}
		await using target = await startHttpTarget((request, response) => response.end(request.headers.host), {
			host: "::1",
		});
		const contentChecks = [check("contains", `[::1]:${target.port}`)];
		expect(await prober.observe({ url: target.url, contentChecks })).toMatchObject({
			failedContentCheckId: null,
			address: "::1",
		});
	});
});

describe.concurrent("a target that misbehaves", () => {
	test("refuses", async () => {
		await using prober = startProber();
		const seen = await prober.observe({ url: `http://127.0.0.1:${await unusedPort()}/` });
		expect(seen).toMatchObject({ kind: "failed", fault: "refused", phase: "connect", address: "127.0.0.1" });
	});

	test.each<[string, (socket: Socket) => void, { fault: string; phase: string }]>([
		["closes without a byte", (socket) => socket.end(), { fault: "reset", phase: "first_byte" }],
		[
			"resets the connection",
			(socket) => socket.once("data", () => socket.resetAndDestroy()),
			{ fault: "reset", phase: "first_byte" },
		],
		[
			"sends less than it announced",
			(socket) => socket.end(`${OK}Content-Length: 9\r\n\r\nhello`),
			{ fault: "reset", phase: "transfer" },
		],
		[
			"resets in the middle of its body",
			(socket) =>
				socket.write(`${OK}Content-Length: 9\r\n\r\nhello`, () => setTimeout(() => socket.resetAndDestroy(), 20)),
			{ fault: "reset", phase: "transfer" },
		],
		[
			"ends between chunks",
			(socket) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`),
			{ fault: "reset", phase: "transfer" },
		],
		["ends within its headers", (socket) => socket.end(`${OK}Content-`), { fault: "reset", phase: "transfer" }],
		[
			"is a mail server",
			(socket) => socket.write("220 mail.example ESMTP\r\n"),
			{ fault: "protocol", phase: "transfer" },
		],
		[
			"speaks HTTP/2 only",
			(socket) => socket.write(Buffer.from("000012040000000000", "hex")),
			{ fault: "protocol", phase: "transfer" },
		],
		[
			"speaks TLS where none was asked for",
			(socket) => socket.end(Buffer.from("15030100020246", "hex")),
			{ fault: "protocol", phase: "transfer" },
		],
		[
			"sends headers without end",
			(socket) => drip(socket, "X-Y: z\r\n".repeat(100), { first: OK }),
			{ fault: "protocol", phase: "transfer" },
		],
		[
			"sends one header without end",
			(socket) => drip(socket, "x".repeat(1_000), { first: `${OK}X: ` }),
			{ fault: "protocol", phase: "transfer" },
		],
		[
			"sends interim responses without end",
			(socket) => drip(socket, "HTTP/1.1 100 Continue\r\n\r\n".repeat(100)),
			{ fault: "protocol", phase: "transfer" },
		],
		[
			"contradicts itself about its length",
			(socket) => socket.end(`${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`),
			{ fault: "protocol", phase: "transfer" },
		],
		["accepts and never answers", () => {}, { fault: "timeout", phase: "first_byte" }],
		["never reads either", (socket) => socket.pause(), { fault: "timeout", phase: "first_byte" }],
		[
			"drips its headers",
			(socket) => drip(socket, "X", { first: OK, everyMs: 50 }),
			{ fault: "timeout", phase: "transfer" },
		],
		[
			"drips its body",
			(socket) => drip(socket, "x", { first: `${OK}Content-Length: 100000\r\n\r\n`, everyMs: 50 }),
			{ fault: "timeout", phase: "transfer" },
		],
		[
			"stops in the middle of its body",
			(socket) => socket.write(`${OK}Content-Length: 9\r\n\r\nhello`),
			{ fault: "timeout", phase: "transfer" },
		],
	])("%s", async (_, behave, expected) => {
		await using target = await startRawTarget(behave);
		await using prober = startProber();
		const seen = await prober.observe({ url: target.url, timeoutMs: 1_000 });
		expect(seen).toMatchObject({ kind: "failed", address: "127.0.0.1", ...expected });
	});

	test("closes its half before the request: no answer can follow", async () => {
		await using target = await startRawTarget((socket) => {
			socket.end();
			socket.resume();
		});
		await using prober = startProber();
		expect(await prober.observe({ url: target.url })).toMatchObject({ fault: "reset", phase: "first_byte" });
	});

	test("sends a body without end: it is read to 1 MiB and judged like any other", async () => {
		let ended: Promise<unknown> | undefined;
		await using target = await startRawTarget((socket) => {
			ended = new Promise((resolve) => socket.on("close", resolve));
			drip(socket, "y".repeat(10_000), { first: `${OK}\r\n` });
		});
		await using prober = startProber();
		expect(await prober.observe({ url: target.url })).toMatchObject({ kind: "answered", status: 200 });
		await ended;
	});

	test("is slow: the deadline includes redirects", async () => {
		const handler: RequestListener = (request, response) => {
			setTimeout(() => response.writeHead(302, { location: `/${Number(request.url?.slice(1)) + 1}` }).end(), 300);
		};
		await using target = await startHttpTarget(handler);
		await using prober = startProber();
		// With a deadline for each response it would end after too many redirects.
		const seen = await prober.observe({ url: `${target.url}0`, timeoutMs: 1_000 });
		expect(seen).toMatchObject({ kind: "failed", fault: "timeout", phase: "first_byte" });
	});
});

test("a response with the wrong status is a complete response", async () => {
	await using target = await startReplyingTarget("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
	await using prober = startProber();
	expect(await prober.observe({ url: target.url })).toMatchObject({ kind: "answered", status: 503 });
});

function check(type: "contains" | "not_contains" | "regex", value: string, id = "chk") {
	return { id, type, value, caseSensitive: false };
}

test("traceparent is sent to a target that asks for it and to its own redirects, and to nobody else", async () => {
	const seen: (string | undefined)[] = [];
	await using other = await startHttpTarget(({ headers }, response) => {
		seen.push(headers["traceparent"] as string | undefined);
		response.end();
	});
	await using asking = await startHttpTarget(({ url, headers }, response) => {
		seen.push(headers["traceparent"] as string | undefined);
		if (url === "/start") response.writeHead(302, { location: "/next" }).end();
		else response.writeHead(302, { location: other.url }).end();
	});
	await using prober = startProber();
	const asked = { url: `${asking.url}start`, options: { sendTraceparent: true } };
	await prober.observe(asked);
	const { traceId, spanId } = traceOf(order(asked));
	const header = `00-${traceId}-${spanId}-01`;
	expect(header).toMatch(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-01$/);
	expect(seen.splice(0)).toEqual([header, header, undefined]);
	await prober.observe({ url: other.url });
	expect(seen).toEqual([undefined]);
});
