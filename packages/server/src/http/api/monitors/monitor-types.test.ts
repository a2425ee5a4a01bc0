import { expect, test } from "vitest";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { NOON, startService } from "../../testing/service.ts";

const CREATE = "/api/v1/monitors";
const iso = (instant: number) => new Date(instant).toISOString();

onEachEngine("a monitor of another type than http", (name) => {
	test("has its own settings beside the common ones, flat, in every form", async () => {
		await using service = await startService(name);
		const body = { type: "tcp", name: "Database", host: "DB.Example.COM.", port: 5432, tags: ["Prod", "db", "prod"] };
		const { status, json } = await service.ask("POST", CREATE, { body });
		expect(status).toBe(201);
		const { id } = json.data;
		const common = {
			id,
			type: "tcp",
			name: "Database",
			host: "db.example.com",
			port: 5432,
			target: "db.example.com:5432",
			tls: "none",
			protocol: null,
			send: null,
			expect: null,
			tags: ["prod", "db"],
			intervalSeconds: 60,
			degradedAfterMs: 5000,
			timeoutSeconds: 10,
			locationHint: "wnam",
			sslMonitoringEnabled: true,
			sslExpiryWarningDays: 30,
		};
		const instants = { lastCheckedAt: null, createdAt: iso(NOON), updatedAt: iso(NOON) };
		expect(json.data).toEqual({ ...common, status: "pending", ...instants });
		expect((await service.ask("GET", `${CREATE}/${id}`)).json.data).toEqual(json.data);
		expect((await service.ask("GET", CREATE)).json.data.monitors[0]).toMatchObject({ ...common, enabledAt: NOON });
		const full = {
			...common,
			status: "pending",
			statusSince: null,
			importance: "normal",
			dependsOn: [],
			locations: [],
			downWhen: "majority",
			fallback: false,
			regional: [],
			enabled: true,
			enabledAt: iso(NOON),
			sslStatus: null,
			sslExpiresAt: null,
			sslIssuer: null,
			sslLastCheckedAt: null,
			lastResult: null,
			lastMissed: null,
			...instants,
		};
		expect((await service.ask("GET", `${CREATE}/${id}?view=full`)).json.data).toEqual(full);
		expect((await service.ask("GET", `${CREATE}?view=full`)).json.data.monitors).toEqual([full]);
	});

	test("keeps the members that an update leaves out, and never changes its type", async () => {
		await using service = await startService(name);
		const made = await service.ask("POST", CREATE, { body: { type: "tcp", name: "Cache", host: "::1", port: 6379 } });
		const path = `${CREATE}/${made.json.data.id}`;
		expect(made.json.data).toMatchObject({ host: "::1", target: "[::1]:6379" });
		const changed = await service.ask("PUT", path, { body: { port: 6380, type: "tcp", tags: ["cache"] } });
		expect(changed.json.data).toMatchObject({ host: "::1", port: 6380, target: "[::1]:6380", tags: ["cache"] });
		for (const body of [{ type: "http" }, { url: "https://example.com/" }, { port: 0 }, { host: "tcp://db" }]) {
			const { status, json } = await service.ask("PUT", path, { body });
			expect({ status, code: json.error.code }).toEqual({ status: 400, code: "VALIDATION_ERROR" });
		}
		expect((await service.ask("GET", path)).json.data).toEqual(changed.json.data);
	});
});

