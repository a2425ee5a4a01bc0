import { describe, expect, test } from "vitest";
import { type Service, startService } from "../testing/service.ts";
import { nearest } from "./unknown-members.ts";

describe("the nearest known name", () => {
	const known = ["name", "url", "intervalSeconds", "timeoutSeconds", "degradedAfterMs", "enabled"];

	test.each([
		["interval", "intervalSeconds"],
		["interval_seconds", "intervalSeconds"],
		["timeout", "timeoutSeconds"],
		["isEnabled", "enabled"],
		["enabeld", "enabled"],
		["URL", "url"],
		["nmae", "name"],
		["x", null],
		["teamId", null],
		["", null],
	])("of %s is %s", (name, meant) => {
		expect(nearest(name, known)).toBe(meant);
	});
});

describe("an unknown name", () => {
	async function detailsOf(service: Service, method: string, path: string, body?: unknown) {
		const { status, json } = await service.ask(method, path, body === undefined ? {} : { body });
		expect(status).toBe(400);
		return json.error?.details ?? json.errors;
	}

	test("is refused in a body with its pointer and the nearest name", async () => {
		await using service = await startService("sqlite");
		const monitor = { name: "a", url: "https://example.com/", interval: 60, tagz: [] };
		expect(await detailsOf(service, "POST", "/api/v1/monitors", monitor)).toEqual([
			{ path: "/interval", message: "There is no member interval here. Did you mean intervalSeconds?" },
			{ path: "/tagz", message: "There is no member tagz here. Did you mean tags?" },
		]);
		const alert = { name: "a", channel: { type: "slack", uri: "https://example.com/", url: "https://example.com/" } };
		expect(await detailsOf(service, "POST", "/api/v1/alerts", alert)).toEqual([
			{ path: "/channel/uri", message: "There is no member uri here. Did you mean url?" },
		]);
		const page = { name: "a", slug: "a", section: [] };
		expect(await detailsOf(service, "POST", "/api/v1/status-pages", page)).toEqual([
			{ path: "/section", message: "There is no member section here. Did you mean sections?" },
		]);
	});

	test("is refused in a query with the code of the list's other errors", async () => {
		await using service = await startService("sqlite");
		const { id } = await service.newMonitor();
		const codeOf = async (path: string) => {
			const { status, json } = await service.ask("GET", path);
			return [status, json.error?.code ?? json.type];
		};
		expect(await detailsOf(service, "GET", "/api/v1/monitors?per_page=5")).toEqual([
			{ path: "per_page", message: "There is no parameter per_page here. Did you mean perPage?" },
		]);
		expect(await codeOf("/api/v1/monitors?page=2")).toEqual([400, "BAD_REQUEST"]);
		expect(await codeOf(`/api/v1/monitors/${id}/results?page=2`)).toEqual([400, "VALIDATION_ERROR"]);
		expect(await codeOf(`/api/v1/monitors/${id}?page=2`)).toEqual([400, "VALIDATION_ERROR"]);
		expect(await codeOf("/api/v1/reports/uptime-summary?page=2")).toEqual([400, "validation-error"]);
		expect(await codeOf("/api/v1/reports/uptime-daily?page=2")).toEqual([400, "bad-request"]);
	});
});
