import { afterEach, expect, test } from "vitest";
import { sound } from "../sound.ts";
import { type ApiServer, serveApi } from "../testing/api-server.ts";
import { readCheckly } from "./checkly.ts";

/** In the names and forms of the fixtures of Checkly's own client library. */
const CHECK = {
	id: "73d29e72-6540-4bb5-967e-e07fa2c9465e",
	name: "Shop",
	checkType: "API",
	activated: true,
	muted: false,
	shouldFail: false,
	frequency: 10,
	frequencyOffset: 84,
	degradedResponseTime: 15_000,
	maxResponseTime: 30_000,
	locations: ["eu-west-1"],
	tags: ["foo", "Bar Baz"],
	retryStrategy: null,
	groupId: null,
	setupSnippetId: null,
	localSetupScript: null,
	useGlobalAlertSettings: false,
	alertSettings: {
		escalationType: "RUN_BASED",
		runBasedEscalation: { failedRunThreshold: 3 },
		timeBasedEscalation: { minutesFailingThreshold: 5 },
		reminders: { amount: 0, interval: 5 },
		parallelRunFailureThreshold: { enabled: false, percentage: 10 },
	},
	alertChannelSubscriptions: [{ alertChannelId: 1, activated: true }],
	created_at: "2019-05-10T11:14:14.573Z",
};
const REQUEST = {
	method: "POST",
	url: "https://shop.example.com/orders",
	body: '{"a":1}',
	bodyType: "JSON",
	headers: [{ key: "X-Test", value: "foo", locked: false }],
	queryParameters: [{ key: "query", value: "a b" }],
	assertions: [
		{ source: "STATUS_CODE", property: "", comparison: "EQUALS", target: "201" },
		{ source: "JSON_BODY", property: "$.id", comparison: "GREATER_THAN", target: "0" },
		{ source: "TEXT_BODY", property: "", comparison: "NOT_CONTAINS", target: "error" },
		{ source: "HEADERS", property: "content-type", comparison: "EQUALS", target: "a.b" },
	],
	basicAuth: { username: "u", password: "p" },
	followRedirects: true,
	skipSSL: false,
	ipFamily: "IPv4",
};
const CHANNEL = {
	id: 1,
	type: "EMAIL",
	config: { address: "ops@example.com" },
	sendFailure: true,
	sendRecovery: true,
	sendDegraded: false,
	sslExpiry: true,
	sslExpiryThreshold: 30,
};

interface Account {
	readonly checks?: readonly object[];
	readonly groups?: readonly object[];
	readonly channels?: readonly object[];
	readonly windows?: readonly object[];
}

let server: ApiServer | undefined;
afterEach(() => server?.close());

async function read({ checks = [], groups = [], channels = [], windows = [] }: Account) {
	const lists: Readonly<Record<string, readonly object[]>> = {
		"/v1/checks": checks,
		"/v1/check-groups": groups,
		"/v1/alert-channels": channels,
		"/v1/maintenance-windows": windows,
	};
	server = await serveApi(({ path, query, headers }) => {
		if (headers.authorization !== "Bearer secret" || headers["x-checkly-account"] !== "acc")
			return { status: 401, body: {} };
		const start = (Number(query.get("page")) - 1) * Number(query.get("limit"));
		return { body: lists[path]?.slice(start, start + Number(query.get("limit"))) ?? {} };
	});
	const found = await readCheckly(`${server.url}/v1`, { CHECKLY_API_KEY: "secret", CHECKLY_ACCOUNT_ID: "acc" });
	expect(sound(found).notes).toEqual(found.notes);
	return found;
}
const made = async (change: object, request: object = {}) => {
	const found = await read({ checks: [{ ...CHECK, request: { ...REQUEST, ...request }, ...change }] });
	return { monitor: found.document.monitors?.[0], fields: found.notes.map(({ field }) => field), found };
};

