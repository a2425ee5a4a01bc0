import { expect, test } from "vitest";
import { ApiError } from "../../api/client/api-error.ts";
import { newDraft } from "./draft.ts";
import { draftOfAddress, withScheme } from "./reachable.ts";

/** A network in which `answering` addresses answer; keeps what was tried. */
function network(...answering: string[]) {
	const tried: unknown[] = [];
	const attempt = async (settings: Readonly<Record<string, unknown>>) => {
		tried.push(settings["url"]);
		return { responseStatus: answering.includes(String(settings["url"])) ? 404 : null };
	};
	return { tried, attempt };
}

async function watched(address: string, { attempt }: ReturnType<typeof network>) {
	const { draft, said } = await draftOfAddress(address, attempt);
	return { type: draft.type, url: draft.own["url"], said };
}

test.each([
	{
		answering: ["https://nas.lan", "http://nas.lan"],
		tried: ["https://nas.lan"],
		url: "https://nas.lan",
		said: "nas.lan answers over https.",
	},
	{
		answering: ["http://nas.lan"],
		tried: ["https://nas.lan", "http://nas.lan"],
		url: "http://nas.lan",
		said: "nas.lan answers over http.",
	},
	{
		answering: [],
		tried: ["https://nas.lan", "http://nas.lan"],
		url: "https://nas.lan",
		said: "nas.lan answers over neither https nor http. It is watched over https.",
	},
])("an address without a scheme is tried over https, then http; answering: $answering", async (expected) => {
	const given = network(...expected.answering);
	expect(await watched("nas.lan", given)).toEqual({ type: "http", url: expected.url, said: expected.said });
	expect(given.tried).toEqual(expected.tried);
});

test("an address with a scheme is taken as it is", async () => {
	const given = network();
	expect(await watched("http://nas.lan/", given)).toEqual({ type: "http", url: "http://nas.lan/", said: null });
	expect(given.tried).toEqual([]);
});

test("a port that answers requests is a page, and any other one a port", async () => {
	expect(await watched("nas.lan:8080", network("http://nas.lan:8080"))).toMatchObject({
		type: "http",
		url: "http://nas.lan:8080",
	});
	expect(await watched("db1:5432", network())).toEqual({
		type: "tcp",
		said: "db1:5432 answers no HTTP request. Its port is watched.",
	});
});

test("a WebSocket is tried over wss, then ws", async () => {
	const draft = newDraft("", "websocket");
	const typed = { ...draft, own: { ...draft.own, url: "example.com/live" } };
	const given = network("ws://example.com/live");
	expect((await withScheme(typed, undefined, given.attempt)).draft.own["url"]).toBe("ws://example.com/live");
});

test("a refused trial decides nothing: the monitor is saved, and refused for what is wrong with it", async () => {
	const refuses = () => Promise.reject(new ApiError("Too many.", { status: 429, code: "TOO_MANY_REQUESTS" }));
	const { draft, said } = await draftOfAddress("nas.lan", refuses);
	expect([draft.own["url"], said]).toEqual(["https://nas.lan", null]);
	expect(await draftOfAddress("db1:5432", refuses)).toMatchObject({ draft: { type: "tcp" }, said: null });
});

test("a trial that is called off ends", async () => {
	const controller = new AbortController();
	controller.abort(new Error("left"));
	const refuses = () => Promise.reject(new ApiError("Aborted.", { status: null, code: "ABORTED" }));
	await expect(withScheme(newDraft("nas.lan"), controller.signal, refuses)).rejects.toThrow("left");
});
