import { expect, test } from "vitest";
import type { ChannelSettings } from "../../../domain/alerts/channels.ts";
import type { Message, Notice } from "../../../domain/alerts/notice.ts";
import { aMessage } from "../../../domain/alerts/testing/messages.ts";
import type { Delivery } from "../../interface.ts";
import * as push from "../../testing/services/push.ts";
import { TOKEN } from "../../testing/services/service.ts";
import { testService } from "../../testing/services/service-suite.ts";
import { down, many, never, to, up } from "../../testing/vendor-stage.ts";

const form = (body: string) => Object.fromEntries(new URLSearchParams(body));

const gotify = (url: string, appToken = TOKEN): ChannelSettings => ({ type: "gotify", serverUrl: url, appToken });
await testService(
	{
		name: "gotify",
		answer: push.gotify,
		settings: gotify,
		stranger: (url) => gotify(url, "other"),
		shown: ({ json }) => `${json.title}\n${json.message}`,
	},
	({ deliver, url }) => {
		test("is loud for what is down, opens the monitor, and lies behind a path too", async () => {
			const { json } = await deliver(gotify(url), down);
			expect([json.priority, json.extras["client::notification"].click.url]).toEqual([
				8,
				"https://lapwing.example/monitors/mon_01",
			]);
		});
	},
);

const pushover = (appToken = push.PUSHOVER_KEYS.appToken, urgency: "high" | "emergency" = "high"): ChannelSettings => ({
	type: "pushover",
	appToken,
	userKey: push.PUSHOVER_KEYS.userKey,
	device: null,
	urgency,
});
await testService(
	{
		name: "pushover",
		answer: push.pushover,
		settings: () => pushover(),
		stranger: () => pushover("b".repeat(30)),
		shown: ({ json }) => `${json.title}\n${json.message}`,
	},
	({ deliver }) => {
		test("an emergency repeats until it is confirmed, and is only what is down", async () => {
			const settings = pushover(undefined, "emergency");
			expect((await deliver(settings, down)).json).toMatchObject({ priority: 2, retry: 60, expire: 3_600 });
			expect((await deliver(settings, up)).json).toMatchObject({ priority: 0 });
			expect((await deliver(pushover(), down)).json).toMatchObject({ priority: 1 });
			expect((await deliver(pushover(), down)).json.tags).toBeUndefined();
		});
	},
);

const signal = (url: string): ChannelSettings => ({
	type: "signal",
	serverUrl: `${url}/`,
	number: "+491701234567",
	recipients: ["+491701234568", "group.c29tZSBncm91cA=="],
	authorization: null,
});
await testService(
	{
		name: "signal",
		answer: push.signal,
		settings: signal,
		stranger: () => null,
		shown: ({ json }) => json.message,
		retried: [400],
	},
	({ deliver, url }) => {
		test("keeps a message short enough to be one, and says what is left out", async () => {
			const { json } = await deliver(signal(url), ...many);
			expect(Buffer.byteLength(json.message)).toBeLessThanOrEqual(2_000);
			expect(json.message).toMatch(/… and \d+ more\nOpen in Lapwing: \S+$/);
		});
	},
);

