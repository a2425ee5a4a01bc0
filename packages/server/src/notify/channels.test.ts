import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { CHANNEL_TYPES, type ChannelSettings, opensIncidents, UPDATED_CHANNELS } from "../domain/alerts/channels.ts";
import { aMessage, NOON } from "../domain/alerts/testing/messages.ts";
import { PolicedDialer } from "../net/dial.ts";
import { CHANNEL_SENDERS } from "./channels.ts";
import { createNotifier } from "./notifier.ts";
import { aVendorStage, certificate, down, never, strings, to } from "./testing/vendor-stage.ts";

const stage = await aVendorStage();
const { receiver, url, notifier, deliver } = stage;
afterAll(() => stage.close());
beforeEach(() => stage.reset());

describe("every channel by HTTP", () => {
	const channels: ChannelSettings[] = [
		{ type: "webhook", url: `${url}/hook`, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" },
		{ type: "slack", url },
		{ type: "discord", url },
		{ type: "microsoft_teams", url },
		{ type: "telegram", botToken: "1:abc", chatId: "@x" },
		{ type: "pagerduty", routingKey: "k".repeat(32), region: "us" },
		{ type: "opsgenie", apiKey: "key", region: "eu" },
		{ type: "ntfy", serverUrl: url, topic: "t", accessToken: null, acknowledgeLink: "off" },
	];

	test.each(channels)("$type delivers a certificate warning and a test", async (settings) => {
		const { json } = await deliver(settings, certificate);
		expect(strings(json).join("\n")).toContain("The certificate of Shop expires within 7 days");
		const test = await deliver(settings);
		expect(strings(test.json).join("\n")).toMatch(/test/i);
	});

	test.each(channels)("$type is retried after 5xx, 408 and 429, and after no other refusal", async (settings) => {
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

test("what was sent is updated where it is an incident or its sender can replace it, and nowhere else", () => {
	const updated = CHANNEL_TYPES.filter((type) => opensIncidents(type) || CHANNEL_SENDERS[type].update !== undefined);
	expect([...UPDATED_CHANNELS].toSorted()).toEqual(updated.toSorted());
	expect(CHANNEL_TYPES.filter(opensIncidents)).toEqual(CHANNEL_TYPES.filter((type) => !CHANNEL_SENDERS[type].gathers));
});

test("a message counts as sent once the status is received, even if the rest of the answer fails", async () => {
	receiver.answers.push({ status: 200, body: "o", truncates: true });
	await deliver({ type: "slack", url }, down);
});

describe("forbidden addresses", () => {
	const hook = (target: string): ChannelSettings => ({
		type: "webhook",
		url: target,
		secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
	});

	test("are never connected to, regardless of settings, and not retried", async () => {
		const outcome = await notifier.deliver(to(hook("http://169.254.169.254/latest/meta-data")), aMessage(down), never);
		expect(outcome).toMatchObject({ kind: "failed", again: false });
	});

	test("private ones are refused where they are denied", async () => {
		await using strict = {
			dialer: new PolicedDialer({ allowPrivateTargets: false, resolvers: null }),
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

test("a delivery interrupted by a stop is aborted, not failed", async () => {
	receiver.answers.push("hang");
	const stopping = new AbortController();
	const delivering = notifier.deliver(to({ type: "slack", url }), aMessage(down), stopping.signal);
	await receiver.until(1);
	stopping.abort();
	expect(await delivering).toEqual({ kind: "aborted" });
});
