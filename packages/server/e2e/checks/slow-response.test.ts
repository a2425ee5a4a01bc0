import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing } from "../testing/lapwing.ts";

test("a slow response is degraded, its message has the response time, and no second attempt confirms it", async () => {
	let requests = 0;
	await using target = await startHttpTarget((_request, response) => {
		requests += 1;
		setTimeout(() => response.end("late"), 1_100);
	});
	await using service = await Lapwing.start();
	const id = await service.watch(target.url, { degradedAfterMs: 1_000, timeoutSeconds: 5 });
	await service.untilStatus(id, "degraded");
	const [result] = await service.results(id);
	expect(result.responseStatus).toBe(200);
	expect(result.responseTimeMs).toBeGreaterThanOrEqual(1_000);
	expect(result.responseTimeMs).toBeLessThan(5_000);
	expect(requests).toBe(1);
});
