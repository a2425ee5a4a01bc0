import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { type ApiServer, serveApi } from "../testing/api-server.ts";
import { among, expectTable, type Values } from "../testing/expect-table.ts";
import { CONTACT_FIELDS, PAGE_FIELDS, WINDOW_FIELDS } from "./around.ts";
import { convertUptimeRobot, MONITOR_FIELDS } from "./convert.ts";
import { readUptimeRobot, uptimeRobot } from "./uptimerobot.ts";

/** In the shape of MonitorDto of the published OpenAPI document. */
const HTTP: Values = {
	id: 1,
	friendlyName: "Shop",
	type: "HTTP",
	url: "https://shop.example.com/health",
	interval: 300,
	timeout: 30,
	status: "UP",
	tags: [{ id: 7, name: "prod", color: "#fff" }],
	groupId: 0,
	httpMethodType: "POST",
	successHttpResponseCodes: ["2xx", "404"],
	followRedirections: true,
	checkSSLErrors: true,
	sslExpirationReminder: true,
	domainExpirationReminder: false,
	authType: "HTTP_BASIC",
	httpUsername: "me",
	httpPassword: "hush",
	customHttpHeaders: { "x-key": "k1" },
	postValueData: { a: "1" },
	postValueType: "RAW_JSON",
	responseTimeThreshold: 0,
	config: null,
	regionalData: { REGION: ["na"], MANUAL_SELECTED: false },
	assignedAlertContacts: [{ alertContactId: 5, threshold: 0, recurrence: 30 }],
	customFields: {},
};
const CONTACT: Values = {
	id: 5,
	friendlyName: "Ops",
	type: "Email",
	value: "ops@example.com",
	enableNotificationsFor: "UpAndDown",
	sslExpirationReminder: true,
};
const WINDOW: Values = {
	id: 3,
	name: "Sunday",
	interval: "weekly",
	date: "2026-01-04",
	time: "02:00:00",
	duration: 60,
	days: [7],
	monitorIds: [1],
	autoAddMonitors: false,
	status: "active",
};
const PAGE: Values = {
	id: 4,
	friendlyName: "Public",
	urlKey: "AbC123",
	status: "ENABLED",
	monitorIds: [1],
	noIndex: false,
};

const convert = ({ monitor = HTTP, contact = CONTACT, window = WINDOW, page = PAGE }: Record<string, Values> = {}) =>
	convertUptimeRobot({
		monitors: [monitor],
		integrations: [],
		alertContacts: [contact],
		maintenanceWindows: [window],
		psps: [page],
	});
const made = (change: Values) => convert({ monitor: { ...HTTP, ...change } }).document.monitors?.[0];

let server: ApiServer | undefined;
afterEach(() => server?.close());

test("an account becomes monitors, alerts, windows and pages", () => {
	const { document, secrets, notes } = convert();
	expect(document).toEqual({
		monitors: [
			{
				key: "shop",
				name: "Shop",
				type: "http",
				url: "https://shop.example.com/health",
				method: "POST",
				acceptedStatuses: ["2xx", "404"],
				request: {
					headers: [
						{ name: "x-key", value: { secret: "UPTIMEROBOT_MONITOR_SHOP_HEADER_X_KEY" }, secret: true },
						{ name: "Content-Type", value: "application/json" },
					],
					body: '{"a":"1"}',
					auth: { type: "basic", username: "me", password: { secret: "UPTIMEROBOT_MONITOR_SHOP_PASSWORD" } },
				},
				intervalSeconds: 300,
				timeoutSeconds: 30,
				degradedAfterMs: 30_000,
				tags: ["prod"],
			},
		],
		alerts: [
			{
				key: "ops",
				name: "Ops",
				channel: { type: "email", to: ["ops@example.com"] },
				monitorIds: ["shop"],
				events: ["down", "up", "certificate"],
				cooldownMinutes: 0,
				dailyCap: 1_000,
				groupsByCause: false,
				reminderMinutes: 30,
			},
		],
		maintenance: [
			{
				key: "sunday",
				name: "Sunday",
				monitorIds: ["shop"],
				recurrence: {
					rrule: "FREQ=WEEKLY;BYDAY=SU",
					startsAt: "2026-01-04T02:00",
					timeZone: "UTC",
					durationMinutes: 60,
				},
			},
		],
		statusPages: [
			{
				key: "public",
				name: "Public",
				slug: "abc123",
				isPublished: true,
				allowsIndexing: true,
				sections: [{ name: "", components: [{ name: "Shop", monitorIds: ["shop"] }] }],
			},
		],
	});
	expect(secrets).toEqual({ UPTIMEROBOT_MONITOR_SHOP_HEADER_X_KEY: "k1", UPTIMEROBOT_MONITOR_SHOP_PASSWORD: "hush" });
	expect(notes.map(({ field }) => field)).toEqual(["time"]);
});