const twilio = (more: Partial<Extract<ChannelSettings, { type: "twilio" }>> = {}): ChannelSettings => ({
	type: "twilio",
	accountSid: push.TWILIO_ACCOUNT,
	apiKeySid: null,
	authToken: TOKEN,
	from: "+15017122661",
	to: ["+15558675310"],
	by: "sms",
	...more,
});
await testService(
	{
		name: "twilio",
		answer: push.twilio,
		settings: () => twilio(),
		stranger: () => twilio({ authToken: "other" }),
		shown: ({ body }) => form(body)["Body"] ?? "",
	},
	({ notifier, receiver }) => {
		const send = (settings: ChannelSettings, ...notices: Parameters<typeof aMessage>) =>
			notifier.deliver(to(settings), aMessage(...notices), never);
		const sendAgain = (settings: ChannelSettings, before: Delivery, ...notices: Parameters<typeof aMessage>) => {
			const settled = (before.kind === "failed" && before.settled) || {};
			return notifier.deliver(to(settings), { ...aMessage(...notices), settled }, never);
		};

		test("an SMS is three lines and a link", async () => {
			await send(twilio(), down);
			expect(form(receiver.received[0]?.body ?? "")["Body"]?.split("\n")).toEqual([
				"Shop is down",
				"No complete response within 10 s.",
				"Since 11:59:00 UTC, seen from Western Europe",
				"https://lapwing.example/monitors/mon_01",
			]);
		});

		test("an SMS says since when also behind a long error", async () => {
			await send(twilio(), { ...down, error: "e".repeat(500) });
			expect(form(receiver.received[0]?.body ?? "")["Body"]?.split("\n")).toEqual([
				"Shop is down",
				`${"e".repeat(159)}…`,
				"Since 11:59:00 UTC, seen from Western Europe",
				"https://lapwing.example/monitors/mon_01",
			]);
		});

		test("a call says no more than Twilio takes", async () => {
			expect(await send(twilio({ by: "call" }), { ...down, error: "&".repeat(500) })).toEqual({ kind: "sent" });
		});

		test("a call says it twice, as XML", async () => {
			await send(twilio({ by: "sms_and_call" }), { ...down, error: 'A <b> & "c"' });
			expect(receiver.received.map(({ path }) => path.split("/").at(-1))).toEqual(["Messages.json", "Calls.json"]);
			const said = form(receiver.received[1]?.body ?? "")["Twiml"] ?? "";
			const words =
				'This is Lapwing. Shop is down. A &lt;b&gt; &amp; "c". Since 11:59:00 UTC, seen from Western Europe';
			expect(said).toBe(`<Response><Say>${words}</Say><Pause length="1"/><Say>Again: ${words}</Say></Response>`);
		});

		test("counts as sent once one recipient is accepted, and says which was not", async () => {
			const settings = twilio({ to: ["+15550000000", "+15558675310"] });
			expect(await send(settings, down)).toEqual({
				kind: "sent",
				warning: "Twilio refused 1 of 2: The receiver answered with status 400.",
			});
			receiver.answers.push({ status: 400 }, { status: 503 });
			const first = await send(settings, down);
			expect(first).toMatchObject({ kind: "failed", again: true });
			receiver.answers.push({ status: 400 });
			expect(await sendAgain(settings, first, down)).toMatchObject({ kind: "failed", again: false });
		});

		const asked = () => receiver.received.map(({ path, body }) => `${path.split("/").at(-1)} ${form(body)["To"]}`);

		test("tries a call again that was not taken, and not the SMS that was", async () => {
			const settings = twilio({ by: "sms_and_call" });
			receiver.answers.push({ status: 201 }, { status: 503 });
			const first = await send(settings, down);
			expect(first).toMatchObject({ kind: "failed", again: true, mayHaveArrived: true });
			expect(await sendAgain(settings, first, down)).toEqual({ kind: "sent" });
			expect(asked()).toEqual(["Messages.json", "Calls.json", "Calls.json"].map((path) => `${path} +15558675310`));
			// Another message begins anew, of which nothing is known.
			await send(settings, down);
			expect(asked().slice(3)).toEqual(["Messages.json", "Calls.json"].map((path) => `${path} +15558675310`));
		});

		test("tries only the recipient again that the service had no time for", async () => {
			const settings = twilio({ to: ["+15558675310", "+15558675311", "+15550000000"] });
			receiver.answers.push({ status: 201 }, { status: 429, headers: { "retry-after": "3" } });
			const warning = "Twilio refused 1 of 3: The receiver answered with status 400.";
			const first = await send(settings, down);
			expect(first).toMatchObject({ kind: "failed", again: true, retryAfterMs: 3_000 });
			expect(await sendAgain(settings, first, down)).toEqual({ kind: "sent", warning });
			expect(asked().slice(3)).toEqual(["Messages.json +15558675311"]);
		});

		test("is content with a call, and with an SMS where calls are refused", async () => {
			const settings = twilio({ by: "sms_and_call" });
			receiver.answers.push({ status: 503 }, { status: 201 });
			expect(await send(settings, down)).toMatchObject({ kind: "sent", warning: expect.stringMatching(/1 of 2/) });
			receiver.answers.push({ status: 201 }, { status: 400 });
			expect(await send(settings, down)).toMatchObject({ kind: "sent", warning: expect.stringMatching(/1 of 2/) });
			receiver.answers.push({ status: 503 }, { status: 400 });
			const first = await send(settings, down);
			expect(first).toMatchObject({ kind: "failed", again: true });
			receiver.answers.push({ status: 400 });
			expect(await sendAgain(settings, first, down)).toMatchObject({ kind: "failed", again: false });
		});
	},
);

