import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Entry, Imported } from "../imported.ts";
import { sound } from "../sound.ts";
import { convertKuma } from "./convert.ts";
import { EMPTY_KUMA } from "./kuma.ts";
import { OTHER_TYPES } from "./monitor-fields.ts";
import { readKuma } from "./read.ts";
import { type KumaOptions, kumaDatabase, MONITORS_1, MONITORS_2, SURROUNDINGS } from "./testing/kuma-database.ts";

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "lapwing-kuma-"));
});
afterEach(() => {
	rmSync(folder, { recursive: true });
});

function imported(options: KumaOptions): Imported {
	const path = join(folder, "kuma.db");
	// Still open: what was written last is in the -wal.
	const database = kumaDatabase(path, options);
	try {
		return convertKuma(readKuma(path));
	} finally {
		database.close();
	}
}

function named(found: Imported, name: string): Entry | undefined {
	return found.document.monitors?.find((each) => each["name"] === name);
}

function notesOf(found: Imported, what: string): readonly string[] {
	return found.notes.filter((note) => note.what === what).map(({ field }) => field);
}

test.each([
	[1, MONITORS_1],
	[2, MONITORS_2],
] as const)("of version %i each monitor is carried or listed, whatever its type", (version, monitors) => {
	const found = imported({ version, rows: SURROUNDINGS });
	expect(sound(found).notes).toEqual(found.notes);
	for (const [type, { name }] of Object.entries(monitors)) {
		const isListed = notesOf(found, `monitor "${String(name)}"`).includes("type");
		expect([type, named(found, String(name)) !== undefined, isListed]).toEqual([
			type,
			!isListed,
			type === "group" || type in OTHER_TYPES,
		]);
	}
});

test("the table of what becomes of each type of version 2", () => {
	const found = imported({ version: 2, rows: SURROUNDINGS });
	const rows = Object.entries(MONITORS_2).map(([type, { name }]) => {
		const ours = named(found, String(name));
		const note = found.notes.find(({ what, field }) => what === `monitor "${String(name)}"` && field === "type");
		const becomes = ours === undefined ? `listed: ${note?.instead || note?.why}` : String(ours["type"]);
		return `${type.padEnd(18)}${becomes}${ours?.["enabled"] === false ? ", paused" : ""}`;
	});
	expect(`\n${rows.join("\n")}\n`).toMatchInlineSnapshot(`
		"
		group             listed: A group is a tag of its monitors, and has no state of its own.
		http              http
		keyword           http
		json-query        http
		port              tcp
		ping              ping
		dns               dns
		push              cron
		docker            listed: Watch a port or a page of the container: \`lapwing discover docker\` finds them by their labels.
		steam             listed: Watch the port with a tcp monitor, if the game has one.
		gamedig           listed: Watch the port with a tcp monitor, if the game has one.
		mqtt              listed: Watch the broker's port with a tcp monitor.
		kafka-producer    listed: Watch a broker's port with a tcp monitor.
		sqlserver         listed: Watch the port with a tcp monitor, or have a job run the query and report: a cron monitor.
		postgres          listed: Watch the port with a tcp monitor (tls: starttls, protocol: postgres), or have a job run the query.
		mysql             listed: Watch the port with a tcp monitor, or have a job run the query and report: a cron monitor.
		mongodb           listed: Watch the port with a tcp monitor, or have a job run the command and report: a cron monitor.
		radius            listed: Have a job on the server try it and report: a cron monitor.
		redis             listed: Watch the port with a tcp monitor that sends PING and expects +PONG.
		grpc-keyword      listed: Watch the server's port with a tcp monitor, with tls where it speaks it.
		real-browser      listed: Watch the page with an http monitor, or what people do there with a flow.
		tailscale-ping    listed: Watch the address with a ping monitor from a prober within the tailnet.
		smtp              tcp
		websocket-upgrade websocket
		snmp              listed: Have a job read the value and report: a cron monitor.
		rabbitmq          listed: Watch the management API with an http monitor: /api/health/checks/alarms.
		sip-options       listed: Watch the port with a tcp monitor.
		manual            listed: Write an incident on the status page: POST /api/v1/incidents.
		globalping        listed: Watch it with an http, dns or ping monitor from several locations.
		pm2               listed: Have the process, or a job beside it, report: a cron monitor.
		system-service    listed: Have a timer of the machine report while the service is active: a cron monitor.
		oracledb          listed: Watch the port with a tcp monitor, or have a job run the query and report: a cron monitor.
		ntp               listed: Have a job on the machine compare its clock and report: a cron monitor.
		"
	`);
});

