import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../testing/service.ts";

let service: Service;
beforeAll(async () => {
	service = await startService("sqlite");
});
afterAll(() => service[Symbol.asyncDispose]());

const HOOK = { type: "email", to: ["ops@example.com"] };

test("enabled and isEnabled are taken wherever one of them is", async () => {
	const monitor = await service.newMonitor({ isEnabled: false });
	const path = `/api/v1/monitors/${monitor.id}?view=full`;
	expect((await service.ask("GET", path)).json.data.enabled).toBe(false);
	expect((await service.ask("PUT", path, { body: { isEnabled: true } })).json.data.enabled).toBe(true);
	const alert = await service.ask("POST", "/api/v1/alerts", { body: { name: "x", channel: HOOK, enabled: false } });
	expect([alert.status, alert.json.data.isEnabled]).toEqual([201, false]);
	const paused = await service.ask("GET", "/api/v1/monitors?isEnabled=false");
	expect([paused.status, paused.json.data.monitors]).toEqual([200, []]);
	const bulk = { filter: { isEnabled: true }, action: "pause" };
	expect((await service.ask("POST", "/api/v1/monitors/bulk", { body: bulk })).json.data).toEqual({ count: 1 });
});

test("the reports' parameters are taken as all other names are written", async () => {
	const report = (query: string) => service.ask("GET", `/api/v1/reports/uptime-summary?${query}`);
	expect((await report("monitorType=http")).status).toBe(200);
	const wrong = await report("monitorType=icmp&statusPageId=1");
	expect(wrong.json.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(["statusPageId", "monitorType"]);
});

test("a problem is reported under the name that was sent, and one that is sent twice is refused", async () => {
	const create = async (members: object) => {
		const body = { name: "x", url: "https://example.com/", ...members };
		return (await service.ask("POST", "/api/v1/monitors", { body })).json.error.details;
	};
	expect(await create({ isEnabled: "yes" })).toEqual([
		{ path: "/isEnabled", message: 'Must be true or false, without quotes, not "yes".' },
	]);
	expect(await create({ isEnabled: true, enabled: true })).toEqual([
		{ path: "/isEnabled", message: "There is no member isEnabled here. Did you mean enabled?" },
	]);
});
