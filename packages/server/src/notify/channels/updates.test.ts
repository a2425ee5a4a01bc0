import { afterAll, describe, expect, test } from "vitest";
import type { ChannelSettings } from "../../domain/alerts/channels.ts";
import { aMessage } from "../../domain/alerts/testing/messages.ts";
import type { Answering, Received } from "../testing/receiver.ts";
import * as chat from "../testing/services/chat.ts";
import { ntfyServer } from "../testing/services/push.ts";
import { TOKEN } from "../testing/services/service.ts";
import { aVendorStage, down, hostile, longest, many, never, to, up } from "../testing/vendor-stage.ts";

interface Service {
	readonly name: string;
	readonly answer: (request: Received) => Answering;
	settings(url: string): ChannelSettings;
	/** What stands there now. */
	shown(): string[];
	/** What a message that is gone is named. */
	readonly gone: string;
	/** What becomes of an update then. */
	readonly afterGone: "nothing" | "a new message";
}

const discord = chat.discordServer();
const telegram = chat.telegramServer();
const matrix = chat.matrixServer();
const ntfy = ntfyServer();
const zulip: string[] = [];

const SERVICES: readonly Service[] = [
	{
		name: "discord",
		answer: discord.answer,
		settings: (url) => ({ type: "discord", url: `${url}/api/webhooks/1/${TOKEN}` }),
		shown: () => [...discord.messages.values()].map((title) => title.replaceAll("\\", "")),
		gone: "1",
		afterGone: "a new message",
	},
	{
		name: "telegram",
		answer: telegram.answer,
		settings: () => ({ type: "telegram", botToken: "1:abc", chatId: "-100" }),
		shown: () => [...telegram.messages.values()].map((text) => /<b>(.*?)<\/b>/.exec(text)?.[1] ?? ""),
		gone: "99",
		afterGone: "a new message",
	},
	{
		name: "matrix",
		answer: matrix.answer,
		settings: (serverUrl) => ({ type: "matrix", serverUrl, roomId: "!ops:matrix.example", accessToken: TOKEN }),
		shown() {
			// As a client shows it: the last edit in the place of its event.
			const shown = new Map<string, string>();
			for (const { eventId, content } of matrix.events.values()) {
				const event = content as {
					body: string;
					"m.new_content"?: { body: string };
					"m.relates_to"?: { event_id: string };
				};
				const { body } = event["m.new_content"] ?? event;
				shown.set(event["m.relates_to"]?.event_id ?? eventId, body.split("\n")[0] ?? "");
			}
			return [...shown.values()];
		},
		gone: "$event99",
		afterGone: "nothing",
	},
	{
		name: "ntfy",
		answer: ntfy.answer,
		settings: (serverUrl) => ({ type: "ntfy", serverUrl, topic: "ops", accessToken: TOKEN, acknowledgeLink: "off" }),
		shown: () => [...ntfy.shown.values()],
		gone: "id99",
		afterGone: "a new message",
	},
	{
		name: "zulip",
		answer(request) {
			const answer = chat.zulip(request);
			const title = /^\*\*(.*?)\*\*/.exec(new URLSearchParams(request.body).get("content") ?? "")?.[1] ?? "";
			if (answer.status === 200) zulip[request.method === "PATCH" ? 0 : zulip.length] = title;
			return answer;
		},
		settings: (serverUrl) => ({
			type: "zulip",
			serverUrl,
			...{ botEmail: chat.ZULIP_BOT, apiKey: TOKEN, channel: "ops", topic: "Lapwing" },
		}),
		shown: () => zulip,
		gone: "7",
		afterGone: "a new message",
	},
];

for (const service of SERVICES) {
	const stage = await aVendorStage(service.answer);
	const { notifier, receiver, url } = stage;
	const settings = service.settings(url);
	const deliver = (messageRef: string | null, ...notices: Parameters<typeof aMessage>) =>
		notifier.deliver(to(settings), { ...aMessage(...notices), ...(messageRef !== null && { messageRef }) }, never);

	describe(`an update by ${service.name}`, () => {
		afterAll(() => stage.close());

		test("takes the place of the message, again and again, and finds it by one reference", async () => {
			expect(notifier.updates(settings.type)).toBe(true);
			const sent = await deliver(null, down);
			const messageRef = sent.kind === "sent" ? (sent.messageRef ?? "") : "";
			expect(messageRef).not.toBe("");
			expect(service.shown()).toEqual(["Shop is down"]);
			expect(await deliver(messageRef, down, up)).toEqual({ kind: "sent", messageRef });
			expect(service.shown()).toEqual(["2 monitors changed: 1 down, 1 up again"]);
			for (const notices of [[hostile], many, [up]]) {
				expect(await deliver(messageRef, ...notices)).toEqual({ kind: "sent", messageRef });
			}
			expect(service.shown()).toEqual(["Shop is up again after 5 min"]);
			// As it is already, after a crash between the delivery and its record.
			expect(await deliver(messageRef, up)).toMatchObject({ kind: "sent" });
			expect(service.shown()).toEqual(["Shop is up again after 5 min"]);
		});

		test("takes the longest facts, and the longest words of an alert", async () => {
			const sent = await deliver(null, down);
			const messageRef = sent.kind === "sent" ? (sent.messageRef ?? "") : "";
			for (const sign of ["<", "&", "_", "日"]) {
				for (const about of ["facts", "own words"] as const) {
					const message = { ...longest(sign, about), messageRef };
					expect(await notifier.deliver(to(settings), message, never)).toEqual({ kind: "sent", messageRef });
				}
			}
		});

		test("is tried again after trouble of the service", async () => {
			receiver.answers.push({ status: 503 });
			expect(await deliver("42", down)).toMatchObject({ kind: "failed", again: true });
			receiver.answers.push({ status: 429, headers: { "retry-after": "3" } });
			expect(await deliver("42", down)).toMatchObject({ kind: "failed", again: true, retryAfterMs: 3_000 });
		});

		test(`of a message that is gone is ${service.afterGone}`, async () => {
			const before = service.shown().length;
			expect(await deliver(service.gone, down)).toMatchObject({ kind: "sent" });
			if (service.name !== "matrix") {
				expect(service.shown().length - before).toBe(service.afterGone === "nothing" ? 0 : 1);
			}
		});
	});
}

test("a service that answers no id, or one that is no text, sends all the same", async () => {
	const stage = await aVendorStage();
	for (const body of ["ok", "[]", "null", '{"id":{}}', `{"id":"${"x".repeat(501)}"}`]) {
		stage.receiver.answers.push({ status: 200, body });
		const settings: ChannelSettings = { type: "discord", url: `${stage.url}/api/webhooks/1/x` };
		expect(await stage.notifier.deliver(to(settings), aMessage(down), never)).toEqual({ kind: "sent" });
	}
	await stage.close();
});
