import { expect, test } from "vitest";
import type { ChannelSettings } from "../../../domain/alerts/channels.ts";
import { aMessage, HOSTILE_TEXT } from "../../../domain/alerts/testing/messages.ts";
import * as chat from "../../testing/services/chat.ts";
import { TOKEN } from "../../testing/services/service.ts";
import { testService } from "../../testing/services/service-suite.ts";
import { down, hostile, never, to, up } from "../../testing/vendor-stage.ts";

const form = (body: string) => Object.fromEntries(new URLSearchParams(body));

const server = chat.matrixServer();
const matrix = (url: string, accessToken = TOKEN): ChannelSettings => ({
	type: "matrix",
	serverUrl: url,
	roomId: "!ops:matrix.example",
	accessToken,
});
await testService(
	{
		name: "matrix",
		answer: server.answer,
		settings: matrix,
		stranger: (url) => matrix(url, "other"),
		shown: ({ json }) => json.body,
	},
	({ notifier, receiver, deliver, url }) => {
		test("a repeated delivery is the same event", async () => {
			server.events.clear();
			await deliver(matrix(url), down);
			await deliver(matrix(url), down);
			expect([...server.events.keys()]).toEqual(["evt_01"]);
		});

		test("holds names as literal text, and mentions nobody", async () => {
			const { json } = await deliver(matrix(url), hostile);
			expect(json.formatted_body).toContain("&lt;b&gt;&amp;amp;&lt;/b&gt; *bold*");
			expect(new Set(json.formatted_body.match(/<[^>]*>/g))).toEqual(
				new Set(["<strong>", "</strong>", "<br>", '<a href="https://lapwing.example/monitors/mon_01">', "</a>"]),
			);
			expect(json["m.mentions"]).toEqual({});
		});

		test("waits as long as an older server asks for in its body", async () => {
			receiver.answers.push({ status: 429, body: '{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":2000}' });
			expect(await notifier.deliver(to(matrix(url)), aMessage(down), never)).toMatchObject({ retryAfterMs: 2_000 });
			receiver.answers.push({ status: 429, body: '{"retry_after_ms":"soon"}' });
			expect(await notifier.deliver(to(matrix(url)), aMessage(down), never)).toMatchObject({ retryAfterMs: null });
		});
	},
);

const hook =
	(type: "mattermost" | "rocketchat") =>
	(url: string, token = TOKEN) => ({
		type,
		url: type === "mattermost" ? `${url}/hooks/${token}` : `${url}/hooks/65/${token}`,
	});
/** Of the three, the title is the post's text: how sure it is comes third. */
const linesOfAttachment = ["No complete response within 10 s.", "Since 11:59:00 UTC, seen from Western Europe"];
const openLink = "[Open in Lapwing](https://lapwing.example/monitors/mon_01)";
const plainLines = (text: string) => text.replace(/[\\\u200a\u200b]/g, "").split("\n");

