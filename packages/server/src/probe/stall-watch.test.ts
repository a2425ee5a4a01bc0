import { expect, test } from "vitest";
import { StallWatch } from "./stall-watch.ts";

/** A watch over clocks that stand still unless moved. */
function startWatch() {
	const at = { sinceBoot: 1_000_000, monotonic: 0 };
	const watch = new StallWatch({ monotonic: () => at.monotonic, sinceBoot: () => at.sinceBoot });
	const pass = (ms: number, { suspendedMs = 0 } = {}) => {
		at.monotonic += ms;
		at.sinceBoot += ms + suspendedMs;
	};
	return { watch, pass, [Symbol.dispose]: () => watch.close() };
}

test("time that passes evenly is not lost", () => {
	using clocks = startWatch();
	for (let i = 0; i < 50; i++) {
		clocks.pass(100);
		expect(clocks.watch.lostSince(0)).toBe(0);
	}
});

test("a tick that is 100 ms late is tolerated, a later one counts with its whole delay", () => {
	using clocks = startWatch();
	clocks.pass(200);
	expect(clocks.watch.lostSince(0)).toBe(0);
	clocks.pass(201);
	expect(clocks.watch.lostSince(0)).toBe(101);
});

test("several stalls add up", () => {
	using clocks = startWatch();
	for (let i = 0; i < 3; i++) {
		clocks.pass(800);
		clocks.watch.lostSince(0);
		clocks.pass(100);
		clocks.watch.lostSince(0);
	}
	expect(clocks.watch.lostSince(0)).toBe(2_100);
});

test("a suspension of the machine counts, although the monotonic clock does not include it", () => {
	using clocks = startWatch();
	clocks.pass(50, { suspendedMs: 3_600_000 });
	expect(clocks.watch.lostSince(0)).toBe(3_600_000);
	clocks.pass(50);
	expect(clocks.watch.lostSince(0)).toBe(3_600_000);
});

test("jitter of the time since boot within its resolution is not a suspension", () => {
	using clocks = startWatch();
	for (let i = 0; i < 1_000; i++) {
		clocks.pass(100, { suspendedMs: i % 2 === 0 ? 999 : -999 });
		expect(clocks.watch.lostSince(0)).toBe(0);
	}
});
