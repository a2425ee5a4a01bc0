import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { ChannelSettings } from "../../../domain/alerts/channels.ts";
import { aMessage, aNotice, HOSTILE_TEXT } from "../../../domain/alerts/testing/messages.ts";
import { aVendorStage, certificate, down, hostile, many, never, to, up } from "../../testing/vendor-stage.ts";

const stage = await aVendorStage();
const { receiver, url, notifier } = stage;
afterAll(() => stage.close());
beforeEach(() => stage.reset());

type Http = Extract<ChannelSettings, { type: "http" }>;
const http = (more: Partial<Http> = {}): Http => ({
	type: "http",
	method: "POST",
	url: `${url}/in?key=1`,
	headers: null,
	body: null,
	...more,
});

async function sent(settings: Http, ...notices: Parameters<typeof aMessage>) {
	expect(await notifier.deliver(to(settings), aMessage(...notices), never)).toEqual({ kind: "sent" });
	const request = receiver.received.at(-1);
	if (!request) throw new Error("Nothing came");
	return request;
}

test("sends JSON with the usual members when it has no body of its own", async () => {
	const { json, path, method, headers } = await sent(http(), down);
	expect([method, path, headers["content-type"]]).toEqual(["POST", "/in?key=1", "application/json"]);
	expect(json).toEqual({
		id: "evt_01",
		event: "down",
		severity: "critical",
		title: "Shop is down",
		text: expect.stringMatching(/^No complete response within 10 s\.\nSince 11:59:00 UTC, seen from /),
		monitor: { id: "mon_01", name: "Shop", url: "https://shop.example/" },
		since: "2026-05-01T11:59:00.000Z",
		link: "https://lapwing.example/monitors/mon_01",
	});
});

test.each(["PUT", "PATCH"] as const)("sends a body with %s", async (method) => {
	const request = await sent(http({ method, body: '{"t":"{{title}}"}' }), down);
	expect([request.method, request.json]).toEqual([method, { t: "Shop is down" }]);
});

test.each(["GET", "DELETE"] as const)("sends none with %s", async (method) => {
	const request = await sent(http({ method, body: '{"t":"{{title}}"}' }), down);
	expect([request.method, request.body, request.headers["content-type"]]).toEqual([method, "", undefined]);
});

test("sends the headers of its owner, in place of ours where they are the same", async () => {
	const headers =
		"Authorization: Bearer a b\n\nuser-agent: Ours/1\r\nX-Empty:\nContent-Type: text/plain; charset=utf-8";
	const request = await sent(http({ headers, body: "{{title}}: {{error}}" }), down);
	expect(request.headers).toMatchObject({
		authorization: "Bearer a b",
		"user-agent": "Ours/1",
		"x-empty": "",
		"content-type": "text/plain; charset=utf-8",
	});
	expect(request.body).toBe("Shop is down: No complete response within 10 s.");
});

describe("values are escaped for the body's media type:", () => {
	test.each(["application/json", "application/vnd.api+json; charset=utf-8"])("%s", async (type) => {
		const settings = http({ headers: `Content-Type: ${type}`, body: '{"name":"{{monitor.name}}","text":"{{text}}"}' });
		const { json } = await sent(settings, hostile);
		expect(json.name).toBe(HOSTILE_TEXT);
		expect(json.text.split("\n")[0]).toBe(HOSTILE_TEXT);
	});

	test("a form", async () => {
		const headers = "Content-Type: application/x-www-form-urlencoded";
		const { body } = await sent(http({ headers, body: "name={{monitor.name}}&again=1" }), hostile);
		expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ name: HOSTILE_TEXT, again: "1" });
	});

	test("XML", async () => {
		const error = `${HOSTILE_TEXT}\u0000\u001b`;
		const settings = http({ headers: "Content-Type: application/xml", body: '<a b="{{error}}">{{error}}</a>' });
		const { body } = await sent(settings, aNotice({ error }));
		expect(body).toMatch(/^<a b="[^"<]*">[^<]*<\/a>$/);
		expect(body).not.toMatch(/[^\t\n\r\x20-\ud7ff]/);
		expect(body).toContain("&lt;b&gt;&amp;amp;");
	});
});

test("one request is about all monitors of a message; a field about one is of the first", async () => {
	const { json } = await sent(http({ body: '{"n":{{count}},"t":"{{title}}","m":"{{monitor.id}}"}' }), ...many);
	expect(json).toEqual({ n: 500, t: "500 monitors are down", m: "mon_01" });
});

test("a body is bounded, however often and however long a value is", async () => {
	const body = `["${Array(50).fill("{{error}}").join('","')}"]`;
	const request = await sent(http({ body }), aNotice({ error: "\u0001".repeat(100_000) }));
	expect(Buffer.byteLength(request.body)).toBeLessThan(700_000);
	expect(request.json.length).toBe(50);
});

test("a test says that it is one, with an example for what a message has", async () => {
	const { json } = await sent(http({ body: '["{{event}}","{{severity}}","{{monitor.name}}","{{text}}"]' }));
	expect(json).toEqual(["test", "info", "Shop", "This is a test. Nothing is wrong."]);
});

test("any message gives a body that can be read", async () => {
	for (const notice of [down, up, certificate, hostile, aNotice({ event: "blind", cause: "cut_off", since: null })]) {
		expect((await sent(http(), notice)).json).toMatchObject({ title: expect.any(String) });
	}
});