await testService(
	{
		name: "mattermost",
		answer: chat.mattermost,
		settings: hook("mattermost"),
		stranger: (url) => hook("mattermost")(url, "other"),
		shown: ({ json }) => `${json.text}\n${json.attachments[0].text}`,
	},
	({ deliver, url }) => {
		test("shows what was seen and how sure that is before any link", async () => {
			const { json } = await deliver(hook("mattermost")(url), down);
			expect(Object.keys(json.attachments[0])).toEqual(["color", "text", "fields"]);
			expect(plainLines(json.attachments[0].text)).toEqual([...linesOfAttachment, openLink]);
		});

		test("escapes all that is markup, and mentions nobody", async () => {
			const { json } = await deliver(hook("mattermost")(url), hostile);
			const [error] = json.attachments[0].text.split("\n");
			expect(error).not.toMatch(/(?<!\\)[`*[\](){}_~>|]/);
			expect(error.replace(/\\(.)/g, "$1").replaceAll("\u200b", "")).toBe(HOSTILE_TEXT);
			expect(json.text + error).not.toMatch(/@\w/);
		});
	},
);

await testService(
	{
		name: "rocket.chat",
		answer: chat.rocketchat,
		settings: hook("rocketchat"),
		stranger: (url) => hook("rocketchat")(url, "other"),
		shown: ({ json }) => `${json.text}\n${json.attachments[0].text}`,
	},
	({ deliver, notifier, receiver, url }) => {
		test("shows what was seen and how sure that is before any link", async () => {
			const { json } = await deliver(hook("rocketchat")(url), down);
			expect(Object.keys(json.attachments[0])).toEqual(["color", "text", "fields"]);
			expect(plainLines(json.attachments[0].text)).toEqual([...linesOfAttachment, openLink]);
		});

		test("mentions nobody and makes no link of a name", async () => {
			const { json } = await deliver(hook("rocketchat")(url), hostile);
			const all = JSON.stringify(json);
			expect(all).not.toMatch(/@\w/);
			expect(all.replace(openLink, "")).not.toContain("](");
		});

		test("that refuses with 200 is believed", async () => {
			receiver.answers.push({ status: 200, body: '{"success":false,"error":"private"}' });
			expect(await notifier.deliver(to(hook("rocketchat")(url)), aMessage(down), never)).toEqual({
				kind: "failed",
				again: false,
				retryAfterMs: null,
				message: "Rocket.Chat refused the message.",
			});
		});
	},
);

const googleChat = (url: string, token = TOKEN): ChannelSettings => ({
	type: "google_chat",
	url: `${url}/v1/spaces/AAA/messages?key=k&token=${token}`,
});
await testService(
	{
		name: "google chat",
		answer: chat.googleChat,
		settings: googleChat,
		stranger: (url) => googleChat(url, "other"),
		shown: ({ json }) => json.text,
	},
	({ deliver, notifier, receiver, url }) => {
		test("keeps a problem and its end in one thread", async () => {
			const [opened, closed] = [await deliver(googleChat(url), down), await deliver(googleChat(url), up)];
			expect(opened.json.thread).toEqual({ threadKey: `alt_01/mon_01/${down.since}` });
			expect(closed.json.thread).toEqual(opened.json.thread);
		});

		test("keeps a cause and its end in one thread", async () => {
			const alert = { id: "alt_01", name: "On call", groupsByCause: true };
			const grouped = { alert, cause: { id: "cau_01", shared: null, value: null } };
			for (const notices of [[down], [down, { ...down, id: "evt_11" }], [up, { ...up, id: "evt_12" }]]) {
				await notifier.deliver(to(googleChat(url)), { ...aMessage(...notices), ...grouped }, never);
				expect(receiver.received.at(-1)?.json.thread).toEqual({ threadKey: "alt_01/cau_01" });
			}
		});

		test("leaves no sign where it could be markup, a mention or a link", async () => {
			const { json } = await deliver(googleChat(url), hostile);
			const [, ...lines] = json.text.split("\n");
			for (const line of lines.slice(0, -1)) expect(line).not.toMatch(/<[\w!/@]|\*\w|(?<!\w)[_~]\w|`\w/);
			expect(lines.at(-1)).toBe("<https://lapwing.example/monitors/mon_01|Open in Lapwing>");
		});
	},
);

const zulip = (url: string, apiKey = TOKEN): ChannelSettings => ({
	type: "zulip",
	serverUrl: url,
	botEmail: chat.ZULIP_BOT,
	apiKey,
	channel: "ops",
	topic: "Lapwing",
});
await testService(
	{
		name: "zulip",
		answer: chat.zulip,
		settings: zulip,
		stranger: (url) => zulip(url, "other"),
		shown: ({ body }) => form(body)["content"] ?? "",
	},
	({ notifier, receiver, url }) => {
		test("mentions nobody, and links nothing but the monitor", async () => {
			const name = "@**all** #**secret** @_**Ada|1** :tada: **b** [x](http://evil.example) <time:2026> $$x$$";
			const tricky = { ...down, monitor: { ...down.monitor, name }, error: "```\n> quote" };
			await notifier.deliver(to(zulip(url)), aMessage(tricky), never);
			const content = form(receiver.received[0]?.body ?? "")["content"] ?? "";
			const lines = content.split("\n").slice(0, -1).join("\n").slice(2);
			expect(lines).not.toMatch(/[@#]_?\*\*|\*\*\w|\]\(|:tada:|<time|\$\$|```/);
			expect(content.split("\n").at(-1)).toBe("[Open in Lapwing](https://lapwing.example/monitors/mon_01)");
		});
	},
);
