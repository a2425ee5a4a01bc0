import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_HEAD_BYTES, type ResponseHead } from "./response-head.ts";
import { type Progress, ResponseReader } from "./response-reader.ts";

interface Reading {
	outcome: Progress | "cut off";
	status: number | null;
	headers: Record<string, string>;
	body: string;
}

/** Reads the pieces, then the end of the connection. */
function read(pieces: readonly string[], { method = "GET", maxBody = Number.POSITIVE_INFINITY } = {}): Reading {
	const heads: ResponseHead[] = [];
	let body = "";
	const reader = new ResponseReader(method, {
		head: (head) => heads.push(head) > 0,
		body: (bytes) => {
			body += bytes.toString("latin1");
			return body.length < maxBody;
		},
	});
	let outcome: Reading["outcome"] = "incomplete";
	for (const piece of pieces) {
		outcome = reader.push(Buffer.from(piece, "latin1"));
		if (outcome !== "incomplete") break;
	}
	if (outcome === "incomplete") outcome = reader.end() ? "complete" : "cut off";
	expect(heads.length).toBeLessThanOrEqual(1);
	return { outcome, status: heads[0]?.status ?? null, headers: Object.fromEntries(heads[0]?.headers ?? []), body };
}

const OK = "HTTP/1.1 200 OK\r\n";

