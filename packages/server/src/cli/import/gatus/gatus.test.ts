import { expect, test } from "vitest";
import { parse } from "yaml";
import { variableMark } from "../imported.ts";
import { sound } from "../sound.ts";
import { demandOf } from "./conditions.ts";
import { convertGatus } from "./convert.ts";

/** In the forms of Gatus' README and of its config.yaml. */
const FILE = `
alerting:
  slack: { webhook-url: "https://hooks.slack.com/services/a/b/c", title: "T", default-alert: { failure-threshold: 5, send-on-resolved: true } }
  clickup: { list-id: x }
maintenance: { start: "23:00", duration: 1h, timezone: Europe/Amsterdam, every: [Monday, Thursday] }
ui: { title: Status }
endpoints:
  - name: front-end
    group: core
    url: "https://twin.sh/health"
    interval: 5m
    client: { timeout: 15s, insecure: true }
    headers: { X-Api-Key: k }
    conditions: ["[STATUS] == any(200, 429)", "[BODY].status == UP", "[RESPONSE_TIME] < 1500", "[CERTIFICATE_EXPIRATION] > 48h"]
    alerts: [{ type: slack }]
  - name: example-dns-query
    url: "8.8.8.8"
    dns: { query-name: example.com, query-type: A }
    conditions: ["[DNS_RCODE] == NOERROR", "[BODY] == pat(*.*.*.*)"]
  - { name: icmp-ping, url: "icmp://example.org", interval: 30s, conditions: ["[CONNECTED] == true"] }
  - { name: old, url: "https://example.org/", client: { tunnel: t }, conditions: ["len([BODY].x) > 3"] }
  - { name: shell, url: "ssh://example.org:22", conditions: ["[CONNECTED] == true"] }
`;

test("endpoints, alerts and maintenance are carried; the rest is listed", () => {
	const found = convertGatus(parse(FILE));
	expect(sound(found).notes).toEqual(found.notes);
	expect(found.document.monitors?.[0]).toEqual({
		key: "front-end",
		name: "front-end",
		type: "http",
		url: "https://twin.sh/health",
		method: "GET",
		request: { headers: [{ name: "X-Api-Key", value: { secret: "GATUS_FRONT_END_X_API_KEY" }, secret: true }] },
		timeoutSeconds: 15,
		verifyTls: false,
		degradedAfterMs: 1_500,
		acceptedStatuses: ["200", "429"],
		sslExpiryWarningDays: 2,
		contentChecks: [
			{ type: "json", value: "$.status", operator: "matches", expected: "^(?:UP)$", caseSensitive: true },
		],
		intervalSeconds: 300,
		tags: ["group:core"],
	});
	expect(found.document.monitors?.map(({ key, enabled = true }) => [key, enabled])).toEqual([
		["front-end", true],
		["example-dns-query", false],
		["icmp-ping", true],
		["old", false],
	]);
	expect(found.document.alerts).toMatchObject([
		{ monitorIds: ["front-end"], failureThreshold: 5, events: ["down", "up"], channel: { type: "slack" } },
	]);
	expect(found.document.maintenance).toMatchObject([
		{
			monitorIds: null,
			recurrence: { rrule: "FREQ=WEEKLY;BYDAY=MO,TH", startsAt: "2020-01-01T23:00", durationMinutes: 60 },
		},
	]);
	expect(found.notes.map(({ what, field }) => `${what} ${field}`)).toEqual([
		'endpoint "front-end" conditions',
		'endpoint "front-end" conditions',
		'endpoint "example-dns-query" conditions',
		'endpoint "icmp-ping" interval',
		'endpoint "old" client.tunnel',
		'endpoint "old" conditions',
		'endpoint "shell" url',
		"alerting.slack title",
		"alerting.clickup ",
		"alert of slack for front-end success-threshold",
		"the file ui",
	]);
});

