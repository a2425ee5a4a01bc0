import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_POINTS, seriesRange } from "./series.ts";

const DAY = 1_440;
const NOW = 29_000_000;
const kept = { checks: NOW - 35 * DAY, hours: NOW - 400 * DAY };
const range = (days: number, stepMinutes: number | null = null) =>
	seriesRange({ fromMinute: NOW - days * DAY, toMinute: NOW, stepMinutes }, kept);

describe("the range of a series", () => {
	test.each([
		[1 / 24, 1],
		[0.5, 2],
		[1, 5],
		[7, 30],
		[30, 120],
		[90, 360],
		[366, 1_440],
		[3_000, 10_080],
		[3_493, 10_080],
		[3_494, 11_520],
	])("over %d days has steps of %d minutes by default", (days, step) => {
		expect(range(days)).toMatchObject({ stepMinutes: step });
	});

	test("begins and ends on the grid of its step", () => {
		expect(range(7)).toEqual({ fromMinute: 28_989_900, toMinute: 29_000_010, stepMinutes: 30 });
	});

	test.each([
		[0, null, "empty"],
		[-1, null, "empty"],
		[4_000, null, "too_long"],
		[1, 1, "too_many_points"],
		[40, 30, "step_not_kept"],
		[500, 60, "step_not_kept"],
		[1, 1_000 * DAY + 1, "step_not_kept"],
		[1, 60_000 * DAY, "too_long"],
	])("over %d days in steps of %s minutes is refused: %s", (days, step, problem) => {
		expect(range(days, step)).toBe(problem);
	});

	test("has at most as many points as may be, counted on the grid of its step", () => {
		const fromMinute = Math.floor(NOW / 60) * 60 - MAX_POINTS * 60;
		const wanted = { fromMinute, toMinute: fromMinute + MAX_POINTS * 60, stepMinutes: 60 };
		expect(seriesRange(wanted, kept)).toEqual(wanted);
		const shifted = { fromMinute: fromMinute + 30, toMinute: wanted.toMinute + 30, stepMinutes: 60 };
		expect(seriesRange(shifted, kept)).toBe("too_many_points");
	});

	test("takes a longer step where the grid would add a point too many", () => {
		const toMinute = NOW - 211_415;
		const found = seriesRange({ fromMinute: toMinute - 5_030_026, toMinute, stepMinutes: null }, kept);
		expect(found).toMatchObject({ stepMinutes: 8 * DAY });
	});

	test("covers the requested range in whole steps, with a bounded number of points", () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 3_660 * DAY }), fc.integer({ min: 0, max: 500 * DAY }), (length, age) => {
				const toMinute = NOW - age;
				const found = seriesRange({ fromMinute: toMinute - length, toMinute, stepMinutes: null }, kept);
				if (typeof found === "string") throw new Error(found);
				expect(found.fromMinute).toBeLessThanOrEqual(toMinute - length);
				expect(found.toMinute).toBeGreaterThanOrEqual(toMinute);
				const points = (found.toMinute - found.fromMinute) / found.stepMinutes;
				expect(Number.isInteger(points)).toBe(true);
				expect(points).toBeLessThanOrEqual(MAX_POINTS);
			}),
		);
	});
});