describe("complete responses", () => {
	test.each<[string, string, string]>([
		["of a known length", `${OK}Content-Length: 5\r\n\r\nhello`, "hello"],
		["of length 0", `${OK}Content-Length: 0\r\n\r\n`, ""],
		["with the same length twice", `${OK}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello`, "hello"],
		["with more bytes than the length", `${OK}Content-Length: 5\r\n\r\nhello, and more`, "hello"],
		["until the connection ends", `${OK}\r\nhello`, "hello"],
		["in chunks", `${OK}Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n`, "hello"],
		[
			"in chunks with extensions and trailers",
			`${OK}Transfer-Encoding: Chunked\r\n\r\n005 ;a="b"\r\nhello\r\n0\r\nX: y\r\n\r\n`,
			"hello",
		],
		[
			"in chunks with another Content-Length",
			`${OK}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
			"hello",
		],
		["of HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nhello", "hello"],
		["without a reason phrase", "HTTP/1.1 200 \r\nContent-Length: 5\r\n\r\nhello", "hello"],
		["without even the space before it", "HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello", "hello"],
		["with bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello", "hello"],
		[
			"after interim ones",
			`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}Content-Length: 5\r\n\r\nhello`,
			"hello",
		],
	])("%s", (_, bytes, body) => {
		expect(read([bytes])).toMatchObject({ outcome: "complete", status: 200, body });
	});

	test.each([204, 304])("of status %i have no body, whatever their headers are", (status) => {
		expect(read([`HTTP/1.1 ${status} X\r\nContent-Length: 5\r\n\r\n`])).toMatchObject({ outcome: "complete", status });
	});

	test("to HEAD have no body, whatever their headers are", () => {
		expect(read([`${OK}Content-Length: 5\r\n\r\n`], { method: "HEAD" }).outcome).toBe("complete");
	});

	test("of status 101 end with the head, because no upgrade was requested", () => {
		expect(read(["HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"])).toMatchObject({
			outcome: "complete",
			status: 101,
		});
	});

	test("join repeated headers, keep values as they are, and trim the space around them", () => {
		const { headers } = read([`${OK}A: 1\r\na:2\r\nB:\t x y \t\r\nC:\r\nContent-Length: 0\r\n\r\n`]);
		expect(headers).toStrictEqual({ a: "1, 2", b: "x y", c: "", "content-length": "0" });
	});

	test("join a folded header line with a space, as a user agent must", () => {
		const { outcome, headers } = read([`${OK}A: x\r\n y\r\n\t  z \r\nB:\r\n 1\r\nContent-Length:\r\n 0\r\n\r\n`]);
		expect(outcome).toBe("complete");
		expect(headers).toStrictEqual({ a: "x y z", b: "1", "content-length": "0" });
		expect(read([`${OK}Transfer-Encoding: chunked\r\n\r\n0\r\nT: u\r\n v\r\n\r\n`]).outcome).toBe("complete");
	});

	test("with the same Location twice have one Location", () => {
		const { headers } = read(["HTTP/1.1 302 Found\r\nLocation: /a\r\nlocation: /a\r\nContent-Length: 0\r\n\r\n"]);
		expect(headers["location"]).toBe("/a");
	});

	test("end when the sink has enough", () => {
		expect(read([`${OK}\r\n`, "aaaa", "bbbb", "cccc"], { maxBody: 6 })).toMatchObject({
			outcome: "complete",
			body: "aaaabbbb",
		});
	});
});

describe("violations", () => {
	test.each<[string, string]>([
		["a mail server's greeting", "220 mail.example ESMTP\r\n"],
		["a greeting without end", "SSH-2.0"],
		["a TLS alert", "\x15\x03\x01\x00\x02\x02\x16"],
		["HTTP/2 frames", "\x00\x00\x12\x04\x00\x00\x00\x00\x00"],
		["an HTML page without a head", "<html>"],
		["an empty line first", "\r\nHTTP/1.1 200 OK\r\n\r\n"],
		["a status of two digits", "HTTP/1.1 20 OK\r\n\r\n"],
		["a status below 100", "HTTP/1.1 099 No\r\n\r\n"],
		["a header without a colon", `${OK}nonsense\r\n\r\n`],
		["a line that continues no header", `${OK} x\r\nA: y\r\n\r\n`],
		["a line that continues a header of an interim response", `HTTP/1.1 103 X\r\nA: x\r\n\r\n${OK} y\r\n\r\n`],
		["a zero byte in a line that continues a header", `${OK}A: x\r\n y\0\r\n\r\n`],
		["a zero byte in a value", `${OK}A: x\0y\r\n\r\n`],
		["two lengths", `${OK}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`],
		["a negative length", `${OK}Content-Length: -5\r\n\r\nhello`],
		["a length in hexadecimal", `${OK}Content-Length: 0x5\r\n\r\nhello`],
		["an empty length", `${OK}Content-Length:\r\n\r\nhello`],
		["a transfer coding that was not asked for", `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n`],
		["a chunk size that is none", `${OK}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`],
		["a negative chunk size", `${OK}Transfer-Encoding: chunked\r\n\r\n-1\r\n`],
		["a chunk size beyond all measure", `${OK}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n`],
		["a chunk longer than its size", `${OK}Transfer-Encoding: chunked\r\n\r\n3\r\nhello\r\n0\r\n\r\n`],
		["a malformed trailer", `${OK}Transfer-Encoding: chunked\r\n\r\n0\r\nnonsense\r\n\r\n`],
	])("%s", (_, bytes) => {
		expect(read([bytes]).outcome).toHaveProperty("violation");
	});

	test.each<[string, () => string]>([
		["a status line without end", () => `HTTP/1.1 200 ${"O".repeat(MAX_HEAD_BYTES)}`],
		["a header line without end", () => `${OK}A: ${"x".repeat(MAX_HEAD_BYTES)}`],
		["header lines without end", () => OK + "A: x\r\n".repeat(MAX_HEAD_BYTES / 6)],
		[
			"trailers without end",
			() => `${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n${"A: x\r\n".repeat(MAX_HEAD_BYTES / 6)}`,
		],
		["interim responses without end", () => "HTTP/1.1 102 Processing\r\n\r\n".repeat(MAX_HEAD_BYTES / 25)],
		[
			"chunk extensions without end",
			() => `${OK}Transfer-Encoding: chunked\r\n\r\n${`1;${"x".repeat(999)}\r\na\r\n`.repeat(270)}`,
		],
	])("%s, at the bound", (_, bytes) => {
		expect(read([bytes()]).outcome).toHaveProperty("violation");
	});

	test("quote bytes of a peer as printable text", () => {
		const { outcome } = read(["\x1b[31mred\r\n"]);
		expect(outcome).toStrictEqual({ violation: "does not begin with an HTTP/1.x status line: “·[31mred”" });
	});
});

test("a head is read up to exactly the bytes allowed", () => {
	const begin = `${OK}Content-Length: 0\r\nA: `;
	const value = "x".repeat(MAX_HEAD_BYTES - begin.length - 4);
	expect(read([`${begin}${value}\r\n\r\n`]).outcome).toBe("complete");
	expect(read([`${begin}${value}x\r\n\r\n`]).outcome).toHaveProperty("violation");
});

describe("errors of servers that curl and Chromium accept", () => {
	test.each<[string, string]>([
		["a space before a colon", `${OK}Server : x\r\nContent-Length : 5\r\n\r\nhello`],
		["a name that is none", `${OK}X-A (b): c\r\n/d: e\r\nf@g: h\r\n\xc3\xbc: i\r\n: j\r\n\r\nhello`],
		[
			"chunks named twice",
			`${OK}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
		],
		["the coding identity", `${OK}Transfer-Encoding: identity\r\nContent-Length: 5\r\n\r\nhello`],
		["chunks in HTTP/1.0", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"],
		["two spaces before the status", "HTTP/1.1  200 OK\r\n\r\nhello"],
		["a version in lower case", "http/1.1 200 OK\r\n\r\nhello"],
		["HTTP/2 written out as text", "HTTP/2 200\r\n\r\nhello"],
		["five hundred header lines", `${OK}${"Set-Cookie: a=b\r\n".repeat(500)}\r\nhello`],
		["two hundred KiB of headers", `${OK}${`X: ${"y".repeat(1_019)}\r\n`.repeat(200)}\r\nhello`],
		["many interim responses", `${"HTTP/1.1 103 Early Hints\r\n\r\n".repeat(50)}${OK}\r\nhello`],
	])("%s", (_, bytes) => {
		expect(read([bytes])).toMatchObject({ outcome: "complete", status: 200, body: "hello" });
	});

	test("a status beyond 599 is a status", () => {
		expect(read(["HTTP/1.1 999 Request denied\r\nContent-Length: 0\r\n\r\n"])).toMatchObject({ status: 999 });
	});
});

test("a body of very many small chunks is no abuse of headers", () => {
	const chunks = "1\r\na\r\n".repeat(50_000);
	expect(read([`${OK}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`])).toMatchObject({
		outcome: "complete",
		body: "a".repeat(50_000),
	});
});

describe("cut off", () => {
	test.each<[string, string]>([
		["before the first byte", ""],
		["in the status line", "HTTP/1.1 2"],
		["in the headers", `${OK}Content-`],
		["before the length is reached", `${OK}Content-Length: 6\r\n\r\nhello`],
		["in a chunk", `${OK}Transfer-Encoding: chunked\r\n\r\n6\r\nhello`],
		["before the last chunk", `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`],
		["before the trailers end", `${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n`],
		["after an interim response", "HTTP/1.1 100 Continue\r\n\r\n"],
	])("%s", (_, bytes) => {
		expect(read(bytes === "" ? [] : [bytes]).outcome).toBe("cut off");
	});
});

test("the segmentation of the bytes does not matter", () => {
	const responses = [
		`${OK}Content-Length: 5\r\nX: y\r\n\r\nhello`,
		`HTTP/1.1 100 Continue\r\n\r\n${OK}Transfer-Encoding: chunked\r\n\r\n3;e\r\nhel\r\n2\r\nlo\r\n0\r\nT: u\r\n\r\n`,
		"HTTP/1.0 404 Not Found\n\nhello",
		`${OK}Content-Length: 5, 6\r\n\r\n`,
		"SSH-2.0-x\r\n",
	];
	fc.assert(
		fc.property(fc.constantFrom(...responses), fc.array(fc.nat(80), { maxLength: 20 }), (response, cuts) => {
			const places = [0, ...cuts.filter((cut) => cut <= response.length).sort((a, b) => a - b), response.length];
			const pieces = places.slice(1).map((place, index) => response.slice(places[index], place));
			const whole = read([response]);
			const cut = read(pieces);
			if (typeof whole.outcome === "object") expect(cut.outcome).toHaveProperty("violation");
			else expect(cut).toStrictEqual(whole);
		}),
	);
});

test("no bytes make it throw or loop", () => {
	const piece = fc.oneof(
		fc.string({ unit: "binary", maxLength: 40 }),
		fc.constantFrom(
			OK,
			"HTTP/1.1 ",
			"\r\n",
			"\r\n\r\n",
			"Content-Length: 9\r\n",
			"Transfer-Encoding: chunked\r\n",
			"5\r\nhello\r\n",
			"0\r\n",
			":",
			"\n",
		),
	);
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
			read(pieces);
		}),
	);
});
