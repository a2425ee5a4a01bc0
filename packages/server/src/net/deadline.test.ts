import { afterEach, expect, test, vi } from "vitest";
import { Deadline, MAX_STALL_EXTENSION_MS } from "./deadline.ts";

afterEach(() => {
	vi.useRealTimers();
});

/** How long a step lasted until its deadline cut it. */
async function cutAfter(deadline: Deadline): Promise<number> {
	const startedAt = performance.now();
	await new Promise<void>((resolve) => deadline.begin(resolve));
	deadline.end();
	return performance.now() - startedAt;
}

function block(ms: number): void {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test("a deadline ends its step when the time is over", async () => {
	const took = await cutAfter(new Deadline(200));
	expect(took).toBeGreaterThanOrEqual(195);
});

test("a deadline is extended by the time during which the process was stalled", async () => {
	let lost = 1_000;
	const stalls = { mark: () => lost, lostSince: (mark: number) => lost - mark };
	const deadline = new Deadline(200, undefined, stalls);
	lost += 300;
	expect(await cutAfter(deadline)).toBeGreaterThanOrEqual(495);
});

test("data that arrived during a stall is read before the deadline ends the step", async () => {
	const deadline = new Deadline(100);
	let arrived = false;
	const cut = cutAfter(deadline).then(() => (arrived ? "after it was read" : "before it was read"));
	// Both are due after the stall; a socket's data comes later than a timer, as here.
	setTimeout(() => setImmediate(() => (arrived = true)), 150);
	block(400);
	expect(await cut).toBe("after it was read");
});

test("no deadline is extended by more than its bound", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
	const deadline = new Deadline(1_000, undefined, { mark: () => 0, lostSince: () => 3_600_000 });
	await vi.advanceTimersByTimeAsync(1_000 + MAX_STALL_EXTENSION_MS - 1);
	expect(deadline.cut).toBeNull();
	await vi.advanceTimersByTimeAsync(1);
	expect(deadline.cut).toBe("expired");
	deadline.end();
});
