import { setTimeout as pause } from "node:timers/promises";
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
	expect((await metrics.taskFailures.get()).values).toMatchObject([{ labels: { task: "waiting" }, value: 0 }]);
});

test("a task that rests is stopped at once", async () => {
	const stop = new AbortController();
	const task = {
		name: "resting",
		everyMs: 3_600_000,
		async run() {
			setTimeout(() => stop.abort(), 10);
			return "idle" as const;
		},
	};
	await loop(task, deps(), stop.signal);
});

test("a task is not run while it rests, and soon afterwards", async () => {
	const stop = new AbortController();
	let [runs, looks] = [0, 0];
	const running = loop(
		{
			name: "resting",
			everyMs: 20,
			async run() {
				runs += 1;
				return "idle";
			},
			isResting() {
				looks += 1;
				if (looks === 8) throw new Error("a look that fails ends the rest");
				return looks % 4 !== 0;
			},
		},
		deps(),
		stop.signal,
	);
	await expect.poll(() => looks).toBeGreaterThan(12);
	stop.abort();
	await running;
	expect(runs).toBe(1 + Math.floor(looks / 4));
});

test("tasks that rest start together, whenever they began", async () => {
	const stop = new AbortController();
	/** By task, how long after a multiple of the interval each of its starts was. */
	const afterMs: [number[], number[]] = [[], []];
	const running = afterMs.map(async (starts, index) => {
		await pause(30 * index);
		const run = async () => {
			starts.push(Number(process.hrtime.bigint() / 1_000_000n) % 100);
			return "idle" as const;
		};
		await loop({ name: `task ${index}`, everyMs: 100, run }, deps(), stop.signal);
	});
	await expect.poll(() => Math.min(...afterMs.map((starts) => starts.length))).toBeGreaterThan(5);
	stop.abort();
	await Promise.all(running);
	// A busy machine may be late for some. A timer that was a moment early is not 99 ms late.
	const [one = 0, other = 0] = afterMs.map((starts) => Math.min(...starts.slice(1).map((ms) => (ms + 2) % 100)));
	expect(Math.abs(one - other), String(afterMs)).toBeLessThan(15);
});
