import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minuteOf } from "../checks/check.ts";
import { gridAfter, gridOf, LATER_AT_MOST_MS, latestSlot, nextDue } from "./schedule.ts";

const HOUR = 3_600_000;
const noon = Date.UTC(2026, 0, 1, 12);
const grid = { intervalMs: 60_000, phaseMs: 20_000 };

describe("the next slot of a monitor", () => {
	test("follows the one that was done", () => {
		expect(nextDue(grid, noon + 20_000, noon + 20_400)).toBe(noon + 80_000);
	});

	test("after Lapwing was off for an hour, one check is due, not sixty", () => {
		expect(nextDue(grid, noon + 20_000, noon + HOUR + 25_000)).toBe(noon + HOUR + 20_000);
	});

	test("a check that takes longer than the interval does not shift the grid", () => {
		expect(nextDue(grid, noon + 20_000, noon + 81_000)).toBe(noon + 80_000);
	});

	test("a first check off the grid is not followed by another in its own minute", () => {
		expect(nextDue(grid, noon + 5_000, noon + 5_200)).toBe(noon + 80_000);
	});

	test("lies on the grid, in another minute, and of several that have passed only the latest is due", () => {
		const arbitrary = fc.record({
			monitorId: fc.integer({ min: 1, max: 2 ** 40 }),
			interval: fc.integer({ min: 60, max: 3_600 }),
			doneSlot: fc.integer({ min: noon, max: noon + 100 * HOUR }),
			late: fc.oneof(fc.integer({ min: 0, max: 120_000 }), fc.integer({ min: 0, max: 100 * HOUR })),
		});
		fc.assert(
			fc.property(arbitrary, ({ monitorId, interval, doneSlot, late }) => {
				const own = gridAfter(monitorId, interval * 1000, doneSlot);
				const now = doneSlot + late;
				const next = nextDue(own, doneSlot, now);
				expect((next - own.phaseMs) % own.intervalMs).toBe(0);
				expect(minuteOf(next)).toBeGreaterThan(minuteOf(doneSlot));
				expect(next).toBeLessThanOrEqual(now + own.intervalMs + LATER_AT_MOST_MS);
				if (next <= now) expect(next).toBe(latestSlot(own, now));
			}),
		);
	});
});

describe("a phase that is chosen at a check", () => {
	test("brings the next one in another minute, at most an interval and two seconds later", () => {
		const arbitrary = fc.record({
			monitorId: fc.integer({ min: 1, max: 2 ** 40 }),
			interval: fc.oneof(fc.constant(60), fc.integer({ min: 60, max: 3_600 })),
			checkedAt: fc.oneof(fc.integer({ min: noon, max: noon + HOUR }), fc.constantFrom(noon, noon + 59_999)),
			// How long the check takes, and its commit.
			tookMs: fc.nat(60_000),
		});
		fc.assert(
			fc.property(arbitrary, ({ monitorId, interval, checkedAt, tookMs }) => {
				const own = gridAfter(monitorId, interval * 1000, checkedAt);
				const next = nextDue(own, checkedAt, checkedAt + tookMs);
				expect(minuteOf(next)).toBeGreaterThan(minuteOf(checkedAt));
				expect(next - checkedAt).toBeLessThanOrEqual(own.intervalMs + LATER_AT_MOST_MS);
			}),
			{ numRuns: 2_000 },
		);
	});

	test("spreads monitors that are edited at once over all the instants that it may bring", () => {
		for (const [second, intervalMs, spanMs] of [
			[0, 60_000, 2_000],
			[30, 60_000, 32_000],
			[59, 60_000, 60_000],
			[0, 300_000, 242_000],
		] as const) {
			const checkedAt = noon + second * 1_000;
			// Within each tenth of the span lies a tenth of the monitors. It begins with the next minute.
			const tenths = Array(10).fill(0);
			for (let id = 1; id <= 1_000; id += 1) {
				const { phaseMs } = gridAfter(id, intervalMs, checkedAt);
				const offset = (phaseMs - 60_000 + intervalMs) % intervalMs;
				tenths[Math.floor((offset * 10) / spanMs)] += 1;
			}
			expect(tenths).toHaveLength(10);
			for (const tenth of tenths) expect(Math.abs(tenth - 100)).toBeLessThan(10);
		}
	});
});

describe("phases", () => {
	test("of a past that nobody waited for are within the interval, and spread any number of monitors evenly", () => {
		for (const count of [10, 1_000, 50_000]) {
			const phases = Array.from({ length: count }, (_, index) => gridOf(index + 1, 60_000).phaseMs).sort(
				(a, b) => a - b,
			);
			expect(phases[0]).toBeGreaterThanOrEqual(0);
			expect(phases.at(-1)).toBeLessThan(60_000);
			const gaps = phases.map((phase, index) => (phases[index + 1] ?? 60_000 + (phases[0] ?? 0)) - phase);
			// The three-distance theorem: no gap is much more than twice the mean one.
			expect(Math.max(...gaps)).toBeLessThanOrEqual((60_000 / count) * 2.7 + 1);
		}
	});
});
