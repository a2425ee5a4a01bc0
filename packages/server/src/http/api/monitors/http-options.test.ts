import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { secretBox } from "../../../storage/database/secret-box.ts";
import { ordersFor } from "../../../storage/schedule/check-orders.ts";
import { claimDue } from "../../../storage/schedule/monitor-states.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { type Service, startService } from "../../testing/service.ts";

const PATH = "/api/v1/monitors";
const TOKEN = "token-marker-1";
const KEY = "header-marker-2";
const NEW = { name: "API", url: "https://api.example.com/health", method: "POST" };
const REQUEST = {
	headers: [
		{ name: "X-Api-Key", value: KEY, secret: true },
		{ name: "Accept", value: "application/json" },
	],
	body: '{"ping":true}',
	auth: { type: "bearer", token: TOKEN },
};
const SHOWN = {
	headers: [
		{ name: "X-Api-Key", value: null, secret: true },
		{ name: "Accept", value: "application/json" },
	],
	body: '{"ping":true}',
	auth: { type: "bearer", token: null },
};
const DEFAULTS = {
	request: { headers: [], body: null, auth: null },
	followRedirects: true,
	verifyTls: true,
	acceptedStatuses: null,
	ipFamily: "any",
	maxBodyBytes: 1_048_576,
};

/** What a prober is told of the only monitor. */
async function settingsOfOrder(service: Service) {
	await sql`update monitor_states set due_at = ${service.clock.now}, claimed = 0`.execute(service.database.db);
	const claims = await claimDue(service.database, service.clock.now, { total: 10, slow: 10 });
	const [order] = await ordersFor(service.database, claims, secretBox(new Uint8Array(32).fill(7)));
	return order?.settings;
}

async function made(service: Service, body: object) {
	const { status, json, text } = await service.ask("POST", `${PATH}?view=full`, { body: { ...NEW, ...body } });
	expect(status, text).toBe(201);
	return json.data;
}

