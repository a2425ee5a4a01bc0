import { expect, test } from "vitest";
import { among, expectTable, listedBy, type Values } from "../testing/expect-table.ts";
import { convertChecklyAccount } from "./convert.ts";
import {
	ASSERTION_FIELDS,
	CHANNEL_FIELDS,
	CHECK_FIELDS,
	GROUP_FIELDS,
	HEARTBEAT_FIELDS,
	OTHER_TYPES,
	PAGE_FIELDS,
	REQUEST_FIELDS,
	WINDOW_FIELDS,
} from "./fields.ts";

const REQUEST: Values = { method: "POST", url: "https://example.com/", followRedirects: true, skipSSL: false };
const ALERTS = { escalationType: "RUN_BASED", runBasedEscalation: { failedRunThreshold: 1 } };
const CHECK: Values = {
	...{ id: "c", name: "Shop", checkType: "API", activated: true, frequency: 10, request: REQUEST, tags: ["a"] },
	...{ alertSettings: ALERTS, alertChannelSubscriptions: [{ alertChannelId: 1, activated: true }] },
	...{ degradedResponseTime: 5_000, maxResponseTime: 20_000, retryStrategy: null },
};
const GROUP: Values = {
	id: 1,
	name: "Core",
	activated: true,
	muted: false,
	tags: [],
	useGlobalAlertSettings: false,
	alertChannelSubscriptions: [{ alertChannelId: 1 }],
};
const CHANNEL: Values = {
	...{ id: 1, type: "SLACK", config: { url: "https://hooks.slack.com/services/a/b/c" } },
	...{ sendFailure: true, sendRecovery: true, sendDegraded: false, sslExpiry: false, sslExpiryThreshold: 30 },
};
const WINDOW: Values = {
	...{ id: 1, name: "Nightly", startsAt: "2025-01-01T01:00:00.000Z", endsAt: "2025-01-01T02:00:00.000Z" },
	...{ repeatInterval: 1, repeatUnit: "DAY" },
};
const PAGE: Values = {
	id: "p",
	name: "Status",
	url: "status",
	cards: [{ name: "All", services: [{ id: "s", name: "S" }] }],
};

interface Account {
	readonly check?: Values;
	readonly group?: Values;
	readonly channel?: Values;
	readonly window?: Values;
	readonly page?: Values;
}
const convert = ({ check, group, channel, window, page }: Account) =>
	convertChecklyAccount({
		checks: [{ ...CHECK, ...check }],
		groups: [{ ...GROUP, ...group }],
		channels: [{ ...CHANNEL, ...channel }],
		windows: [{ ...WINDOW, ...window }],
		pages: [{ ...PAGE, ...page }],
	});
const ofType = (checkType: string, request: Values) => (change: Values) =>
	convert({ check: { checkType, request: { ...request, ...change } } });

test("checks become what their table says", () => {
	const script = { ...CHECK, checkType: "BROWSER" };
	expectTable(CHECK_FIELDS, (check) => convert({ check }), {
		...{ name: "Other", description: "Ours", frequency: 20, activated: false, muted: true, shouldFail: true },
		checkType: "ICMP",
		frequencyOffset: among({ frequency: 0, frequencyOffset: 60 }, 120),
		...{ tags: ["b"], groupId: 1, degradedResponseTime: 6_000, maxResponseTime: 9_000 },
		degradedPacketLossThreshold: among({ checkType: "ICMP", request: { hostname: "h" } }, 10),
		maxPacketLossThreshold: among({ checkType: "ICMP", request: { hostname: "h" } }, 50),
		request: { ...REQUEST, method: "PUT" },
		heartbeat: among({ checkType: "HEARTBEAT" }, { period: 2, periodUnit: "hours" }),
		alertSettings: { ...ALERTS, runBasedEscalation: { failedRunThreshold: 3 } },
		useGlobalAlertSettings: among(
			{ alertSettings: { ...ALERTS, runBasedEscalation: { failedRunThreshold: 3 } } },
			true,
		),
		alertChannelSubscriptions: [],
		retryStrategy: { type: "FIXED" },
		locations: ["eu-west-1"],
		privateLocations: listedBy("locations", { privateLocations: ["here"] }),
		runParallel: listedBy("locations", { locations: ["eu-west-1"] }),
		environmentVariables: listedBy("environmentVariables", {
			request: { ...REQUEST, url: "https://example.com/{{A}}" },
		}),
		...{ setupSnippetId: 1, tearDownSnippetId: 1, localSetupScript: "x", localTearDownScript: "x" },
		...{ script: listedBy("checkType", script), scriptPath: listedBy("checkType", script) },
		...{ dependencies: listedBy("checkType", script), playwrightConfig: listedBy("checkType", script) },
		triggerIncident: { serviceId: "x" },
	});
});

