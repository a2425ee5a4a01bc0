import { expect, test } from "vitest";
import { startDnsServer } from "../../src/probe/targets/dns-server.ts";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing } from "../testing/lapwing.ts";

test("when Lapwing's resolver fails no monitor is down: the checks are missed, count in no figure, and /healthz and the log say so", async () => {
	await using target = await startHttpTarget((_request, response) => response.end());
	await using names = await startDnsServer({ "*": { addresses: ["127.0.0.1"] } });
	await using service = await Lapwing.start({ env: { PROBE_RESOLVERS: names.address } });
	const port = new URL(target.url).port;
	const ids = await Promise.all(
		["one", "two", "three"].map((name) => service.watch(`http://${name}.example:${port}/`, { timeoutSeconds: 3 })),
	);
	for (const id of ids) await service.untilStatus(id, "up");

	await names.close();
	// Names that are in no cache.
	for (const id of ids) {
		const url = `http://${id.toLowerCase().replace("_", "-")}.example:${port}/`;
		expect((await service.ask("PUT", `/api/v1/monitors/${id}`, { url, timeoutSeconds: 2 })).status).toBe(200);
	}
	await expect
		.poll(() => service.metric('lapwing_checks_total{verdict="missed"}'), { timeout: 30_000 })
		.toBe(ids.length);
	for (const id of ids) {
		expect(await service.status(id)).toBe("up");
		const [result] = await service.results(id);
		expect(result).toMatchObject({ responseStatus: null, responseTimeMs: null, completedAt: null });
		expect((await service.ask("GET", `/api/v1/monitors/${id}/stats`)).body.data.checks.down).toBe(0);
	}
	expect(await service.metric('lapwing_checks_total{verdict="down"}')).toBe(0);

	const health = await fetch(`${service.url}/healthz`);
	expect([health.status, await health.json()]).toMatchObject([
		200,
		{
			status: "degraded",
			problem: expect.stringContaining("the name servers do not answer (resolver)"),
			missedChecks: { missed: ids.length, causes: [{ cause: "resolver", missed: ids.length, monitors: ids.length }] },
		},
	]);
	const full = (await service.ask("GET", `/api/v1/monitors/${ids[0]}?view=full`)).body.data;
	expect(full).toMatchObject({ status: "up", lastMissed: { reason: "resolver" } });
	expect(service.log.match(/Checks are missed/g)).toHaveLength(1);
});
