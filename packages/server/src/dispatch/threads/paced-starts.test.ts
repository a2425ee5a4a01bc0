import { expect, test } from "vitest";
import { PacedStarts } from "./paced-starts.ts";

/** Keeps the thread busy. */
function work(ms: number): void {
	const until = performance.now() + ms;
	while (performance.now() < until);
}

/**
 * Starts `count` jobs; each works for `partMs` at once and then `parts - 1` times more, a turn of the event loop
 * apart.
 */
function run({ count, parts, partMs }: { count: number; parts: number; partMs: number }) {
	const order: number[] = [];
	let open = 0;
	let mostOpen = 0;
	return new Promise<{ order: number[]; mostOpen: number }>((resolve) => {
		const runPart = (left: number): void => {
			work(partMs);
			if (left > 1) {
				setImmediate(() => runPart(left - 1));
				return;
			}
			open -= 1;
			if (open === 0 && order.length === count) resolve({ order, mostOpen });
		};
		const starts = new PacedStarts<number>((item) => {
			order.push(item);
			open += 1;
			mostOpen = Math.max(mostOpen, open);
			runPart(parts);
		});
		starts.add(Array.from({ length: count / 2 }, (_, index) => index));
		starts.add(Array.from({ length: count / 2 }, (_, index) => count / 2 + index));
	});
}

test("starts all checks, in the order in which they came", async () => {
	const { order } = await run({ count: 400, parts: 2, partMs: 0.05 });
	expect(order).toEqual(Array.from({ length: 400 }, (_, index) => index));
});

test("checks that keep the thread busy do not accumulate: started checks continue first", async () => {
	const { mostOpen } = await run({ count: 200, parts: 5, partMs: 0.4 });
	// Without the pace all 200 would be open at once; each turn may add four to what takes 10 ms a turn.
	expect(mostOpen).toBeLessThan(60);
});

test("checks that wait for their targets delay no others", async () => {
	let open = 0;
	await new Promise<void>((resolve) => {
		const starts = new PacedStarts<number>(() => {
			open += 1;
			if (open === 5_000) resolve();
		});
		starts.add(Array.from({ length: 5_000 }, (_, index) => index));
	});
	expect(open).toBe(5_000);
});

test("checks can be added after all were started, and while some wait", async () => {
	const seen: string[] = [];
	let done: () => void = () => {};
	const starts = new PacedStarts<string>((item) => {
		seen.push(item);
		if (item === "last") done();
	});
	starts.add([]);
	starts.add(["a", "b"]);
	expect(seen).toEqual(["a", "b"]);
	const finished = new Promise<void>((resolve) => {
		done = resolve;
	});
	starts.add(["c", "last"]);
	await finished;
	expect(seen).toEqual(["a", "b", "c", "last"]);
});
