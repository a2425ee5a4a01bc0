import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { ChannelSettings } from "../domain/alerts/channels.ts";
import { createDialer } from "../net/dial.ts";
import type { Destination } from "./interface.ts";
import { createNotifier } from "./notifier.ts";
import { aMessage, aNotice, NASTY, NOON } from "./testing/messages.ts";
import { startReceiver } from "./testing/receiver.ts";

const receiver = await startReceiver();
const dialer = createDialer({ allowPrivateTargets: true, resolvers: null });
afterAll(async () => {
	dialer.close();
	await receiver[Symbol.asyncDispose]();
});
beforeEach(() => {
	receiver.received.splice(0);
	receiver.answers.splice(0);
});

const { url } = receiver;
const notifier = createNotifier({
	dialer,
	userAgent: "Lapwing/test",
	publicUrl: "https://lapwing.example",
	smtp: null,
	now: () => NOON,
	onFault: (error) => {
		throw error;
	},
	endpoints: {
		telegram: url,
		pagerduty: { us: `${url}/us`, eu: `${url}/eu` },
		opsgenie: { us: `${url}/us`, eu: `${url}/eu` },
	},
});
const to = (settings: ChannelSettings): Destination => ({ settings, previous: null });
const never = new AbortController().signal;

async function deliver(settings: ChannelSettings, ...notices: Parameters<typeof aMessage>) {
	expect(await notifier.deliver(to(settings), aMessage(...notices), never)).toEqual({ kind: "sent" });
	const request = receiver.received.at(-1);
	if (!request) throw new Error("Nothing came");
	expect(request.headers["content-type"]).toBe("application/json");
	expect(request.headers["user-agent"]).toBe("Lapwing/test");
	return request;
}

const down = aNotice();
const up = aNotice({ id: "evt_02", event: "up", error: null, phase: null, reason: null, checkedAt: NOON + 240_000 });
const nasty = aNotice({
	monitor: { id: "mon_01", name: NASTY, target: "https://shop.example/?a=1&b=<2>" },
	error: NASTY,
});
const many = Array.from({ length: 500 }, (_, index) =>
	aNotice({ id: `evt_${index}`, monitor: { ...down.monitor, name: `${"ä".repeat(200)} ${index}` }, error: NASTY }),
);
const certificate = aNotice({
	event: "degraded",
	cause: "certificate",
	since: null,
	lastUpAt: null,
	error: null,
	phase: null,
	reason: null,
	certificate: { expiresAt: NOON + 86_400_000 * 7, issuer: "A CA", fingerprint: "ab".repeat(32), withinDays: 7 },
});

/** All strings in a value, for looking through what a vendor's format holds. */
function strings(value: unknown): string[] {
	if (typeof value === "string") return [value];
	return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
}

