import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minuteOf } from "../checks/check.ts";
import {
	countSlots,
	gridAfter,
	gridOf,
	LATER_AT_MOST_MS,
	nextSlot,
	overdueSlots,
	slotsWithin,
	worthUntil,
} from "./schedule.ts";

const HOUR = 3_600_000;
const noon = Date.UTC(2026, 0, 1, 12);
const grid = { intervalMs: 60_000, phaseMs: 20_000 };

describe("the next slot of a monitor", () => {
	test("follows the one that was done", () => {
		expect(nextSlot(grid, noon + 20_000)).toBe(noon + 80_000);
	});

	test("a first check off the grid is not followed by another in its own minute", () => {
		expect(nextSlot(grid, noon + 5_000)).toBe(noon + 80_000);
	});
});

describe("a slot is overdue", () => {
	test("from its next slot on, or a minute after it where that is later", () => {
		expect(overdueSlots(grid, noon + 20_000, noon + 79_999)).toBeNull();
		expect(overdueSlots(grid, noon + 20_000, noon + 80_000)).toMatchObject({ lastSlotAt: noon + 20_000 });
		// Off the grid: the next slot is at 12:01:20, a minute later it is 12:01:50.
		expect(overdueSlots(grid, noon + 50_000, noon + 109_999)).toBeNull();
		expect(overdueSlots(grid, noon + 50_000, noon + 110_000)).not.toBeNull();
		expect(overdueSlots({ ...grid, intervalMs: 300_000 }, noon + 20_000, noon + 319_999)).toBeNull();
	});

	test("and with it all that follow, but the present one; each slot is in the gap, or is worth making, or is to come", () => {
		const arbitrary = fc.record({
			monitorId: fc.integer({ min: 1, max: 2 ** 40 }),
			interval: fc.integer({ min: 60, max: 3_600 }),
			slotAt: fc.integer({ min: noon, max: noon + 100 * HOUR }),
			late: fc.oneof(fc.integer({ min: 0, max: 180_000 }), fc.integer({ min: 0, max: 20 * HOUR })),
		});
		fc.assert(
			fc.property(arbitrary, ({ monitorId, interval, slotAt, late }) => {
				const own = gridAfter(monitorId, interval * 1000, slotAt);
				const now = slotAt + late;
				const expected: number[] = [];
				for (let at = slotAt; now >= worthUntil({ scheduledAt: at, nextDueAt: nextSlot(own, at) }); ) {
					expected.push(at);
					at = nextSlot(own, at);
				}
				const span = overdueSlots(own, slotAt, now);
				expect(span === null ? [] : slotsWithin(span, 0, minuteOf(now) + 1)).toEqual(expected);
				expect(span === null ? 0 : countSlots(span)).toBe(expected.length);
				if (span === null) return;
				expect(minuteOf(nextSlot(own, span.lastSlotAt))).toBeGreaterThan(minuteOf(span.lastSlotAt));
				const middle = minuteOf(slotAt + late / 2);
				expect([...slotsWithin(span, 0, middle), ...slotsWithin(span, middle, minuteOf(now) + 1)]).toEqual(expected);
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
		});
		fc.assert(
			fc.property(arbitrary, ({ monitorId, interval, checkedAt }) => {
				const own = gridAfter(monitorId, interval * 1000, checkedAt);
				const next = nextSlot(own, checkedAt);
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
