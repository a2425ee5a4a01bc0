import { pino } from "pino";
import { expect, test } from "vitest";
import { createMetrics } from "../metrics.ts";
import { loop } from "./loop.ts";

const deps = () => ({ log: pino({ level: "silent" }), metrics: createMetrics() });

test("a task with more work runs again at once, and ends when it is stopped", async () => {
	const stop = new AbortController();
	let runs = 0;
	await loop(
		{
			name: "counting",
			everyMs: 3_600_000,
			async run() {
				runs += 1;
				if (runs === 5) stop.abort();
				return "more";
			},
		},
		deps(),
		stop.signal,
	);
	expect(runs).toBe(5);
});

test("a failure is counted and the task continues; the next run succeeds", async () => {
	const stop = new AbortController();
	const { log, metrics } = deps();
	let runs = 0;
	await loop(
		{
			name: "stumbling",
			everyMs: 1,
			async run() {
				runs += 1;
				if (runs === 1) throw new Error("stumbled");
				stop.abort();
				return "idle";
			},
		},
		{ log, metrics },
		stop.signal,
	);
	expect(runs).toBe(2);
	expect((await metrics.taskFailures.get()).values).toMatchObject([{ labels: { task: "stumbling" }, value: 1 }]);
});

test("a task that fails because it is being stopped ends quietly", async () => {
	const stop = new AbortController();
	const { log, metrics } = deps();
	const running = loop(
		{
			name: "waiting",
			everyMs: 1,
			run: (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
		},
		{ log, metrics },
		stop.signal,
	);
	stop.abort();
	await running;
	expect((await metrics.taskFailures.get()).values).toEqual([]);
});
