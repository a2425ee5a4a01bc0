import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { ChannelSettings } from "../../../domain/alerts/channels.ts";
import { aNotice } from "../../../domain/alerts/testing/messages.ts";
import { aVendorStage, down, hostile, strings, up } from "../../testing/vendor-stage.ts";

const stage = await aVendorStage();
const { receiver, deliver } = stage;
afterAll(() => stage.close());
beforeEach(() => stage.reset());

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
