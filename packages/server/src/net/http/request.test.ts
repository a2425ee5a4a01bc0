import { describe, expect, test } from "vitest";
import { answerOk, startHttpTarget } from "../../probe/targets/http-target.ts";
import { drip, startRawTarget } from "../../probe/targets/raw-target.ts";
import { PolicedDialer } from "../dial.ts";
import { type HttpRequest, sendRequest } from "./request.ts";

function send(request: Partial<HttpRequest> & { url: string }, allowPrivateTargets = true) {
	const dialer = new PolicedDialer({ allowPrivateTargets, resolvers: ["127.0.0.1:9"] });
	const defaults = { method: "POST", headers: {}, body: null, timeoutMs: 5_000, maxResponseBytes: 1_000 } as const;
	return sendRequest(dialer, { ...defaults, ...request });
}

test("a body is sent with its headers and its length in bytes", async () => {
	await using target = await startHttpTarget(async (request, response) => {
		let body = "";
		for await (const piece of request) body += piece;
		response.writeHead(202, { "X-Seen": `${request.method} ${request.headers["content-length"]}`, "Retry-After": "7" });
		response.end(`${body} ${request.headers["content-type"]}`);
	});
	const answer = await send({ url: target.url, headers: { "Content-Type": "text/plain" }, body: "grün" });
	expect(answer).toMatchObject({ kind: "answered", status: 202, body: "grün text/plain" });
	if (answer.kind !== "answered") return;
	expect(answer.headers.get("x-seen")).toBe("POST 5");
	expect(answer.headers.get("retry-after")).toBe("7");
});

test("a large body arrives whole", async () => {
	await using target = await startHttpTarget(async (request, response) => {
		let length = 0;
		for await (const piece of request) length += (piece as Buffer).length;
		response.end(String(length));
	});
	const body = new Uint8Array(5_000_000).fill(97);
	expect(await send({ url: target.url, body })).toMatchObject({ kind: "answered", body: "5000000" });
});

test("redirects are not followed", async () => {
	await using target = await startHttpTarget((_, response) => response.writeHead(302, { location: "/" }).end());
	expect(await send({ url: target.url })).toMatchObject({ kind: "answered", status: 302 });
	expect(target.connections).toBe(1);
});

test("an endless answer is read up to the given limit", async () => {
	await using target = await startRawTarget((socket) =>
		drip(socket, "a".repeat(999), { first: "HTTP/1.1 200 OK\r\n\r\n" }),
	);
	expect(await send({ url: target.url, maxResponseBytes: 2_500 })).toMatchObject({ body: "a".repeat(2_500) });
});

test("an answer counts once its head is complete, even if its body breaks off or never ends", async () => {
	await using cut = await startRawTarget((socket) =>
		socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab")),
	);
	expect(await send({ url: cut.url })).toMatchObject({ kind: "answered", status: 200, body: "ab" });
	await using slow = await startRawTarget((socket) =>
		socket.once("data", () => socket.write("HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 9\r\n\r\n")),
	);
	const answer = await send({ url: slow.url, timeoutMs: 300 });
	expect(answer).toMatchObject({ kind: "answered", status: 503 });
	expect(answer.kind === "answered" && answer.headers.get("retry-after")).toBe("7");
});

describe("it fails as a check does", () => {
	test("on a forbidden address", async () => {
		expect(await send({ url: "http://169.254.169.254/" })).toMatchObject({ fault: "target_forbidden" });
		await using target = await startHttpTarget(answerOk);
		expect(await send({ url: target.url }, false)).toMatchObject({ fault: "target_forbidden" });
		expect(target.connections).toBe(0);
	});

	test("on a receiver that never reads", async () => {
		await using target = await startRawTarget((socket) => socket.pause());
		const body = new Uint8Array(20_000_000);
		expect(await send({ url: target.url, body, timeoutMs: 300 })).toMatchObject({
			fault: "timeout",
			phase: "first_byte",
		});
	});

	test("on its signal", async () => {
		const stop = new AbortController();
		await using target = await startRawTarget((socket) => socket.once("data", () => stop.abort()));
		expect(await send({ url: target.url, signal: stop.signal })).toStrictEqual({ kind: "aborted" });
	});
});

test.each([
	[{ "X-A": "b\r\nX-C: d" }],
	[{ "X A": "b" }],
	[{ "X-A": "€" }],
	[{ Host: "elsewhere" }],
	[{ "Content-Length": "1" }],
])("headers that would change the message's framing throw: %o", async (headers) => {
	await expect(send({ url: "http://127.0.0.1:9/", headers: headers as Record<string, string> })).rejects.toThrow(
		TypeError,
	);
});