onEachEngine("the options of an http monitor", (name) => {
	test("have defaults, and are shown in the full view alone", async () => {
		await using service = await startService(name);
		const { id, ...full } = await made(service, {});
		expect(full).toMatchObject(DEFAULTS);
		for (const path of [`${PATH}/${id}`, PATH]) {
			const { data } = (await service.ask("GET", path)).json;
			const shown = Object.keys(data.monitors?.[0] ?? data);
			for (const option of Object.keys(DEFAULTS)) expect(shown).not.toContain(option);
		}
		expect((await service.ask("GET", `${PATH}?view=full`)).json.data.monitors).toEqual([{ id, ...full }]);
		expect(await settingsOfOrder(service)).toEqual({ type: "http", url: NEW.url, method: "POST", expectedStatus: 200 });
	});

	test("are changed one by one, a request as a whole", async () => {
		await using service = await startService(name);
		const { id } = await made(service, { acceptedStatuses: ["2xx"], verifyTls: false, request: SHOWN_WITHOUT_SECRETS });
		const path = `${PATH}/${id}?view=full`;
		const changed = await service.ask("PUT", path, { body: { ipFamily: "6", request: { body: "x" } } });
		expect(changed.json.data).toMatchObject({
			...DEFAULTS,
			acceptedStatuses: ["2xx"],
			verifyTls: false,
			ipFamily: "6",
			request: { headers: [], body: "x", auth: null },
		});
		await service.ask("PUT", path, { body: { acceptedStatuses: null, verifyTls: true, ipFamily: "any" } });
		expect((await service.ask("GET", path)).json.data).toMatchObject({
			...DEFAULTS,
			request: { headers: [], body: "x", auth: null },
		});
	});

	test("hold secrets that probers get and nobody else", async () => {
		await using service = await startService(name);
		const { id, ...full } = await made(service, { request: REQUEST });
		expect(full.request).toEqual(SHOWN);
		expect(await settingsOfOrder(service)).toMatchObject({ request: REQUEST });
		const { rows } = await sql<{ settings: string; encrypted: string }>`select * from monitors`.execute(
			service.database.db,
		);
		expect(rows[0]?.encrypted).toMatch(/^v1\./);
		const events = (await service.ask("GET", "/api/v1/audit-events")).text;
		for (const marker of [TOKEN, KEY]) {
			expect(JSON.stringify([rows, full, events, service.logLines])).not.toContain(marker);
		}
		expect((await service.ask("DELETE", `${PATH}/${id}`)).status).toBe(204);
		const after = await sql<{ encrypted: string | null }>`select encrypted from monitors`.execute(service.database.db);
		expect(after.rows).toEqual([{ encrypted: null }]);
	});

	test("keep a secret that an update sends as null, and take a new one", async () => {
		await using service = await startService(name);
		const { id } = await made(service, { request: REQUEST });
		const path = `${PATH}/${id}?view=full`;
		expect((await service.ask("PUT", path, { body: { name: "Renamed" } })).status).toBe(200);
		const [key, accept] = SHOWN.headers;
		const request = {
			...SHOWN,
			headers: [accept, { ...key, name: "x-api-key" }],
			auth: { type: "bearer", token: "new" },
		};
		const changed = await service.ask("PUT", path, { body: { request } });
		expect(changed.status, changed.text).toBe(200);
		expect(changed.json.data.request.auth).toEqual({ type: "bearer", token: null });
		expect(await settingsOfOrder(service)).toMatchObject({
			request: {
				headers: [accept, { name: "x-api-key", value: KEY, secret: true }],
				auth: { type: "bearer", token: "new" },
			},
		});
		const { rows } = await sql<{ changes: string }>`select changes from audit_events order by id`.execute(
			service.database.db,
		);
		expect(rows.at(-1)?.changes).toContain('"request.headers"');
		// A new secret alone leaves its trace too.
		await service.ask("PUT", path, { body: { request: { ...request, auth: { type: "bearer", token: "newer" } } } });
		const last = await sql<{ changes: string }>`select changes from audit_events order by id`.execute(
			service.database.db,
		);
		expect(JSON.parse(last.rows.at(-1)?.changes ?? "[]")).toContainEqual({
			field: "request",
			before: "••••",
			after: "••••",
		});
	});

	test("make the monitor due at once when only a secret changes", async () => {
		await using service = await startService(name);
		const { id } = await made(service, { request: REQUEST });
		await sql`update monitor_states set due_at = ${service.clock.now + 30_000}`.execute(service.database.db);
		const body = { request: { ...SHOWN, auth: { type: "bearer", token: "new" } } };
		await service.ask("PUT", `${PATH}/${id}`, { body });
		const { rows } = await sql<{ due_at: number }>`select due_at from monitor_states`.execute(service.database.db);
		expect(rows).toEqual([{ due_at: service.clock.now }]);
	});

	test("do not send a kept secret to another server", async () => {
		await using service = await startService(name);
		const { id } = await made(service, { request: REQUEST });
		const path = `${PATH}/${id}`;
		for (const url of [
			"https://elsewhere.example/",
			"http://api.example.com/health",
			"https://api.example.com:8443/",
		]) {
			const { status, json } = await service.ask("PUT", path, { body: { url } });
			expect([status, json.error.details[0].path]).toEqual([400, "/request/headers/0/value"]);
		}
		expect((await service.ask("PUT", path, { body: { url: "https://api.example.com/other" } })).status).toBe(200);
		const moved = { url: "https://elsewhere.example/", request: REQUEST };
		expect((await service.ask("PUT", path, { body: moved })).status).toBe(200);
		expect(await settingsOfOrder(service)).toMatchObject(moved);
	});
});

const SHOWN_WITHOUT_SECRETS = { headers: [], body: null, auth: null };

