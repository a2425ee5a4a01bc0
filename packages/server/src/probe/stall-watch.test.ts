import { expect, test } from "vitest";
import { StallWatch } from "./stall-watch.ts";

/** A watch over clocks that stand still unless moved. */
function startWatch() {
	const at = { wall: 1_000_000, monotonic: 0 };
	const watch = new StallWatch({ now: () => at.wall, monotonic: () => at.monotonic });
	const pass = ({ wall, monotonic }: { wall: number; monotonic: number }) => {
		at.wall += wall;
		at.monotonic += monotonic;
	};
	return { watch, pass, [Symbol.dispose]: () => watch.close() };
}

test("time that passes evenly is no stall", () => {
	using clocks = startWatch();
	const mark = clocks.watch.mark();
	for (let i = 0; i < 50; i++) {
		clocks.pass({ wall: 100, monotonic: 100 });
		expect(clocks.watch.stalledSince(mark)).toBe(false);
	}
});

test("a tick that comes half a second late is the edge", () => {
	using clocks = startWatch();
	const mark = clocks.watch.mark();
	clocks.pass({ wall: 600, monotonic: 600 });
	expect(clocks.watch.stalledSince(mark)).toBe(false);
	clocks.pass({ wall: 601, monotonic: 601 });
	expect(clocks.watch.stalledSince(mark)).toBe(true);
});

test("a stretch that was over before does not count", () => {
	using clocks = startWatch();
	clocks.pass({ wall: 5_000, monotonic: 5_000 });
	const mark = clocks.watch.mark();
	clocks.pass({ wall: 100, monotonic: 100 });
	expect(clocks.watch.stalledSince(mark)).toBe(false);
});

test("a wall clock that went on alone, or back, was a suspension or a correction", () => {
	using clocks = startWatch();
	const first = clocks.watch.mark();
	clocks.pass({ wall: 3_600_000, monotonic: 50 });
	expect(clocks.watch.stalledSince(first)).toBe(true);
	const second = clocks.watch.mark();
	clocks.pass({ wall: -1_000, monotonic: 50 });
	expect(clocks.watch.stalledSince(second)).toBe(true);
});
