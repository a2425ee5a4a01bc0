import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { atEachMultiple, atNextMultiple } from "./shared-wakes.ts";

/** Waits for a multiple of 400 ms: what asks in the next tenth of a second asks for the same one. */
async function justPast(): Promise<void> {
	const { promise: passed, resolve } = Promise.withResolvers<void>();
	atNextMultiple(400, resolve);
	await passed;
}

test("what is due at one instant is called in one wake-up, whenever it asked", async () => {
	await justPast();
	const calls: string[] = [];
	atNextMultiple(400, () => {
		calls.push("first");
		// Runs when this wake-up has called all.
		queueMicrotask(() => calls.push("done"));
	});
	await pause(20);
	const calledOff = atNextMultiple(400, () => calls.push("called off"));
	const { promise: woken, resolve } = Promise.withResolvers<void>();
	atNextMultiple(200, () => calls.push("of half the interval"));
	await pause(20);
	calledOff();
	atNextMultiple(400, () => {
		calls.push("last");
		resolve();
	});
	await woken;
	expect(calls).toEqual(["of half the interval", "first", "last", "done"]);
});

test("an interval calls until it is ended", async () => {
	let calls = 0;
	const end = atEachMultiple(20, () => {
		calls += 1;
	});
	await expect.poll(() => calls).toBeGreaterThan(3);
	end();
	const ended = calls;
	await pause(80);
	expect(calls).toBe(ended);
});