const homeAssistant = (url: string, service = "notify.notify", more = {}): ChannelSettings => ({
	type: "home_assistant",
	serverUrl: url,
	accessToken: TOKEN,
	service,
	entityId: null,
	...more,
});
await testService(
	{
		name: "home assistant",
		answer: push.homeAssistant,
		settings: homeAssistant,
		stranger: (url) => homeAssistant(url, "notify.notify", { accessToken: "other" }),
		shown: ({ json }) => `${json.title}\n${json.message}`,
	},
	({ deliver, notifier, receiver, url }) => {
		test("replaces its own message on a phone, and opens the monitor", async () => {
			const app = homeAssistant(url, "notify.mobile_app_pixel");
			const opened = await deliver(app, down);
			const closed = await deliver(app, up);
			expect(opened.json.data).toMatchObject({
				tag: `alt_01/mon_01/${down.since}`,
				url: "https://lapwing.example/monitors/mon_01",
				ttl: 0,
			});
			expect(closed.json.data.tag).toBe(opened.json.data.tag);
			expect(closed.json.data.ttl).toBeUndefined();
		});

		test("sends a phone no more than its push service carries", async () => {
			const monitor = { ...down.monitor, name: "日".repeat(120) };
			await deliver(homeAssistant(url, "notify.mobile_app_pixel"), { ...down, monitor, error: "本".repeat(500) });
			const some = many.map((notice) => ({ ...notice, monitor }));
			await deliver(homeAssistant(url, "notify.mobile_app_pixel"), ...some);
		});

		test("replaces what it said of a cause by its recovery, and not by the recovery of some", async () => {
			const app = homeAssistant(url, "notify.mobile_app_pixel");
			const alert = { id: "alt_01", name: "On call", groupsByCause: true };
			const cause = { id: "cau_01", shared: null, value: null };
			const tagOf = async (notices: Notice[], more: Partial<Message> = {}) => {
				await notifier.deliver(to(app), { ...aMessage(...notices), alert, cause, ...more }, never);
				return receiver.received.at(-1)?.json.data.tag;
			};
			const others = [down, { ...down, id: "evt_11" }];
			const ups = [up, { ...up, id: "evt_12" }];
			expect(await tagOf([down])).toBe("alt_01/cau_01");
			expect(await tagOf(others)).toBe("alt_01/cau_01");
			expect(await tagOf(ups)).toBe(up.id);
			expect(await tagOf([up])).toBe(`alt_01/mon_01/${down.since}`);
			expect(await tagOf(ups, { recovered: 3 })).toBe("alt_01/cau_01");
			// Without groups each monitor has its own end.
			expect(await tagOf([down], { alert: { ...alert, groupsByCause: false } })).toBe(`alt_01/mon_01/${down.since}`);
		});

		test("notifies an entity, and keeps one persistent notification for each problem", async () => {
			await deliver(homeAssistant(url, "notify.send_message", { entityId: "notify.ada" }), down);
			const persistent = homeAssistant(url, "persistent_notification.create");
			const ids = [await deliver(persistent, down), await deliver(persistent, up)].map(
				({ json }) => json.notification_id,
			);
			expect(ids).toEqual([`lapwing_alt_01_mon_01_${down.since}`, `lapwing_alt_01_mon_01_${down.since}`]);
		});
	},
);
