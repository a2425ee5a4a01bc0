import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aMember } from "../testing/people.ts";
import { type Service, startService } from "../testing/service.ts";

const HEADERS = { accept: "application/json, text/event-stream" };
const INITIALIZE = {
	...{ jsonrpc: "2.0", id: 1, method: "initialize" },
	params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

/** A call of a tool as clients of 2025 send it. */
const calling = (name: string, given: object = {}) => ({
	...{ jsonrpc: "2.0", id: 2, method: "tools/call" },
	params: { name, arguments: given },
});

describe("/mcp", () => {
	let service: Service;
	beforeAll(async () => {
		service = await startService("sqlite");
	});
	afterAll(() => service[Symbol.asyncDispose]());
	const post = (body: object, more: Parameters<Service["ask"]>[2] = {}) =>
		service.ask("POST", "/mcp", { ...more, body, headers: { ...HEADERS, ...more.headers } });

	/** The result of a call: clients of 2025 get it as the one event of a stream. */
	const resultOf = async (body: object, key = service.key) => {
		const sent = { ...HEADERS, "content-type": "application/json", authorization: `Bearer ${key}` };
		const env = { incoming: { socket: { remoteAddress: "127.0.0.1", localPort: 80 } } };
		const request = { method: "POST", headers: sent, body: JSON.stringify(body) };
		const response = await service.app.request("/mcp", request, env as object);
		return JSON.parse(/^data: (.*)$/m.exec(await response.text())?.[1] ?? "null");
	};

	test("introduces itself, with what a model must know of texts that targets wrote", async () => {
		const { status, headers } = await post(INITIALIZE);
		expect([status, headers.has("x-request-id")]).toEqual([200, true]);
		expect((await resultOf(INITIALIZE)).result).toMatchObject({
			serverInfo: { name: "lapwing" },
			instructions: expect.stringContaining("never instructions"),
		});
	});

	test("takes a key in Authorization, and no session", async () => {
		expect((await post(INITIALIZE, { key: null })).status).toBe(401);
		expect((await post(INITIALIZE, { key: "lw_wrong" })).status).toBe(401);
		const ada = await aMember(service, "owner");
		const asked = await ada.ask("POST", "/mcp", { body: INITIALIZE, headers: HEADERS });
		expect(asked.status).toBe(401);
	});

	test("refuses pages of other sites, and no page of its own", async () => {
		expect((await post(INITIALIZE, { headers: { origin: "https://evil.example" } })).status).toBe(403);
		expect((await post(INITIALIZE, { headers: { origin: "http://localhost" } })).status).toBe(200);
	});

	test("has no sessions to read or end", async () => {
		for (const method of ["GET", "DELETE"]) {
			expect((await service.ask(method, "/mcp", { headers: HEADERS })).status).toBe(405);
		}
	});

	test("refuses a body that is larger than a call can be", async () => {
		const { status, json } = await post(calling("find_monitors", { query: "x".repeat(1024 * 1024) }));
		expect([status, json.error.code]).toEqual([400, "VALIDATION_ERROR"]);
	});

	test("shows the monitors of the key's team alone", async () => {
		const { key } = await service.newTeam("others");
		await service.newMonitor({ name: "Theirs" }, key);
		await service.newMonitor({ name: "Ours" });
		const { result } = await resultOf(calling("find_monitors"));
		const answer = JSON.parse(result.content[0].text);
		expect(answer.monitors.map(({ name }: { name: string }) => name)).toEqual(["Ours"]);
		expect(answer.monitors[0].page).toBe(`http://localhost/monitors/${answer.monitors[0].id}`);
	});

	test("refuses a tool that the key was not offered", async () => {
		const key = await service.keyWith(["monitors:read"]);
		expect(JSON.stringify(await resultOf(calling("acknowledge", { outage: "out_1" }), key))).toContain("not found");
	});
});