test("an API check, its alerts and its windows are carried", async () => {
	const found = await read({
		checks: [
			{ ...CHECK, request: REQUEST },
			{ ...CHECK, name: "Quiet", muted: true, request: REQUEST },
		],
		channels: [CHANNEL, { id: 2, type: "SMS", config: { number: "+1" } }],
		windows: [
			{
				id: 1,
				name: "Nightly",
				tags: ["foo"],
				startsAt: "2025-01-01T01:00:00.000Z",
				endsAt: "2025-01-01T02:00:00.000Z",
				repeatInterval: 2,
				repeatUnit: "DAY",
				repeatEndsAt: "2030-01-01T00:00:00.000Z",
			},
			{ id: 2, name: "Move", startsAt: "2030-01-01T01:00:00.000Z", endsAt: "2030-01-01T02:00:00.000Z" },
		],
	});
	expect(found.document.monitors?.[0]).toEqual({
		key: "shop",
		name: "Shop",
		type: "http",
		url: "https://shop.example.com/orders?query=a%20b",
		method: "POST",
		acceptedStatuses: ["201"],
		request: {
			headers: [
				{ name: "X-Test", value: { secret: "CHECKLY_SHOP_X_TEST" }, secret: true },
				{ name: "Content-Type", value: "application/json" },
			],
			body: '{"a":1}',
			auth: { type: "basic", username: "u", password: { secret: "CHECKLY_SHOP_PASSWORD" } },
		},
		contentChecks: [
			{ type: "json", value: "$.id", operator: "greater_than", expected: 0 },
			{ type: "not_contains", value: "error", caseSensitive: true },
			{ type: "header", name: "content-type", operator: "matches", expected: "^(?:a\\.b)$", caseSensitive: true },
		],
		intervalSeconds: 600,
		degradedAfterMs: 15_000,
		timeoutSeconds: 30,
		tags: ["foo", "bar-baz"],
	});
	expect(found.document.alerts).toEqual([
		{
			key: "ops-example-com-after-3-failing-checks",
			name: "ops@example.com (after 3 failing checks)",
			monitorIds: ["shop"],
			events: ["down", "up", "certificate"],
			cooldownMinutes: 0,
			dailyCap: 1_000,
			groupsByCause: false,
			failureThreshold: 3,
			channel: { type: "email", to: ["ops@example.com"] },
		},
	]);
	expect(found.document.maintenance).toEqual([
		{
			key: "nightly",
			name: "Nightly",
			monitorIds: ["shop", "quiet"],
			recurrence: {
				rrule: "FREQ=DAILY;INTERVAL=2;UNTIL=20300101T000000Z",
				startsAt: "2025-01-01T01:00",
				timeZone: "UTC",
				durationMinutes: 60,
			},
		},
		{
			key: "move",
			name: "Move",
			monitorIds: null,
			startsAt: "2030-01-01T01:00:00.000Z",
			endsAt: "2030-01-01T02:00:00.000Z",
		},
	]);
	expect(found.notes.map(({ what, field }) => `${what} ${field}`)).toEqual([
		'check "Shop" tags',
		"all checks locations",
		'check "Quiet" tags',
		'alert channel "SMS 2" type',
		"the account dashboards, snippets, variables, private locations, status pages",
	]);
});

test.each<[string, object, object, object]>([
	[
		"URL",
		{},
		{ url: "https://a.example/", assertions: [], body: "", basicAuth: null },
		{ type: "http", acceptedStatuses: ["100-299"] },
	],
	["URL", {}, { followRedirects: false, assertions: [] }, { acceptedStatuses: ["100-399"], followRedirects: false }],
	[
		"API",
		{},
		{ assertions: [{ source: "RESPONSE_TIME", comparison: "LESS_THAN", target: "2000" }] },
		{ timeoutSeconds: 2 },
	],
	[
		"TCP",
		{},
		{
			hostname: "db.example.com",
			port: 5_432,
			data: "PING",
			assertions: [{ source: "RESPONSE_DATA", comparison: "CONTAINS", target: "PONG" }],
		},
		{ type: "tcp", host: "db.example.com", send: "PING", expect: { value: "PONG" } },
	],
	[
		"DNS",
		{},
		{
			query: "a.example",
			recordType: "AAAA",
			nameServer: "192.0.2.53",
			port: 53,
			assertions: [{ source: "RESPONSE_CODE", comparison: "EQUALS", target: "NOERROR" }],
		},
		{ type: "dns", domain: "a.example", recordType: "AAAA", resolver: "192.0.2.53" },
	],
	[
		"ICMP",
		{},
		{ hostname: "192.0.2.1", pingCount: 5, assertions: [] },
		{ type: "ping", host: "192.0.2.1", packets: 5 },
	],
	[
		"HEARTBEAT",
		{ heartbeat: { period: 1, periodUnit: "days", grace: 30, graceUnit: "minutes", pingToken: "x" } },
		{},
		{ type: "cron", every: 86_400, graceSeconds: 1_800 },
	],
])("a check of the type %s", async (checkType, change, request, members) => {
	const of = Object.keys(request).some((name) => name === "hostname" || name === "query");
	const found = await read({
		checks: [{ ...CHECK, checkType, request: of ? request : { ...REQUEST, ...request }, ...change }],
	});
	expect(found.document.monitors?.[0]).toMatchObject(members);
	expect(found.document.monitors?.[0]).not.toHaveProperty("enabled");
});

