import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../../domain/durations.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { NOON, type Service, startService } from "../../testing/service.ts";

const iso = (instant: number) => new Date(instant).toISOString();

interface State {
	revision: number;
	due_at: number | null;
	interval_ms: number;
	timeout_ms: number;
}

async function stateOf({ database }: Service, id: string): Promise<State> {
	const { rows } = await sql<State>`select revision, due_at, interval_ms, timeout_ms from monitor_states
		where monitor_id = (select id from monitors where public_id = ${id})`.execute(database.db);
	if (!rows[0]) throw new Error("No state");
	return rows[0];
}

/** As after a check: nothing is due until tomorrow. */
async function settle({ database }: Service): Promise<void> {
	await sql`update monitor_states set due_at = ${NOON + DAY_MS}, slot_at = ${NOON + DAY_MS}`.execute(database.db);
}

onEachEngine("a monitor", (name) => {
	test("is created with every default, answered in single form, and due at once", async () => {
		await using service = await startService(name);
		const body = { name: "Website", url: "https://example.com/health" };
		const { status, headers, json } = await service.ask("POST", "/api/v1/monitors", { body });
		const { id } = json.data;
		expect(status).toBe(201);
		expect(headers.get("location")).toBe(`/api/v1/monitors/${id}`);
		expect(id).toMatch(/^mon_[0-9a-z]{26}$/);
		expect(json).toEqual({
			data: {
				id,
				type: "http",
				target: "https://example.com/health",
				tags: [],
				name: "Website",
				url: "https://example.com/health",
				method: "HEAD",
				expectedStatus: 200,
				intervalSeconds: 60,
				degradedAfterMs: 5000,
				timeoutSeconds: 10,
				locationHint: "wnam",
				sslMonitoringEnabled: true,
				sslExpiryWarningDays: 30,
				status: "pending",
				lastCheckedAt: null,
				createdAt: iso(NOON),
				updatedAt: iso(NOON),
			},
		});
		expect((await service.ask("GET", `/api/v1/monitors/${id}`)).json).toEqual(json);
		expect(await stateOf(service, id)).toEqual({ revision: 1, due_at: NOON, interval_ms: 60_000, timeout_ms: 10_000 });
	});

	test("is listed in list form", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor({ method: "POST", sslExpiryWarningDays: 7 });
		const { json } = await service.ask("GET", "/api/v1/monitors");
		expect(json.data).toEqual({
			monitors: [
				{
					id,
					type: "http",
					target: "https://example.com/",
					tags: [],
					name: "Website",
					url: "https://example.com/",
					method: "POST",
					expectedStatus: 200,
					intervalSeconds: 60,
					degradedAfterMs: 5000,
					timeoutSeconds: 10,
					locationHint: "wnam",
					enabledAt: NOON,
					sslMonitoringEnabled: true,
					sslExpiryWarningDays: 7,
					sslExpiresAt: null,
					sslIssuer: null,
					sslStatus: "unknown",
					sslLastCheckedAt: null,
					createdAt: NOON,
					updatedAt: NOON,
				},
			],
		});
		expect(json.meta).toEqual({
			requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
			timestamp: iso(NOON),
			pagination: { next: null, prev: null, perPage: 50, total: 1 },
		});
	});

	test("keeps the members that an update leaves out, and gets a later updatedAt from every update", async () => {
		await using service = await startService(name);
		const before = await service.newMonitor({ expectedStatus: 204 });
		const path = `/api/v1/monitors/${before.id}`;
		const first = await service.ask("PUT", path, { body: { name: "Renamed" } });
		expect(first.json.data).toEqual({ ...before, name: "Renamed", updatedAt: iso(NOON + 1) });
		const second = await service.ask("PUT", path, { body: {} });
		expect(second.json.data).toEqual({ ...first.json.data, updatedAt: iso(NOON + 2) });
	});

	test.each([
		{ url: "https://example.org/" },
		{ method: "GET" },
		{ expectedStatus: 204 },
		{ timeoutSeconds: 20 },
		{ degradedAfterMs: 1000 },
		{ intervalSeconds: 300 },
	])("is due at once, in a new revision, after a change of %o", async (body) => {
		await using service = await startService(name);
		const { id } = await service.newMonitor();
		await settle(service);
		service.clock.now += 5000;
		await service.ask("PUT", `/api/v1/monitors/${id}`, { body });
		const intervalSeconds = "intervalSeconds" in body ? body.intervalSeconds : 60;
		const timeoutSeconds = "timeoutSeconds" in body ? body.timeoutSeconds : 10;
		expect(await stateOf(service, id)).toEqual({
			revision: 2,
			due_at: NOON + 5000,
			interval_ms: intervalSeconds * 1000,
			timeout_ms: timeoutSeconds * 1000,
		});
	});

	test("stays on its grid after a change of other settings, and after an update to the same values", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor();
		await settle(service);
		const body = {
			name: "Renamed",
			locationHint: "weur",
			sslMonitoringEnabled: false,
			sslExpiryWarningDays: 5,
			method: "HEAD",
			intervalSeconds: 60,
			enabled: true,
		};
		expect((await service.ask("PUT", `/api/v1/monitors/${id}`, { body })).status).toBe(200);
		expect(await stateOf(service, id)).toMatchObject({ revision: 1, due_at: NOON + DAY_MS });
	});

	test("stops when paused, keeps its status, and is due at once with its new settings when resumed", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor();
		await sql`update monitor_states set status = 1`.execute(service.database.db);
		const put = (body: object) => service.ask("PUT", `/api/v1/monitors/${id}`, { body });
		const enabledAt = async () => (await service.ask("GET", "/api/v1/monitors")).json.data.monitors[0].enabledAt;

		expect((await put({ enabled: false })).json.data.status).toBe("up");
		expect(await enabledAt()).toBeNull();
		expect(await stateOf(service, id)).toMatchObject({ revision: 2, due_at: null });

		await put({ intervalSeconds: 120 });
		expect(await stateOf(service, id)).toMatchObject({ due_at: null });

		service.clock.now += 60_000;
		expect((await put({ enabled: true })).json.data.status).toBe("up");
		expect(await enabledAt()).toBe(NOON + 60_000);
		expect(await stateOf(service, id)).toMatchObject({ due_at: NOON + 60_000, interval_ms: 120_000 });
	});

	test("can be created paused", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor({ enabled: false });
		expect(await stateOf(service, id)).toMatchObject({ due_at: null });
		expect((await service.ask("GET", "/api/v1/monitors")).json.data.monitors[0].enabledAt).toBeNull();
	});

	test("is not found after its deletion, and is not checked any more", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor();
		const path = `/api/v1/monitors/${id}`;
		const deleted = await service.ask("DELETE", path);
		expect([deleted.status, deleted.text]).toEqual([204, ""]);
		for (const each of [path, `${path}/results`, `${path}/content-checks`]) {
			expect([each, (await service.ask("GET", each)).status]).toEqual([each, 404]);
		}
		expect((await service.ask("PUT", path, { body: {} })).status).toBe(404);
		expect((await service.ask("DELETE", path)).status).toBe(404);
		expect((await service.ask("GET", "/api/v1/monitors")).json).toMatchObject({
			data: { monitors: [] },
			meta: { pagination: { total: 0 } },
		});
		expect(await stateOf(service, id)).toMatchObject({ due_at: null });
	});

	test("shows the present status of a certificate seen earlier, and drops it with a change of the url", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor({ sslExpiryWarningDays: 10 });
		await sql`update monitor_states set ssl_status = 1, ssl_expires_at = ${NOON + 20 * DAY_MS},
			ssl_issuer = ${"Example CA"}, ssl_last_checked_at = ${NOON}`.execute(service.database.db);
		const listed = async () => (await service.ask("GET", "/api/v1/monitors")).json.data.monitors[0];
		expect(await listed()).toMatchObject({
			sslStatus: "valid",
			sslExpiresAt: NOON + 20 * DAY_MS,
			sslIssuer: "Example CA",
			sslLastCheckedAt: NOON,
		});
		service.clock.now = NOON + 10 * DAY_MS;
		expect((await listed()).sslStatus).toBe("expiring");
		service.clock.now = NOON + 20 * DAY_MS;
		expect((await listed()).sslStatus).toBe("expired");
		await service.ask("PUT", `/api/v1/monitors/${id}`, { body: { url: "https://example.org/" } });
		expect(await listed()).toMatchObject({ sslStatus: "unknown", sslExpiresAt: null, sslIssuer: null });
	});

	test("accepts a name of 255 characters of any script, and refuses what a database can't store or a terminal obeys", async () => {
		await using service = await startService(name);
		const post = (wanted: string) =>
			service.ask("POST", "/api/v1/monitors", { body: { name: wanted, url: "https://example.com" } });
		for (const wanted of ["é".repeat(255), "🦆".repeat(255), "'; drop table monitors; --", "\u202e<b>"]) {
			expect((await post(wanted)).json.data.name).toBe(wanted);
		}
		for (const wanted of ["", " ", "a".repeat(256), "🦆".repeat(256), "a\0b", "a\r\nb", "\ud800"]) {
			const { status, json } = await post(wanted);
			expect([status, json.error.code, json.error.details[0].path]).toEqual([400, "VALIDATION_ERROR", "/name"]);
		}
	});

	test("is deleted by exactly one of several concurrent requests", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor();
		const answers = await Promise.all(Array.from({ length: 5 }, () => service.ask("DELETE", `/api/v1/monitors/${id}`)));
		expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
	});
});

