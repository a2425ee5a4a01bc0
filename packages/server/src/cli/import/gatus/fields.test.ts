import { expect, test } from "vitest";
import { among, expectTable, listedBy, type Values } from "../testing/expect-table.ts";
import { demandOf } from "./conditions.ts";
import { convertGatus } from "./convert.ts";
import {
	ALERT_FIELDS,
	CLIENT_FIELDS,
	CONDITION_FIELDS,
	ENDPOINT_FIELDS,
	EXTERNAL_FIELDS,
	MAINTENANCE_FIELDS,
	TOP_FIELDS,
} from "./fields.ts";

const ENDPOINT: Values = {
	...{
		name: "a",
		url: "https://example.com",
		interval: "5m",
		conditions: ["[STATUS] == 200"],
		alerts: [{ type: "slack" }],
	},
};
const SLACK = { "webhook-url": "https://hooks.slack.com/services/a/b/c" };
const FILE: Values = { endpoints: [ENDPOINT], alerting: { slack: SLACK } };
const WINDOW: Values = { start: "23:00", duration: "1h", timezone: "UTC", every: ["Monday"] };

const endpoint = (change: Values) => convertGatus({ ...FILE, endpoints: [{ ...ENDPOINT, ...change }] });

test("the top of the file becomes what its table says", () => {
	expectTable(TOP_FIELDS, (change) => convertGatus({ ...FILE, ...change }), {
		...{ endpoints: [], "external-endpoints": [{ name: "b", heartbeat: { interval: "30m" } }] },
		...{ alerting: {}, maintenance: WINDOW, ui: { title: "S" }, announcements: [{ message: "x" }] },
		...{ storage: { type: "sqlite" }, web: { port: 1 }, security: { basic: {} }, metrics: true, debug: true },
		...{ concurrency: 5, "disable-monitoring-lock": true, "skip-invalid-config-update": true, remote: { a: 1 } },
		...{ connectivity: { checker: {} }, tunneling: { t: {} }, suites: [{ name: "s" }] },
	});
});

test("endpoints become what their table says", () => {
	expectTable(ENDPOINT_FIELDS, endpoint, {
		...{ enabled: false, name: "b", group: "core", url: "icmp://example.org", method: "PUT", body: "x" },
		graphql: among({ body: "{ a }" }, true),
		...{ headers: { "X-A": "b" }, "extra-labels": { a: "b" }, interval: "10m", conditions: [], alerts: [] },
		"maintenance-windows": [WINDOW],
		dns: among({ url: "8.8.8.8", conditions: [] }, { "query-name": "example.com", "query-type": "A" }),
		ssh: listedBy("url", { url: "ssh://example.com:22" }),
		client: { insecure: true },
		...{ store: { a: "[BODY]" }, "always-run": true },
	});
});

test("external endpoints become what their table says", () => {
	const external: Values = { name: "b", token: "t", heartbeat: { interval: "30m" } };
	expectTable(
		EXTERNAL_FIELDS,
		(change) => convertGatus({ ...FILE, "external-endpoints": [{ ...external, ...change }] }),
		{
			...{ enabled: false, name: "c", group: "core", heartbeat: { interval: "1h" }, alerts: [{ type: "slack" }] },
			...{ token: listedBy("token"), "maintenance-windows": [WINDOW] },
		},
	);
});

test("clients become what their table says", () => {
	expectTable(CLIENT_FIELDS, (client) => endpoint({ client }), {
		...{ timeout: "5s", insecure: true, "ignore-redirect": true, network: "ip4", "proxy-url": "http://p", tunnel: "t" },
		...{ "dns-resolver": "tcp://8.8.8.8:53", oauth2: { a: 1 }, "identity-aware-proxy": { a: 1 }, tls: { a: 1 } },
		"store-cookies": true,
	});
	const ping = { url: "icmp://example.com", conditions: [] };
	const client = { insecure: true, network: "ip6", "ignore-redirect": true };
	const listed = endpoint({ ...ping, client }).notes.map(({ field }) => field);
	expect(listed).toEqual(expect.arrayContaining(Object.keys(client).map((field) => `client.${field}`)));
});

test("alerts become what their table says", () => {
	expectTable(ALERT_FIELDS, (change) => endpoint({ alerts: [{ type: "slack", "success-threshold": 1, ...change }] }), {
		...{ type: "discord", enabled: false, "failure-threshold": 5, "success-threshold": 2, "send-on-resolved": true },
		...{ "minimum-reminder-interval": "1h", description: "x", "provider-override": { a: 1 } },
	});
});

test("maintenance becomes what its table says", () => {
	expectTable(MAINTENANCE_FIELDS, (change) => convertGatus({ ...FILE, maintenance: { ...WINDOW, ...change } }), {
		...{ enabled: false, start: "22:00", duration: "2h", timezone: "Europe/Berlin", every: ["Friday"] },
	});
});

/** By the rows of the table: what it becomes, and of which type of monitor. */
const CONDITIONS: Readonly<Record<string, readonly [condition: string, demand: object | null, type?: string]>> = {
	"[STATUS] == X, any(X, Y), <, <=, >, >=": ["[STATUS] <= 299", { statuses: ["100-299"] }],
	"[CONNECTED] == true": ["[CONNECTED] == true", {}],
	"[RESPONSE_TIME] < X": ["[RESPONSE_TIME] < 1000", { degradedAfterMs: 1_000, differs: expect.any(String) }],
	"[CERTIFICATE_EXPIRATION] > X": ["[CERTIFICATE_EXPIRATION] > 48h", { expiryDays: 2, differs: expect.any(String) }],
	"[BODY] == pat(*X*)": [
		"[BODY] == pat(*ok*)",
		{ contentCheck: { type: "contains", value: "ok", caseSensitive: true } },
	],
	"[BODY].path == X, any(X, Y), pat(X*)": [
		"[BODY].a == any(b, c)",
		{ contentCheck: { type: "json", value: "$.a", operator: "matches", expected: "^(?:b|c)$", caseSensitive: true } },
	],
	"[BODY].path > X, < X": [
		"[BODY].a > 5",
		{ contentCheck: { type: "json", value: "$.a", operator: "greater_than", expected: 5 } },
	],
	"has([BODY].path) == true, false": [
		"has([BODY].a) == true",
		{ contentCheck: { type: "json", value: "$.a", operator: "exists" } },
	],
	"[DNS_RCODE] == NOERROR": ["[DNS_RCODE] == NOERROR", {}, "dns"],
	"[BODY] == X of dns": ["[BODY] == 192.0.2.1", { expectedRecord: "192.0.2.1" }, "dns"],
	"all others": ["len([BODY].a) > 5", null],
};

test("conditions become what their table says", () => {
	expect(Object.keys(CONDITIONS)).toEqual(Object.keys(CONDITION_FIELDS));
	for (const [condition, demand, type = "http"] of Object.values(CONDITIONS))
		expect(demandOf(condition, type), condition).toEqual(demand);
	const { document, notes } = endpoint({ conditions: ["len([BODY].a) > 5"] });
	expect(document.monitors?.[0]).toMatchObject({ enabled: false });
	expect(notes.map(({ field }) => field)).toContain("conditions");
});