test.each(Object.keys(OTHER_TYPES))("a check of the type %s is listed as a whole", (checkType) => {
	const { document, notes } = convert({ check: { checkType } });
	expect(document.monitors).toBeUndefined();
	expect(notes.map(({ field }) => field)).toContain("checkType");
});

test("requests become what their table says, of each type of check", () => {
	const tcp = { hostname: "h.example.com", port: 5_432 };
	const dns = { query: "example.com", recordType: "A", nameServer: "1.1.1.1" };
	const types: Readonly<Record<string, readonly [Values, Values]>> = {
		API: [
			REQUEST,
			{
				...{ method: "PUT", url: "https://example.org/", queryParameters: [{ key: "a", value: "b" }] },
				...{ headers: [{ key: "X-A", value: "b" }], body: "x", bodyType: among({ body: "{}" }, "JSON") },
				...{ basicAuth: { username: "u", password: "p" }, followRedirects: false, skipSSL: true, ipFamily: "IPv6" },
				assertions: [{ source: "STATUS_CODE", comparison: "EQUALS", target: "201" }],
			},
		],
		TCP: [tcp, { hostname: "other.example.com", port: 22, data: "PING" }],
		DNS: [dns, { query: "example.org", recordType: "MX", nameServer: "9.9.9.9", port: 5_353, protocol: "TCP" }],
		ICMP: [{ hostname: "h.example.com" }, { hostname: "other.example.com", pingCount: 5 }],
	};
	for (const [type, [request, changes]] of Object.entries(types)) {
		const rows = Object.keys(REQUEST_FIELDS).filter((name) => name in changes || REQUEST_FIELDS[name]?.isOwn);
		const fields = Object.fromEntries(rows.map((name) => [name, REQUEST_FIELDS[name] ?? { becomes: "" }]));
		expectTable(fields, ofType(type, request), changes);
	}
	const { notes } = ofType("TCP", tcp)({ ipFamily: "IPv6" });
	expect(notes.map(({ field }) => field)).toContain("ipFamily");
	const shown = new Set(Object.values(types).flatMap(([, changes]) => Object.keys(changes)));
	expect(Object.keys(REQUEST_FIELDS).filter((name) => !REQUEST_FIELDS[name]?.isOwn && !shown.has(name))).toEqual([]);
});

