import { expect, test, vi } from "vitest";
import { StallWatch } from "./stall-watch.ts";

/** A watch over clocks that stand still unless moved. */
function startWatch() {
	const at = { sinceBoot: 1_000_000, monotonic: 0 };
	const watch = new StallWatch({ monotonic: () => at.monotonic, sinceBoot: () => at.sinceBoot });
	const pass = (ms: number, { suspendedMs = 0 } = {}) => {
		at.monotonic += ms;
		at.sinceBoot += ms + suspendedMs;
	};
	return { watch, pass };
}

test("time that passes evenly is not lost", () => {
	const clocks = startWatch();
	for (let i = 0; i < 50; i++) {
		clocks.pass(100);
		expect(clocks.watch.lostSince(0)).toBe(0);
	}
});

test("a tick that is 100 ms late is tolerated, a later one counts with its whole delay", () => {
	const clocks = startWatch();
	clocks.pass(200);
	expect(clocks.watch.lostSince(0)).toBe(0);
	clocks.pass(201);
	expect(clocks.watch.lostSince(0)).toBe(101);
});

test("several stalls add up", () => {
	const clocks = startWatch();
	for (let i = 0; i < 3; i++) {
		clocks.pass(800);
		clocks.watch.lostSince(0);
		clocks.pass(100);
		clocks.watch.lostSince(0);
	}
	expect(clocks.watch.lostSince(0)).toBe(2_100);
});

test("a suspension of the machine counts, although the monotonic clock does not include it", () => {
	const clocks = startWatch();
	clocks.pass(50, { suspendedMs: 3_600_000 });
	expect(clocks.watch.lostSince(0)).toBe(3_600_000);
	clocks.pass(50);
	expect(clocks.watch.lostSince(0)).toBe(3_600_000);
});

test("jitter of the time since boot within its resolution is not a suspension", () => {
	const clocks = startWatch();
	for (let i = 0; i < 1_000; i++) {
		clocks.pass(100, { suspendedMs: i % 2 === 0 ? 999 : -999 });
		expect(clocks.watch.lostSince(0)).toBe(0);
	}
});

test("what is lost between two attempts belongs to neither", () => {
	const { watch, pass } = startWatch();
	watch.begin();
	watch.end();
	pass(30_000, { suspendedMs: 3_600_000 });
	watch.begin();
	const mark = watch.mark();
	pass(100);
	expect(watch.lostSince(mark)).toBe(0);
	pass(800);
	expect(watch.lostSince(mark)).toBe(700);
	watch.end();
});

test("nothing ticks while no attempt is under way", () => {
	vi.useFakeTimers();
	try {
		const { watch } = startWatch();
		const timers = [vi.getTimerCount()];
		for (const step of ["begin", "begin", "end", "end"] as const) {
			watch[step]();
			timers.push(vi.getTimerCount());
		}
		expect(timers).toEqual([0, 1, 1, 1, 0]);
	} finally {
		vi.useRealTimers();
	}
});