test.each([
	[["[STATUS] < 400"], {}, { acceptedStatuses: ["100-299"] }],
	[["[STATUS] == any(200, 301)"], {}, { acceptedStatuses: ["200"] }],
	[["[STATUS] == 301"], {}, { enabled: false }],
	[[], {}, { acceptedStatuses: ["100-299", "400-599"] }],
	[["[STATUS] < 400"], { "ignore-redirect": true }, { acceptedStatuses: ["100-399"], followRedirects: false }],
	[["[STATUS] == 301"], { "ignore-redirect": true }, { acceptedStatuses: ["301"], followRedirects: false }],
	[[], { "ignore-redirect": true }, { acceptedStatuses: ["100-599"], followRedirects: false }],
])("the conditions %j with the client %j follow redirects as Gatus does", (conditions, client, expected) => {
	const { document } = convertGatus({ endpoints: [{ name: "a", url: "https://example.com", client, conditions }] });
	const members = Object.entries(document.monitors?.[0] ?? {});
	const shown = members.filter(([name]) => ["acceptedStatuses", "followRedirects", "enabled"].includes(name));
	expect(Object.fromEntries(shown)).toEqual(expected);
});

test.each([
	["[STATUS] < 300", { statuses: ["100-299"] }],
	["[STATUS] >= 400", { statuses: ["400-599"] }],
	["[BODY] == pat(*ok*)", { contentCheck: { type: "contains", value: "ok", caseSensitive: true } }],
	[
		"has([BODY].errors) == false",
		{ contentCheck: { type: "json", value: "$.errors", operator: "exists", expected: false } },
	],
	[
		"[BODY].data[0].id == 1",
		{
			contentCheck: {
				type: "json",
				value: "$.data[0].id",
				operator: "matches",
				expected: "^(?:1)$",
				caseSensitive: true,
			},
		},
	],
	["[BODY].age == [BODY].id", null],
	["[IP] == 127.0.0.1", null],
	["[DOMAIN_EXPIRATION] > 720h", null],
	["[RESPONSE_TIME] < 150", null],
])("the condition %s", (condition, demand) => {
	expect(demandOf(condition, "http")).toEqual(demand);
});

test("an external endpoint with a heartbeat is a cron monitor; one without is listed", () => {
	const found = convertGatus(
		parse(`
alerting: { slack: { webhook-url: "https://hooks.slack.com/services/a/b/c" } }
external-endpoints:
  - { name: backup, group: core, token: zq7, heartbeat: { interval: 30m }, alerts: [{ type: slack }] }
  - { name: off, enabled: false, token: zq7, heartbeat: { interval: 20s } }
  - { name: deploy, token: zq7 }
`),
	);
	expect(sound(found).notes).toEqual(found.notes);
	expect(found.document.monitors).toEqual([
		{ key: "backup", name: "backup", type: "cron", every: 1_800, graceSeconds: 60, tags: ["group:core"] },
		{ key: "off", name: "off", type: "cron", every: 60, graceSeconds: 60, enabled: false },
	]);
	expect(found.document.alerts).toMatchObject([{ monitorIds: ["backup"], channel: { type: "slack" } }]);
	expect(JSON.stringify(found)).not.toContain("zq7");
	expect(found.notes.map(({ what, field }) => `${what} ${field}`)).toEqual([
		'external endpoint "backup" token',
		'external endpoint "backup" heartbeat.interval',
		'external endpoint "off" token',
		'external endpoint "off" heartbeat.interval',
		'external endpoint "off" heartbeat.interval',
		'external endpoint "deploy" heartbeat.interval',
		"alert of slack for backup success-threshold",
	]);
});

test("variables stay variables, by their names; where none can stand they are listed", () => {
	const found = convertGatus(
		parse(`
alerting:
  slack: { webhook-url: "\${SLACK_URL}" }
  pagerduty: { integration-key: "key-$PD_KEY" }
endpoints:
  - name: api
    url: "https://\${HOST}/health?price=$$5"
    headers: { Authorization: "Bearer \${TOKEN}", X-Env: $ENV }
    conditions: ["[STATUS] == 200"]
    alerts: [{ type: slack }, { type: pagerduty }]
  - { name: db, url: "tcp://\${DB_HOST}:5432", conditions: ["[CONNECTED] == true"] }
  - { name: slow, url: "https://example.org/", interval: "\${INTERVAL}", conditions: ["[STATUS] == \${CODE}"] }
  - { name: any, url: "\${ADDRESS}" }
maintenance: { start: $START, duration: 1h }
`),
	);
	expect(sound(found).document).toEqual(found.document);
	const mark = variableMark;
	expect(found.document.monitors).toMatchObject([
		{
			url: `https://${mark("HOST")}/health?price=$5`,
			request: {
				headers: [
					{ name: "Authorization", value: `Bearer ${mark("TOKEN")}`, secret: true },
					{ name: "X-Env", value: mark("ENV") },
				],
			},
		},
		{ type: "tcp", host: mark("DB_HOST"), port: 5_432 },
		{ key: "slow", enabled: false },
	]);
	expect(found.document.alerts).toMatchObject([
		{ channel: { type: "slack", url: { secret: "SLACK_URL" } } },
		{ channel: { type: "pagerduty", routingKey: { secret: "GATUS_PAGERDUTY_INTEGRATION_KEY" } } },
	]);
	expect(found.document.maintenance).toBeUndefined();
	expect(found.secrets).toEqual({});
	const listed = found.notes.map(({ what, field }) => `${what} ${field}`);
	for (const each of [
		'endpoint "slow" interval',
		'endpoint "slow" conditions[0]',
		'endpoint "any" url',
		"maintenance start",
		"secret GATUS_PAGERDUTY_INTEGRATION_KEY ",
	])
		expect(listed).toContain(each);
	expect(JSON.stringify(found.notes)).not.toContain("\u{e000}");
});