test("minutes of failing become checks, and of a job its first run that fails", async () => {
	const alertSettings = { escalationType: "TIME_BASED", timeBasedEscalation: { minutesFailingThreshold: 30 } };
	const heartbeat = { period: 1, periodUnit: "days", grace: 30, graceUnit: "minutes" };
	const found = await read({
		checks: [
			{ ...CHECK, alertSettings, request: REQUEST },
			{ ...CHECK, alertSettings, name: "Job", checkType: "HEARTBEAT", heartbeat },
		],
		channels: [CHANNEL],
	});
	const shown = found.document.alerts?.map(({ monitorIds, failureThreshold = 1 }) => [monitorIds, failureThreshold]);
	expect(shown).toEqual([
		[["shop"], 4],
		[["job"], 1],
	]);
	const listed = found.notes.map(({ what, field }) => `${what} ${field}`);
	expect(listed).toContain('check "Job" alertSettings.timeBasedEscalation');
});

test.each(["BROWSER", "MULTI_STEP", "PLAYWRIGHT", "GRPC", "SSL", "TRACEROUTE"])(
	"a check of the type %s is listed",
	async (checkType) => {
		const { found, fields } = await made({ checkType });
		expect(found.document.monitors).toBeUndefined();
		expect(fields).toEqual(["checkType", expect.stringContaining("dashboards")]);
	},
);

test.each<[string, object, object]>([
	["shouldFail", { shouldFail: true }, {}],
	["localSetupScript", { localSetupScript: "x" }, {}],
	["environmentVariables", {}, { url: "https://{{HOST}}/" }],
	["environmentVariables", {}, { headers: [{ key: "A", value: "{{TOKEN}}" }] }],
	["body", {}, { method: "GET" }],
	["assertions", {}, { assertions: [{ source: "JSON_BODY", property: "$.a", comparison: "HAS_KEY", target: "b" }] }],
	["assertions", {}, { assertions: [{ source: "STATUS_CODE", comparison: "NOT_EQUALS", target: "500" }] }],
	[
		"assertions",
		{},
		{ assertions: [{ source: "HEADERS", property: "age", comparison: "EQUALS", target: "1", regex: "(.)$" }] },
	],
])("%s has no counterpart: the monitor comes paused, and is listed", async (field, change, request) => {
	const { monitor, fields } = await made(change, request);
	expect(monitor).toMatchObject({ enabled: false });
	expect(fields).toContain(field);
});

test("a check has what its group has", async () => {
	const group = {
		id: 156,
		name: "Web",
		activated: true,
		muted: false,
		tags: ["auto"],
		alertChannelSubscriptions: [{ alertChannelId: 2, activated: true }],
		apiCheckDefaults: {
			url: "https://api.example",
			headers: [{ key: "A", value: "1" }],
			assertions: [{ source: "STATUS_CODE", comparison: "EQUALS", target: "204" }],
			basicAuth: { username: "g", password: "q" },
		},
	};
	const check = { ...CHECK, groupId: 156, request: { method: "GET", url: "{{GROUP_BASE_URL}}/x" } };
	const found = await read({
		checks: [check],
		groups: [group],
		channels: [
			{ id: 2, type: "PAGERDUTY", config: { serviceKey: "a".repeat(32) }, sendFailure: true, sendRecovery: false },
		],
	});
	expect(found.document.monitors?.[0]).toMatchObject({
		url: "https://api.example/x",
		acceptedStatuses: ["204"],
		request: { headers: [{ name: "A" }], auth: { username: "g" } },
		tags: ["foo", "bar-baz", "auto", "group:web"],
	});
	expect(found.document.alerts).toMatchObject([
		{ monitorIds: ["shop"], events: ["down"], channel: { type: "pagerduty" } },
	]);
	const paused = await read({ checks: [check], groups: [{ ...group, activated: false }] });
	expect(paused.document.monitors?.[0]).toMatchObject({ enabled: false });
});

