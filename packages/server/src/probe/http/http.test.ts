import type { IncomingMessage, RequestListener } from "node:http";
import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { METHODS } from "../../domain/monitors/monitor.ts";
import { startHttpTarget } from "../targets/http-target.ts";
import { refusedPort } from "../targets/listening.ts";
import { drip, startRawTarget, startSayingTarget } from "../targets/raw-target.ts";
import { startProber } from "../testing/look.ts";

const OK = "HTTP/1.1 200 OK\r\n";

describe("a healthy target", () => {
	test("is seen with its status, its times and its address", async () => {
		await using target = await startHttpTarget((_, response) => response.writeHead(204).end());
		await using prober = startProber();
		const seen = await prober.look({ url: target.url });
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

	test.each(METHODS)("is asked with %s, once, on a connection of its own, without a body", async (method) => {
		const requests: { request: IncomingMessage; body: string }[] = [];
		await using target = await startHttpTarget(async (request, response) => {
			let body = "";
			for await (const piece of request) body += piece;
			requests.push({ request, body });
			response.end("fine");
		});
		await using prober = startProber();
		expect(await prober.look({ url: `${target.url}a%20b?c=d#e`, method })).toMatchObject({ status: 200 });
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

	test("is timed to the end of its body, the wait for the first byte apart", async () => {
		await using target = await startRawTarget((socket) => {
			socket.once("data", () => {
				setTimeout(() => socket.write(`${OK}Content-Length: 2\r\n\r\na`), 120);
				setTimeout(() => socket.end("b"), 300);
			});
		});
		await using prober = startProber();
		const seen = await prober.look({ url: target.url });
		expect(seen.kind).toBe("answered");
		if (seen.kind !== "answered") return;
		expect(seen.phases.first_byte).toBeGreaterThanOrEqual(110);
		expect(seen.phases.transfer).toBeGreaterThanOrEqual(150);
		expect(seen.responseTimeMs).toBeGreaterThanOrEqual(290);
	});

	test("by address in IPv6 is asked with its address as the host", async () => {
		await using prober = startProber();
		if (!Object.values(networkInterfaces()).some((own) => own?.some(({ address }) => address === "::1"))) {
			expect(await prober.look({ url: "http://[::1]:9/" })).toMatchObject({ kind: "missed", cause: "no_network" });
			return;
		}
		await using target = await startHttpTarget((request, response) => response.end(request.headers.host), {
			host: "::1",
		});
		const contentChecks = [check("contains", `[::1]:${target.port}`)];
		expect(await prober.look({ url: target.url, contentChecks })).toMatchObject({
			failedContentCheckId: null,
			address: "::1",
		});
	});
});

describe.concurrent("a target that misbehaves", () => {
	test("refuses", async () => {
		await using prober = startProber();
		const seen = await prober.look({ url: `http://127.0.0.1:${await refusedPort()}/` });
		expect(seen).toMatchObject({ kind: "failed", fault: "refused", phase: "connect", address: "127.0.0.1" });
	});

	test.each<[string, (socket: Socket) => void, { fault: string; phase: string }]>([
		["hangs up without a word", (socket) => socket.end(), { fault: "reset", phase: "first_byte" }],
		[
			"resets the connection",
			(socket) => socket.once("data", () => socket.resetAndDestroy()),
			{ fault: "reset", phase: "first_byte" },
		],
		[
			"says less than it announced",
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
			"breaks off between chunks",
			(socket) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`),
			{ fault: "reset", phase: "transfer" },
		],
		["breaks off in its headers", (socket) => socket.end(`${OK}Content-`), { fault: "reset", phase: "transfer" }],
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
		const seen = await prober.look({ url: target.url, timeoutMs: 1_000 });
		expect(seen).toMatchObject({ kind: "failed", address: "127.0.0.1", ...expected });
	});

	test("closes its half before the request came: no answer can follow", async () => {
		await using target = await startRawTarget((socket) => {
			socket.end();
			socket.resume();
		});
		await using prober = startProber();
		expect(await prober.look({ url: target.url })).toMatchObject({ fault: "reset", phase: "first_byte" });
	});

	test("sends a body without end: it is read to 1 MiB and judged like any other", async () => {
		let ended: Promise<unknown> | undefined;
		await using target = await startRawTarget((socket) => {
			ended = new Promise((resolve) => socket.on("close", resolve));
			drip(socket, "y".repeat(10_000), { first: `${OK}\r\n` });
		});
		await using prober = startProber();
		expect(await prober.look({ url: target.url })).toMatchObject({ kind: "answered", status: 200 });
		await ended;
	});

	test("takes its time: the deadline covers redirects and all", async () => {
		const handler: RequestListener = (request, response) => {
			setTimeout(() => response.writeHead(302, { location: `/${Number(request.url?.slice(1)) + 1}` }).end(), 300);
		};
		await using target = await startHttpTarget(handler);
		await using prober = startProber();
		const startedAt = performance.now();
		const seen = await prober.look({ url: `${target.url}0`, timeoutMs: 1_000 });
		expect(seen).toMatchObject({ kind: "failed", fault: "timeout", phase: "first_byte" });
		expect(performance.now() - startedAt).toBeLessThan(2_500);
	});
});

describe("redirects", () => {
	/** Answers `/301/METHOD…` with that status, leading to /end, which answers with the method that it saw. */
	const redirecting: RequestListener = (request, response) => {
		const status = Number(request.url?.slice(1, 4));
		if (Number.isInteger(status) && status > 299) response.writeHead(status, { location: "/end" }).end("ignored");
		else response.writeHead(200, { "x-method": request.method }).end(`seen ${request.method}`);
	};

	test.each([
		[301, "GET", "GET"],
		[301, "POST", "GET"],
		[302, "POST", "GET"],
		[302, "PUT", "PUT"],
		[303, "POST", "GET"],
		[303, "DELETE", "GET"],
		[307, "POST", "POST"],
		[308, "PATCH", "PATCH"],
	] as const)("%i after %s goes on with %s", async (status, method, after) => {
		await using target = await startHttpTarget(redirecting);
		await using prober = startProber();
		const contentChecks = [check("contains", `seen ${after}`)];
		const seen = await prober.look({ url: `${target.url}${status}`, method, contentChecks });
		expect(seen).toMatchObject({ kind: "answered", status: 200, failedContentCheckId: null });
		expect(target.connections).toBe(2);
	});

	test("303 after HEAD goes on with HEAD", async () => {
		const methods: (string | undefined)[] = [];
		await using target = await startHttpTarget((request, response) => {
			methods.push(request.method);
			redirecting(request, response);
		});
		await using prober = startProber();
		await prober.look({ url: `${target.url}303`, method: "HEAD" });
		expect(methods).toStrictEqual(["HEAD", "HEAD"]);
	});

	test("are not followed where one is expected", async () => {
		await using target = await startHttpTarget(redirecting);
		await using prober = startProber();
		expect(await prober.look({ url: `${target.url}302`, expectedStatus: 301 })).toMatchObject({ status: 302 });
		expect(target.connections).toBe(1);
	});

	test("without a place to go to are responses like any other", async () => {
		await using target = await startHttpTarget((_, response) => response.writeHead(302).end());
		await using prober = startProber();
		expect(await prober.look({ url: target.url })).toMatchObject({ kind: "answered", status: 302 });
	});

	test("to where we had been are a loop", async () => {
		await using target = await startHttpTarget((request, response) =>
			response.writeHead(302, { location: request.url === "/a" ? "/b" : "/a#again" }).end(),
		);
		await using prober = startProber();
		expect(await prober.look({ url: `${target.url}a` })).toMatchObject({ fault: "redirect_loop", phase: "transfer" });
		expect(target.connections).toBe(2);
	});

	test("are followed ten times and no more", async () => {
		const counting: RequestListener = (request, response) => {
			const left = Number(request.url?.slice(1));
			if (left === 0) response.end("there");
			else response.writeHead(302, { location: `/${left - 1}` }).end();
		};
		await using target = await startHttpTarget(counting);
		await using prober = startProber();
		expect(await prober.look({ url: `${target.url}10` })).toMatchObject({ kind: "answered", status: 200 });
		expect(await prober.look({ url: `${target.url}11` })).toMatchObject({ fault: "redirect_loop" });
	});

	test("to a forbidden address end there", async () => {
		await using target = await startHttpTarget((_, response) =>
			response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end(),
		);
		await using prober = startProber();
		expect(await prober.look({ url: target.url })).toMatchObject({
			fault: "target_forbidden",
			address: "169.254.169.254",
		});
	});

	test.each(["ftp://127.0.0.1/", "javascript:alert(1)", "http://[broken/"])("to %s lead nowhere", async (location) => {
		await using target = await startHttpTarget((_, response) => response.writeHead(302, { location }).end());
		await using prober = startProber();
		expect(await prober.look({ url: target.url })).toMatchObject({ fault: "protocol" });
	});

	test("take no credentials along", async () => {
		const authorizations: (string | undefined)[] = [];
		await using target = await startHttpTarget((request, response) => {
			authorizations.push(request.headers.authorization);
			if (request.url === "/") response.writeHead(302, { location: `http://u:p@127.0.0.1:${target.port}/end` }).end();
			else response.end();
		});
		await using prober = startProber();
		expect(await prober.look({ url: target.url })).toMatchObject({ status: 200 });
		expect(authorizations).toStrictEqual([undefined, undefined]);
	});

	test.each([
		["UTF-8", Buffer.from("/ü?ü"), "/%C3%BC?%C3%BC"],
		["Latin-1", Buffer.from("/\xfc?\xfc", "latin1"), "/%FC?%FC"],
	])("may name their place in %s: its bytes come back as they were sent", async (_, location, path) => {
		await using target = await startRawTarget((socket) => {
			socket.once("data", (request: Buffer) => {
				const isFound = request.toString("latin1").startsWith(`GET ${path} `);
				socket.write(isFound ? `${OK}\r\n` : "HTTP/1.1 302 Found\r\nLocation: ");
				if (!isFound) socket.write(location);
				socket.end("\r\n\r\n");
			});
		});
		await using prober = startProber();
		expect(await prober.look({ url: target.url })).toMatchObject({ status: 200 });
	});

	test("that set a cookie and lead back are followed, and the cookie is sent along", async () => {
		const seen: (string | undefined)[] = [];
		await using target = await startHttpTarget(({ headers }, response) => {
			seen.push(headers.cookie);
			if (headers.cookie?.includes("checked=1")) response.end("welcome");
			else response.writeHead(302, { location: "/", "set-cookie": ["checked=1; Path=/; HttpOnly", "b=2"] }).end();
		});
		await using prober = startProber();
		expect(await prober.look({ url: target.url })).toMatchObject({ kind: "answered", status: 200 });
		expect(seen).toStrictEqual([undefined, "checked=1; b=2"]);
	});

	test("that set the same cookie again and lead back are a loop all the same", async () => {
		await using target = await startHttpTarget((_, response) =>
			response.writeHead(302, { location: "/", "set-cookie": "a=1" }).end(),
		);
		await using prober = startProber();
		expect(await prober.look({ url: target.url })).toMatchObject({ fault: "redirect_loop" });
		expect(target.connections).toBe(2);
	});

	test("take no cookie to another host, and none into the next check", async () => {
		const seen: (string | undefined)[] = [];
		await using other = await startHttpTarget(
			({ headers }, response) => {
				seen.push(headers.cookie);
				response.end();
			},
			{ name: "localhost" },
		);
		await using target = await startHttpTarget(({ headers }, response) => {
			seen.push(headers.cookie);
			response.writeHead(302, { location: other.url, "set-cookie": "secret=1" }).end();
		});
		await using prober = startProber();
		for (let twice = 0; twice < 2; twice++) await prober.look({ url: target.url });
		expect(seen).toStrictEqual([undefined, undefined, undefined, undefined]);
	});
});

describe("content checks", () => {
	test("name the first that fails", async () => {
		await using target = await startHttpTarget((_, response) => response.end("all is well"));
		await using prober = startProber();
		const contentChecks = [
			check("contains", "WELL", "chk_1"),
			check("not_contains", "error", "chk_2"),
			check("regex", "^ill", "chk_3"),
			check("contains", "nothing", "chk_4"),
		];
		expect(await prober.look({ url: target.url, contentChecks })).toMatchObject({ failedContentCheckId: "chk_3" });
	});

	test("turn HEAD into GET", async () => {
		await using target = await startHttpTarget((request, response) => response.end(request.method));
		await using prober = startProber();
		const contentChecks = [check("regex", "^GET$")];
		expect(await prober.look({ url: target.url, method: "HEAD", contentChecks })).toMatchObject({
			failedContentCheckId: null,
		});
	});

	const TEXT = `${"schön ".repeat(2_000)}end`;
	test.each<[string, (text: string) => Buffer]>([
		["gzip", gzipSync],
		["x-gzip", gzipSync],
		["deflate", deflateSync],
		["deflate", deflateRawSync],
		["br", brotliCompressSync],
		["zstd", zstdCompressSync],
		["deflate, gzip", (text) => gzipSync(deflateSync(text))],
		["identity", (text) => Buffer.from(text)],
		["utf-8", (text) => Buffer.from(text)],
	])("look through %s", async (encoding, encode) => {
		await using target = await startHttpTarget((_, response) =>
			response.writeHead(200, { "content-encoding": encoding }).end(encode(TEXT)),
		);
		await using prober = startProber();
		const contentChecks = [check("regex", "^schön .*end$")];
		expect(await prober.look({ url: target.url, contentChecks })).toMatchObject({ failedContentCheckId: null });
	});

	test("see the first MiB of a bomb, and no more", async () => {
		const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, "a"));
		await using target = await startHttpTarget((_, response) =>
			response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
		);
		await using prober = startProber();
		const before = process.memoryUsage().rss;
		const contentChecks = [check("contains", "aaaa"), check("not_contains", "b")];
		expect(await prober.look({ url: target.url, contentChecks })).toMatchObject({ failedContentCheckId: null });
		expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
	});

	test("can't be held against what does not decompress", async () => {
		await using target = await startHttpTarget((_, response) =>
			response.writeHead(200, { "content-encoding": "gzip" }).end("not gzip"),
		);
		await using prober = startProber();
		const seen = await prober.look({ url: target.url, contentChecks: [check("contains", "x")] });
		expect(seen).toMatchObject({ kind: "failed", fault: "protocol", phase: "transfer" });
	});

	test.each(["gzip", "x-gzip", "zstd"])(
		"or none: what is called %s and is not is shown by no browser",
		async (encoding) => {
			const handler: RequestListener = ({ url }, response) => {
				const isWhole = encoding === "zstd" ? zstdCompressSync("hello") : gzipSync("hello");
				response.writeHead(200, { "content-encoding": encoding }).end(url === "/whole" ? isWhole : "not at all");
			};
			await using target = await startHttpTarget(handler);
			await using prober = startProber();
			expect(await prober.look({ url: target.url })).toMatchObject({ kind: "failed", fault: "protocol" });
			expect(await prober.look({ url: `${target.url}whole` })).toMatchObject({ kind: "answered", status: 200 });
			expect(await prober.look({ url: target.url, method: "HEAD" })).toMatchObject({ kind: "answered", status: 200 });
		},
	);

	test("hold for a text of a body that is cut at 1 MiB, whatever the size of its pieces", async () => {
		await using target = await startRawTarget((socket) => {
			drip(socket, "1\r\nz\r\n".repeat(1_000), { first: `${OK}Transfer-Encoding: chunked\r\n\r\n` });
		});
		await using prober = startProber();
		const contentChecks = [check("regex", "^z+$")];
		expect(await prober.look({ url: target.url, contentChecks })).toMatchObject({ failedContentCheckId: null });
	});

	test.each<[string, Buffer]>([
		["text/plain; charset=iso-8859-1", Buffer.from("grün €?", "latin1")],
		['text/html; charset="windows-1252"', Buffer.from("gr\xfcn \x80", "latin1")],
		["text/plain; charset=utf-16le", Buffer.from("grün", "utf16le")],
		["text/plain; charset=nonsense", Buffer.from("grün")],
		["text/plain", Buffer.from("grün")],
		["text/plain; charset=iso-8859-1", Buffer.from("\ufeffgrün")],
	])("read %s", async (contentType, body) => {
		await using target = await startHttpTarget((_, response) =>
			response.writeHead(200, { "content-type": contentType }).end(body),
		);
		await using prober = startProber();
		expect(await prober.look({ url: target.url, contentChecks: [check("regex", "^grün")] })).toMatchObject({
			failedContentCheckId: null,
		});
	});
});

test("an answer with the wrong status is an answer", async () => {
	await using target = await startSayingTarget("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
	await using prober = startProber();
	expect(await prober.look({ url: target.url })).toMatchObject({ kind: "answered", status: 503 });
});

function check(type: "contains" | "not_contains" | "regex", value: string, id = "chk") {
	return { id, type, value, caseSensitive: false };
}
