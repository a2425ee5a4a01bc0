import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { runInNewContext } from "node:vm";
import { isFailure } from "@lapwing/result";
import { expect, test } from "vitest";
import { RelyingParty } from "../relying-party.ts";
import { authenticationWith, CHALLENGE, registrationWith, STORED_PASSKEY } from "../testing/respond.ts";
import { type JsonRequest, MAX_BODY_BYTES, readJsonBody } from "./request-body.ts";

const relyingParty = new RelyingParty({ id: "example.com", name: "Example" });

function requestWith(body: BodyInit | null, headers: Record<string, string> = {}): Request {
	return new Request("https://example.com/passkey/verify", {
		method: "POST",
		body,
		headers,
		duplex: "half",
	} as RequestInit);
}

/** A body that comes in these chunks and then ends, or fails with `error`. */
function streamOf(chunks: readonly unknown[], error?: Error): ReadableStream<Uint8Array> {
	const rest = [...chunks];
	return new ReadableStream({
		pull(controller) {
			if (rest.length > 0) controller.enqueue(rest.shift() as Uint8Array);
			else if (error) controller.error(error);
			else controller.close();
		},
	});
}

async function outcomeOf(request: JsonRequest): Promise<string> {
	const result = await relyingParty.verifyRegistration(request, { challenge: CHALLENGE });
	return isFailure(result) ? result.error.name : "success";
}

test("a request is verified like the JSON that it carries, whatever its content type", async () => {
	const registration = JSON.stringify(await registrationWith());
	for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded", "nonsense"]) {
		expect(await outcomeOf(requestWith(registration, { "content-type": type }))).toBe("success");
	}
	const signIn = requestWith(JSON.stringify(await authenticationWith()));
	const result = await relyingParty.verifyAuthentication(signIn, { challenge: CHALLENGE, passkey: STORED_PASSKEY });
	expect(isFailure(result)).toBe(false);
});

test("a body that comes byte by byte, behind a byte order mark, is read", async () => {
	const bytes = new TextEncoder().encode(`\ufeff${JSON.stringify(await registrationWith())}`);
	expect(await outcomeOf(requestWith(streamOf(Array.from(bytes, (byte) => Uint8Array.of(byte)))))).toBe("success");
});

test.each([
	["no body", () => requestWith(null)],
	["an empty body", () => requestWith("")],
	["a body that is not JSON", () => requestWith("{")],
	["a body that is a number", () => requestWith("7")],
	["a body that is null", () => requestWith("null")],
	["a body with invalid UTF-8", () => requestWith(Uint8Array.of(0x22, 0xff, 0x22))],
	["a body that fails", () => requestWith(streamOf([Uint8Array.of(0x7b)], new Error("reset")))],
	["a body of texts", () => requestWith(streamOf(["{}"]))],
	["a body that is nested without end", () => requestWith("[".repeat(MAX_BODY_BYTES))],
])("%s is a malformed response", async (_what, request) => {
	expect(await outcomeOf(request())).toBe("MalformedResponseError");
});

test("a body that was used or is being read is a malformed response", async () => {
	const used = requestWith(JSON.stringify(await registrationWith()));
	await used.text();
	expect(await outcomeOf(used)).toBe("MalformedResponseError");
	const locked = requestWith(JSON.stringify(await registrationWith()));
	locked.body?.getReader();
	expect(await outcomeOf(locked)).toBe("MalformedResponseError");
});

test("64 KiB are read, and one byte more is not", async () => {
	const fill = (length: number) => `"${"a".repeat(length - 2)}"`;
	const most = await readJsonBody(requestWith(fill(MAX_BODY_BYTES)));
	expect(most).toStrictEqual({ json: "a".repeat(MAX_BODY_BYTES - 2) });
	expect(await readJsonBody(requestWith(fill(MAX_BODY_BYTES + 1)))).toBe("too-long");
});

test("an endless body is abandoned after 64 KiB and refused", async () => {
	let sent = 0;
	let isCancelled = false;
	const endless = new ReadableStream<Uint8Array>({
		pull(controller) {
			controller.enqueue(new Uint8Array(1_024));
			sent += 1_024;
		},
		cancel() {
			isCancelled = true;
		},
	});
	expect(await readJsonBody(requestWith(endless))).toBe("too-long");
	expect(isCancelled).toBe(true);
	expect(sent).toBeLessThanOrEqual(MAX_BODY_BYTES + 4 * 1_024);
});

test("five thousand senders of one byte reserve no more than they send", async () => {
	const before = process.memoryUsage().arrayBuffers;
	const senders = Array.from({ length: 5_000 }, () => {
		const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
		const writer = writable.getWriter();
		const answer = readJsonBody({ bodyUsed: false, body: readable, json: async () => undefined });
		return { writer, written: writer.write(Uint8Array.of(0x7b)), answer };
	});
	await Promise.all(senders.map(({ written }) => written));
	// 64 KiB each were 320 MB.
	expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
	await Promise.all(senders.map(({ writer }) => writer.close()));
	expect(new Set(await Promise.all(senders.map(({ answer }) => answer)))).toStrictEqual(new Set(["not-json"]));
});

test("a body of nothing but empty chunks ends, and is a malformed response", async () => {
	const empty = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array()) });
	expect(await outcomeOf(requestWith(empty))).toBe("MalformedResponseError");
});

test("empty chunks between others are nothing", async () => {
	const bytes = new TextEncoder().encode(JSON.stringify(await registrationWith()));
	const body = streamOf([new Uint8Array(), bytes.subarray(0, 7), new Uint8Array(), bytes.subarray(7)]);
	expect(await outcomeOf(requestWith(body))).toBe("success");
});

test("a body whose bytes are another realm's is read: sandboxes and test runners make such requests", async () => {
	const bytes = new TextEncoder().encode(JSON.stringify(await registrationWith()));
	const foreign = runInNewContext("Uint8Array.from(numbers)", { numbers: [...bytes] });
	expect(foreign).not.toBeInstanceOf(Uint8Array);
	expect(await outcomeOf(requestWith(streamOf([foreign])))).toBe("success");
});

test("a source whose cancellation fails or never settles does not delay the answer", async () => {
	for (const cancel of [() => Promise.reject(new Error("no")), () => new Promise<void>(() => undefined)]) {
		const body = new ReadableStream<Uint8Array>({
			pull: (controller) => controller.enqueue(new Uint8Array(MAX_BODY_BYTES + 1)),
			cancel,
		});
		expect(await readJsonBody(requestWith(body))).toBe("too-long");
	}
});

test("a request that came over a socket and broke off is a malformed response", async () => {
	const server = createServer();
	const outcome = once(server, "request").then(([incoming]: IncomingMessage[]) => {
		incoming?.once("data", () => incoming.socket.destroy());
		return outcomeOf(requestWith(Readable.toWeb(incoming as IncomingMessage) as ReadableStream));
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const sending = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Uint8Array.of(0x7b)) });
	const broken = fetch(`http://127.0.0.1:${port}`, { method: "POST", body: sending, duplex: "half" } as RequestInit);
	await expect(broken).rejects.toThrow();
	expect(await outcome).toBe("MalformedResponseError");
	await new Promise((closed) => server.close(closed));
});
