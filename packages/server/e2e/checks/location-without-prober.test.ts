/** Monitors of a location whose last prober was removed. */

import { expect, test } from "vitest";
import { startNats, WITH_NATS_SERVER } from "../../src/dispatch/nats/testing/nats-server.ts";
import { answerOk, startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing, lapwing, until } from "../testing/lapwing.ts";

test("a check in a location without prober is recorded as missed, with why; with fallback it is made elsewhere", {
	...WITH_NATS_SERVER,
	timeout: 180_000,
}, async () => {
	await using nats = await startNats();
	const env = { NATS_URL: nats.url, NATS_CREDENTIALS: nats.credentialsFile };
	await using service = await Lapwing.start({ env });
	const settings = { ...env, DATABASE_URL: service.databaseUrl };
	const place = ["--name", "one", "--location", "frankfurt", "--json"];
	const { stdout } = await lapwing(settings, "probers", "add", ...place);
	await lapwing(settings, "probers", "remove", JSON.parse(stdout).id);
	const asked = new Set<string | undefined>();
	await using target = await startHttpTarget((request, response) => {
		asked.add(request.url);
		answerOk(request, response);
	});
	const bound = await service.watch(`${target.url}bound`, { locations: ["frankfurt"] });
	const free = await service.watch(`${target.url}free`, { locations: ["frankfurt"], fallback: true });

	await service.untilStatus(free, "up", 30_000);
	expect(await service.results(free)).toMatchObject([{ location: null, verdict: "up", responseStatus: 200 }]);
	const [missed, ...others] = await until(
		async () => {
			const results = await service.results(bound);
			return results.length > 0 ? results : undefined;
		},
		{ withinMs: 100_000, what: "the missed check" },
	);
	expect(others).toEqual([]);
	expect(missed).toMatchObject({
		verdict: "missed",
		reason: "no_prober",
		// As the monitor's page shows it.
		message: "The monitor's location has no prober.",
		completedAt: null,
		responseStatus: null,
		responseTimeMs: null,
	});
	expect(await service.status(bound)).toBe("pending");
	const health = await (await fetch(`${service.url}/healthz`)).json();
	expect(health).toMatchObject({ problem: expect.stringContaining("their location has no prober (no_prober)") });
	expect([...asked]).toEqual(["/free"]);
});
