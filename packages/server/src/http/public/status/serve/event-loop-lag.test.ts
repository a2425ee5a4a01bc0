import { expect, test } from "vitest";
import { EventLoopLag } from "./event-loop-lag.ts";

/** Turns of this length, for so long. */
async function turns(ms: number, forMs: number, lag: EventLoopLag) {
	const until = performance.now() + forMs;
	while (performance.now() < until) {
		const end = performance.now() + ms;
		while (performance.now() < end);
		void lag.ms;
		await new Promise((resolve) => setImmediate(resolve));
	}
}

test("a loop whose turns are all long lags, one in which a single turn was long does not", async () => {
	const lag = new EventLoopLag();
	await turns(60, 2_000, lag);
	expect(lag.ms).toBeGreaterThan(40);
	await turns(0, 1_500, lag);
	const calm = lag.ms;
	await turns(700, 700, lag);
	expect(Math.max(calm, lag.ms)).toBeLessThan(40);
});
