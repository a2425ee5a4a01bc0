import { get } from "node:http";
import { Duplex } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ResponseReader } from "./response-reader.ts";

/** For all of the responses together. */
const TIME_LIMIT_MS = 4_000;

/** What node:http does not know it reads until the connection ends; curl and Chromium read some of it (corpus.json). */
const DAMAGED_CODING = /^transfer-encoding:(?! chunked\r$)/im;

type Reading = { status: number; body: string } | { error: string };

function readByUs(response: string, pieceLength: number): Reading {
	let status = 0;
	let body = "";
	const reader = new ResponseReader("GET", {
		head: (head) => {
			status = head.status;
			return true;
		},
		body: (bytes) => {
			body += bytes.toString("latin1");
			return true;
		},
	});
	for (let start = 0; start < response.length; start += pieceLength) {
		const progress = reader.push(Buffer.from(response.slice(start, start + pieceLength), "latin1"));
		if (progress === "complete") return { status, body };
		if (progress !== "incomplete") return { error: progress.violation };
	}
	return reader.end() ? { status, body } : { error: "cut off" };
}

/** What node:http makes of it, on a connection in memory. */
function readByNode(response: string): Promise<Reading> {
	return new Promise((resolve) => {
		const failed = (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? error.message });
		const connection = new Duplex({
			read() {},
			write(_bytes, _encoding, done) {
				done();
				setImmediate(() => {
					this.push(Buffer.from(response, "latin1"));
					this.push(null);
				});
			},
		});
		const request = get({ createConnection: () => connection, host: "x" }, (incoming) => {
			let body = "";
			incoming.setEncoding("latin1").on("data", (piece) => {
				body += piece;
			});
			incoming
				.on("error", failed)
				.on("aborted", () => resolve({ error: "aborted" }))
				.on("end", () => resolve({ status: incoming.statusCode ?? 0, body }));
		});
		request.on("error", failed).on("close", () => resolve({ error: "closed" }));
	});
}

const token = fc.stringMatching(/^[A-Za-z0-9-]{1,8}$/);
const field = fc.tuple(token, fc.stringMatching(/^[ -~]{0,12}$/)).map(([name, value]) => `X-${name}: ${value}\r\n`);
const body = fc.stringMatching(/^[ -~\r\n]{0,40}$/);
const chunk = fc.stringMatching(/^[ -~\r\n]{1,20}$/).map((data) => `${data.length.toString(16)}\r\n${data}\r\n`);

const framedBody = fc.oneof(
	body.map((text) => `Content-Length: ${text.length}\r\n\r\n${text}`),
	fc.array(chunk, { maxLength: 4 }).map((chunks) => `Transfer-Encoding: chunked\r\n\r\n${chunks.join("")}0\r\n\r\n`),
	body.map((text) => `\r\n${text}`),
	fc.tuple(body, fc.nat(50)).map(([text, length]) => `Content-Length: ${length}\r\n\r\n${text}`),
);

/** One byte after the status line is replaced, left out or inserted. */
const damage = fc.record({
	place: fc.nat(200),
	removed: fc.nat(1),
	inserted: fc.constantFrom("", "", " ", "\r", "\n", "\t", ":", ",", ";", "0", "5", "x", "\0", "\x7f", "\xfc"),
});

const response = fc
	.record({
		version: fc.constantFrom("1.1", "1.0"),
		status: fc.constantFrom(200, 204, 206, 301, 304, 404, 500),
		fields: fc.array(field, { maxLength: 4 }),
		framedBody,
		damages: fc.array(damage, { maxLength: 2 }),
	})
	.map(({ version, status, fields, framedBody, damages }) => {
		const statusLine = `HTTP/${version} ${status} Some Reason\r\n`;
		let rest = fields.join("") + framedBody;
		for (const { place, removed, inserted } of damages) {
			const at = Math.min(place, rest.length);
			rest = rest.slice(0, at) + inserted + rest.slice(at + removed);
		}
		return statusLine + rest;
	});

test("every response that node:http reads completely, damaged or not, is read the same, in any segmentation", async () => {
	let both = 0;
	const property = fc.asyncProperty(response, fc.integer({ min: 1, max: 100 }), async (text, pieceLength) => {
		const node = await readByNode(text);
		if ("error" in node) return;
		if (DAMAGED_CODING.test(text)) return;
		expect(readByUs(text, pieceLength)).toStrictEqual(node);
		both++;
	});
	await fc.assert(property, { numRuns: 20_000, interruptAfterTimeLimit: TIME_LIMIT_MS });
	expect(both).toBeGreaterThan(100);
});
