import { afterEach, expect, test } from "vitest";
import { sound } from "../sound.ts";
import { type ApiServer, serveApi } from "../testing/api-server.ts";
import { readBetterStack } from "./better-stack.ts";

/** Attributes in the names and forms of the published Terraform provider. */
const SHOP = {
	url: "https://shop.example.com/",
	pronounceable_name: "Shop",
	monitor_type: "status",
	monitor_group_id: 7,
	check_frequency: 30,
	request_timeout: 30,
	http_method: "get",
	request_headers: [{ id: "1", name: "X-Key", value: "k" }],
	auth_username: "u",
	auth_password: "p",
	verify_ssl: true,
	follow_redirects: true,
	remember_cookies: true,
	ssl_expiration: 14,
	domain_expiration: -1,
	confirmation_period: 0,
	regions: ["us", "eu"],
	email: true,
	policy_id: "12",
	paused: false,
	paused_at: null,
	status: "up",
	maintenance_from: "01:00:00",
	maintenance_to: "03:00:00",
	maintenance_timezone: "UTC",
	maintenance_days: ["mon", "wed"],
};
const HEARTBEAT = {
	name: "Backup",
	url: "https://uptime.betterstack.com/api/v1/heartbeat/x",
	period: 86_400,
	grace: 30,
};

interface Account {
	readonly monitors?: readonly object[];
	readonly heartbeats?: readonly object[];
	readonly page?: object;
	readonly resources?: readonly object[];
}

let server: ApiServer | undefined;
afterEach(() => server?.close());

/** The account over HTTP, one item a page. */
async function read({ monitors = [], heartbeats = [], page, resources = [] }: Account) {
	const lists: Readonly<Record<string, readonly object[]>> = {
		"/api/v2/monitors": monitors,
		"/api/v2/heartbeats": heartbeats,
		"/api/v2/monitor-groups": [{ name: "Front end" }],
		"/api/v2/heartbeat-groups": [],
		"/api/v2/status-pages": page === undefined ? [] : [page],
		"/api/v2/status-pages/1/sections": [{ name: "Services", position: 0 }],
		"/api/v2/status-pages/1/resources": resources,
	};
	server = await serveApi(({ path, query, headers }) => {
		const list = lists[path];
		if (headers.authorization !== "Bearer secret") return { status: 401, body: { errors: "Invalid token" } };
		if (list === undefined) return { status: 404, body: {} };
		const at = Number(query.get("page") ?? 1);
		const next = at < list.length ? `${server?.url}${path}?page=${at + 1}` : null;
		// The group of the monitors has the id 7.
		const data = list
			.slice(at - 1, at)
			.map((attributes) => ({ id: path.includes("groups") ? "7" : String(at), attributes }));
		return { body: { data, pagination: { first: null, last: null, prev: null, next } } };
	});
	const found = await readBetterStack(`${server.url}/api/v2`, { BETTER_STACK_API_TOKEN: "secret" });
	expect(sound(found).notes).toEqual(found.notes);
	return found;
}

test("monitors, heartbeats, windows and pages are carried, of all pages of the API", async () => {
	const found = await read({
		monitors: [SHOP, { ...SHOP, pronounceable_name: "Second", paused: true, maintenance_from: null }],
		heartbeats: [HEARTBEAT],
		page: {
			company_name: "Acme",
			subdomain: "Acme",
			custom_domain: "status.example.com",
			published: true,
			hide_from_search_engines: false,
			timezone: "Europe/Berlin",
			theme: "dark",
			subscribable: true,
			history: 90,
			logo_remote_url: "https://example.com/logo.png",
		},
		resources: [
			{
				public_name: "Front end",
				resource_type: "MonitorGroup",
				resource_id: 7,
				status_page_section_id: 1,
				position: 2,
			},
			{
				public_name: "Shop",
				resource_type: "Monitor",
				resource_id: 1,
				status_page_section_id: 1,
				position: 1,
				widget_type: "response_times",
				explanation: "Ours",
			},
			{
				public_name: "Mail",
				resource_type: "EmailIntegration",
				resource_id: 9,
				status_page_section_id: 1,
				position: 3,
			},
		],
	});
	expect(found.document.monitors).toEqual([
		{
			key: "shop",
			name: "Shop",
			type: "http",
			url: "https://shop.example.com/",
			method: "GET",
			acceptedStatuses: ["2xx"],
			request: {
				headers: [{ name: "X-Key", value: { secret: "BETTER_STACK_SHOP_X_KEY" }, secret: true }],
				auth: { type: "basic", username: "u", password: { secret: "BETTER_STACK_SHOP_PASSWORD" } },
			},
			intervalSeconds: 60,
			timeoutSeconds: 30,
			degradedAfterMs: 30_000,
			tags: ["group:front-end"],
			sslExpiryWarningDays: 14,
		},
		expect.objectContaining({ key: "second", enabled: false }),
		{ key: "backup", name: "Backup", type: "cron", every: 86_400, graceSeconds: 60 },
	]);
	expect(found.document.maintenance).toEqual([
		{
			key: "shop",
			name: "Maintenance of Shop",
			monitorIds: ["shop"],
			recurrence: {
				rrule: "FREQ=WEEKLY;BYDAY=MO,WE",
				startsAt: "2020-01-01T01:00",
				timeZone: "UTC",
				durationMinutes: 120,
			},
		},
	]);
	expect(found.document.statusPages).toEqual([
		{
			key: "acme",
			name: "Acme",
			slug: "acme",
			isPublished: true,
			allowsIndexing: true,
			domain: "status.example.com",
			timeZone: "Europe/Berlin",
			theme: { scheme: "dark" },
			sections: [
				{
					name: "Services",
					components: [
						{ name: "Shop", description: "Ours", monitorIds: ["shop"], showsResponseTime: true },
						{ name: "Front end", monitorIds: ["shop", "second"] },
						{ name: "Mail" },
					],
				},
			],
		},
	]);
	expect(found.secrets).toMatchObject({ BETTER_STACK_SHOP_X_KEY: "k", BETTER_STACK_SHOP_PASSWORD: "p" });
	expect(found.notes.map(({ what, field }) => `${what} ${field}`)).toEqual([
		'monitor "Shop" check_frequency',
		"all monitors policy_id, call, sms, email, push",
		"all monitors regions",
		'monitor "Second" check_frequency',
		'heartbeat "Backup" url',
		'heartbeat "Backup" grace',
		'status page "Acme" custom_domain',
		'component "Mail" resource_type',
		'status page "Acme" logo_remote_url',
	]);
});

