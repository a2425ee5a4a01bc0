import fc from "fast-check";
import { expect, test } from "vitest";
import { countsFrom, rollUpOfFigures, sharesOfMinutes } from "./imported-figures.ts";
import { countOf, nearestRank } from "./latency-histogram.ts";

test("imported figures keep counts, sum, least and longest time", () => {
	const rollUp = rollUpOfFigures({ up: 58, down: 2, responseTime: { avg: 120.5, min: 40, max: 900 } });
	expect(rollUp).toMatchObject({
		up: 58,
		degraded: 0,
		down: 2,
		answered: 58,
		responseSumMs: 6_989,
		responseMaxMs: 900,
	});
	expect(countOf(rollUp.responseTimes)).toBe(58);
	expect([1, 50, 100].map((percent) => nearestRank(rollUp.responseTimes, percent))).toEqual([40, 108, 900]);
	expect(rollUpOfFigures({ up: 1, down: 0, responseTime: { avg: 7, min: 7, max: 7 } }).responseTimes).toEqual({
		times: [7],
		counts: [1],
	});
	expect(rollUpOfFigures({ up: 0, down: 3, responseTime: null })).toMatchObject({ down: 3, answered: 0 });
	expect(rollUpOfFigures({ up: 3, down: 0, responseTime: null })).toMatchObject({ up: 3, answered: 0 });
});

test("the shares of minutes add up to the hour, and no minute has more successes than checks", () => {
	const count = fc.nat({ max: 3_600 });
	fc.assert(
		fc.property(count, count, (up, down) => {
			const shares = sharesOfMinutes({ up, degraded: 0, down }, up);
			expect(shares).toHaveLength(60);
			expect(shares.reduce((sum, { total }) => sum + total, 0)).toBe(up + down);
			expect(shares.reduce((sum, { successful }) => sum + successful, 0)).toBe(up);
			for (const { total, successful } of shares) {
				expect(successful).toBeGreaterThanOrEqual(0);
				expect(successful).toBeLessThanOrEqual(total);
			}
		}),
	);
});

test("the part of an hour from a minute on is what its shares are from then on", () => {
	const count = fc.nat({ max: 3_600 });
	fc.assert(
		fc.property(count, count, count, fc.nat({ max: 60 }), (up, degraded, down, place) => {
			const part = countsFrom({ up, degraded, down }, place);
			const of = (good: number) => sharesOfMinutes({ up, degraded, down }, good).slice(place);
			const sum = (good: number) => of(good).reduce((sum, { successful }) => sum + successful, 0);
			expect([part.up, part.up + part.degraded]).toEqual([sum(up), sum(up + degraded)]);
			expect(part.up + part.degraded + part.down).toBe(sum(up + degraded + down));
			expect(Math.min(part.up, part.degraded, part.down)).toBeGreaterThanOrEqual(0);
			if (place === 0) expect(part).toEqual({ up, degraded, down });
		}),
	);
});