test("heartbeats, groups, channels, windows and pages become what their tables say", () => {
	const heartbeat = { period: 1, periodUnit: "hours", grace: 5, graceUnit: "minutes" };
	expectTable(
		HEARTBEAT_FIELDS,
		(change) => convert({ check: { checkType: "HEARTBEAT", heartbeat: { ...heartbeat, ...change } } }),
		{
			...{ period: 2, periodUnit: "days", grace: 6, graceUnit: "hours" },
			...{ pingToken: listedBy("pingUrl"), pingUrl: listedBy("pingUrl") },
		},
	);
	expectTable(GROUP_FIELDS, (group) => convert({ check: { groupId: 1, alertChannelSubscriptions: [] }, group }), {
		...{ id: 2, name: "Other", activated: false, muted: true, tags: ["b"], alertChannelSubscriptions: [] },
		apiCheckDefaults: { headers: [{ key: "X-A", value: "b" }] },
		alertSettings: { ...ALERTS, runBasedEscalation: { failedRunThreshold: 3 } },
		useGlobalAlertSettings: among(
			{ alertSettings: { ...ALERTS, runBasedEscalation: { failedRunThreshold: 3 } } },
			true,
		),
		retryStrategy: { type: "FIXED" },
		environmentVariables: listedBy("environmentVariables"),
		locations: ["eu-west-1"],
		privateLocations: listedBy("locations", { privateLocations: ["here"] }),
		...{ browserChecks: [{ a: 1 }], multiStepChecks: [{ a: 1 }] },
		...{ setupSnippetId: 1, tearDownSnippetId: 1, localSetupScript: "x", localTearDownScript: "x" },
	});
	expectTable(CHANNEL_FIELDS, (channel) => convert({ channel }), {
		...{ id: 2, type: "EMAIL", config: { url: "https://hooks.slack.com/services/a/b/d" }, sendFailure: false },
		...{ sendRecovery: false, sendDegraded: true, sslExpiry: true, sslExpiryThreshold: 14, autoSubscribe: true },
	});
	expectTable(WINDOW_FIELDS, (window) => convert({ window }), {
		...{ name: "Other", tags: ["a"], startsAt: "2025-01-01T00:00:00.000Z", endsAt: "2025-01-01T03:00:00.000Z" },
		...{ repeatInterval: 2, repeatUnit: "WEEK", repeatEndsAt: "2030-01-01T00:00:00.000Z" },
	});
	expectTable(PAGE_FIELDS, (page) => convert({ page }), {
		...{ name: "Other", url: "other", cards: [], customDomain: "s.example.com", defaultTheme: "DARK" },
		...{ logo: "l", favicon: "f", redirectTo: "https://example.com" },
	});
});

/** By the rows of the table: an assertion, of which type of check, and what its monitor then has. */
const ASSERTIONS: Readonly<Record<string, readonly [assertion: string, monitor: object, type?: string]>> = {
	"STATUS_CODE EQUALS, LESS_THAN, GREATER_THAN X": ["STATUS_CODE  LESS_THAN 300", { acceptedStatuses: ["100-299"] }],
	"JSON_BODY path EQUALS, CONTAINS, GREATER_THAN, LESS_THAN X": [
		"JSON_BODY $.a GREATER_THAN 1",
		{ contentChecks: [{ type: "json", value: "$.a", operator: "greater_than", expected: 1 }] },
	],
	"TEXT_BODY CONTAINS, NOT_CONTAINS, EQUALS X": [
		"TEXT_BODY  NOT_CONTAINS oops",
		{ contentChecks: [{ type: "not_contains", value: "oops", caseSensitive: true }] },
	],
	"HEADERS name EQUALS, CONTAINS, NOT_EMPTY": [
		"HEADERS x-a NOT_EMPTY ",
		{ contentChecks: [{ type: "header", name: "x-a", operator: "matches", expected: "[\\s\\S]" }] },
	],
	"RESPONSE_TIME LESS_THAN X": ["RESPONSE_TIME  LESS_THAN 5000", { timeoutSeconds: 5 }],
	"RESPONSE_CODE EQUALS NOERROR of dns": ["RESPONSE_CODE  EQUALS NOERROR", { type: "dns" }, "DNS"],
	"RESPONSE_DATA CONTAINS X of tcp": ["RESPONSE_DATA  CONTAINS +PONG", { expect: { value: "+PONG" } }, "TCP"],
	"all others, and those with a regex": ["JSON_BODY $.a IS_NULL ", { enabled: false }],
};

test("assertions become what their table says", () => {
	expect(Object.keys(ASSERTIONS)).toEqual(Object.keys(ASSERTION_FIELDS));
	const target = { ...REQUEST, hostname: "h.example.com", port: 22, query: "example.com" };
	for (const [words, monitor, checkType = "API"] of Object.values(ASSERTIONS)) {
		const [source, property, comparison, wanted] = words.split(" ");
		const assertions = [{ source, property, comparison, target: wanted }];
		const { document } = convert({ check: { checkType, request: { ...target, assertions } } });
		const [made] = document.monitors ?? [];
		expect({ enabled: true, ...made }, words).toMatchObject({ enabled: true, ...monitor });
	}
});
