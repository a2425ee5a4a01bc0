import type { Socket } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import type { WebsocketSettings } from "../../domain/monitors/types.ts";
import { trustOnly } from "../../net/testing/trust-only.ts";
import { type Authority, createAuthority } from "../targets/certificates.ts";
import { unusedPort } from "../targets/listening.ts";
import { byteByByte, drip } from "../targets/raw-target.ts";
import {
	accepted,
	clientFrameOf,
	frame,
	type OnRequest,
	opens,
	startWebSocketTarget,
} from "../targets/websocket-target.ts";
import { type ObserveOptions, observe } from "../testing/observe.ts";

let root: Authority;
beforeAll(async () => {
	root = await createAuthority();
	return trustOnly(root);
});

const contains = (value: string) => ({ type: "contains", value, caseSensitive: true }) as const;
const ok = { expect: contains("ok") };

function settings(over: Partial<WebsocketSettings> = {}): WebsocketSettings {
	return { type: "websocket", url: "ws://127.0.0.1:1/", send: null, expect: null, ...over };
}

async function look(onRequest: OnRequest, over: Partial<WebsocketSettings> = {}, options: ObserveOptions = {}) {
	await using target = await startWebSocketTarget(onRequest);
	return await observe(settings({ url: `ws://127.0.0.1:${target.port}/live?x=1`, ...over }), {
		timeoutMs: 5_000,
		...options,
	});
}

describe.concurrent("a WebSocket", () => {
	test("that opens is up, and is closed with a goodbye", async () => {
		const closed = Promise.withResolvers<ReturnType<typeof clientFrameOf>>();
		await using target = await startWebSocketTarget(opens([], (_, bytes) => closed.resolve(clientFrameOf(bytes))));
		const { observation, judgement } = await observe(settings({ url: `ws://127.0.0.1:${target.port}/` }));
		expect(judgement.verdict).toBe("up");
		expect(observation).toMatchObject({ kind: "answered", type: "websocket", status: 101, searched: null });
		expect(await closed.promise).toMatchObject({ opcode: 8 });
	});

	test("is asked for as RFC 6455 says", async () => {
		let asked = "";
		await look((socket, request) => {
			asked = request;
			opens()(socket, request);
		});
		expect(asked.split("\r\n")).toEqual([
			"GET /live?x=1 HTTP/1.1",
			expect.stringMatching(/^Host: 127\.0\.0\.1:\d+$/),
			"User-Agent: Lapwing/test",
			"Connection: Upgrade",
			"Upgrade: websocket",
			"Sec-WebSocket-Version: 13",
			expect.stringMatching(/^Sec-WebSocket-Key: [\w+/]{22}==$/),
			"",
			"",
		]);
	});

	test("is open however many pieces the answer comes in, and what follows it in the same piece is read", async () => {
		const inPieces: OnRequest = (socket, request) => {
			socket.setNoDelay(true);
			byteByByte(
				Buffer.from(accepted(request).slice(0, -1)),
				(byte) => void socket.write(byte),
				() => {
					socket.write(Buffer.concat([Buffer.from("\n"), frame("all ok")]));
				},
			);
		};
		const { judgement } = await look(inPieces, ok);
		expect(judgement.verdict).toBe("up");
	});

	test("is sent a message, and its answer is searched", async () => {
		const echo = opens([], (socket, bytes) => {
			const { opcode, payload } = clientFrameOf(bytes);
			if (opcode === 1) socket.write(frame(`you said ${payload}`));
		});
		const { judgement } = await look(echo, { send: "héllo", expect: contains("you said héllo") });
		expect(judgement.verdict).toBe("up");
	});

	test("is searched across pieces, other messages and pings, which are answered", async () => {
		const pongs: string[] = [];
		const frames = [frame("first"), frame("are you there", { opcode: 9 }), frame("he", { isLast: false })];
		const speaks = opens(frames, (socket, bytes) => {
			const { opcode, payload } = clientFrameOf(bytes);
			if (opcode !== 10) return;
			pongs.push(payload);
			socket.write(Buffer.concat([frame("within", { opcode: 9 }), frame("llo", { opcode: 0 })]));
		});
		const expected = { type: "regex", value: "first\\nhello\\n", caseSensitive: true } as const;
		expect((await look(speaks, { expect: expected })).judgement.verdict).toBe("up");
		expect(pongs[0]).toBe("are you there");
	});

	test("may send a character in two pieces", async () => {
		const frames = [frame(Buffer.from([0xc3]), { isLast: false }), frame(Buffer.from([0xa9]), { opcode: 0 })];
		const { judgement } = await look(opens(frames), { expect: contains("é") });
		expect(judgement.verdict).toBe("up");
	});

	test("does not have its messages read as one text", async () => {
		const { judgement } = await look(opens([frame("o"), frame("k"), frame("", { opcode: 8 })]), ok);
		expect(judgement).toMatchObject({ verdict: "down", reason: "content" });
	});

	test("over TLS has its certificate watched", async () => {
		await using target = await startWebSocketTarget(opens([frame("ok")]), await root.issue());
		const { observation, judgement } = await observe(settings({ url: `wss://localhost:${target.port}/`, ...ok }));
		expect(judgement.verdict).toBe("up");
		expect(observation).toMatchObject({ certificate: { issuer: "Lapwing Tests" } });
		expect(observation.kind === "answered" && observation.phases.tls).toBeGreaterThan(0);
	});
});

