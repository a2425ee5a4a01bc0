import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { ChannelSettings } from "../../../domain/alerts/channels.ts";
import { HOSTILE_TEXT } from "../../../domain/alerts/testing/messages.ts";
import { aVendorStage, certificate, down, hostile, many, strings, up } from "../../testing/vendor-stage.ts";

const stage = await aVendorStage();
const { receiver, url, deliver } = stage;
afterAll(() => stage.close());
beforeEach(() => stage.reset());

describe("slack", () => {
	const settings: ChannelSettings = { type: "slack", url: `${url}/services/T0/B0/x` };

	test("shows literal rich text with a link, and the same text without blocks", async () => {
		const { json, path } = await deliver(settings, down);
		expect(path).toBe("/services/T0/B0/x");
		expect(json.text).toBe(
			[
				"Shop is down",
				"No complete response within 10 s.",
				"Since 11:59:00 UTC, seen from Western Europe",
				"Last good check: 2026-05-01 11:58:00 UTC",
				"Target: https://shop.example/",
				"Phase: TLS handshake (tls)",
				"Checked from: Western Europe (weur), checker-1",
			].join("\n"),
		);
		const [section] = json.blocks[0].elements;
		expect(json.blocks[0].type).toBe("rich_text");
		expect(section.elements[0]).toEqual({ type: "text", text: "Shop is down", style: { bold: true } });
		expect(section.elements.at(-1)).toEqual({
			type: "link",
			url: "https://lapwing.example/monitors/mon_01",
			text: "Open in Lapwing",
		});
	});

	test("never mentions users because of a name", async () => {
		const { json } = await deliver(settings, hostile);
		expect(json.text).not.toMatch(/<|>/);
		expect(json.text).toContain("&lt;!channel&gt;");
		// Mattermost reads a bare @name.
		expect(json.text).not.toMatch(/@\w/);
		expect(json.text).toContain("&lt;b&gt;&amp;amp;");
	});

	test("keeps within its limits", async () => {
		const { json } = await deliver(settings, ...many);
		for (const { text } of json.blocks[0].elements[0].elements) expect(text.length).toBeLessThan(3_000);
		expect(json.text).toMatch(/… and \d+ more$/);
	});
});

describe("discord", () => {
	const settings: ChannelSettings = { type: "discord", url: `${url}/api/webhooks/1/x` };

	test("shows an embed without mentions", async () => {
		receiver.answers.push({ status: 204 });
		const { json } = await deliver(settings, up);
		expect(json).toMatchObject({
			embeds: [
				{
					title: "Shop is up again after 5 min",
					color: 0x12b76a,
					url: "https://lapwing.example/monitors/mon_01",
				},
			],
			allowed_mentions: { parse: [] },
		});
		expect(json.embeds[0].description).toBe("Recovered at 12\\:04\\:00 UTC, failing since 11\\:59\\:00 UTC");
		expect(json.embeds[0].fields.map(({ name }: { name: string }) => name)).toEqual(["Target", "Checked from"]);
	});

	test("escapes all Markdown", async () => {
		const { json } = await deliver(settings, hostile);
		const [value] = json.embeds[0].description.split("\n");
		expect(value).not.toMatch(/(?<!\\)[*_~`[\]()<>@]/);
		expect(value.replace(/\\(.)/g, "$1")).toBe(HOSTILE_TEXT);
	});

	test("splits no character and no escape sequence when it truncates", async () => {
		for (const [filler, read] of [
			["😀", /^(?:[^\\\ud800-\udfff]|😀|…)*$/],
			["_", /^(?:[^\\_]|\\_|…)*$/],
		] as const) {
			for (const length of [118, 119]) {
				const name = `${"a".repeat(119 - length)}${filler.repeat(length)}`;
				const { json } = await deliver(settings, { ...certificate, monitor: { ...down.monitor, name } });
				const [{ title }] = json.embeds;
				expect(title.length).toBeLessThanOrEqual(256);
				expect(title).toMatch(read);
				expect(title.at(-1)).toBe("…");
			}
		}
	});

	test("keeps within its limits", async () => {
		const { json } = await deliver(settings, ...many);
		expect(json.embeds[0].description.length).toBeLessThanOrEqual(4_096);
		expect(JSON.stringify(json.embeds[0]).length).toBeLessThan(12_000);
	});
});

describe("microsoft teams", () => {
	const settings: ChannelSettings = { type: "microsoft_teams", url: `${url}/workflows/x?sig=y` };

	test("shows an adaptive card with literal texts", async () => {
		receiver.answers.push({ status: 202 });
		const { json, path } = await deliver(settings, hostile);
		expect(path).toBe("/workflows/x?sig=y");
		const [{ contentType, content }] = json.attachments;
		expect([json.type, contentType, content.type]).toEqual([
			"message",
			"application/vnd.microsoft.card.adaptive",
			"AdaptiveCard",
		]);
		const kinds = new Set(content.body.map(({ type }: { type: string }) => type));
		expect([...kinds]).toEqual(["RichTextBlock"]);
		expect(strings(content.body)).toContain(HOSTILE_TEXT);
	});

	test("keeps a message under 28 KB", async () => {
		const { body } = await deliver(settings, ...many);
		expect(Buffer.byteLength(body)).toBeLessThan(28_000);
	});
});

describe("telegram", () => {
	const settings: ChannelSettings = { type: "telegram", botToken: "1:abc", chatId: "-100" };

	test("sends escaped HTML", async () => {
		receiver.answers.push({ status: 200, body: '{"ok":true}' });
		const { json, path } = await deliver(settings, hostile);
		expect(path).toBe("/bot1:abc/sendMessage");
		expect(json).toMatchObject({ chat_id: "-100", parse_mode: "HTML", link_preview_options: { is_disabled: true } });
		const tags = json.text.match(/<[^>]*>/g);
		expect(new Set(tags)).toEqual(
			new Set(["<b>", "</b>", '<a href="https://lapwing.example/monitors/mon_01">', "</a>"]),
		);
	});

	test("keeps within 4,096 characters", async () => {
		const { json } = await deliver(settings, ...many);
		const read = json.text.replace(/<[^>]*>/g, "").replace(/&\w+;/g, "x");
		expect(read.length).toBeLessThanOrEqual(4_096);
	});
});