test("a secret that can't be opened any more makes checks missed, and has to be given again when it is touched", async () => {
	await using service = await startService("sqlite");
	const { id } = await made(service, { request: REQUEST });
	await sql`update monitors set encrypted = ${secretBox(new Uint8Array(32)).encrypt("{}", id)}`.execute(
		service.database.db,
	);
	expect(await settingsOfOrder(service)).toMatchObject({ request: SHOWN });
	expect((await service.ask("PUT", `${PATH}/${id}`, { body: { name: "Renamed" } })).status).toBe(200);
	const refused = await service.ask("PUT", `${PATH}/${id}`, { body: { request: SHOWN } });
	expect(refused.json.error.details[0].path).toBe("/request/headers/0/value");
	expect((await service.ask("PUT", `${PATH}/${id}`, { body: { request: REQUEST } })).status).toBe(200);
	expect(await settingsOfOrder(service)).toMatchObject({ request: REQUEST });
});

describe("options are refused at their place:", () => {
	let service: Service;
	let id: string;
	beforeAll(async () => {
		service = await startService("sqlite");
		({ id } = await made(service, {}));
		return () => service[Symbol.asyncDispose]();
	});

	const header = (fields: object) => ({ request: { headers: [{ name: "X-A", value: "a", ...fields }] } });
	const auth = (fields: object) => ({ request: { auth: fields } });

	test.each<[string, object]>([
		["/request/headers/0/name", header({ name: "X A" })],
		["/request/headers/0/name", header({ name: "" })],
		["/request/headers/0/name", header({ name: "content-length" })],
		["/request/headers/0/name", header({ name: "Host" })],
		["/request/headers/0/value", header({ value: "a\r\nX-B: b" })],
		["/request/headers/0/value", header({ value: "é" })],
		["/request/headers/0/value", header({ value: " a" })],
		["/request/headers/0/value", header({ value: "a".repeat(4_097) })],
		["/request/headers/0/value", header({ value: null })],
		["/request/headers/0/value", header({ value: null, secret: true })],
		["/request/headers/0/secret", header({ secret: "yes" })],
		["/request/headers", { request: { headers: Array(21).fill({ name: "X-A", value: "a" }) } }],
		["/request/headers/0/name", { request: { headers: [{ name: "Authorization", value: "a" }], auth: REQUEST.auth } }],
		["/request/body", { request: { body: "é".repeat(32 * 1024 + 1) } }],
		["/request/body", { request: { body: "a" }, method: "GET" }],
		["/request/body", { request: { body: "a" }, method: "HEAD" }],
		["/request/auth/username", auth({ type: "basic", username: "a:b", password: "c" })],
		["/request/auth/password", auth({ type: "basic", username: "a", password: null })],
		["/request/auth/password", auth({ type: "basic", username: "a", password: "" })],
		["/request/auth/token", auth({ type: "bearer", token: "a\nb" })],
		["/request/auth/token", auth({ type: "bearer", token: null })],
		["/request/auth/type", auth({ type: "digest" })],
		["/request/cookies", { request: { cookies: [] } }],
		["/followRedirects", { followRedirects: "no" }],
		["/verifyTls", { verifyTls: null }],
		["/acceptedStatuses", { acceptedStatuses: [] }],
		["/acceptedStatuses/1", { acceptedStatuses: ["2xx", "20"] }],
		["/acceptedStatuses/0", { acceptedStatuses: [200] }],
		["/ipFamily", { ipFamily: "5" }],
		["/ipFamily", { ipFamily: "6", url: "http://192.0.2.1/" }],
		["/ipFamily", { ipFamily: "4", url: "http://[2001:db8::1]/" }],
		["/maxBodyBytes", { maxBodyBytes: 0 }],
		["/maxBodyBytes", { maxBodyBytes: 1_048_577 }],
	])("%s", async (path, body) => {
		for (const target of [PATH, `${PATH}/try`]) {
			const { status, json } = await service.ask("POST", target, { body: { ...NEW, ...body } });
			expect([target, status, json.error?.details[0].path]).toEqual([target, 400, path]);
		}
		const { status, json } = await service.ask("PUT", `${PATH}/${id}`, { body });
		expect([status, json.error?.details[0].path]).toEqual([400, path]);
	});
});
