import type { RequestListener } from "node:http";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { startHttpTarget } from "../targets/http-target.ts";
import { drip, startRawTarget } from "../targets/raw-target.ts";
import { startProber } from "../testing/prober.ts";

const OK = "HTTP/1.1 200 OK\r\n";

describe("content checks", () => {
	test("report the first that fails", async () => {
		await using target = await startHttpTarget((_, response) => response.end("all is well"));
		await using prober = startProber();
		const contentChecks = [
			check("contains", "WELL", "chk_1"),
			check("not_contains", "error", "chk_2"),
			check("regex", "^ill", "chk_3"),
			check("contains", "nothing", "chk_4"),
		];
		expect(await prober.observe({ url: target.url, contentChecks })).toMatchObject({ failedContentCheckId: "chk_3" });
	});

	test("turn HEAD into GET", async () => {
		await using target = await startHttpTarget((request, response) => response.end(request.method));
		await using prober = startProber();
		const contentChecks = [check("regex", "^GET$")];
		expect(await prober.observe({ url: target.url, method: "HEAD", contentChecks })).toMatchObject({
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
	])("decode %s", async (encoding, encode) => {
		await using target = await startHttpTarget((_, response) =>
			response.writeHead(200, { "content-encoding": encoding }).end(encode(TEXT)),
		);
		await using prober = startProber();
		const contentChecks = [check("regex", "^schön .*end$")];
		expect(await prober.observe({ url: target.url, contentChecks })).toMatchObject({ failedContentCheckId: null });
	});

	test("see only the first MiB of a compression bomb", async () => {
		const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, "a"));
		await using target = await startHttpTarget((_, response) =>
			response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
		);
		await using prober = startProber();
		const before = process.memoryUsage().rss;
		const contentChecks = [check("contains", "aaaa"), check("not_contains", "b")];
		expect(await prober.observe({ url: target.url, contentChecks })).toMatchObject({ failedContentCheckId: null });
		expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
	});

	test.each<[string, (text: string) => Buffer]>([
		["gzip", gzipSync],
		["deflate", deflateSync],
		["br", brotliCompressSync],
		["zstd", zstdCompressSync],
	])(
		"are not evaluated for a body in %s that is cut in the middle: it proves no absence",
		async (encoding, compress) => {
			const text = Array.from({ length: 5_000 }, (_, index) => String(index * 7_919)).join(" ");
			const whole = compress(text);
			await using target = await startHttpTarget((request, response) => {
				const bytes = request.url === "/cut" ? whole.subarray(0, whole.length >> 1) : whole;
				response.writeHead(200, { "content-encoding": encoding }).end(bytes);
			});
			await using prober = startProber();
			const contentChecks = [check("not_contains", "maintenance")];
			expect(await prober.observe({ url: `${target.url}cut`, contentChecks })).toMatchObject({
				kind: "failed",
				fault: "protocol",
				phase: "transfer",
			});
			expect(await prober.observe({ url: target.url, contentChecks })).toMatchObject({ failedContentCheckId: null });
			// What we ourselves do not read to its end is searched as far as it goes.
			const cutByUs = { url: target.url, contentChecks, maxBodyBytes: 1_024 };
			expect(await prober.observe(cutByUs)).toMatchObject({ failedContentCheckId: null });
		},
	);

	test("are not evaluated for a body that does not decompress", async () => {
		await using target = await startHttpTarget((_, response) =>
			response.writeHead(200, { "content-encoding": "gzip" }).end("not gzip"),
		);
		await using prober = startProber();
		const seen = await prober.observe({ url: target.url, contentChecks: [check("contains", "x")] });
		expect(seen).toMatchObject({ kind: "failed", fault: "protocol", phase: "transfer" });
	});

	test.each(["gzip", "x-gzip", "zstd"])(
		"are not needed to detect a body that is declared as %s and is not",
		async (encoding) => {
			const handler: RequestListener = ({ url }, response) => {
				const isWhole = encoding === "zstd" ? zstdCompressSync("hello") : gzipSync("hello");
				response.writeHead(200, { "content-encoding": encoding }).end(url === "/whole" ? isWhole : "not at all");
			};
			await using target = await startHttpTarget(handler);
			await using prober = startProber();
			expect(await prober.observe({ url: target.url })).toMatchObject({ kind: "failed", fault: "protocol" });
			expect(await prober.observe({ url: `${target.url}whole` })).toMatchObject({ kind: "answered", status: 200 });
			expect(await prober.observe({ url: target.url, method: "HEAD" })).toMatchObject({
				kind: "answered",
				status: 200,
			});
		},
	);

	test("are evaluated on a body truncated at 1 MiB, regardless of segmentation", async () => {
		await using target = await startRawTarget((socket) => {
			drip(socket, "1\r\nz\r\n".repeat(1_000), { first: `${OK}Transfer-Encoding: chunked\r\n\r\n` });
		});
		await using prober = startProber();
		const contentChecks = [check("regex", "^z+$")];
		expect(await prober.observe({ url: target.url, contentChecks })).toMatchObject({ failedContentCheckId: null });
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
		expect(await prober.observe({ url: target.url, contentChecks: [check("regex", "^grün")] })).toMatchObject({
			failedContentCheckId: null,
		});
	});
});

function check(type: "contains" | "not_contains" | "regex", value: string, id = "chk") {
	return { id, type, value, caseSensitive: false };
}
