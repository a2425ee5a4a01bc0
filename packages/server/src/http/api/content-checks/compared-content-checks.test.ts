import { beforeAll, describe, expect, test } from "vitest";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { NOON, type Service, startService } from "../../testing/service.ts";

onEachEngine("a content check that compares a value", (name) => {
	test.each([
		[{ type: "json", value: "$.status", operator: "equals", expected: "ok" }, {}],
		[{ type: "json", value: "$.error", operator: "equals", expected: null }, {}],
		[{ type: "json", value: "$.error", operator: "exists", expected: false }, {}],
		[{ type: "json", value: "$..a", operator: "exists" }, { expected: null }],
		[{ type: "json", value: "$.n", operator: "less_than", expected: 0.5, caseSensitive: true }, {}],
		[{ type: "header", name: "Cache-Control", operator: "matches", expected: "max-age" }, { value: "Cache-Control" }],
		[{ type: "header", name: "X-Left", operator: "greater_than", expected: 3 }, { value: "X-Left" }],
	])("is kept as %o", async (body, added) => {
		await using service = await startService(name);
		const { id } = await service.newMonitor();
		const path = `/api/v1/monitors/${id}/content-checks`;
		const made = await service.ask("POST", path, { body });
		expect(made.json).toEqual({
			data: {
				id: expect.stringMatching(/^chk_/),
				monitorId: id,
				caseSensitive: false,
				...body,
				...added,
				isEnabled: true,
				createdAt: NOON,
				updatedAt: NOON,
			},
		});
		expect((await service.ask("GET", path)).json.data.contentChecks).toEqual([made.json.data]);
	});
});

describe("a comparison is refused at its place:", () => {
	let service: Service;
	let id: string;
	beforeAll(async () => {
		service = await startService("sqlite");
		({ id } = await service.newMonitor());
		return () => service[Symbol.asyncDispose]();
	});

	const json = { type: "json", value: "$.a", operator: "equals", expected: "a" };
	const header = { type: "header", name: "X-A", operator: "equals", expected: "a" };

	test.each<[string, object]>([
		["/value", { ...json, value: "a.b" }],
		["/value", { ...json, value: "$.a[" }],
		["/value", { ...json, value: `$${".a".repeat(1_000)}b` }],
		["/operator", { ...json, operator: "contains" }],
		["/operator", { type: "json", value: "$.a" }],
		["/expected", { type: "json", value: "$.a", operator: "equals" }],
		["/expected", { ...json, operator: "less_than" }],
		["/expected", { ...json, operator: "greater_than", expected: null }],
		["/expected", { ...json, operator: "exists" }],
		["/expected", { ...json, operator: "matches", expected: "(a" }],
		["/expected", { ...json, operator: "matches", expected: 5 }],
		["/expected", { ...json, operator: "matches", expected: "" }],
		["/expected", { ...json, expected: ["a"] }],
		["/expected", { ...header, expected: null }],
		["/expected", { ...header, expected: true }],
		["/name", { type: "header", operator: "exists" }],
		["/name", { ...header, name: "X A" }],
		["/value", { ...header, value: "X-A" }],
		["/operator", { type: "contains", value: "a", operator: "equals" }],
	])("%s", async (place, body) => {
		const { status, json: answer } = await service.ask("POST", `/api/v1/monitors/${id}/content-checks`, { body });
		expect([status, answer.error?.details[0].path]).toEqual([400, place]);
		const monitor = { name: "a", url: "https://example.com/", contentChecks: [body] };
		const tried = await service.ask("POST", "/api/v1/monitors/try", { body: monitor });
		expect([tried.status, tried.json.error?.details[0].path]).toEqual([400, `/contentChecks/0${place}`]);
	});
});
