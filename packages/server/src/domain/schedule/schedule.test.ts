import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minuteOf } from "../checks/check.ts";
import { gridOf, latestSlot, nextDue } from "./schedule.ts";

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

	test("lies on the grid, after the done slot, in another minute, and at most one interval and one minute ahead", () => {
		const arbitrary = fc.record({
			monitorId: fc.integer({ min: 1, max: 2 ** 40 }),
			interval: fc.integer({ min: 60, max: 3_600 }),
			doneSlot: fc.integer({ min: noon, max: noon + 100 * HOUR }),
			late: fc.oneof(fc.integer({ min: 0, max: 120_000 }), fc.integer({ min: 0, max: 100 * HOUR })),
		});
		fc.assert(
			fc.property(arbitrary, ({ monitorId, interval, doneSlot, late }) => {
				const own = gridOf(monitorId, interval * 1000);
				const now = doneSlot + late;
				const next = nextDue(own, doneSlot, now);
				expect((next - own.phaseMs) % own.intervalMs).toBe(0);
				expect(minuteOf(next)).toBeGreaterThan(minuteOf(doneSlot));
				expect(next).toBeLessThanOrEqual(now + 2 * own.intervalMs);
				// Of several slots that have passed only the latest is due.
				if (next <= now) expect(next).toBe(latestSlot(own, now));
			}),
		);
	});
});

describe("phases", () => {
	test("are stable, within the interval, and spread any number of monitors evenly", () => {
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
