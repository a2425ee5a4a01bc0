import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenChannel } from "../../../domain/alerts/channels.ts";
import { CHANNELS, type ChannelType } from "../../../domain/alerts/channels.ts";
import type { Message } from "../../../domain/alerts/notice.ts";
import { CHANNEL_OF } from "../../../domain/alerts/testing/channel-examples.ts";
import { type EngineName, onEachEngine } from "../../../storage/testing/engines.ts";
import { NOON, type Service, startService } from "../../testing/service.ts";

const OTHER_KEY = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwd";
const aChannel = (type: ChannelType) => ({ type, ...CHANNEL_OF[type] });

const DEFAULTS = {
	monitorIds: null,
	tags: null,
	types: null,
	minimumImportance: "low",
	hours: null,
	events: ["down", "degraded", "up", "blind", "certificate"],
	cooldownMinutes: 10,
	dailyCap: 100,
	failureThreshold: 1,
	reminderMinutes: null,
	titleTemplate: null,
	textTemplate: null,
	groupsByCause: true,
	timeZone: "UTC",
	isEnabled: true,
	escalation: null,
	channelProblem: null,
	createdAt: NOON,
	updatedAt: NOON,
};

onEachEngine("alerts", (database: EngineName) => {
	let service: Service;
	const tested: { channel: OpenChannel; message: Message }[] = [];
	beforeAll(async () => {
		service = await startService(database, {
			deliverTest: async (channel, message) => {
				tested.push({ channel, message });
				return { status: "failed", errorMessage: "The receiver answered with status 500." };
			},
		});
	});
	afterAll(() => service[Symbol.asyncDispose]());

	const create = (body: object) => service.ask("POST", "/api/v1/alerts", { body });
	const webhook = { type: "webhook", ...CHANNEL_OF.webhook };

	test("are created with defaults, read, changed, listed newest first, and deleted", async () => {
		const made = await create({ name: "On call", channel: webhook });
		expect([made.status, made.headers.get("location")]).toEqual([201, `/api/v1/alerts/${made.json.data.id}`]);
		const alert = {
			id: expect.stringMatching(/^alt_[0-9a-z]{26}$/),
			name: "On call",
			channel: { type: "webhook", url: "https://hooks.example/a" },
			...DEFAULTS,
		};
		expect(made.json).toEqual({ data: alert });
		const path = `/api/v1/alerts/${made.json.data.id}`;
		expect((await service.ask("GET", path)).json).toEqual({ data: alert });
		const monitor = await service.newMonitor();
		const changes = {
			name: "Night",
			monitorIds: [monitor.id],
			events: ["down"],
			cooldownMinutes: 0,
			reminderMinutes: 5,
		};
		const changed = await service.ask("PUT", path, { body: changes });
		expect(changed.json.data).toEqual({ ...alert, ...changes, updatedAt: NOON + 1 });
		const second = await create({ name: "Second", channel: webhook });
		const list = await service.ask("GET", "/api/v1/alerts");
		expect(list.json.data.alerts.map(({ name }: { name: string }) => name)).toEqual(["Second", "Night"]);
		expect(list.json.meta.pagination).toEqual({ next: null, prev: null, perPage: 50 });
		const [first] = (await service.ask("GET", "/api/v1/alerts?perPage=1")).json.data.alerts;
		expect(first.id).toBe(second.json.data.id);
		for (const gone of [path, `/api/v1/alerts/${second.json.data.id}`]) {
			expect((await service.ask("DELETE", gone)).status).toBe(204);
			expect((await service.ask("GET", gone)).status).toBe(404);
			expect((await service.ask("DELETE", gone)).status).toBe(404);
		}
		expect((await service.ask("GET", "/api/v1/alerts")).json.data.alerts).toEqual([]);
	});

	test.each(Object.keys(CHANNELS) as ChannelType[])(
		"%s: secrets go in and never come out, nor into the log or the database",
		async (type) => {
			const { status, json, text } = await create({ name: type, channel: { type, ...CHANNEL_OF[type] } });
			expect([status, json.data.channel.type]).toEqual([201, type]);
			const shown = (await service.ask("GET", `/api/v1/alerts/${json.data.id}`)).text;
			const row = await service.database.db
				.selectFrom("alerts")
				.selectAll()
				.where("public_id", "=", json.data.id)
				.executeTakeFirst();
			for (const place of [text, shown, JSON.stringify(row), service.logLines.join()]) {
				expect(place).not.toMatch(/sekret|s3kret|whsec_/);
			}
			expect(row?.encrypted === null).toBe(type === "email");
		},
	);

	test.each([
		["/name", { name: "" }],
		["/name", { name: "x".repeat(256) }],
		["/channel/type", { channel: { type: "fax" } }],
		["/channel", { channel: null }],
		["/channel/secret", { channel: { type: "webhook", url: "https://x.example/", secret: null } }],
		["/channel/secret", { channel: { ...webhook, secret: "hunter2" } }],
		["/channel/secret", { channel: { ...webhook, secret: "whsec_c2hvcnQ=" } }],
		["/channel/url", { channel: { ...webhook, url: "ftp://x.example/" } }],
		["/channel/url", { channel: { ...webhook, url: "https://me:pw@x.example/" } }],
		["/channel/to", { channel: { type: "email", to: [] } }],
		["/channel/to/0", { channel: { type: "email", to: ["nobody"] } }],
		["/channel/routingKey", { channel: { type: "pagerduty", routingKey: "short" } }],
		["/channel/region", { channel: { type: "opsgenie", apiKey: "k", region: "mars" } }],
		["/channel/accessToken", { channel: { type: "ntfy", topic: "t", accessToken: "a\r\nb" } }],
		["/tags", { tags: {} }],
		["/tags", { tags: { any: ["a"], all: ["b"] } }],
		["/tags/any/0", { tags: { any: ["not a tag"] } }],
		["/types/0", { types: ["gopher"] }],
		["/types", { types: ["dns", "dns"] }],
		["/minimumImportance", { minimumImportance: "urgent" }],
		["/channel/roomId", { channel: { ...aChannel("matrix"), roomId: "#ops:matrix.example" } }],
		["/channel/recipients/0", { channel: { ...aChannel("signal"), recipients: ["0170 1234567"] } }],
		["/channel/to", { channel: { ...aChannel("twilio"), to: Array(6).fill("+15558675310") } }],
		["/channel/service", { channel: { ...aChannel("home_assistant"), service: "../../config" } }],
		["/channel/headers", { channel: { ...aChannel("http"), headers: "X-Key sekret" } }],
		["/channel/headers", { channel: { ...aChannel("http"), headers: "Host: other.example" } }],
		["/channel/headers", { channel: { ...aChannel("http"), headers: "X-A: 1\nx-a: 2" } }],
		["/channel/body", { channel: { ...aChannel("http"), body: "{{monitor}}" } }],
		["/titleTemplate", { titleTemplate: "{{monitor}} is down" }],
		["/textTemplate", { textTemplate: "Look: {{link" }],
		["/timeZone", { timeZone: "Berlin" }],
		["/hours/spans", { hours: { timeZone: "UTC", spans: [], outside: "hold" } }],
		["/monitorIds/0", { monitorIds: ["mon_00000000000000000000000000"] }],
		["/monitorIds/0", { monitorIds: ["nonsense"] }],
		["/escalation/repeats", { escalation: { steps: [{ afterMinutes: 5, channels: [webhook] }], repeats: 11 } }],
		["/escalation/steps", { escalation: { steps: [] } }],
		["/escalation/repeats", { escalation: { steps: [{ afterMinutes: 0, channels: [webhook] }], repeats: 1 } }],
		["/events", { events: [] }],
		["/events", { events: ["down", "down"] }],
		["/events/0", { events: ["pending"] }],
		["/cooldownMinutes", { cooldownMinutes: -1 }],
		["/cooldownMinutes", { cooldownMinutes: 1441 }],
		["/cooldownMinutes", { cooldownMinutes: "10" }],
		["/dailyCap", { dailyCap: 0 }],
		["/dailyCap", { dailyCap: 1001 }],
		["/failureThreshold", { failureThreshold: 0 }],
		["/failureThreshold", { failureThreshold: 11 }],
		["/reminderMinutes", { reminderMinutes: 4 }],
		["/reminderMinutes", { reminderMinutes: 1441 }],
		["/isEnabled", { isEnabled: 1 }],
	])("are refused for what is wrong at %s: %j", async (path, wrong) => {
		const body = { name: "On call", channel: webhook, ...wrong };
		const made = (await create({ name: "fine", channel: webhook })).json.data;
		for (const answer of [await create(body), await service.ask("PUT", `/api/v1/alerts/${made.id}`, { body })]) {
			// On update a secret may be left out, but not when the channel leads elsewhere.
			expect([answer.status, answer.json.error.code]).toEqual([400, "VALIDATION_ERROR"]);
			expect(answer.json.error.details[0].path).toBe(path);
		}
	});

	test("accept values at the limits", async () => {
		const least = { cooldownMinutes: 0, dailyCap: 1, failureThreshold: 1, reminderMinutes: 5 };
		const most = { cooldownMinutes: 1440, dailyCap: 1000, failureThreshold: 10, reminderMinutes: 1440 };
		for (const edge of [least, most]) {
			const { json } = await create({ name: "edge", channel: webhook, ...edge });
			expect(json.data).toMatchObject(edge);
		}
	});

	test("cannot have monitors of another team", async () => {
		const foreign = await service.newTeam(`foreign-${database}`);
		const monitor = await service.newMonitor({}, foreign.key);
		const answer = await create({ name: "x", channel: webhook, monitorIds: [monitor.id] });
		expect(answer.json.error.details[0].path).toBe("/monitorIds/0");
	});

	test("of a monitor are those that name it, or cover it by tag, type or importance, page after page", async () => {
		const team = await service.newTeam(`covering-${database}`);
		const asked = (method: "GET" | "POST", path: string, body?: object) =>
			service.ask(method, `/api/v1${path}`, { key: team.key, ...(body && { body }) });
		const monitor = await service.newMonitor({ tags: ["team:web"], importance: "high" }, team.key);
		const dns = { type: "dns", name: "Names", domain: "x.example" };
		const other = (await asked("POST", "/monitors", dns)).json.data;
		const alerts: [string, object][] = [
			["all", {}],
			["named", { monitorIds: [monitor.id] }],
			["other", { monitorIds: [other.id] }],
			["tag", { tags: { any: ["team:web"] } }],
			["type", { types: ["dns"] }],
			["none", { monitorIds: [] }],
			["high", { minimumImportance: "high" }],
		];
		for (const [title, wanted] of alerts) await asked("POST", "/alerts", { name: title, channel: webhook, ...wanted });
		const names: string[] = [];
		for (let next = ""; ; ) {
			const { json } = await asked("GET", `/monitors/${monitor.id}/alerts?perPage=3${next}`);
			names.push(...json.data.alerts.map(({ name }: { name: string }) => name));
			if (!json.meta.pagination.next) break;
			next = `&cursor=${json.meta.pagination.next}`;
		}
		expect(names).toEqual(["high", "tag", "named", "all"]);
		const ofOther = await asked("GET", `/monitors/${other.id}/alerts`);
		expect(ofOther.json.data.alerts.map(({ name }: { name: string }) => name)).toEqual(["type", "other", "all"]);
	});

	test("drop monitors that are deleted", async () => {
		const [kept, gone] = [await service.newMonitor(), await service.newMonitor()];
		const { json } = await create({ name: "x", channel: webhook, monitorIds: [kept.id, gone.id] });
		await service.ask("DELETE", `/api/v1/monitors/${gone.id}`);
		expect((await service.ask("GET", `/api/v1/alerts/${json.data.id}`)).json.data.monitorIds).toEqual([kept.id]);
	});

	describe("a webhook's secret", () => {
		test("is made when it is left out of a new alert, answered that once, and signs", async () => {
			const { status, json } = await create({ name: "x", channel: { type: "webhook", url: webhook.url } });
			const { id, channel } = json.data;
			expect([status, channel]).toEqual([
				201,
				{ type: "webhook", url: webhook.url, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) },
			]);
			expect((await service.ask("GET", `/api/v1/alerts/${id}`)).json.data.channel).toEqual({
				type: "webhook",
				url: webhook.url,
			});
			await service.ask("POST", `/api/v1/alerts/${id}/test`);
			expect(tested.at(-1)?.channel.settings).toEqual(channel);
			const events = (await service.ask("GET", "/api/v1/audit-events?perPage=1")).text;
			expect(events).toContain("channel.secret");
			expect(events).not.toContain(channel.secret);
		});

		const channelAfter = async (id: string): Promise<OpenChannel | undefined> => {
			await service.ask("POST", `/api/v1/alerts/${id}/test`);
			return tested.at(-1)?.channel;
		};

		test("stays when it is left out, and the previous one is valid for a day after a change", async () => {
			const { id } = (await create({ name: "x", channel: webhook })).json.data;
			const path = `/api/v1/alerts/${id}`;
			await service.ask("PUT", path, { body: { channel: { type: "webhook", url: webhook.url } } });
			expect(await channelAfter(id)).toEqual({ settings: webhook, previous: null });
			await service.ask("PUT", path, { body: { channel: { ...webhook, secret: OTHER_KEY } } });
			const changed = { ...webhook, secret: OTHER_KEY };
			expect(await channelAfter(id)).toEqual({ settings: changed, previous: webhook });
			service.clock.now += 24 * 60 * 60_000;
			expect(await channelAfter(id)).toEqual({ settings: changed, previous: null });
			service.clock.now = NOON;
		});

		test("is not sent to another address than the one it was set for", async () => {
			const { id } = (await create({ name: "x", channel: webhook })).json.data;
			const body = { channel: { type: "webhook", url: "https://thief.example/" } };
			const answer = await service.ask("PUT", `/api/v1/alerts/${id}`, { body });
			expect([answer.status, answer.json.error.details[0].path]).toEqual([400, "/channel/secret"]);
			expect((await channelAfter(id))?.settings).toEqual(webhook);
		});

		test("in the headers of a request stays with its address, which is a secret itself", async () => {
			const http = { type: "http", ...CHANNEL_OF.http };
			const { id } = (await create({ name: "x", channel: http })).json.data;
			const change = async (channel: object) => {
				await service.ask("PUT", `/api/v1/alerts/${id}`, { body: { channel: { type: "http", ...channel } } });
				return (await channelAfter(id))?.settings;
			};
			expect(await change({ method: "PUT" })).toMatchObject({ url: http.url, headers: http.headers, method: "PUT" });
			expect(await change({ url: http.url })).toMatchObject({ headers: http.headers });
			expect(await change({ url: "https://thief.example/" })).toMatchObject({ headers: null });
		});
	});
});

