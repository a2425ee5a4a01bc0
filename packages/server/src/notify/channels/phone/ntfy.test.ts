import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { ChannelSettings } from "../../../domain/alerts/channels.ts";
import { aVendorStage, down, many } from "../../testing/vendor-stage.ts";

const stage = await aVendorStage();
const { url, deliver } = stage;
afterAll(() => stage.close());
beforeEach(() => stage.reset());

describe("ntfy", () => {
	const settings: ChannelSettings = {
		type: "ntfy",
		serverUrl: url,
		topic: "ops",
		accessToken: "tk_1",
		acknowledgeLink: "off",
	};

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
		expect(json.title).toBe("500 monitors are down");
	});
});