describe("slack", () => {
	const settings: ChannelSettings = { type: "slack", url: `${url}/services/T0/B0/x` };

	test("shows a literal rich text with a link, and says the same without blocks", async () => {
		const { json, path } = await deliver(settings, down);
		expect(path).toBe("/services/T0/B0/x");
		expect(json.text).toBe(
			[
				"Shop is down",
				"Error: No complete response within 10000 ms.",
				"Phase: TLS handshake (tls)",
				"Since: 2026-05-01 11:59:00 UTC",
				"Checked from: Western Europe (weur)",
				"Last good check: 2026-05-01 11:58:00 UTC",
				"Target: https://shop.example/",
			].join("\n"),
		);
		const [section] = json.blocks[0].elements;
		expect(json.blocks[0].type).toBe("rich_text");
		expect(section.elements[0]).toEqual({ type: "text", text: "Shop is down", style: { bold: true } });
		expect(section.elements.at(-1)).toEqual({
			type: "link",
			url: "https://lapwing.example/api/v1/monitors/mon_01",
			text: "Open in Lapwing",
		});
	});

	test("lets no name mention anybody", async () => {
		const { json } = await deliver(settings, nasty);
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

	test("shows an embed, and mentions nobody", async () => {
		receiver.answers.push({ status: 204 });
		const { json } = await deliver(settings, up);
		expect(json).toMatchObject({
			embeds: [
				{
					title: "Shop is up again after 5 min",
					color: 0x12b76a,
					url: "https://lapwing.example/api/v1/monitors/mon_01",
				},
			],
			allowed_mentions: { parse: [] },
		});
		expect(json.embeds[0].fields).toContainEqual({ name: "Lasted", value: "5 min" });
	});

	test("escapes all that Markdown may read", async () => {
		const { json } = await deliver(settings, nasty);
		const { value } = json.embeds[0].fields[0];
		expect(value).not.toMatch(/(?<!\\)[*_~`[\]()<>@]/);
		expect(value.replace(/\\(.)/g, "$1")).toBe(NASTY);
	});

	test("tears no character and no escape where it has to cut", async () => {
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

	test("shows an adaptive card of literal texts", async () => {
		receiver.answers.push({ status: 202 });
		const { json, path } = await deliver(settings, nasty);
		expect(path).toBe("/workflows/x?sig=y");
		const [{ contentType, content }] = json.attachments;
		expect([json.type, contentType, content.type]).toEqual([
			"message",
			"application/vnd.microsoft.card.adaptive",
			"AdaptiveCard",
		]);
		const kinds = new Set(content.body.map(({ type }: { type: string }) => type));
		expect([...kinds]).toEqual(["RichTextBlock"]);
		expect(strings(content.body)).toContain(NASTY);
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
		const { json, path } = await deliver(settings, nasty);
		expect(path).toBe("/bot1:abc/sendMessage");
		expect(json).toMatchObject({ chat_id: "-100", parse_mode: "HTML", link_preview_options: { is_disabled: true } });
		const tags = json.text.match(/<[^>]*>/g);
		expect(new Set(tags)).toEqual(
			new Set(["<b>", "</b>", '<a href="https://lapwing.example/api/v1/monitors/mon_01">', "</a>"]),
		);
	});

	test("keeps within 4,096 characters", async () => {
		const { json } = await deliver(settings, ...many);
		const read = json.text.replace(/<[^>]*>/g, "").replace(/&\w+;/g, "x");
		expect(read.length).toBeLessThanOrEqual(4_096);
	});
});

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
					"Checked from": "Western Europe (weur)",
					"Last good check": "2026-05-01 11:58:00 UTC",
					Target: "https://shop.example/",
				},
			},
			client: "Lapwing",
			links: [{ href: "https://lapwing.example/api/v1/monitors/mon_01", text: "Open in Lapwing" }],
		});
		expect(opened.json).toMatchObject({ dedup_key: worse.json.dedup_key, payload: { severity: "warning" } });
		expect(closed.json).toEqual({
			routing_key: "k".repeat(32),
			dedup_key: worse.json.dedup_key,
			event_action: "resolve",
		});
	});

	test("is told of each monitor by itself", () => {
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

	test("lets no name become HTML", async () => {
		receiver.answers.push({ status: 202 }, { status: 202 });
		const opened = await deliver(settings, nasty);
		const closed = await deliver(settings, { ...nasty, event: "up" });
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
			click: "https://lapwing.example/api/v1/monitors/mon_01",
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

describe("every channel by HTTP", () => {
	const channels: ChannelSettings[] = [
		{ type: "webhook", url: `${url}/hook`, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" },
		{ type: "slack", url },
		{ type: "discord", url },
		{ type: "microsoft_teams", url },
		{ type: "telegram", botToken: "1:abc", chatId: "@x" },
		{ type: "pagerduty", routingKey: "k".repeat(32), region: "us" },
		{ type: "opsgenie", apiKey: "key", region: "eu" },
		{ type: "ntfy", serverUrl: url, topic: "t", accessToken: null },
	];

	test.each(channels)("$type tells of a certificate and of a test", async (settings) => {
		const { json } = await deliver(settings, certificate);
		expect(strings(json).join("\n")).toContain("The certificate of Shop expires within 7 days");
		const test = await deliver(settings);
		expect(strings(test.json).join("\n")).toMatch(/test/i);
	});

	test.each(channels)("$type knows what is worth another attempt", async (settings) => {
		const outcome = async (answer: (typeof receiver.answers)[number]) => {
			receiver.answers.push(answer);
			return notifier.deliver(to(settings), aMessage(down), never);
		};
		expect(await outcome({ status: 429, headers: { "retry-after": "7" }, body: "private" })).toEqual({
			kind: "failed",
			again: true,
			retryAfterMs: 7_000,
			message: "The receiver answered with status 429.",
		});
		expect(await outcome({ status: 503 })).toMatchObject({ again: true, retryAfterMs: null });
		expect(await outcome({ status: 408 })).toMatchObject({ again: true });
		expect(await outcome("reset")).toMatchObject({ kind: "failed", again: true });
		for (const status of [302, 400, 401, 404, 410, 422])
			expect(await outcome({ status })).toMatchObject({ again: false });
	});
});

test("a receiver that has said yes has taken it, whatever becomes of the rest of its answer", async () => {
	receiver.answers.push({ status: 200, body: "o", breaksOff: true });
	await deliver({ type: "slack", url }, down);
});

describe("forbidden addresses", () => {
	const hook = (target: string): ChannelSettings => ({
		type: "webhook",
		url: target,
		secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
	});

	test("are never connected to, whatever is allowed, and not tried again", async () => {
		const outcome = await notifier.deliver(to(hook("http://169.254.169.254/latest/meta-data")), aMessage(down), never);
		expect(outcome).toMatchObject({ kind: "failed", again: false });
	});

	test("private ones are refused where they are denied", async () => {
		await using strict = {
			dialer: createDialer({ allowPrivateTargets: false, resolvers: null }),
			async [Symbol.asyncDispose]() {
				this.dialer.close();
			},
		};
		const denied = createNotifier({
			dialer: strict.dialer,
			userAgent: "x",
			publicUrl: null,
			smtp: null,
			now: () => NOON,
			onFault: () => {},
		});
		expect(await denied.deliver(to(hook(url)), aMessage(down), never)).toMatchObject({ again: false });
		expect(receiver.received).toEqual([]);
	});
});

test("a stop cuts a delivery off, and nothing is known of it", async () => {
	receiver.answers.push("hang");
	const stopping = new AbortController();
	const delivering = notifier.deliver(to({ type: "slack", url }), aMessage(down), stopping.signal);
	await receiver.until(1);
	stopping.abort();
	expect(await delivering).toEqual({ kind: "aborted" });
});
