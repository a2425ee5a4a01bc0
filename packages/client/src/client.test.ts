/** The client against servers that are slow, busy, away or not Lapwing at all. Against Lapwing itself: ../e2e. */

import { getEventListeners } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { unwrap } from "@lapwing/result";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Client, type ClientOptions } from "./client.ts";

type Answering = (response: ServerResponse, incoming: IncomingMessage) => void;

let server: Server;
let asked: IncomingMessage[];
let answers: Answering[];

beforeEach(async () => {
	asked = [];
	answers = [];
	server = createServer((incoming, response) => {
		asked.push(incoming);
		(answers.shift() ?? json(500, {}))(response, incoming);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
	server.closeAllConnections();
	return new Promise((resolve) => server.close(resolve));
});

const client = (options: ClientOptions = {}) =>
	new Client({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, key: "lw_key", ...options });

function json(status: number, body: unknown, headers: Record<string, string> = {}): Answering {
	return (response) => response.writeHead(status, headers).end(JSON.stringify(body));
}
const ok = json(200, { data: { fine: true } });
const busy = (retryAfter: string) =>
	json(503, { error: { code: "DATABASE_BUSY", message: "Busy." } }, { "retry-after": retryAfter });
const cut: Answering = (response) => response.socket?.destroy();
const never: Answering = () => {};

const board = (options?: ClientOptions) => client(options).get("/api/v1/board");

test("sends the key, asks for JSON, and writes ids and queries as URLs want them", async () => {
	answers = [ok, ok];
	const id = "a/b?c";
	await client({ team: "acme" }).get("/api/v1/monitors/{id}", { path: { id }, query: { view: "full" } });
	expect(asked[0]?.url).toBe("/api/v1/monitors/a%2Fb%3Fc?view=full");
	expect(asked[0]?.headers).toMatchObject({
		authorization: "Bearer lw_key",
		accept: "application/json",
		"lapwing-team": "acme",
	});
	let team: string | null = null;
	const switching = client({ team: () => team });
	await switching.get("/api/v1/board");
	expect(asked[1]?.headers["lapwing-team"]).toBeUndefined();
	answers = [ok];
	team = "other";
	await switching.get("/api/v1/board");
	expect(asked[2]?.headers["lapwing-team"]).toBe("other");
});

test.each(["", ".", ".."])("never sends the id %j, with which the path would name something else", async (id) => {
	const answer = await client().delete("/api/v1/monitors/{id}", { path: { id } });
	expect(answer).toMatchObject({ status: "failure", error: { code: "NOT_FOUND", status: null } });
	expect(asked).toEqual([]);
});

describe("retries", () => {
	test("an idempotent request after as long as Retry-After says", async () => {
		answers = [busy("1"), ok];
		const startedAt = performance.now();
		expect(await board()).toEqual({ status: "success", data: { fine: true } });
		expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
	});

	test("with the same body", async () => {
		const bodies: string[] = [];
		const keepBody =
			(next: Answering): Answering =>
			(response, incoming) => {
				let body = "";
				incoming.on("data", (chunk) => {
					body += chunk;
				});
				incoming.on("end", () => {
					bodies.push(body);
					next(response, incoming);
				});
			};
		answers = [keepBody(busy("0")), keepBody(ok)];
		await client().put("/api/v1/monitors/{id}", { path: { id: "x" }, body: { name: "New" } });
		expect(bodies).toEqual(['{"name":"New"}', '{"name":"New"}']);
	});

	test("a broken connection, as often as the policy says", async () => {
		answers = [cut, cut, ok];
		expect((await board()).status).toBe("success");
		answers = [cut, cut, ok];
		expect(await board({ retry: { attempts: 2 } })).toMatchObject({ error: { code: "NO_ANSWER", status: null } });
		expect(asked).toHaveLength(5);
	});

	test("nothing when the service asks for a longer wait than the policy allows", async () => {
		answers = [busy("61")];
		expect(await board()).toMatchObject({ error: { code: "DATABASE_BUSY", retryAfterSeconds: 61 } });
		expect(asked).toHaveLength(1);
	});

	test("nothing that may have had its effect already", async () => {
		answers = [cut, busy("0")];
		expect(await client().post("/api/v1/backfill-daily-stats")).toMatchObject({ error: { code: "NO_ANSWER" } });
		expect(await client().post("/api/v1/backfill-daily-stats")).toMatchObject({ error: { code: "DATABASE_BUSY" } });
		expect(asked).toHaveLength(2);
	});

	test("nothing at all where they are switched off", async () => {
		answers = [busy("0")];
		expect((await board({ retry: false })).status).toBe("failure");
		expect(asked).toHaveLength(1);
	});
});

describe("an error is a value:", () => {
	test("ABORTED at once when the signal aborts, while waiting to retry as well", async () => {
		answers = [busy("20")];
		const controller = new AbortController();
		const answer = client().get("/api/v1/board", { signal: controller.signal });
		while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		controller.abort();
		expect(await answer).toMatchObject({ error: { code: "ABORTED" } });
		expect(await client().get("/api/v1/board", { signal: controller.signal })).toMatchObject({
			error: { code: "ABORTED" },
		});
	});

	test("TIMED_OUT when no whole answer came in time", async () => {
		answers = [never];
		expect(await board({ timeoutMs: 100, retry: false })).toMatchObject({ error: { code: "TIMED_OUT" } });
		answers = [(response) => response.writeHead(200).write("{")];
		expect(await board({ timeoutMs: 100, retry: false })).toMatchObject({ error: { code: "TIMED_OUT" } });
	});

	test("UNEXPECTED_ANSWER when a proxy answers 200 with a page", async () => {
		answers = [(response) => response.end("<html>Sign in")];
		expect(await board()).toMatchObject({ error: { code: "UNEXPECTED_ANSWER", status: 200 } });
	});

	test("UNEXPECTED_ANSWER when a list is none", async () => {
		answers = [json(200, { data: {} })];
		expect(await client().page("/api/v1/alerts")).toMatchObject({ error: { code: "UNEXPECTED_ANSWER" } });
	});
});

test("nothing of a request that is over stays at the caller's signal", async () => {
	const { signal } = new AbortController();
	const left = () => getEventListeners(signal, "abort").length;
	const send = () => client({ retry: { attempts: 2 } }).send("GET", "/api/v1/board", { signal });
	answers = [ok, busy("0"), busy("0"), json(204, ""), ok, ok];
	await client().get("/api/v1/board", { signal });
	expect([(await send()).status, left()]).toEqual(["failure", 0]);
	expect([(await send()).status, left()]).toEqual(["success", 0]);
	const read = unwrap(await send());
	expect([read.url, read.status, left()]).toEqual([expect.stringMatching(/^http.*board$/), 200, 1]);
	expect([await read.json(), left()]).toEqual([{ data: { fine: true } }, 0]);
	const cancelled = unwrap(await send());
	expect([await cancelled.body?.cancel(), left()]).toEqual([undefined, 0]);
});

test("a cursor that leads to its own page ends the list with an error", async () => {
	const page = json(200, { data: { alerts: [] }, meta: { pagination: { next: "c", prev: null, perPage: 50 } } });
	answers = [page, page, page];
	const seen: unknown[] = [];
	for await (const each of client().pages("/api/v1/alerts")) seen.push(each.status);
	expect(seen).toEqual(["success", "success", "failure"]);
});

test.each([
	[{ baseUrl: "status.example.com" }, "Invalid URL"],
	[{ baseUrl: "ftp://status.example.com" }, "must begin with"],
	[{ timeoutMs: 0 }, "timeoutMs"],
	[{ timeoutMs: 2 ** 31 }, "timeoutMs"],
])("options that can't be meant are refused at once: %o", (options, message) => {
	expect(() => client(options)).toThrow(message);
});

test("outside a page a client without a baseUrl can be made, but not used", async () => {
	await expect(new Client().get("/api/v1/board")).rejects.toThrow("needs a baseUrl");
});
