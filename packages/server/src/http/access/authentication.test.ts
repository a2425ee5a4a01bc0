import { expect, test } from "vitest";
import { createKey, revokeKey } from "../../storage/access/api-keys.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { type Answer, NOON, startService } from "../testing/service.ts";

const LIST = "/api/v1/monitors";

onEachEngine("a key", (name) => {
	test("is valid until it is revoked, which takes effect at the next request", async () => {
		await using service = await startService(name);
		const wanted = { teamId: service.team.id, name: "short-lived", scopes: ["monitors:read"] as const };
		const { key, plaintext } = await createKey(service.database, wanted, NOON);
		const ask = async () => (await service.ask("GET", LIST, { key: plaintext })).status;
		expect(await ask()).toBe(200);
		await revokeKey(service.database, key.publicId, NOON);
		expect(await ask()).toBe(401);
	});

	test("is valid up to the millisecond before it expires", async () => {
		await using service = await startService(name);
		const wanted = {
			teamId: service.team.id,
			name: "expires",
			scopes: ["monitors:read"] as const,
			expiresAt: NOON + 1,
		};
		const { plaintext } = await createKey(service.database, wanted, NOON);
		const ask = async () => (await service.ask("GET", LIST, { key: plaintext })).status;
		expect(await ask()).toBe(200);
		service.clock.now = NOON + 1;
		expect(await ask()).toBe(401);
	});
});

test("is accepted only as a bearer token", async () => {
	await using service = await startService("sqlite");
	const ask = (authorization: string) => service.ask("GET", LIST, { key: null, headers: { authorization } });
	for (const good of [`Bearer ${service.key}`, `bearer ${service.key}`, `BEARER   ${service.key} `]) {
		expect([good, (await ask(good)).status]).toEqual([good, 200]);
	}
	const unusable = [
		"",
		"Bearer",
		"Bearer ",
		service.key,
		`Basic ${service.key}`,
		`Bearer ${service.key} ${service.key}`,
	];
	for (const bad of unusable) {
		const { status, headers } = await ask(bad);
		expect([bad, status, headers.get("www-authenticate")]).toEqual([bad, 401, "Bearer"]);
	}
	for (const wrong of [
		"x",
		`${service.key}x`,
		service.key.slice(0, -1),
		service.key.toUpperCase(),
		"x".repeat(10_000),
	]) {
		const { status, headers } = await ask(`Bearer ${wrong}`);
		expect([wrong, status, headers.get("www-authenticate")]).toEqual([wrong, 401, 'Bearer error="invalid_token"']);
	}
});

test("an address that keeps sending wrong keys gets 429, without effect on valid keys and other addresses", async () => {
	await using service = await startService("sqlite");
	const from = async (remoteAddress: string, key: string) => {
		const bindings = { incoming: { socket: { remoteAddress } } };
		const headers = { authorization: `Bearer ${key}` };
		return service.app.request(LIST, { headers }, bindings as never);
	};
	const statuses = new Set<number>();
	for (let count = 0; count < 120; count++)
		statuses.add((await from(`2001:db8::${count.toString(16)}`, "wrong")).status);
	expect([...statuses]).toEqual([401]);
	const told = await from("2001:db8::ffff", "wrong");
	expect([told.status, told.headers.get("retry-after")]).toEqual([429, "60"]);
	expect((await from("2001:db8::ffff", service.key)).status).toBe(200);
	expect((await from("2001:db8:0:1::1", "wrong")).status).toBe(401);
	expect((await from("192.0.2.1", "wrong")).status).toBe(401);
	service.clock.now += 60_000;
	expect((await from("2001:db8::ffff", "wrong")).status).toBe(401);
});

test("a request without a key is not counted and never gets 429", async () => {
	await using service = await startService("sqlite");
	for (let count = 0; count < 150; count++) {
		expect((await service.ask("GET", LIST, { key: null })).status).toBe(401);
	}
});