test("an http monitor keeps its statuses, redirects, TLS, headers and credentials, which are secrets", () => {
	const found = imported({ version: 2, rows: SURROUNDINGS });
	expect(named(found, "Shop")).toEqual({
		key: "shop",
		name: "Shop",
		type: "http",
		url: "https://shop.example.com/",
		method: "GET",
		acceptedStatuses: ["200-299", "304"],
		request: {
			headers: [
				{ name: "X-Env", value: "prod" },
				{ name: "X-Api-Key", value: { secret: "KUMA_SHOP_X_API_KEY" }, secret: true },
			],
			auth: { type: "basic", username: "u", password: { secret: "KUMA_SHOP_PASSWORD" } },
		},
		followRedirects: false,
		verifyTls: false,
		tags: ["env:prod-eu", "group:infra"],
		intervalSeconds: 60,
		timeoutSeconds: 48,
		degradedAfterMs: 30_000,
		sslExpiryWarningDays: 21,
	});
	expect(found.secrets).toMatchObject({ KUMA_SHOP_X_API_KEY: "k3y", KUMA_SHOP_PASSWORD: "p" });
	expect(notesOf(found, 'monitor "Shop"')).toEqual(["maxretries", "tags"]);
});

test("keyword and json-query are content checks; their comparison is of texts", () => {
	const found = imported({ version: 1 });
	expect(named(found, "Welcome")?.["contentChecks"]).toEqual([
		{ type: "contains", value: "Welcome", caseSensitive: true },
	]);
	expect(named(found, "Health")?.["contentChecks"]).toEqual([
		{ type: "json", value: "$.status", operator: "matches", expected: "^o\\.k$", caseSensitive: true },
	]);
	expect(notesOf(found, 'monitor "Welcome"')).toEqual(["interval"]);
});

test("a push monitor is a job that keeps its token, and waits as long as its retries did", () => {
	const found = imported({ version: 2 });
	expect(named(found, "Backup")).toMatchObject({
		type: "cron",
		every: 86_400,
		graceSeconds: 601,
		tags: ["group:infra"],
		importedAddresses: { kumaToken: { secret: "KUMA_BACKUP_PUSH_TOKEN" } },
	});
	expect(notesOf(found, 'monitor "Backup"')).toContain("maxretries");
	expect(found.secrets["KUMA_BACKUP_PUSH_TOKEN"]).toBe("AbCdEf0123456789XyZ0");
});

test("a push monitor without retries waits longer here, which is listed", () => {
	const monitor = { id: 1, name: "Job", type: "push", interval: 600, maxretries: 0, push_token: "t", active: 1 };
	const found = convertKuma({ ...EMPTY_KUMA, monitor: [monitor] });
	expect(found.document.monitors?.[0]).toMatchObject({ every: 600, graceSeconds: 60 });
	expect(found.notes).toMatchObject([
		{ field: "maxretries", why: expect.stringContaining("1 seconds there and 60 here") },
	]);
});