test("an alert of more endpoints than ours can name is several alerts", () => {
	const endpoints = Array.from({ length: 1_001 }, (_, index) => ({
		...{ name: `e${index}`, url: "icmp://example.com", alerts: [{ type: "slack" }] },
	}));
	const alerting = { slack: { "webhook-url": "https://hooks.slack.com/services/a/b/c" } };
	const { document } = convertGatus({ alerting, endpoints });
	expect(document.alerts?.map(({ monitorIds }) => (monitorIds as string[]).length)).toEqual([1_000, 1]);
});

test("a body that may hold a secret is a variable, and an alert with a text of its own is off", () => {
	const alerts = [{ type: "custom" }];
	const body = '{"user":"u","password":"zq7"}';
	const found = convertGatus({
		alerting: { custom: { url: "https://example.com/hook", method: "POST", body: "[ENDPOINT_NAME] is [RESULT]" } },
		endpoints: [
			{ name: "login", url: "https://example.com", method: "POST", body, alerts, conditions: [] },
			{ name: "search", url: "https://example.com", method: "POST", body: '{"query":"x"}', conditions: [] },
		],
	});
	expect(found.document.monitors).toMatchObject([
		{ request: { body: { secret: "GATUS_LOGIN_BODY" } } },
		{ request: { body: '{"query":"x"}' } },
	]);
	expect(found.secrets["GATUS_LOGIN_BODY"]).toBe(body);
	expect(sound(found).document.monitors).toEqual(found.document.monitors);
	expect(JSON.stringify(found.document)).not.toContain("zq7");
	expect(found.document.alerts).toMatchObject([{ isEnabled: false }]);
	expect(found.notes.map(({ what, field }) => `${what} ${field}`)).toContain("alerting.custom body");
});

test("a custom alert goes out as Gatus sends it: with its headers, and by GET where nothing else is given", () => {
	const headers = { Authorization: "Bearer zq7", "X-Env": "prod" };
	const found = convertGatus({
		alerting: { custom: { url: "https://example.com/hook", headers } },
		endpoints: [{ name: "a", url: "icmp://example.com", alerts: [{ type: "custom" }], conditions: [] }],
	});
	expect(sound(found).document.alerts).toMatchObject([
		{ channel: { type: "http", method: "GET", headers: { secret: "GATUS_CUSTOM_HEADERS" } } },
	]);
	expect(found.secrets["GATUS_CUSTOM_HEADERS"]).toBe("Authorization: Bearer zq7\nX-Env: prod");
	expect(found.notes.map(({ field }) => field)).not.toContain("headers");
});

test("a chat by its number and Matrix without a server are carried", () => {
	const found = convertGatus(
		parse(`
alerting:
  telegram: { token: "123456:abc", id: -1001234567890 }
  matrix: { access-token: zq7, internal-room-id: "!room:matrix.org" }
endpoints: [{ name: a, url: "icmp://example.com", alerts: [{ type: telegram }, { type: matrix }], conditions: [] }]
`),
	);
	expect(sound(found).document.alerts).toMatchObject([
		{ channel: { type: "telegram", chatId: "-1001234567890" } },
		{ channel: { type: "matrix", serverUrl: "https://matrix-client.matrix.org" } },
	]);
});
