/** Live changes, from servers that end, break, fall silent and refuse. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Client } from "../client.ts";
import type { LiveEvent, LiveOptions } from "./listen.ts";

type Answering = (response: ServerResponse) => void;

let server: Server;
let asked: IncomingMessage[];
let answers: Answering[];

beforeEach(async () => {
	asked = [];
	answers = [];
	server = createServer((incoming, response) => {
		asked.push(incoming);
		const gone: Answering = (each) => each.writeHead(403).end();
		(answers.shift() ?? gone)(response);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
	server.closeAllConnections();
	return new Promise((resolve) => server.close(resolve));
});

const HEAD = "retry: 1\n\n";
const change = (id: string) => `event: change\nid: ${id}\ndata: {"monitors":[],"removed":["${id}"],"added":false}\n\n`;

/** A stream that sends `text` and then ends, breaks or stays open. */
function stream(text: string, then: "end" | "break" | "stay"): Answering {
	return (response) => {
		response.writeHead(200, { "content-type": "text/event-stream" }).write(HEAD + text, () => {
			if (then === "end") response.end();
			// What was written is on its way: a broken connection would take it back.
			if (then === "break") setTimeout(() => response.socket?.destroy(), 50);
		});
	};
}

async function listenTo(options: LiveOptions = {}, onEvent = (_event: LiveEvent) => {}): Promise<LiveEvent[]> {
	const { port } = server.address() as AddressInfo;
	const lapwing = new Client({ baseUrl: `http://127.0.0.1:${port}`, key: "lw_key" });
	const seen: LiveEvent[] = [];
	for await (const event of lapwing.live(options)) {
		seen.push(event);
		onEvent(event);
	}
	return seen;
}

/** As Node does when memory is short, which no test can wait for. */
async function collectGarbage(): Promise<void> {
	setFlagsFromString("--expose-gc");
	runInNewContext("gc")();
	await new Promise((resolve) => setTimeout(resolve, 20));
}

const inShort = (events: readonly LiveEvent[]) =>
	events.map((event) => {
		if (event.type === "lost") return `lost ${event.error.code}${event.retryInMs === null ? " for good" : ""}`;
		return "id" in event ? `${event.type} ${event.id}` : event.type;
	});
const resumedAfter = () => asked.map(({ headers }) => headers["last-event-id"] ?? null);

test("goes on after the last event when the service ends a stream", async () => {
	answers = [stream(change("a-1") + change("a-2"), "end"), stream(change("a-3"), "end")];
	const seen = await listenTo();
	expect(inShort(seen)).toEqual([
		...["open", "change a-1", "change a-2"],
		...["open", "change a-3", "lost UNEXPECTED_ANSWER for good"],
	]);
	expect(resumedAfter()).toEqual([null, "a-2", "a-3"]);
	expect(seen[1]).toEqual({ type: "change", id: "a-1", change: { monitors: [], removed: ["a-1"], added: false } });
	expect(asked[0]?.headers).toMatchObject({ accept: "text/event-stream", authorization: "Bearer lw_key" });
});

test("says that the connection was lost, and mends it", async () => {
	answers = [stream(change("a-1"), "break"), (response) => response.writeHead(502).end("<html>"), stream("", "end")];
	expect(inShort(await listenTo())).toEqual([
		...["open", "change a-1", "lost NO_ANSWER", "lost UNEXPECTED_ANSWER", "open"],
		"lost UNEXPECTED_ANSWER for good",
	]);
});

test("a connection that is silent is lost", async () => {
	answers = [stream(change("a-1"), "stay")];
	expect(inShort(await listenTo({ silenceMs: 1_000 }))).toEqual([
		...["open", "change a-1", "lost TIMED_OUT", "lost UNEXPECTED_ANSWER for good"],
	]);
});

test("without an event id, the reader is asked to read everything again", async () => {
	answers = [stream("", "end"), stream("", "end")];
	expect(inShort(await listenTo()).slice(0, 3)).toEqual(["open", "open", "resync null"]);
});

test("starts after the event that the caller saw last, and hands on the service's resync", async () => {
	answers = [stream("event: resync\nid: b-7\ndata: {}\n\n", "end")];
	expect(inShort(await listenTo({ lastEventId: "a-2" })).slice(0, 2)).toEqual(["open", "resync b-7"]);
	expect(resumedAfter()).toEqual(["a-2", "b-7"]);
});

test("waits as long as a refusal for the moment asks", async () => {
	const body = JSON.stringify({ error: { code: "TOO_MANY_REQUESTS", message: "Too many live streams are open." } });
	answers = [(response) => response.writeHead(429, { "retry-after": "1" }).end(body)];
	const startedAt = performance.now();
	expect((await listenTo())[0]).toMatchObject({ error: { code: "TOO_MANY_REQUESTS" }, retryInMs: expect.any(Number) });
	expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
});

test("ends quietly, and closes its connection, when the signal aborts", async () => {
	const controller = new AbortController();
	const closed = new Promise<void>((resolve) => {
		answers = [
			(response) => {
				response.on("close", resolve);
				stream(change("a-1"), "stay")(response);
			},
		];
	});
	// A turn later, when it waits for the next event.
	const abort = (event: LiveEvent) => event.type === "change" && setImmediate(() => controller.abort());
	expect(inShort(await listenTo({ signal: controller.signal }, abort))).toEqual(["open", "change a-1"]);
	await closed;
});

test("aborting it ends it also after garbage was collected, as do silence and the time limit of an answer", async () => {
	const stay = stream(change("a-1"), "stay");
	answers = [stay, stay, (response) => response.writeHead(200, { "content-type": "application/json" }).write("{")];
	const controller = new AbortController();
	const aborted = listenTo({ signal: controller.signal });
	const { port } = server.address() as AddressInfo;
	await expect.poll(() => asked.length).toBe(1);
	const silent = listenTo({ silenceMs: 1_000 });
	await expect.poll(() => asked.length).toBe(2);
	const lapwing = new Client({ baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 1_000, retry: { attempts: 1 } });
	const endless = lapwing.get("/api/v1/monitors/stats");
	for (let count = 0; count < 10; count++) await collectGarbage();
	controller.abort();
	expect(inShort(await aborted)).toEqual(["open", "change a-1"]);
	expect(inShort(await silent)).toEqual(["open", "change a-1", "lost TIMED_OUT", "lost UNEXPECTED_ANSWER for good"]);
	expect(await endless).toMatchObject({ error: { code: "TIMED_OUT" } });
});

test("closes its connection when the loop is left", async () => {
	const closed = new Promise<void>((resolve) => {
		answers = [
			(response) => {
				response.on("close", resolve);
				stream(change("a-1"), "stay")(response);
			},
		];
	});
	const { port } = server.address() as AddressInfo;
	for await (const event of new Client({ baseUrl: `http://127.0.0.1:${port}` }).live()) {
		if (event.type === "change") break;
	}
	await closed;
});

test("an event that can't be read loses the connection, not the program", async () => {
	answers = [stream("event: change\nid: a-1\ndata: {oops\n\n", "stay")];
	expect(inShort(await listenTo()).slice(0, 2)).toEqual(["open", "lost UNEXPECTED_ANSWER"]);
});