const HTTP = { id: 1, name: "M", type: "http", url: "https://example.com/", interval: 60, timeout: 48 };
test.each<[string, string, Readonly<Record<string, string | number>>]>([
	["upside down", "upside_down", { upside_down: 1 }],
	["a proxy", "proxy_id", { proxy_id: 1 }],
	["NTLM", "auth_method", { auth_method: "ntlm", basic_auth_user: "u" }],
	["OAuth", "auth_method", { auth_method: "oauth2-cc", oauth_client_id: "x" }],
	["a body of GET", "body", { body: "{}" }],
	["JSONata", "json_path", { type: "json-query", json_path: "$sum(a.b)", expected_value: "1" }],
	[
		"a redirect that is both accepted and followed",
		"accepted_statuscodes_json",
		{ accepted_statuscodes_json: '["301"]' },
	],
	[
		"a comparison >=",
		"json_path_operator",
		{ type: "json-query", json_path: "a", json_path_operator: ">=", expected_value: "1" },
	],
	[
		"a TLS alert",
		"expected_tls_alert",
		{ type: "port", hostname: "h.example.com", port: 1, expected_tls_alert: "unknown_ca" },
	],
	[
		"a condition",
		"conditions",
		{
			type: "dns",
			hostname: "example.com",
			dns_resolve_type: "A",
			conditions: '[{"type":"expression","variable":"record","operator":"contains","value":"1"}]',
		},
	],
	[
		"a subprotocol",
		"ws_subprotocol",
		{
			type: "websocket-upgrade",
			url: "wss://example.com",
			ws_subprotocol: "mqtt",
			accepted_statuscodes_json: '["1000"]',
		},
	],
])("%s has no counterpart: the monitor comes paused, and is listed", (_, field, values) => {
	const found = imported({ version: 2, monitors: [{ ...HTTP, ...values }] });
	expect(named(found, "M")).toMatchObject({ enabled: false });
	expect(notesOf(found, 'monitor "M"')).toContain(field);
});

test.each([
	['["200-299","300-399"]', 10, { acceptedStatuses: ["200-299"] }, ["accepted_statuscodes_json"]],
	['["200-404"]', 10, { acceptedStatuses: ["200-299", "400-404"] }, ["accepted_statuscodes_json"]],
	['["200-404"]', 0, { acceptedStatuses: ["200-404"], followRedirects: false }, []],
])("the statuses %s after up to %i redirects are those that Kuma accepts", (accepted, redirects, expected, listed) => {
	const values = { accepted_statuscodes_json: accepted, maxredirects: redirects };
	const found = imported({ version: 2, monitors: [{ ...HTTP, ...values }] });
	expect(named(found, "M")).toMatchObject(expected);
	expect(named(found, "M")).not.toHaveProperty("enabled");
	expect(notesOf(found, 'monitor "M"')).toEqual(listed);
});

test("a monitor below a paused group is paused, and all that is usual is not listed", () => {
	const found = imported({
		version: 2,
		monitors: [
			{ id: 9, name: "G", type: "group", active: 0 },
			{ ...HTTP, parent: 9 },
		],
	});
	expect(named(found, "M")).toMatchObject({ enabled: false, tags: ["group:g"] });
	expect(notesOf(found, 'monitor "M"')).toEqual([]);
});

test("a notification is an alert for each way in which its monitors are notified", () => {
	const found = imported({ version: 1, rows: SURROUNDINGS });
	const channel = { type: "slack", url: { secret: "KUMA_CHAT_SLACKWEBHOOKURL" } };
	const usual = {
		cooldownMinutes: 0,
		dailyCap: 1_000,
		groupsByCause: false,
		channel,
		events: ["down", "up", "certificate"],
	};
	expect(found.document.alerts).toEqual([
		{
			key: "chat-after-3-failing-checks",
			name: "Chat (after 3 failing checks)",
			monitorIds: ["shop"],
			failureThreshold: 3,
			reminderMinutes: 30,
			...usual,
		},
		{ key: "chat", name: "Chat", monitorIds: ["welcome", "backup"], ...usual },
	]);
	expect(notesOf(found, 'notification "Chat"')).toEqual(["is_default", "slackchannel"]);
	expect(notesOf(found, 'notification "Bell"')).toEqual(["type"]);
});

test("what a channel can't do as it was is listed, whatever the version that wrote it", () => {
	const alertOf = (config: object) => {
		const notification = [{ id: 1, name: "N", active: 1, config: JSON.stringify(config) }];
		const found = convertKuma({ ...EMPTY_KUMA, notification });
		return [found.document.alerts?.[0]?.["isEnabled"], notesOf(found, 'notification "N"')];
	};
	const ntfy = { type: "ntfy", ntfyserverurl: "https://ntfy.sh", ntfytopic: "t" };
	expect(alertOf(ntfy)).toEqual([undefined, []]);
	// Before 1.22.
	expect(alertOf({ ...ntfy, ntfyusername: "u", ntfypassword: "p" })).toEqual([false, ["ntfyAuthenticationMethod"]]);
	const pushover = { type: "pushover", pushoveruserkey: "u", pushoverapptoken: "a" };
	expect(alertOf({ ...pushover, pushoverpriority: "-1" })).toEqual([undefined, ["pushoverpriority"]]);
	expect(alertOf({ ...pushover, pushoverpriority: "1" })).toEqual([undefined, []]);
});

