/**
 * Our reader of responses beside that of node:http, over random and damaged bytes in random pieces: the same status,
 * headers and body, or a difference that is listed with its reason.
 */

import { get, type IncomingMessage } from "node:http";
import { Duplex } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fuzz, timeoutOf } from "../../testing/fuzz.ts";
import { ResponseReader } from "./response-reader.ts";
import { NODE_DIFFERENCES } from "./testing/node-differences.ts";

const BOX = { seconds: 3 };

type Reading =
	| { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
	| { readonly error: string };

interface OurReading {
	readonly reading: Reading;
	/** How many bytes make up the response. */
	readonly length: number;
}

function readByUs(pieces: readonly Buffer[]): OurReading {
	let status = 0;
	let headers = {};
	let body = "";
	let length = 0;
	const reader = new ResponseReader("GET", {
		head: (head) => {
			status = head.status;
			headers = Object.fromEntries(head.headers);
			return true;
		},
		body: (bytes) => {
			body += bytes.toString("latin1");
			return true;
		},
	});
	for (const piece of pieces) {
		length += piece.length;
		const progress = reader.push(piece);
		if (progress === "complete") return { reading: { status, headers, body }, length };
		if (progress !== "incomplete") return { reading: { error: progress.violation }, length };
	}
	return { reading: reader.end() ? { status, headers, body } : { error: "cut off" }, length };
}

/** What node:http makes of it, on a connection in memory. */
function readByNode(pieces: readonly Buffer[]): Promise<Reading> {
	return new Promise((resolve) => {
		const failed = (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? error.message });
		const connection = new Duplex({
			read() {},
			write(_bytes, _encoding, done) {
				done();
				setImmediate(() => {
					for (const piece of pieces) this.push(piece);
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
				.on("end", () => resolve({ status: incoming.statusCode ?? 0, headers: headersOf(incoming), body }));
		});
		request.on("error", failed).on("close", () => resolve({ error: "closed" }));
	});
}

/** Repeated lines joined as the reader documents it: ResponseHead. */
function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
	const headers: Record<string, string> = {};
	for (let at = 0; at < rawHeaders.length; at += 2) {
		const name = (rawHeaders[at] ?? "").toLowerCase();
		const value = rawHeaders[at + 1] ?? "";
		const before = headers[name];
		if (before === undefined || (name === "location" && before === value)) headers[name] = value;
		else headers[name] = `${before}${name === "set-cookie" ? "\n" : ", "}${value}`;
	}
	return headers;
}

const token = fc.stringMatching(/^[A-Za-z0-9-]{1,8}$/);
const field = fc.oneof(
	fc.tuple(token, fc.stringMatching(/^[ -~]{0,12}$/)).map(([name, value]) => `X-${name}: ${value}\r\n`),
	fc.constantFrom(
		"Set-Cookie: a=b\r\n",
		"Set-Cookie: c=d; Path=/\r\n",
		"Location: /x\r\n",
		"Content-Type: text/html\r\n",
		"Connection: close\r\n",
		"Transfer-Encoding: identity\r\n",
		"X-Fold: a\r\n b\r\n",
		"X-Latin: \xe9\r\n",
		"X-Tab:\ta\t\r\n",
		"x:\r\n",
	),
);
const text = fc.stringMatching(/^(?:[ -~\x80-\xff]|\r\n){0,30}$/);
const chunk = fc
	.tuple(fc.stringMatching(/^(?:[ -~]|\r\n){1,16}$/), fc.constantFrom("", "", ";x", ";x=y", ' ; x="y"'))
	.map(([data, extension]) => `${data.length.toString(16)}${extension}\r\n${data}\r\n`);
const framedBody = fc.oneof(
	text.map((body) => `Content-Length: ${body.length}\r\n\r\n${body}`),
	fc
		.tuple(fc.array(chunk, { maxLength: 4 }), fc.constantFrom("", "", "T: r\r\n"))
		.map(([chunks, trailer]) => `Transfer-Encoding: chunked\r\n\r\n${chunks.join("")}0\r\n${trailer}\r\n`),
	text.map((body) => `\r\n${body}`),
	fc.tuple(text, fc.nat(50)).map(([body, length]) => `Content-Length: ${length}\r\n\r\n${body}`),
);

/** Bytes are replaced, left out or inserted. */
const damage = fc.record({
	place: fc.nat(200),
	removed: fc.nat(2),
	inserted: fc.constantFrom("", "", " ", "\r", "\n", "\r\n", "\t", ":", ",", ";", "0", "5", "x", "\0", "\x7f", "\xfc"),
});

const response = fc
	.record({
		interim: fc.constantFrom(
			"",
			"",
			"",
			"HTTP/1.1 100 Continue\r\n\r\n",
			"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n",
		),
		version: fc.constantFrom("1.1", "1.1", "1.0"),
		status: fc.constantFrom(200, 204, 206, 301, 304, 404, 500),
		reason: fc.constantFrom(" OK", " Some Reason", " ", ""),
		fields: fc.array(field, { maxLength: 4 }),
		framedBody,
		damages: fc.array(damage, { maxLength: 2 }),
	})
	.map(({ interim, version, status, reason, fields, framedBody, damages }) => {
		let whole = `${interim}HTTP/${version} ${status}${reason}\r\n${fields.join("")}${framedBody}`;
		for (const { place, removed, inserted } of damages) {
			const at = Math.min(place, whole.length);
			whole = whole.slice(0, at) + inserted + whole.slice(at + removed);
		}
		return whole;
	});

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
	const ends = [...places.filter((place) => place < bytes.length).sort((one, other) => one - other), bytes.length];
	return ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end));
}

test("what node:http reads is read the same, and what it refuses is refused, in any pieces", {
	timeout: timeoutOf(BOX),
}, async () => {
	let both = 0;
	const cuts = fc.array(fc.nat(300), { maxLength: 6 });
	const property = fc.asyncProperty(response, cuts, async (text, places) => {
		const whole = Buffer.from(text, "latin1");
		// What follows the response belongs to nobody, and node:http finds fault with it.
		const { length } = readByUs([...whole].map((byte) => Buffer.of(byte)));
		const bytes = whole.subarray(0, length);
		const ours = readByUs(cut(bytes, places)).reading;
		const node = await readByNode(cut(bytes, places));
		if ("error" in ours && "error" in node) return;
		if (!("error" in ours) && !("error" in node)) both++;
		if (isListed(bytes.toString("latin1"), ours, node)) return;
		expect(ours).toStrictEqual(node);
	});
	const tried = await fuzz(property, BOX);
	expect(both / tried).toBeGreaterThan(0.2);
});

function isListed(text: string, ours: Reading, node: Reading): boolean {
	const isSaid = (said: RegExp | undefined, reading: Reading) =>
		said === undefined ? !("error" in reading) : "error" in reading && said.test(reading.error);
	return NODE_DIFFERENCES.some(
		(difference) => isSaid(difference.ours, ours) && isSaid(difference.node, node) && difference.where.test(text),
	);
}
