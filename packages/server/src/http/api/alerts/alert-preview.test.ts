import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TEMPLATE_FIELD_NAMES } from "../../../domain/alerts/texts/template.ts";
import { type Service, startService } from "../../testing/service.ts";

describe("the preview of an alert's words", () => {
	let service: Service;
	beforeAll(async () => {
		service = await startService("sqlite", { linkOrigin: "https://lapwing.example" });
	});
	afterAll(() => service[Symbol.asyncDispose]());
	const ask = (body: object, key = service.key) => service.ask("POST", "/api/v1/alerts/preview", { key, body });

	test("shows the usual words, the usual body, and every field with its value", async () => {
		const { status, json } = await ask({});
		expect(status).toBe(200);
		expect(json.data.title).toBe("Shop is down");
		expect(json.data.lines.slice(0, 2)).toEqual([
			"No complete response within 10 s.",
			expect.stringMatching(/^Since (\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d UTC, seen twice from monitor-1$/),
		]);
		expect(json.data.link).toMatch(/^https:\/\/lapwing\.example\/monitors\/mon_/);
		expect(JSON.parse(json.data.body)).toMatchObject({ title: "Shop is down", severity: "critical" });
		expect(json.data.fields.map(({ name }: { name: string }) => name)).toEqual(TEMPLATE_FIELD_NAMES);
		for (const { about } of json.data.fields) expect(about).toMatch(/\S/);
	});

	test("shows own words in the alert's time zone, and a body escaped for its media type", async () => {
		const { json } = await ask({
			name: 'Night "shift"',
			titleTemplate: "{{event}}: {{alert.name}}",
			textTemplate: "{{since}}",
			timeZone: "Asia/Kolkata",
			bodyTemplate: "<a>{{alert.name}}</a>",
			contentType: "application/xml",
			event: "up",
		});
		expect(json.data.title).toBe('up: Night "shift"');
		expect(json.data.lines).toEqual([expect.stringMatching(/ GMT\+5:30$/)]);
		expect(json.data.body).toBe("<a>Night &quot;shift&quot;</a>");
	});

	test.each([
		["regional", "Shop fails from frankfurt", /^Since .* UTC, and not from other locations$/],
		["certificate", "The certificate of Shop expires within 14 days", /^Target: /],
		["blind", "Shop can't be checked", /^Not checked since /],
	])("knows what is sent for %s", async (event, title, second) => {
		const { json } = await ask({ event });
		expect(json.data).toMatchObject({
			title,
			lines: [expect.any(String), expect.stringMatching(second), ...json.data.lines.slice(2)],
		});
	});

	test.each([
		["/titleTemplate", { titleTemplate: "{{monitor}}" }, "There is no field {{monitor}}. Did you mean {{monitor.id}}?"],
		["/textTemplate", { textTemplate: "{{" }, "A {{ has no }} after it."],
		["/bodyTemplate", { bodyTemplate: "{{titel}}" }, /^There is no field \{\{titel\}\}\. There are: title, /],
		["/timeZone", { timeZone: "Mars/Olympus" }, /IANA/],
		["/event", { event: "pending" }, /./],
	])("refuses what is wrong at %s, with what to write", async (path, wrong, message) => {
		const { status, json } = await ask(wrong);
		expect([status, json.error.details[0].path]).toEqual([400, path]);
		if (typeof message === "string") expect(json.error.details[0].message).toBe(message);
		else expect(json.error.details[0].message).toMatch(message);
	});

	test("needs a key that may read alerts, and sends and stores nothing", async () => {
		expect((await ask({}, await service.keyWith(["monitors:read"]))).status).toBe(403);
		expect((await service.ask("GET", "/api/v1/alerts")).json.data.alerts).toEqual([]);
	});
});