test("a group's policy of alerts stands in for those of its checks", async () => {
	const policy = { escalationType: "RUN_BASED", runBasedEscalation: { failedRunThreshold: 5 } };
	const check = { ...CHECK, groupId: 1, request: REQUEST };
	const group = { id: 1, name: "G", useGlobalAlertSettings: false, alertSettings: policy };
	const of = async (change: object) =>
		(await read({ checks: [check], groups: [{ ...group, ...change }], channels: [CHANNEL] })).document.alerts?.[0];
	expect(await of({})).toMatchObject({ failureThreshold: 5 });
	expect(await of({ useGlobalAlertSettings: true })).toMatchObject({ failureThreshold: 3 });
	expect(await of({ v: 2, useGlobalAlertSettings: true })).not.toHaveProperty("failureThreshold");
});

test("webhooks to Teams, Telegram and incident.io are these channels, with their secrets out of the file", async () => {
	const webhook = (id: number, config: object) => ({ id, type: "WEBHOOK", config: { method: "POST", ...config } });
	const found = await read({
		channels: [
			webhook(1, { name: "T", webhookType: "WEBHOOK_MSTEAMS", url: "https://x.logic.example/1", template: "{}" }),
			webhook(2, {
				name: "G",
				webhookType: "WEBHOOK_TELEGRAM",
				url: "https://api.telegram.org/bot123:abc/sendMessage",
				template: "chat_id=-100&message_thread_id=4&parse_mode=HTML&text=<b>{{ALERT_TITLE}}</b>",
			}),
			webhook(3, {
				name: "I",
				webhookType: "WEBHOOK_INCIDENTIO",
				url: "https://api.incident.io/v2/alert_events/http/01GW?x=1",
				headers: [{ key: "authorization", value: "Bearer k", locked: false }],
				template: "{}",
			}),
		],
	});
	expect(found.document.alerts?.map(({ channel }) => channel)).toEqual([
		{ type: "microsoft_teams", url: { secret: "CHECKLY_T_URL" } },
		{ type: "telegram", botToken: { secret: "CHECKLY_G_TOKEN" }, chatId: "-100" },
		{ type: "incident_io", alertSourceId: "01GW", token: { secret: "CHECKLY_I_TOKEN" } },
	]);
	expect(found.secrets).toMatchObject({ CHECKLY_G_TOKEN: "123:abc", CHECKLY_I_TOKEN: "k" });
	expect(found.notes.filter(({ why }) => why.includes("thread 4"))).toHaveLength(1);
});

test("escalation by time is a number of checks, and account-wide settings are listed once", async () => {
	const byTime = { ...CHECK.alertSettings, escalationType: "TIME_BASED", reminders: { amount: 2, interval: 10 } };
	const check = { ...CHECK, frequency: 2, request: REQUEST };
	const found = await read({
		checks: [
			{ ...check, alertSettings: byTime },
			{ ...check, name: "Other", useGlobalAlertSettings: true },
		],
		channels: [CHANNEL],
	});
	expect(found.document.alerts).toMatchObject([
		{ monitorIds: ["shop"], failureThreshold: 4, reminderMinutes: 10 },
		{ monitorIds: ["other"] },
	]);
	expect(found.notes.map(({ field }) => field)).toEqual(
		expect.arrayContaining(["alertSettings.reminders", "useGlobalAlertSettings"]),
	);
});

test("every page of a list is read, and a field that this version does not know is listed", async () => {
	const checks = Array.from({ length: 101 }, (_, index) => ({ ...CHECK, name: `C${index}`, request: REQUEST }));
	const found = await read({ checks: [...checks, { ...CHECK, name: "Last", request: REQUEST, brandNew: "x" }] });
	expect(found.document.monitors).toHaveLength(102);
	expect(found.notes).toContainEqual(expect.objectContaining({ what: 'check "Last"', field: "brandNew" }));
});