describe("the body of a monitor", () => {
	const refused: Record<string, unknown[]> = {
		name: [null, 5, ["a"], true],
		url: [
			null,
			5,
			"",
			"example.com",
			"//example.com",
			"ftp://example.com",
			"javascript:alert(1)",
			"http:",
			"http://",
			"http:example.com",
			"http:///path",
			"http://user@example.com",
			"http://user:secret@example.com/",
			"http://@example.com/",
			"http://exa mple.com",
			" https://example.com",
			"https://example.com\n",
			"https:\\\\example.com",
			"http://[::1",
			"http://example.com:99999",
			`https://example.com/${"a".repeat(2030)}`,
		],
		method: ["get", "OPTIONS", "TRACE", "", null],
		expectedStatus: [99, 600, 200.5, "200", null, true, 1e300],
		intervalSeconds: [59, 3601, 60.1, "60", -60],
		degradedAfterMs: [999, 30_001, "5000"],
		timeoutSeconds: [0, 61, "10", 2 ** 53],
		locationHint: ["WNAM", "mars", null],
		sslMonitoringEnabled: ["true", 1, null],
		sslExpiryWarningDays: [0, 366, "30"],
		enabled: ["false", 0, null],
	};

	test("is refused with a pointer to the invalid member, on creation and on update", async () => {
		await using service = await startService("sqlite");
		const { id } = await service.newMonitor();
		for (const [member, values] of Object.entries(refused)) {
			for (const value of values) {
				const body = { name: "Website", url: "https://example.com", [member]: value };
				for (const answer of [
					await service.ask("POST", "/api/v1/monitors", { body }),
					await service.ask("PUT", `/api/v1/monitors/${id}`, { body }),
				]) {
					const { status, json } = answer;
					expect([member, value, status, json.error?.code]).toEqual([member, value, 400, "VALIDATION_ERROR"]);
					expect(json.error.details.map(({ path }: { path: string }) => path)).toContain(`/${member}`);
				}
			}
		}
	});

	test("is accepted at both ends of every range", async () => {
		await using service = await startService("sqlite");
		const lowest = {
			expectedStatus: 100,
			intervalSeconds: 60,
			degradedAfterMs: 1000,
			timeoutSeconds: 1,
			sslExpiryWarningDays: 1,
		};
		const highest = {
			expectedStatus: 599,
			intervalSeconds: 3600,
			degradedAfterMs: 30_000,
			timeoutSeconds: 60,
			sslExpiryWarningDays: 365,
		};
		expect(await service.newMonitor(lowest)).toMatchObject(lowest);
		expect(await service.newMonitor(highest)).toMatchObject(highest);
		const urls = [
			"http://localhost:8080/a?b=c#d",
			"HTTP://EXAMPLE.COM",
			"https://[::1]/",
			"http://10.0.0.1",
			`https://example.com/${"a".repeat(2028)}`,
		];
		const international = await service.newMonitor({ url: "https://bücher.example/ü" });
		expect(international).toMatchObject({ url: "https://xn--bcher-kva.example/%C3%BC" });
		for (const url of urls) expect(await service.newMonitor({ url })).toMatchObject({ url });
	});

	test("needs a name and a url, and nothing else", async () => {
		await using service = await startService("sqlite");
		const { json } = await service.ask("POST", "/api/v1/monitors", { body: {} });
		expect(json.error.details.map(({ path }: { path: string }) => path)).toEqual(["/name", "/url"]);
	});

	test("is refused with a member that no monitor of its type has", async () => {
		await using service = await startService("sqlite");
		for (const strange of ["id", "teamId", "status", "createdAt", "constructor", "port"]) {
			const body = { name: "Website", url: "https://example.com/", [strange]: 1 };
			const { status, json } = await service.ask("POST", "/api/v1/monitors", { body });
			expect({ status, code: json.error.code }).toEqual({ status: 400, code: "VALIDATION_ERROR" });
			expect(json.error.details[0].message).toContain(strange);
		}
	});

	test("is refused unless it is a JSON object of at most 512 KiB", async () => {
		await using service = await startService("sqlite");
		const good = '{"name":"a","url":"https://example.com"}';
		const filler = (length: number) => good + " ".repeat(length - good.length);
		const bad = [
			"",
			" ",
			"{",
			'{"name":}',
			"name=a",
			"null",
			"[]",
			'"text"',
			"5",
			"\xff",
			"[".repeat(60_000),
			filler(524_289),
		];
		for (const rawBody of [...bad, new Uint8Array([0x7b, 0xff, 0x7d])]) {
			const { status, json } = await service.ask("POST", "/api/v1/monitors", { rawBody });
			expect([rawBody.slice(0, 20), status, json.error.code]).toEqual([rawBody.slice(0, 20), 400, "VALIDATION_ERROR"]);
		}
		expect((await service.ask("POST", "/api/v1/monitors", { rawBody: filler(524_288) })).status).toBe(201);
	});

	test("needs a content type that is JSON, or none", async () => {
		await using service = await startService("sqlite");
		const rawBody = new TextEncoder().encode('\ufeff{"name":"a","url":"https://example.com"}');
		const post = async (contentType: string) => {
			const answer = await service.ask("POST", "/api/v1/monitors", {
				rawBody,
				headers: { "content-type": contentType },
			});
			return [contentType, answer.status, answer.json.error?.code];
		};
		for (const type of ["application/json", "Application/JSON; charset=utf-8", "application/merge-patch+json"]) {
			expect(await post(type)).toEqual([type, 201, undefined]);
		}
		for (const type of ["application/x-www-form-urlencoded", "text/plain", "text/json", "application/jsonx", "json"]) {
			expect(await post(type)).toEqual([type, 415, "UNSUPPORTED_MEDIA_TYPE"]);
		}
		const request = { method: "POST", headers: { authorization: `Bearer ${service.key}` }, body: rawBody };
		expect((await service.app.request("/api/v1/monitors", request)).status).toBe(201);
	});
});
