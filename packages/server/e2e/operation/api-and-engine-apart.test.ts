import { expect, test } from "vitest";
import { startNats, WITH_NATS_SERVER } from "../../src/dispatch/nats/testing/nats-server.ts";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { newDatabaseUrl } from "../../src/storage/testing/engines.ts";
import { Lapwing } from "../testing/lapwing.ts";
import { startProber } from "../testing/prober.ts";

test("the API and the engine run as two processes beside one database, each with its own health", async () => {
	await using target = await startHttpTarget((_request, response) => response.end());
	const { url: databaseUrl, drop } = await newDatabaseUrl("postgresql");
	const env = { LAPWING_SECRET: "a secret that both processes share" };
	const key = "the key that both processes know";
	try {
		await using api = await Lapwing.start({
			databaseUrl,
			args: ["--role", "api"],
			env: { ...env, LAPWING_API_KEY: key.replaceAll(" ", "-") },
		});
		const id = await api.watch(target.url);
		const alone = await fetch(`${api.url}/healthz`);
		expect([alone.status, await alone.json()]).toMatchObject([
			200,
			{ status: "ok", database: true, schedulerTickedAt: null },
		]);
		expect(await api.status(id)).toBe("pending");

		await using engine = await Lapwing.start({ databaseUrl, args: ["--role", "engine"], env, key: api.key });
		expect(engine.welcome).toContain(`${engine.url}/healthz`);
		expect(engine.welcome).not.toContain("/api/v1");
		await api.untilStatus(id, "up");
		const health = await (await fetch(`${engine.url}/healthz`)).json();
		expect(health).toMatchObject({ status: "ok", database: true, schedulerTickedAt: expect.any(Number) });
		expect(await engine.metric('lapwing_checks_total{verdict="up"}')).toBe(1);
		expect((await engine.ask("GET", "/api/v1/monitors")).status).toBe(404);

		expect((await engine.stop()).code).toBe(0);
		expect(await api.status(id)).toBe("up");
	} finally {
		await drop();
	}
});

test("an API without checks of its own tries from locations over NATS, or says what is missing", {
	...WITH_NATS_SERVER,
	timeout: 120_000,
}, async () => {
	await using nats = await startNats();
	await using target = await startHttpTarget((_request, response) => response.end());
	await using stack = new AsyncDisposableStack();
	const { url: databaseUrl, drop } = await newDatabaseUrl("postgresql");
	stack.defer(drop);
	const env = { LAPWING_SECRET: "a secret that both processes share", DATABASE_URL: databaseUrl };
	const withNats = { ...env, NATS_URL: nats.url, NATS_CREDENTIALS: nats.credentialsFile };
	const args = ["--role", "api"];
	const api = stack.use(await Lapwing.start({ databaseUrl, args, env: withNats }));
	await startProber(stack, withNats, "frankfurt");
	const body = { type: "http", name: "tried", url: target.url };
	const tryFrom = (service: Lapwing, more: object) => service.ask("POST", "/api/v1/monitors/try", { ...body, ...more });
	const seen = async () => (await tryFrom(api, { location: "frankfurt" })).body.data;
	// Trials have a limit a minute.
	const polling = { timeout: 40_000, interval: 4_000 };
	await expect.poll(seen, polling).toMatchObject({ verdict: "up", location: "frankfurt" });
	expect((await tryFrom(api, { locations: ["frankfurt"] })).body.data).toMatchObject({ location: "frankfurt" });
	// No process that orders checks hears it.
	const { probers } = (await api.ask("GET", "/api/v1/probers")).body.data;
	expect(probers).toMatchObject([{ state: "away", lastSeenAt: null }]);

	const without = stack.use(await Lapwing.start({ databaseUrl, args, env, key: api.key }));
	const refused = await tryFrom(without, { location: "frankfurt" });
	expect(refused).toMatchObject({
		status: 400,
		body: { error: { details: [{ path: "/location", message: expect.stringContaining("NATS_URL") }] } },
	});
});