test.each<[string, object, readonly object[]]>([
	["expected_status_code", { expected_status_codes: [200, 301, 404] }, [{ acceptedStatuses: ["200", "404"] }]],
	[
		"keyword",
		{ required_keyword: "Hi" },
		[{ contentChecks: [{ type: "contains", value: "Hi", caseSensitive: false }] }],
	],
	["keyword_absence", { required_keyword: "Oops" }, [{ contentChecks: [{ type: "not_contains" }] }]],
	["ping", { url: "192.0.2.1", request_timeout: 1_500 }, [{ type: "ping", host: "192.0.2.1", timeoutSeconds: 2 }]],
	[
		"tcp",
		{ url: "db.example.com", port: "5432", request_timeout: 5_000 },
		[{ type: "tcp", port: 5_432, timeoutSeconds: 5 }],
	],
	[
		"smtp",
		{ url: "mx.example.com", port: "25,465", request_timeout: 5_000 },
		[
			{ name: "Shop 25", port: 25, expect: { type: "regex", value: "^220", caseSensitive: true } },
			{ name: "Shop 465", port: 465, tls: "tls" },
		],
	],
	[
		"imap",
		{ url: "mx.example.com", port: "993", request_timeout: 500 },
		[{ port: 993, tls: "tls", timeoutSeconds: 1 }],
	],
	[
		"dns",
		{ url: "192.0.2.53", request_body: "example.com", request_timeout: 1_000 },
		[{ type: "dns", domain: "example.com", resolver: "192.0.2.53" }],
	],
	["udp", { url: "192.0.2.1", port: "53" }, []],
	["playwright", { playwright_script: "x" }, []],
])("a monitor of the type %s", async (type, members, monitors) => {
	const found = await read({ monitors: [{ ...SHOP, monitor_type: type, ...members }] });
	expect(found.document.monitors ?? []).toMatchObject(monitors);
	if (monitors.length === 0) expect(found.notes[0]).toMatchObject({ what: 'monitor "Shop"', field: "monitor_type" });
});

test.each([
	["proxy_host", { proxy_host: "proxy.example.com", proxy_port: 3128 }],
	["request_body", { request_body: "{}" }],
	["url", { monitor_type: "dns", url: "ns.example.com", request_body: "example.com", request_timeout: 1_000 }],
])("%s has no counterpart: the monitor comes paused, and is listed", async (field, members) => {
	const found = await read({ monitors: [{ ...SHOP, ...members }] });
	expect(found.document.monitors?.[0]).toMatchObject({ enabled: false });
	expect(found.notes.map((note) => note.field)).toContain(field);
});

test("a page that not everyone could read is not published", async () => {
	const found = await read({
		page: { company_name: "Acme", subdomain: "acme", published: true, password_enabled: true },
	});
	expect(found.document.statusPages?.[0]).toMatchObject({ isPublished: false });
	expect(found.notes.map((note) => note.field)).toEqual(["password_enabled"]);
});

test("a field that this version does not know is listed", async () => {
	const found = await read({ monitors: [{ ...SHOP, brand_new: "x" }] });
	expect(found.notes.map(({ field }) => field)).toContain("brand_new");
});

test.each([
	["smtp", 25],
	["imap", 143],
	["pop", 110],
])("%s without a port is watched at the usual one, %i, which is listed", async (type, port) => {
	const mail = { pronounceable_name: "Mail", url: "mx.example.com", monitor_type: type, ssl_expiration: -1 };
	const found = await read({ monitors: [mail] });
	expect(found.document.monitors).toMatchObject([{ type: "tcp", host: "mx.example.com", port }]);
	expect(found.notes.map(({ what, field }) => `${what} ${field}`)).toContain('monitor "Mail" port');
});