onEachEngine("the alert events of a monitor", (database: EngineName) => {
	test("are paged newest first, including those of deleted alerts", async () => {
		await using service = await startService(database);
		const { db } = service.database;
		const monitor = await service.newMonitor();
		const { json } = await service.ask("POST", "/api/v1/alerts", {
			body: { name: "x", channel: { type: "email", to: ["a@ops.example"] } },
		});
		const ids = await db
			.selectFrom("monitors")
			.select("id")
			.where("public_id", "=", monitor.id)
			.executeTakeFirstOrThrow();
		const alert = await db
			.selectFrom("alerts")
			.select("id")
			.where("public_id", "=", json.data.id)
			.executeTakeFirstOrThrow();
		const eventId = (index: number) => `evt_${String(index).padStart(26, "0")}`;
		for (let index = 0; index < 7; index++) {
			await db
				.insertInto("alert_events")
				.values({
					public_id: eventId(index),
					alert_id: alert.id,
					monitor_id: ids.id,
					event: index % 3,
					status: index % 4,
					starts_message: 1,
					error_message: index % 4 === 3 ? "The receiver answered with status 500." : null,
					// Two at each instant: the id decides.
					sent_at: NOON + Math.floor(index / 2),
					created_at: NOON - 5,
				})
				.execute();
		}
		await service.ask("DELETE", `/api/v1/alerts/${json.data.id}`);
		const seen: unknown[] = [];
		let next: string | null = "";
		while (next !== null) {
			const path: string = `/api/v1/monitors/${monitor.id}/alert-events?perPage=3&cursor=${next}`;
			const page = await service.ask("GET", path);
			expect(page.status).toBe(200);
			seen.push(...page.json.data.events);
			next = page.json.meta.pagination.next;
		}
		expect(seen).toEqual(
			[6, 5, 4, 3, 2, 1, 0].map((index) => ({
				id: eventId(index),
				alertId: json.data.id,
				monitorId: monitor.id,
				eventType: ["down", "degraded", "up"][index % 3],
				kind: null,
				trigger: "change",
				escalation: null,
				channel: "email",
				noticeId: null,
				status: ["sent", "skipped_cooldown", "skipped_cap", "failed"][index % 4],
				sentAt: NOON + Math.floor(index / 2),
				errorMessage: index % 4 === 3 ? "The receiver answered with status 500." : null,
				heldFor: null,
				nextAttemptAt: null,
				createdAt: NOON - 5,
			})),
		);
		const bad = await service.ask("GET", `/api/v1/monitors/${monitor.id}/alert-events?perPage=0`);
		expect([bad.status, bad.json.error.code]).toEqual([400, "BAD_REQUEST"]);
	});
});
