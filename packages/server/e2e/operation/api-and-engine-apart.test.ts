import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { newDatabaseUrl } from "../../src/storage/testing/engines.ts";
import { Lapwing } from "../testing/lapwing.ts";

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