test.each([
	[
		"KEYWORD",
		{ keywordType: "ALERT_EXISTS", keywordValue: "Oops", keywordCaseType: 0 },
		[{ type: "not_contains", value: "Oops", caseSensitive: true }],
	],
	[
		"KEYWORD",
		{ keywordType: "ALERT_NOT_EXISTS", keywordValue: "Hi", keywordCaseType: 1 },
		[{ type: "contains", value: "Hi", caseSensitive: false }],
	],
	[
		"API",
		{
			config: { apiAssertions: { logic: "AND", checks: [{ property: "$.a", comparison: "contains", target: "1.2" }] } },
		},
		[{ type: "json", value: "$.a", operator: "matches", expected: "1\\.2", caseSensitive: true }],
	],
])("%s looks for what was looked for: %o", (type, fields, contentChecks) => {
	expect(made({ type, httpMethodType: "HEAD", ...fields })).toMatchObject({
		type: "http",
		method: "GET",
		contentChecks,
	});
});

test.each([
	[
		{ type: "PING", url: "router.example.com" },
		{ type: "ping", host: "router.example.com", degradedAfterMs: 30_000 },
	],
	[
		{ type: "PORT", url: "db.example.com", port: 5432 },
		{ type: "tcp", host: "db.example.com", port: 5432 },
	],
	[
		{ type: "HEARTBEAT", interval: 86_400, gracePeriod: 600 },
		{ type: "cron", every: 86_400, graceSeconds: 600 },
	],
	[
		{ type: "DNS", url: "example.com", config: { dnsRecords: { MX: ["10 mx.example.com"] } } },
		{ type: "dns", domain: "example.com", recordType: "MX", expected: ["10 mx.example.com"] },
	],
	[{ successHttpResponseCodes: [] }, { acceptedStatuses: ["2xx"] }],
	[
		{ successHttpResponseCodes: [], followRedirections: false },
		{ acceptedStatuses: ["2xx", "3xx"], followRedirects: false },
	],
	[
		{ checkSSLErrors: false, sslExpirationReminder: false },
		{ verifyTls: false, sslMonitoringEnabled: false },
	],
	[{ status: "PAUSED" }, { enabled: false }],
])("%o becomes %o", (change, expected) => expect(made(change)).toMatchObject(expected));

test.each([{ type: "UDP" }, { httpMethodType: "OPTIONS" }, { authType: "DIGEST" }])(
	"%o is left out, and listed",
	(change) => {
		const { document, notes } = convert({ monitor: { ...HTTP, ...change } });
		expect(document.monitors).toBeUndefined();
		expect(notes.map(({ field }) => field)).toContain(Object.keys(change)[0]);
	},
);

test("a contact of more monitors than an alert can name is several alerts", () => {
	const monitors = Array.from({ length: 1_001 }, (_, index) => ({ ...HTTP, id: index + 1, friendlyName: `M${index}` }));
	const none = { integrations: [], maintenanceWindows: [], psps: [] };
	const { document } = convertUptimeRobot({ monitors, alertContacts: [CONTACT], ...none });
	expect(document.alerts?.map(({ key, monitorIds }) => [key, (monitorIds as string[]).length])).toEqual([
		["ops", 1_000],
		["ops-2", 1],
	]);
});

test("one of several assertions is never carried as all of them", () => {
	const checks = ["$.a", "$.b"].map((property) => ({ property, comparison: "is_null" }));
	const { document, notes } = convert({
		monitor: { ...HTTP, type: "API", config: { apiAssertions: { logic: "OR", checks } } },
	});
	expect(document.monitors?.[0]).not.toHaveProperty("contentChecks");
	expect(notes.map(({ field }) => field)).toContain("config.apiAssertions");
});