test.each([
	[{ type: "udp", host: "db", port: 1 }, "/type"],
	[{ type: "tcp", host: "db" }, "/port"],
	[{ type: "tcp", port: 5432 }, "/host"],
	[{ type: "tcp", host: "tcp://db", port: 5432 }, "/host"],
	[{ type: "tcp", host: "db:5432", port: 5432 }, "/host"],
	[{ type: "tcp", host: "db/path", port: 5432 }, "/host"],
	[{ type: "tcp", host: "-db-", port: 5432 }, "/host"],
	[{ type: "tcp", host: "", port: 5432 }, "/host"],
	[{ type: "tcp", host: "db", port: 65_536 }, "/port"],
	[{ type: "tcp", host: "db", port: "5432" }, "/port"],
	[{ type: "tcp", host: "db", port: 5432, tags: ["two words"] }, "/tags/0"],
	[{ type: "tcp", host: "db", port: 5432, tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, "/tags"],
	[{ type: "tcp", host: "db", port: 5432, tls: "yes" }, "/tls"],
	[{ type: "tcp", host: "db", port: 5432, tls: "starttls" }, "/protocol"],
	[{ type: "tcp", host: "db", port: 5432, tls: "tls", protocol: "postgres" }, "/protocol"],
	[{ type: "tcp", host: "db", port: 5432, tls: "starttls", protocol: "ftp" }, "/protocol"],
	[{ type: "tcp", host: "db", port: 5432, send: "" }, "/send"],
	[{ type: "tcp", host: "db", port: 5432, send: "PING\\d" }, "/send"],
	[{ type: "tcp", host: "db", port: 5432, send: "é".repeat(2_049) }, "/send"],
	[{ type: "tcp", host: "db", port: 5432, expect: "PONG" }, "/expect"],
	[{ type: "tcp", host: "db", port: 5432, expect: { type: "regex", value: "(" } }, "/expect/value"],
	[{ type: "tcp", host: "db", port: 5432, expect: { type: "contains", value: "" } }, "/expect/value"],
	[{ type: "tcp", host: "db", port: 5432, expect: { type: "equals", value: "PONG" } }, "/expect/type"],
	[{ type: "ping" }, "/host"],
	[{ type: "ping", host: "ping://router" }, "/host"],
	[{ type: "ping", host: "router", packets: 0 }, "/packets"],
	[{ type: "ping", host: "router", packets: 11 }, "/packets"],
	[{ type: "ping", host: "router", packets: 1.5 }, "/packets"],
	[{ type: "ping", host: "router", port: 7 }, "/port"],
	[{ type: "websocket" }, "/url"],
	[{ type: "websocket", url: "https://example.com/" }, "/url"],
	[{ type: "websocket", url: "ws://user@example.com/" }, "/url"],
	[{ type: "websocket", url: "wss://example.com/", expect: { type: "regex", value: "(" } }, "/expect/value"],
	[{ type: "dns" }, "/domain"],
	[{ type: "dns", domain: "https://example.com" }, "/domain"],
	[{ type: "dns", domain: "example.com/path" }, "/domain"],
	[{ type: "dns", domain: "two words" }, "/domain"],
	[{ type: "dns", domain: "-a.example" }, "/domain"],
	[{ type: "dns", domain: "192.0.2.1" }, "/domain"],
	[{ type: "dns", domain: "example.com", recordType: "ANY" }, "/recordType"],
	[{ type: "dns", domain: "example.com", resolver: "dns.example.com" }, "/resolver"],
	[{ type: "dns", domain: "example.com", resolver: "192.0.2.53:99999" }, "/resolver"],
	[{ type: "dns", domain: "example.com", expected: [] }, "/expected"],
	[{ type: "dns", domain: "example.com", expected: ["192.0.2.1", "192.0.2.1", "two"] }, "/expected/2"],
	[{ type: "dns", domain: "example.com", recordType: "MX", expected: ["mail.example.com"] }, "/expected/0"],
	[{ type: "dns", domain: "example.com", mode: "some" }, "/mode"],
	[{ type: "dns", domain: "example.com", port: 53 }, "/port"],
])("%j is refused at %s", async (settings, path) => {
	await using service = await startService("sqlite");
	const { status, json } = await service.ask("POST", CREATE, { body: { name: "Database", ...settings } });
	expect(status).toBe(400);
	expect(json.error.details.map((detail: { path: string }) => detail.path)).toContain(path);
});

test("a dns monitor shows its settings in canonical form, and an update is held against what it leaves unchanged", async () => {
	await using service = await startService("sqlite");
	const settings = {
		recordType: "MX",
		expected: ["10 Mail.example.com.", "10  mail.example.com"],
		resolver: "192.0.2.53:53",
	};
	const body = { type: "dns", name: "Mail", domain: "Example.COM.", ...settings };
	const made = await service.ask("POST", CREATE, { body });
	expect(made.json.data).toMatchObject({
		type: "dns",
		target: "example.com",
		domain: "example.com",
		recordType: "MX",
		resolver: "192.0.2.53",
		expected: ["10 mail.example.com"],
		mode: "equals",
	});
	const path = `${CREATE}/${made.json.data.id}`;
	const refused = await service.ask("PUT", path, { body: { recordType: "A" } });
	expect(refused.json.error.details).toEqual([
		{ path: "/expected/0", message: "This is not an A record. Write it as in a zone file, for example: 192.0.2.1" },
	]);
	const changed = await service.ask("PUT", path, { body: { recordType: "A", expected: null, resolver: null } });
	expect(changed.json.data).toMatchObject({ recordType: "A", expected: null, resolver: null, domain: "example.com" });
	const tried = await service.ask("POST", `${CREATE}/try`, { body: { ...body, expected: ["mail"] } });
	expect(tried.json.error.details).toMatchObject([{ path: "/expected/0" }]);
});

test("a tcp monitor that speaks TLS has the facts of a certificate, and what it sends is shown as it was written", async () => {
	await using service = await startService("sqlite");
	const expected = { type: "regex", value: "^\\+OK", caseSensitive: false };
	const settings = { tls: "starttls", protocol: "pop3", send: "NOOP\\r\\n", expect: expected };
	const body = { type: "tcp", name: "Mail", host: "mail", port: 110, ...settings };
	const made = await service.ask("POST", `${CREATE}?view=full`, { body });
	expect(made.json.data).toMatchObject({ ...settings, target: "mail:110", sslStatus: "unknown" });
	const path = `${CREATE}/${made.json.data.id}?view=full`;
	const refused = await service.ask("PUT", path, { body: { tls: "tls" } });
	expect(refused.json.error.details).toMatchObject([{ path: "/protocol" }]);
	const changed = await service.ask("PUT", path, { body: { tls: "none", protocol: null, send: null, expect: null } });
	expect(changed.json.data).toMatchObject({ tls: "none", protocol: null, send: null, expect: null, sslStatus: null });
});

test("a ping monitor is refused with what to grant where this machine may not ping, and made where it may", async () => {
	let lacking: string | null = "Install ping.";
	await using service = await startService("sqlite", { lacks: async () => lacking });
	const body = { type: "ping", name: "Router", host: "Router.example." };
	const refused = await service.ask("POST", CREATE, { body });
	expect(refused.json.error).toMatchObject({
		code: "VALIDATION_ERROR",
		details: [{ path: "/type", message: "Install ping." }],
	});
	expect((await service.ask("POST", CREATE, { body: { ...body, type: "tcp", port: 1 } })).status).toBe(201);
	const document = (key: string, more: object = {}) => ({ monitors: [{ key, ...body, ...more }] });
	for (const query of ["", "?dryRun=1"]) {
		const { status, json } = await service.ask("PUT", `/api/v1/config${query}`, { body: document("router") });
		expect([status, json.error.details]).toEqual([400, [{ path: "/monitors/0/type", message: "Install ping." }]]);
	}
	lacking = null;
	expect((await service.ask("PUT", "/api/v1/config", { body: document("router") })).status).toBe(200);
	// What is there already is changed: this machine could ping then.
	lacking = "Install ping.";
	const changed = await service.ask("PUT", "/api/v1/config", { body: document("router", { packets: 2 }) });
	expect([changed.status, changed.json.data.totals.update]).toEqual([200, 1]);
	lacking = null;
	const made = await service.ask("POST", CREATE, { body });
	expect(made.json.data).toMatchObject({ type: "ping", host: "router.example", target: "router.example", packets: 3 });
});

test("while it is found out whether this machine may ping, other changes are made", async () => {
	const lacking = Promise.withResolvers<string | null>();
	await using service = await startService("sqlite", { lacks: () => lacking.promise });
	const asked = service.ask("POST", CREATE, { body: { type: "ping", name: "Router", host: "router.example" } });
	expect((await service.ask("POST", CREATE, { body: { name: "Shop", url: "https://example.com/" } })).status).toBe(201);
	lacking.resolve("Install ping.");
	expect((await asked).status).toBe(400);
});

test("a type without content checks refuses them with the reason", async () => {
	await using service = await startService("sqlite");
	const made = await service.ask("POST", CREATE, { body: { type: "tcp", name: "Cache", host: "cache", port: 6379 } });
	const body = { type: "contains", value: "PONG" };
	const { status, json } = await service.ask("POST", `${CREATE}/${made.json.data.id}/content-checks`, { body });
	expect(status).toBe(400);
	expect(json.error.details).toEqual([{ path: "", message: "A tcp monitor has no content to check." }]);
});