test("keys have no rate limit by default; with one, each key has its own, shown in every answer", async () => {
	await using free = await startService("sqlite");
	for (let count = 0; count < 200; count++) expect((await free.ask("GET", LIST)).status).toBe(200);
	expect((await free.ask("GET", LIST)).headers.has("ratelimit")).toBe(false);

	await using limited = await startService("sqlite", { rateLimitPerMinute: 2 });
	const told = ({ status, headers }: Answer) => [
		status,
		headers.get("ratelimit-policy"),
		headers.get("ratelimit"),
		headers.get("retry-after"),
	];
	expect(told(await limited.ask("GET", LIST))).toEqual([200, '"key";q=2;w=60', '"key";r=1;t=60', null]);
	limited.clock.now += 10_000;
	expect(told(await limited.ask("GET", `${LIST}/nothing`))).toEqual([404, '"key";q=2;w=60', '"key";r=0;t=50', null]);
	const refused = await limited.ask("GET", LIST);
	expect(told(refused)).toEqual([429, '"key";q=2;w=60', '"key";r=0;t=50', "50"]);
	expect(refused.json.error.code).toBe("TOO_MANY_REQUESTS");
	const other = await limited.keyWith(["monitors:read"]);
	expect((await limited.ask("GET", LIST, { key: other })).status).toBe(200);
	limited.clock.now += 50_000;
	expect((await limited.ask("GET", LIST)).status).toBe(200);
});

test("after the clock was set back no client waits longer than a minute", async () => {
	await using limited = await startService("sqlite", { rateLimitPerMinute: 1 });
	await limited.ask("GET", LIST);
	expect((await limited.ask("GET", LIST)).status).toBe(429);
	limited.clock.now -= 3_600_000;
	expect((await limited.ask("GET", LIST)).status).toBe(200);
	expect((await limited.ask("GET", LIST)).headers.get("retry-after")).toBe("60");
});

test("keys, bodies and query strings never reach the log", async () => {
	await using service = await startService("sqlite");
	const wrong = `lw_${"w".repeat(43)}`;
	await service.newMonitor({ name: "secret-name", url: "https://example.com/?token=secret-token" });
	await service.ask("GET", `${LIST}?perPage=1&token=secret-query`);
	await service.ask("GET", LIST, { key: wrong });
	await service.ask("GET", `/api/v1/nothing/${"x".repeat(5000)}`);
	await service.ask("POST", LIST, { rawBody: '{"name":"secret-body"' });
	await service.database.close();
	await service.ask("POST", LIST, { body: { name: "secret-body" } });
	const log = service.logLines.join("");
	expect(log).toContain('"status":500');
	for (const secret of [service.key, service.key.slice(3), wrong, "secret-", "Bearer"])
		expect(log).not.toContain(secret);
	expect(
		Math.max(...service.logLines.filter((line) => !line.includes("a request failed")).map((line) => line.length)),
	).toBeLessThan(600);
});

test("every request is logged in one line with its id, route, status and key", async () => {
	await using service = await startService("sqlite");
	const { headers } = await service.ask("GET", `${LIST}?perPage=5`);
	expect(service.logLines.map((line) => JSON.parse(line))).toEqual([
		expect.objectContaining({
			requestId: headers.get("x-request-id"),
			method: "GET",
			route: LIST,
			path: LIST,
			status: 200,
			elapsedMs: expect.any(Number),
			actor: expect.stringMatching(/^key_[0-9a-z]{26}$/),
		}),
	]);
});

test("nodes that share a secret share their cursors; others do not", async () => {
	await using service = await startService("sqlite");
	for (let count = 0; count < 2; count++) await service.newMonitor();
	const { json } = await service.ask("GET", `${LIST}?perPage=1`);
	await using stranger = await startService("sqlite", {
		secret: new Uint8Array(32).fill(9),
		database: service.database,
	});
	const path = `${LIST}?perPage=1&cursor=${json.meta.pagination.next}`;
	expect((await stranger.ask("GET", path, { key: service.key })).status).toBe(400);
	expect((await service.ask("GET", path)).status).toBe(200);
});