test("each field becomes what its table says", () => {
	const keyword = { type: "KEYWORD", keywordType: "ALERT_EXISTS", keywordValue: "x", keywordCaseType: 1 };
	expectTable(MONITOR_FIELDS, (change) => convert({ monitor: { ...HTTP, ...change } }), {
		...{ id: 9, friendlyName: "Other", type: "PING", url: "https://other.example", interval: 60, timeout: 5 },
		...{ status: "PAUSED", tags: [], groupId: 3, httpMethodType: "PUT", successHttpResponseCodes: ["200"] },
		...{ followRedirections: false, checkSSLErrors: false, sslExpirationReminder: false },
		...{ domainExpirationReminder: true, authType: "NONE", httpUsername: "you", httpPassword: "other" },
		...{ customHttpHeaders: {}, postValueData: { b: "2" }, postValueType: "KEY_VALUE" },
		...{ responseTimeThreshold: 900 },
		config: among({ type: "DNS", config: {} }, { dnsRecords: { MX: ["10 mx.example.com"] } }),
		regionalData: { REGION: ["eu"], MANUAL_SELECTED: true },
		...{ customFields: { a: "b" }, assignedAlertContacts: [] },
		keywordType: among(keyword, "ALERT_NOT_EXISTS"),
		keywordValue: among(keyword, "y"),
		keywordCaseType: among(keyword, 0),
		port: among({ type: "PORT", port: 22 }, 23),
		gracePeriod: among({ type: "HEARTBEAT", gracePeriod: 300 }, 600),
	});
	const { notes } = convert({ monitor: { ...HTTP, config: { apiAssertions: null, ipVersion: "ipv6" } } });
	expect(notes.map(({ field }) => field)).toContain("config.ipVersion");
	expectTable(CONTACT_FIELDS, (change) => convert({ contact: { ...CONTACT, ...change } }), {
		id: 6,
		friendlyName: "Other",
		type: "Telegram",
		value: "x@example.com",
		enableNotificationsFor: "None",
		sslExpirationReminder: false,
		customValue: "a",
		customValue2: "a",
		customValue3: "a",
		customValue4: "a",
		customHeaders: { a: "b" },
	});
	expectTable(WINDOW_FIELDS, (change) => convert({ window: { ...WINDOW, ...change } }), {
		name: "Other",
		interval: "once",
		date: "2026-02-01",
		time: "03:00:00",
		duration: 30,
		days: [1],
		monitorIds: [],
		autoAddMonitors: true,
		status: "paused",
	});
	expectTable(PAGE_FIELDS, (change) => convert({ page: { ...PAGE, ...change } }), {
		friendlyName: "Other",
		urlKey: "zzz",
		status: "PAUSED",
		monitorIds: [],
		isPasswordSet: true,
		noIndex: true,
		customDomain: "s.example.com",
		tagIds: [1],
		logo: "l",
		icon: "i",
		homepageLink: "h",
		customSettings: { a: 1 },
		pinnedAnnouncementId: 1,
		gaCode: "G",
	});
});

test("pages are followed by their links, with the key", async () => {
	server = await serveApi(({ path, query, headers }) => {
		if (headers.authorization !== "Bearer u1") return { status: 401, body: { message: "Unauthorized" } };
		if (path === "/v3/user/alert-contacts") return { body: [CONTACT] };
		if (path !== "/v3/monitors") return { body: { nextLink: null, data: [] } };
		if (query.get("cursor") === "1")
			return { body: { nextLink: null, data: [{ ...HTTP, id: 2, friendlyName: "Two" }] } };
		return { body: { nextLink: `${server?.url}/v3/monitors?cursor=1`, data: [HTTP] } };
	});
	const { document } = await readUptimeRobot(`${server.url}/v3`, { UPTIMEROBOT_API_KEY: "u1" });
	expect(document.monitors?.map(({ key }) => key)).toEqual(["shop", "two"]);
	expect(document.alerts?.[0]).toMatchObject({ monitorIds: ["shop", "two"] });
});

test("a next page at another origin does not get the key", async () => {
	server = await serveApi(() => ({ body: { nextLink: "http://127.0.0.1:1/v3/monitors", data: [] } }));
	await expect(readUptimeRobot(`${server.url}/v3`, { UPTIMEROBOT_API_KEY: "u1" })).rejects.toThrow(/another origin/);
});

test("pages without an end are given up", async () => {
	server = await serveApi(() => ({ body: { nextLink: `${server?.url}/v3/monitors`, data: [] } }));
	await expect(readUptimeRobot(`${server.url}/v3`, { UPTIMEROBOT_API_KEY: "u1" })).rejects.toThrow(
		/more than 2000 requests/,
	);
}, 30_000);

test("the key of a single monitor is refused before it is sent", async () => {
	await expect(readUptimeRobot("http://127.0.0.1:1", { UPTIMEROBOT_API_KEY: "m1234-5678" })).rejects.toThrow(
		/key of one monitor/,
	);
});

test("a file is looked for where the command was called, as bin/lapwing runs it elsewhere", async () => {
	const folder = mkdtempSync(join(tmpdir(), "lapwing-uptimerobot-"));
	vi.stubEnv("LAPWING_CALLED_FROM", folder);
	for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, "write").mockReturnValue(true);
	try {
		writeFileSync(join(folder, "answers.json"), JSON.stringify({ monitors: [HTTP] }));
		await uptimeRobot().parseAsync(["answers.json", "--file", "out.yaml"], { from: "user" });
		expect(existsSync(join(folder, "out.yaml"))).toBe(true);
	} finally {
		vi.restoreAllMocks();
		vi.unstubAllEnvs();
		rmSync(folder, { recursive: true });
	}
});

test("what GET and HEAD do not send is listed", () => {
	for (const httpMethodType of ["GET", "HEAD"]) {
		const { document, notes } = convert({ monitor: { ...HTTP, httpMethodType } });
		expect(document.monitors?.[0]).not.toHaveProperty("request.body");
		expect(notes.map(({ field }) => field)).toContain("postValueData");
	}
	const { notes } = convert({ monitor: { ...HTTP, httpMethodType: "GET", postValueData: {} } });
	expect(notes.map(({ field }) => field)).not.toContain("postValueData");
});
