import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OpenChannel } from "../../../domain/alerts/channels.ts";
import type { Message } from "../../../domain/alerts/notice.ts";
import { type EngineName, onEachEngine } from "../../../storage/testing/engines.ts";
import { type Service, startService } from "../../testing/service.ts";

const KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const OTHER_KEY = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwd";
const webhook = { type: "webhook", url: "https://hooks.example/a", secret: KEY };
const UNSAVED_ID = "alt_00000000000000000000000000";

onEachEngine("tests of alerts", (database: EngineName) => {
	let service: Service;
	const tested: { channel: OpenChannel; message: Message }[] = [];
	beforeAll(async () => {
		service = await startService(database, {
			deliverTest: async (channel, message) => {
				tested.push({ channel, message });
				return { status: "failed", errorMessage: "The receiver answered with status 500." };
			},
			addressRefusal: (host) => (host === "169.254.169.254" ? "it is link-local" : null),
		});
	});
	afterAll(() => service[Symbol.asyncDispose]());
	beforeEach(() => {
		tested.length = 0;
		// A new minute, so that no test counts against the limit of another one.
		service.clock.now += 60_000;
	});

	const create = async (channel: object, key = service.key) =>
		(await service.ask("POST", "/api/v1/alerts", { key, body: { name: "Night", channel } })).json.data.id as string;
	const testSaved = (id: string, key = service.key) => service.ask("POST", `/api/v1/alerts/${id}/test`, { key });
	const testUnsaved = (body: object, key = service.key) => service.ask("POST", "/api/v1/alerts/test", { key, body });

	const FAILED = { data: { status: "failed", errorMessage: "The receiver answered with status 500." } };
	const messageOf = (alert: Message["alert"]) => ({
		id: expect.stringMatching(/^evt_/),
		alert,
		notices: [],
		createdAt: service.clock.now,
	});

	test("are sent at once, and a receiver's refusal is a successful answer", async () => {
		const id = await create(webhook);
		const { status, json } = await testSaved(id);
		expect([status, json]).toEqual([200, FAILED]);
		expect(tested).toEqual([
			{ channel: { settings: webhook, previous: null }, message: messageOf({ id, name: "Night" }) },
		]);
	});

	test("are sent 20 times a minute by each team at most, saved and unsaved alerts together", async () => {
		const { key } = await service.newTeam("impatient");
		const id = await create(webhook, key);
		for (let count = 0; count < 10; count++) {
			expect((await testSaved(id, key)).status).toBe(200);
			expect((await testUnsaved({ channel: webhook }, key)).status).toBe(200);
		}
		for (const refused of [await testSaved(id, key), await testUnsaved({ channel: webhook }, key)]) {
			expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
		}
		expect(tested).toHaveLength(20);
		service.clock.now += 60_000;
		expect((await testUnsaved({ channel: webhook }, key)).status).toBe(200);
	});

	describe("of an alert that is not saved", () => {
		test("send the channel and the name of the body, and store neither", async () => {
			const alertsOf = async () =>
				(await service.ask("GET", "/api/v1/alerts?perPage=200")).text.replace(/"meta".*/, "");
			const before = await alertsOf();
			const { status, json, text } = await testUnsaved({ name: "On call", channel: webhook });
			expect([status, json]).toEqual([200, FAILED]);
			expect(tested).toEqual([
				{
					channel: { settings: webhook, previous: null },
					message: messageOf({ id: UNSAVED_ID, name: "On call" }),
				},
			]);
			expect(await alertsOf()).toBe(before);
			const events = await service.ask("GET", "/api/v1/audit-events?perPage=200");
			for (const place of [text, events.text, service.logLines.join()]) expect(place).not.toContain(KEY);
			expect(events.text).not.toContain(UNSAVED_ID);
		});

		test("fill in what a new alert may leave out", async () => {
			await testUnsaved({ channel: { type: "webhook", url: webhook.url } });
			await testUnsaved({ channel: { type: "opsgenie", apiKey: "sekret" } });
			expect(tested.map(({ channel, message }) => [channel.settings, message.alert.name])).toEqual([
				[{ ...webhook, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) }, "New alert"],
				[{ type: "opsgenie", apiKey: "sekret", region: "us" }, "New alert"],
			]);
		});

		test("send the stored secrets of the alert that is changed, or those of the body in their place", async () => {
			const alertId = await create(webhook);
			const { secret: _, ...open } = webhook;
			await testUnsaved({ alertId, name: "Day", channel: open });
			await testUnsaved({ alertId, channel: { ...webhook, secret: OTHER_KEY } });
			expect(tested).toEqual([
				{ channel: { settings: webhook, previous: null }, message: messageOf({ id: alertId, name: "Day" }) },
				{
					// As after a change: for a day both keys sign.
					channel: { settings: { ...webhook, secret: OTHER_KEY }, previous: webhook },
					message: messageOf({ id: alertId, name: "New alert" }),
				},
			]);
			tested.length = 0;
			await testSaved(alertId);
			expect(tested.map(({ channel }) => channel)).toEqual([{ settings: webhook, previous: null }]);
		});

		test.each([
			["another address", { type: "webhook", url: "https://thief.example/" }, "/channel/secret"],
			["another channel", { type: "slack" }, "/channel/url"],
		])("send no stored secret to %s", async (_, channel, path) => {
			const answer = await testUnsaved({ alertId: await create(webhook), channel });
			expect([answer.status, answer.json.error.details[0].path]).toEqual([400, path]);
			expect(tested).toEqual([]);
		});

		test.each([
			["/channel/apiKey", { channel: { type: "opsgenie" } }],
			["/channel/url", { channel: { type: "slack" } }],
			["/channel/url", { channel: { ...webhook, url: "ftp://x.example/" } }],
			["/channel/url", { channel: { ...webhook, url: "http://169.254.169.254/latest/meta-data" } }],
			["/channel/type", { channel: { type: "fax" } }],
			["/channel", { name: "x" }],
			["/name", { name: "", channel: webhook }],
			["/events", { channel: webhook, events: ["down"] }],
			["/alertId", { channel: webhook, alertId: UNSAVED_ID }],
			["/alertId", { channel: webhook, alertId: "nonsense" }],
		])("are refused for what is wrong at %s: %j", async (path, body) => {
			const { status, json } = await testUnsaved(body);
			expect([status, json.error.code, json.error.details[0].path]).toEqual([400, "VALIDATION_ERROR", path]);
			expect(tested).toEqual([]);
		});

		test("know no alert of another team, nor a deleted one", async () => {
			const foreign = await create(webhook, (await service.newTeam("other")).key);
			const deleted = await create(webhook);
			await service.ask("DELETE", `/api/v1/alerts/${deleted}`);
			for (const alertId of [foreign, deleted]) {
				const { status, json } = await testUnsaved({ alertId, channel: webhook });
				expect([status, json.error.details[0].path]).toEqual([400, "/alertId"]);
			}
		});
	});
});
