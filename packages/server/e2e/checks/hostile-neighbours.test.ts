import { expect, test } from "vitest";
import { percentile, runScenario } from "../testing/neighbours/scenario.ts";
import { TYPED_REASONS } from "../testing/neighbours/typed-neighbours.ts";

test("beside hostile targets of every kind, outages are detected in time, healthy targets stay up, and the API answers", async () => {
	const timeoutSeconds = 3;
	const result = await runScenario({
		seconds: 18,
		startWithinSeconds: 10,
		spreadSeconds: 6,
		timeoutSeconds,
		hanging: 50,
		refused: 50,
		healthy: 200,
		hostile: {
			slowTls: 3,
			garbledDns: 5,
			heavyPatterns: 40,
			silentReceivers: 60,
			floodOfHanging: 300,
			floodTimeoutSeconds: 30,
		},
		typed: { pointerBombs: 5, pingFloods: 5, starttlsDribbles: 10, silentPings: 100, healthyOfEachType: 5 },
	});
	// Two attempts of the timeout, two seconds apart, and three seconds for everything else.
	expect(result.hangingDownAfter.at(-1)).toBeLessThan(2 * timeoutSeconds + 2 + 3);
	expect(result.refusedDownAfter.at(-1)).toBeLessThan(2 + 3);
	expect(result.healthy).toMatchObject({ degraded: 0, down: 0, missed: 0 });
	expect(result.healthyUnchecked).toBe(0);
	expect([...result.typedReasons]).toEqual(expect.arrayContaining([...TYPED_REASONS]));
	expect(result.noticeAfter).toBeLessThan(5);
	// 50 ms is what bench/neighbours.ts holds it to, where nothing else runs.
	expect(percentile(result.apiTimes, 0.9)).toBeLessThan(250);
	expect(percentile(result.apiTimes, 0.99)).toBeLessThan(2_000);
}, 120_000);