const responds =
	(head: string): OnRequest =>
	(socket) =>
		void socket.end(head);
/** Opens but for a change in the answer's head. */
const opensWith =
	(change: (head: string) => string): OnRequest =>
	(socket, request) =>
		void socket.end(change(accepted(request)));
const reset = (socket: Socket) => void socket.resetAndDestroy();
const broken = (...frames: Buffer[]) => opens(frames);

describe.concurrent("a server that misbehaves", () => {
	// What it does; how; the settings; the reason, the phase, part of the message.
	test.each<[string, OnRequest, Partial<WebsocketSettings>, string, string | null, RegExp]>([
		["answers 200", responds("HTTP/1.1 200 OK\r\n\r\nhello"), {}, "status", null, /status 200; 101 was expected/],
		["answers 404", responds("HTTP/1.1 404 Not Found\r\n\r\n"), {}, "status", null, /404/],
		[
			"wants to be upgraded to something else",
			responds("HTTP/1.1 426 Upgrade Required\r\n\r\n"),
			{},
			"status",
			null,
			/426/,
		],
		["redirects", responds("HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n"), {}, "status", null, /302/],
		["answers no HTTP", responds("SSH-2.0-OpenSSH\r\n\r\n"), {}, "protocol", "first_byte", /status line/],
		[
			"has a malformed header line",
			opensWith((head) => head.replace("Upgrade: w", "Upgrade w")),
			{},
			"protocol",
			"first_byte",
			/malformed header line/,
		],
		[
			"has headers without end",
			(socket) => drip(socket, "X-More: more\r\n".repeat(100), { first: "HTTP/1.1 101 X\r\n" }),
			{},
			"protocol",
			"transfer",
			/more than 32768 bytes of headers/,
		],
		[
			"has one line without end",
			(socket) => drip(socket, "x".repeat(1_000)),
			{},
			"protocol",
			"transfer",
			/more than 32768/,
		],
		[
			"switches to another protocol",
			opensWith((head) => head.replace("websocket", "h2c")),
			{},
			"protocol",
			"first_byte",
			/switches to .h2c./,
		],
		[
			"does not say what it switches to",
			opensWith((head) => head.replace("Upgrade: websocket\r\n", "")),
			{},
			"protocol",
			"first_byte",
			/not to a WebSocket/,
		],
		[
			"lacks Connection: Upgrade",
			opensWith((head) => head.replace("Connection: Upgrade", "Connection: close")),
			{},
			"protocol",
			"first_byte",
			/lacks Connection/,
		],
		[
			"answers without the key",
			opensWith((head) => head.replace(/Sec-WebSocket-Accept.*\r\n/, "")),
			{},
			"protocol",
			"first_byte",
			/does not answer the key/,
		],
		[
			"answers another key",
			opensWith((head) => head.replace(/Accept: .*/, "Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=")),
			{},
			"protocol",
			"first_byte",
			/does not answer the key/,
		],
		[
			"uses an extension",
			opensWith((head) => head.replace("Upgrade: w", "Sec-WebSocket-Extensions: permessage-deflate\r\nUpgrade: w")),
			{},
			"protocol",
			"first_byte",
			/extension that was not offered/,
		],
		[
			"uses a protocol",
			opensWith((head) => head.replace("Upgrade: w", "Sec-WebSocket-Protocol: chat\r\nUpgrade: w")),
			{},
			"protocol",
			"first_byte",
			/protocol that was not offered/,
		],
		[
			"closes at the handshake",
			(socket) => void socket.end(),
			{},
			"reset",
			"first_byte",
			/before the WebSocket was open/,
		],
		["closes within the head", responds("HTTP/1.1 101 Swit"), {}, "reset", "transfer", /before the WebSocket was open/],
		["resets at the handshake", reset, {}, "reset", "first_byte", /reset/],
		[
			"sends another message and closes",
			broken(frame("no"), frame("", { opcode: 8 })),
			ok,
			"content",
			null,
			/No "ok" .*"no\\n"/,
		],
		[
			"sends another message and closes with a reason",
			broken(frame("no"), frame(Buffer.from("\x03\xf3overloaded", "latin1"), { opcode: 8 })),
			ok,
			"content",
			null,
			/closed it with 1011 "overloaded"/,
		],
		[
			"closes at once with a reason",
			broken(frame(Buffer.from("\x03\xf3overloaded", "latin1"), { opcode: 8 })),
			ok,
			"reset",
			"first_byte",
			/closed it with 1011 "overloaded" without sending anything/,
		],
		[
			"closes with half a code",
			broken(frame(Buffer.from([3]), { opcode: 8 })),
			ok,
			"protocol",
			"transfer",
			/half a code/,
		],
		[
			"sends a text that is not UTF-8",
			broken(frame(Buffer.from("ok \xff", "latin1"))),
			ok,
			"protocol",
			"transfer",
			/not UTF-8/,
		],
		[
			"sends a text that ends within a character",
			broken(frame(Buffer.from("ok \xe2\x82", "latin1"))),
			ok,
			"protocol",
			"transfer",
			/not UTF-8/,
		],
		["says goodbye at once", broken(frame("", { opcode: 8 })), ok, "reset", "first_byte", /without sending anything/],
		[
			"closes without a goodbye",
			(socket, request) => void socket.end(accepted(request)),
			ok,
			"reset",
			"first_byte",
			/without sending anything/,
		],
		["resets once open", opens([frame("no")], reset), { ...ok, send: "x" }, "reset", "transfer", /reset/],
		[
			"sends messages without end",
			(socket, request) => drip(socket, frame("no ".repeat(1_000)), { first: accepted(request) }),
			ok,
			"content",
			null,
			/65536 bytes/,
		],
		[
			"sends a message without end",
			(socket, request) => {
				socket.write(Buffer.concat([Buffer.from(accepted(request)), frame("", { length: 2n ** 40n })]));
				drip(socket, "no ".repeat(1_000));
			},
			ok,
			"content",
			null,
			/65536 bytes/,
		],
		["masks its frames", broken(frame("ok", { isMasked: true })), ok, "protocol", "transfer", /masked/],
		[
			"compresses its frames",
			broken(frame("ok", { reserved: 4 })),
			ok,
			"protocol",
			"transfer",
			/extension that was not agreed on/,
		],
		["invents a kind of frame", broken(frame("ok", { opcode: 3 })), ok, "protocol", "transfer", /unknown kind 3/],
		[
			"invents a kind of control frame",
			broken(frame("ok", { opcode: 11 })),
			ok,
			"protocol",
			"transfer",
			/unknown kind 11/,
		],
		["continues what was not begun", broken(frame("ok", { opcode: 0 })), ok, "protocol", "transfer", /not begun/],
		[
			"begins a message within another",
			broken(frame("o", { isLast: false }), frame("ok")),
			ok,
			"protocol",
			"transfer",
			/within another/,
		],
		[
			"sends a ping in pieces",
			broken(frame("ok", { opcode: 9, isLast: false })),
			ok,
			"protocol",
			"transfer",
			/control frame in pieces/,
		],
		[
			"sends a ping of 126 bytes",
			broken(frame("x".repeat(126), { opcode: 9 })),
			ok,
			"protocol",
			"transfer",
			/control frame of 126 bytes/,
		],
		[
			"sends empty pieces without end",
			opens([frame("", { isLast: false }), Buffer.alloc(30_000)]),
			ok,
			"protocol",
			"transfer",
			/more than 10000 frames/,
		],
		[
			"states a length that is none",
			broken(frame("ok", { length: 2n ** 63n })),
			ok,
			"protocol",
			"transfer",
			/length is no length/,
		],
	])("it %s", async (_what, onRequest, over, reason, phase, message) => {
		const { judgement } = await look(onRequest, over);
		expect(judgement).toMatchObject({ verdict: "down", reason, phase, message: expect.stringMatching(message) });
	});

	test.each<[string, OnRequest, Partial<WebsocketSettings>, string]>([
		["does not answer the handshake", () => {}, {}, "first_byte"],
		["answers half of a head", (socket) => void socket.write("HTTP/1.1 101"), {}, "transfer"],
		["opens and says nothing", opens(), ok, "first_byte"],
		["sends pings alone", opens([frame("", { opcode: 9 })]), ok, "first_byte"],
		["sends half of a frame's header", opens([frame("ok").subarray(0, 1)]), ok, "first_byte"],
	])("it %s until the time runs out", async (_what, onRequest, over, phase) => {
		const { judgement } = await look(onRequest, over, { timeoutMs: 700 });
		expect(judgement).toMatchObject({ verdict: "down", reason: "timeout", phase });
	});

	test("nobody listens", async () => {
		const { judgement } = await observe(settings({ url: `ws://127.0.0.1:${await unusedPort()}/` }));
		expect(judgement).toMatchObject({ verdict: "down", reason: "refused", phase: "connect" });
	});

	test.each([
		["for another name", { names: ["example.com"] }, "tls_wrong_name"],
		["that has expired", { validFromDays: -9, validToDays: -1 }, "tls_expired"],
	])("it has a certificate %s", async (_what, options, reason) => {
		await using target = await startWebSocketTarget(opens(), await root.issue(options));
		const { judgement } = await observe(settings({ url: `wss://localhost:${target.port}/` }));
		expect(judgement).toMatchObject({ verdict: "down", reason, phase: "tls" });
	});
});

test("own trouble is missed, and forbidden addresses are not connected to", async () => {
	expect((await observe(settings({ url: "ws://any.example/" }))).judgement).toMatchObject({
		verdict: "missed",
		reason: "resolver",
	});
	const { judgement } = await observe(settings(), { allowPrivateTargets: false });
	expect(judgement).toMatchObject({ verdict: "down", reason: "target_forbidden" });
});
