import { execFileSync } from "node:child_process";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minuteOf } from "../../domain/checks/check.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import { anOutcome, downObservation, missedObservation, upObservation } from "../../storage/testing/fixtures.ts";
import { type Family, parseOpenMetrics } from "../testing/openmetrics.ts";
import { hasPromtool } from "../testing/promtool.ts";
import { NOON, type Service, startService } from "../testing/service.ts";
import { storeMonitorName } from "../testing/stored-name.ts";
import { OPENMETRICS_TYPE, PROMETHEUS_TYPE, takesOpenMetrics } from "./exposition.ts";

const PROMETHEUS = "application/openmetrics-text;version=1.0.0;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";
const HOSTILE = 'Shop "A"\\\n{le="1"} 7';
const MINUTE = minuteOf(NOON) + 1;

let service: Service;
let shop: string;
beforeAll(async () => {
	service = await startService("sqlite", { metricsPerMonitor: true });
	shop = (await service.newMonitor({ tags: ["prod", "team:web"] })).id;
	await storeMonitorName(service, shop, HOSTILE);
	const blind = await service.newMonitor({ name: "blind", enabled: false });
	const { db } = service.database;
	const idOf = async (publicId: string) =>
		(await db.selectFrom("monitors").select("id").where("public_id", "=", publicId).executeTakeFirstOrThrow()).id;
	const outcomes = [
		anOutcome(await idOf(shop), MINUTE, { ...upObservation, responseTimeMs: 250 }),
		anOutcome(await idOf(blind.id), MINUTE, downObservation),
		anOutcome(await idOf(blind.id), MINUTE + 1, missedObservation),
	];
	await recordChecks(service.database, outcomes, NOON + 300_000);
	await service.newMonitor({ name: "pending" });
});
afterAll(() => service[Symbol.asyncDispose]());

const scrape = (accept?: string, of = service) =>
	of.ask("GET", "/metrics", { key: null, ...(accept && { headers: { accept } }) });

function values(families: readonly Family[], name: string): unknown[] {
	const family = families.find((each) => each.name === name);
	return (family?.samples ?? []).map(({ labels: { monitor: _, team, type, ...labels }, value }) => [labels, value]);
}

test("each monitor has series with its name, type, tags and team as labels, in valid OpenMetrics", async () => {
	const { headers, text } = await scrape(PROMETHEUS);
	expect(headers.get("content-type")).toBe(OPENMETRICS_TYPE);
	const families = parseOpenMetrics(text);
	const [up] = families.find(({ name }) => name === "lapwing_monitor_up")?.samples ?? [];
	expect(up).toEqual({
		name: "lapwing_monitor_up",
		labels: { monitor: shop, name: HOSTILE, type: "http", tags: "prod,team:web", team: "acme" },
		value: 1,
	});
	const ofShop = { name: HOSTILE, tags: "prod,team:web" };
	const ofBlind = { name: "blind", tags: "" };
	const ofPending = { name: "pending", tags: "" };
	expect(values(families, "lapwing_monitor_up")).toEqual([
		[ofShop, 1],
		[ofBlind, 0],
	]);
	expect(values(families, "lapwing_monitor_status")).toContainEqual([{ ...ofPending, status: "pending" }, 1]);
	expect(values(families, "lapwing_monitor_status")).toHaveLength(12);
	expect(values(families, "lapwing_monitor_enabled")).toEqual([
		[ofShop, 1],
		[ofBlind, 0],
		[ofPending, 1],
	]);
	expect(values(families, "lapwing_monitor_response_time_seconds")).toEqual([[ofShop, 0.25]]);
	expect(values(families, "lapwing_monitor_phase_seconds")).toContainEqual([{ ...ofShop, phase: "connect" }, 0.01]);
	expect(values(families, "lapwing_monitor_consecutive_missed_checks")).toContainEqual([ofBlind, 1]);
	expect(values(families, "lapwing_monitors_without_series")).toEqual([[{}, 0]]);
	const checks = families.find(({ name }) => name === "lapwing_checks")?.samples ?? [];
	expect(checks.map(({ labels }) => labels["verdict"])).toEqual(["up", "degraded", "down", "missed"]);
});

test("Prometheus' own format is the answer to everybody else, and has the same series", async () => {
	const { headers, text } = await scrape();
	expect(headers.get("content-type")).toBe(PROMETHEUS_TYPE);
	expect(text).toContain("# TYPE lapwing_checks_total counter\n");
	expect(text).toContain(`lapwing_monitor_up{monitor="${shop}",name="Shop \\"A\\"\\\\\\n{le=\\"1\\"} 7",type="http"`);
	expect(text).not.toContain("# EOF");
});

test("without the setting nobody learns the names of monitors there", async () => {
	await using closed = await startService("sqlite");
	await closed.newMonitor({ name: "secret project" });
	const { text } = await scrape(PROMETHEUS, closed);
	expect(parseOpenMetrics(text).map(({ name }) => name)).toContain("lapwing_checks");
	expect(text).not.toMatch(/secret project|lapwing_monitor/);
});

test.runIf(hasPromtool)("promtool has nothing to say about the metrics", async () => {
	expect(execFileSync("promtool", ["check", "metrics"], { input: (await scrape()).text }).toString()).toBe("");
});

test("names follow what promtool checks: counters alone end in _total, and no name has its type or an abbreviated unit", async () => {
	for (const { name, type, help } of parseOpenMetrics((await scrape(PROMETHEUS)).text)) {
		expect(help, name).not.toBe(null);
		expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
		expect(name).not.toMatch(/_(?:total|count|sum|bucket)$/);
		expect(name).not.toMatch(/_(?:counter|gauge|histogram|summary|ms|milliseconds|kb|mb|percent)(?:_|$)/);
		expect(["counter", "gauge", "histogram", "summary"]).toContain(type);
	}
});

test.each([
	[undefined, false],
	["*/*", false],
	["text/plain", false],
	[PROMETHEUS, true],
	["text/plain, application/openmetrics-text", true],
	["application/openmetrics-text;q=0", false],
	["application/openmetrics-text2", false],
])("Accept: %s takes OpenMetrics: %s", (accept, takes) => {
	expect(takesOpenMetrics(accept)).toBe(takes);
});

test("turns of the event loop are measured without a timer, whose period they would contain", async () => {
	await scrape();
	// Enough that a busy machine lets one of them pass without a break.
	for (let turn = 0; turn < 500; turn += 1) await nextTurn();
	const { text } = await scrape();
	const lines = [...text.matchAll(/^nodejs_eventloop_lag_(\w+)_seconds (\S+)$/gm)].map(([, name, value]) => [
		name,
		Number(value),
	]);
	expect(lines.map(([name]) => name).sort()).toEqual(["max", "mean", "min", "p50", "p90", "p99", "stddev"]);
	const turns = Object.fromEntries(lines) as Record<string, number>;
	// With a timer of 10 ms no turn was shorter than 9.
	expect(turns["min"]).toBeLessThan(0.005);
	expect(turns["max"]).toBeLessThan(30);
});
