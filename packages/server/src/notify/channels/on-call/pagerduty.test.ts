import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { ChannelSettings } from "../../../domain/alerts/channels.ts";
import { aMessage, aNotice } from "../../../domain/alerts/testing/messages.ts";
import { aVendorStage, down, never, to, up } from "../../testing/vendor-stage.ts";

const stage = await aVendorStage();
const { receiver, notifier, deliver } = stage;
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
				summary: "Shop is down · No complete response within 10 s. · Since 11:59:00 UTC, seen from Western Europe",
				source: "https://shop.example/",
				severity: "critical",
				timestamp: "2026-05-01T12:00:00.000Z",
				component: "Shop",
				class: "timeout",
				custom_details: {
					Error: "No complete response within 10 s.",
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

	test("keeps the summary within what PagerDuty takes", async () => {
		receiver.answers.push({ status: 202 });
		const textTemplate = "word ".repeat(300);
		const alert = { id: "alt_01", name: "On call", texts: { titleTemplate: null, textTemplate, timeZone: "UTC" } };
		expect(await notifier.deliver(to(settings), { ...aMessage(down), alert }, never)).toEqual({ kind: "sent" });
		const summary = receiver.received[0]?.json.payload.summary ?? "";
		expect(summary).toMatch(/^Shop is down · word word .*…$/);
		expect(summary.length).toBeLessThanOrEqual(1_024);
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

	test("says what an incident of a cause is about, until the last of its monitors is up", async () => {
		receiver.answers.push({ status: 202 }, { status: 202 }, { status: 202 });
		const blog = { id: "mon_02", name: "Blog", target: "https://blog.example/" };
		const incident = { messageRef: "cau_01" };
		const messages = [
			{ ...aMessage(down, { ...down, monitor: blog }), ...incident },
			{ ...aMessage(up, { ...down, monitor: blog }), ...incident },
			{ ...aMessage({ ...up, monitor: blog }), ...incident, recovered: 2 },
		];
		for (const message of messages) {
			expect(await notifier.deliver(to(settings), message, never)).toEqual({ kind: "sent", messageRef: "cau_01" });
		}
		const [both, one, none] = receiver.received.map(({ json }) => json);
		expect(both.payload).toMatchObject({ summary: "2 monitors are down", severity: "critical" });
		expect(both.payload.custom_details.Monitors).toMatch(/Shop is down.*\n.*Blog is down/);
		expect(one).toMatchObject({
			event_action: "trigger",
			dedup_key: "alt_01/cau_01",
			payload: { severity: "critical" },
		});
		expect(none).toMatchObject({ event_action: "resolve", dedup_key: "alt_01/cau_01" });
	});

	test("gets messages about its incidents alone", () => {
		expect([notifier.gathers("pagerduty"), notifier.gathers("opsgenie"), notifier.gathers("slack")]).toEqual([
			false,
			false,
			true,
		]);
	});
});