test("a ping has its timeout since version 2, and four fifths of its interval before", () => {
	const ping = { id: 1, name: "P", type: "ping", hostname: "h.example.com", interval: 60, timeout: 10, active: 1 };
	const timeoutOf = (row: object) =>
		convertKuma({ ...EMPTY_KUMA, monitor: [{ ...ping, ...row }] }).document.monitors?.[0]?.["timeoutSeconds"];
	expect(timeoutOf({ ping_per_request_timeout: 2 })).toBe(10);
	expect(timeoutOf({})).toBe(48);
});

test("maintenance keeps its recurrence in its time zone; what has no end is listed", () => {
	const found = imported({ version: 1, rows: SURROUNDINGS });
	expect(found.document.maintenance).toEqual([
		{
			key: "patching",
			name: "Patching",
			monitorIds: ["shop"],
			recurrence: {
				rrule: "FREQ=WEEKLY;BYDAY=MO,SU",
				startsAt: "2020-01-01T02:00",
				timeZone: "Europe/Berlin",
				durationMinutes: 1_410,
			},
			statusPageIds: ["main"],
			publicTitle: "Patching",
			publicText: "Short",
		},
		{
			key: "move",
			name: "Move",
			monitorIds: ["shop"],
			startsAt: "2026-07-01T20:00:00.000Z",
			endsAt: "2026-07-01T21:30:00.000Z",
		},
		{
			key: "monthly",
			name: "Monthly",
			monitorIds: ["shop"],
			recurrence: {
				rrule: "FREQ=MONTHLY;BYMONTHDAY=1",
				startsAt: "2020-01-01T03:30",
				timeZone: "UTC",
				durationMinutes: 60,
			},
		},
	]);
	expect(notesOf(found, 'maintenance "By hand"')).toEqual(["strategy"]);
});

test("a status page keeps its sections in order; a group is a component of all its monitors", () => {
	const found = imported({ version: 2, rows: SURROUNDINGS });
	expect(found.document.statusPages).toEqual([
		{
			key: "main",
			name: "Status",
			slug: "main",
			isPublished: true,
			allowsIndexing: true,
			headline: "Hello",
			theme: { scheme: "dark" },
			domain: "status.example.com",
			sections: [
				{
					name: "Services",
					components: [
						{ name: "Infra", monitorIds: ["shop", "backup"] },
						{ name: "Welcome", monitorIds: ["welcome"] },
					],
				},
			],
		},
	]);
	expect(notesOf(found, 'status page "Status"')).toEqual(["slug", "domain"]);
	expect(notesOf(found, 'component "Welcome"')).toEqual(["send_url"]);
});

test("a backup of version 1 says what the database says", () => {
	const path = join(folder, "backup.json");
	const monitor = {
		...HTTP,
		interval: 60,
		maxretries: 0,
		active: 1,
		accepted_statuscodes: ["200-299"],
		ignoreTls: true,
		expiryNotification: true,
	};
	const lists = {
		version: "1.23.16",
		notificationList: [
			{
				id: 1,
				name: "Chat",
				active: true,
				config: '{"type":"discord","discordWebhookUrl":"https://discord.com/api/webhooks/1/x"}',
			},
		],
		monitorList: [
			{
				...monitor,
				tags: [{ name: "prod", value: "", color: "#000" }],
				notificationIDList: { 1: true },
				pathName: "M",
			},
		],
	};
	writeFileSync(path, JSON.stringify(lists));
	const found = convertKuma(readKuma(path));
	expect(named(found, "M")).toMatchObject({ verifyTls: false, tags: ["prod"], acceptedStatuses: ["200-299"] });
	expect(found.document.alerts?.[0]).toMatchObject({ monitorIds: ["m"], channel: { type: "discord" } });
	expect(found.notes).toEqual([]);
});
