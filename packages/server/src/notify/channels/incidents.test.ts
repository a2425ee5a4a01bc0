import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { ChannelSettings } from "../../domain/alerts/channels.ts";
import { aNotice } from "../../domain/alerts/testing/messages.ts";
import { aVendorStage, down, hostile, many, strings, up } from "../testing/vendor-stage.ts";

const stage = await aVendorStage();
const { receiver, url, notifier, deliver } = stage;
afterAll(() => stage.close());
beforeEach(() => stage.reset());

describe("pagerduty", () => {
	const settings: ChannelSettings = { type: "pagerduty", routingKey: "k".repeat(32), region: "eu" };

	test("opens one incident of an outage, and resolves the same", async () => {
		receiver.answers.push({ status: 202 }, { status: 202 }, { status: 202 });
		const opened = await deliver(settings, aNotice({ event: "degraded" }));
		const worse = await deliver(settings, down);
		const closed = await deliver(settings, up);
		expect(opened.path).toBe("/eu/v2/enqueue");
		expect(worse.json).toEqual({
			routing_key: "k".repeat(32),
			dedup_key: `alt_01/mon_01/${down.since}`,
			event_action: "trigger",
			payload: {
				summary: "Shop is down",
				source: "https://shop.example/",
				severity: "critical",
				timestamp: "2026-05-01T12:00:00.000Z",
				component: "Shop",
				class: "timeout",
				custom_details: {
					Error: "No complete response within 10000 ms.",
					Phase: "TLS handshake (tls)",
					Since: "2026-05-01 11:59:00 UTC",
					"Checked from": "Western Europe (weur), checker-1",
					"Last good check": "2026-05-01 11:58:00 UTC",
					Target: "https://shop.example/",
				},
			},
			client: "Lapwing",
			links: [{ href: "https://lapwing.example/monitors/mon_01", text: "Open in Lapwing" }],
		});
		expect(opened.json).toMatchObject({ dedup_key: worse.json.dedup_key, payload: { severity: "warning" } });
		expect(closed.json).toEqual({
			routing_key: "k".repeat(32),
			dedup_key: worse.json.dedup_key,
			event_action: "resolve",
		});
	});

	test("acknowledges the incident that somebody has", async () => {
		receiver.answers.push({ status: 202 });
		const { json } = await deliver(settings, { ...down, acknowledgedBy: "Ada" });
		expect(json).toEqual({
			routing_key: "k".repeat(32),
			dedup_key: `alt_01/mon_01/${down.since}`,
			event_action: "acknowledge",
		});
	});

	test("gets a separate message for each monitor", () => {
		expect([notifier.gathers("pagerduty"), notifier.gathers("opsgenie"), notifier.gathers("slack")]).toEqual([
			false,
			false,
			true,
		]);
	});
});

describe("opsgenie", () => {
	const settings: ChannelSettings = { type: "opsgenie", apiKey: "key-1", region: "us" };

	test("opens an alert, and closes it by its alias", async () => {
		receiver.answers.push({ status: 202 }, { status: 202 });
		const opened = await deliver(settings, down);
		expect([opened.path, opened.headers.authorization]).toEqual(["/us/v2/alerts", "GenieKey key-1"]);
		expect(opened.json).toMatchObject({
			message: "Shop is down",
			alias: `alt_01/mon_01/${down.since}`,
			priority: "P1",
			source: "Lapwing",
		});
		const closed = await deliver(settings, up);
		expect(closed.path).toBe(`/us/v2/alerts/${encodeURIComponent(opened.json.alias)}/close?identifierType=alias`);
	});

	test("acknowledges the alert that somebody has, and says who", async () => {
		receiver.answers.push({ status: 202 });
		const { path, json } = await deliver(settings, { ...down, acknowledgedBy: "Ada <b>" });
		const alias = encodeURIComponent(`alt_01/mon_01/${down.since}`);
		expect(path).toBe(`/us/v2/alerts/${alias}/acknowledge?identifierType=alias`);
		expect(json).toEqual({ source: "Lapwing", note: "Acknowledged in Lapwing: Ada <\u200bb>" });
	});

	test("escapes names in HTML", async () => {
		receiver.answers.push({ status: 202 }, { status: 202 });
		const opened = await deliver(settings, hostile);
		const closed = await deliver(settings, { ...hostile, event: "up" });
		expect(opened.json.message).toContain("<\u200bb>&amp;<\u200b/b>");
		for (const text of [...strings(opened.json), ...strings(closed.json)]) expect(text).not.toMatch(/<[a-z/!?]/i);
	});

	test("keeps a message within 130 characters", async () => {
		const { json } = await deliver(settings, aNotice({ monitor: { ...down.monitor, name: "n".repeat(255) } }));
		expect(json.message.length).toBeLessThanOrEqual(130);
	});
});

describe("ntfy", () => {
	const settings: ChannelSettings = { type: "ntfy", serverUrl: url, topic: "ops", accessToken: "tk_1" };

	test("publishes JSON with a priority and a tag", async () => {
		const { json, path, method, headers } = await deliver(settings, down);
		expect([method, path, headers.authorization]).toEqual(["POST", "/", "Bearer tk_1"]);
		expect(json).toMatchObject({
			topic: "ops",
			title: "Shop is down",
			priority: 5,
			tags: ["rotating_light"],
			click: "https://lapwing.example/monitors/mon_01",
		});
		const open = await deliver({ ...settings, accessToken: null }, down);
		expect(open.headers.authorization).toBeUndefined();
	});

	test("keeps a message within 4,096 bytes", async () => {
		const { json } = await deliver(settings, ...many);
		expect(Buffer.byteLength(json.message)).toBeLessThanOrEqual(4_096);
		expect(json.title).toBe("500 monitors changed: 500 down");
	});
});
