import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coarse, decodeHistogram, encodeHistogram, LatencyTally, nearestRank } from "./latency-histogram.ts";

const time = fc.oneof(
	fc.integer({ min: 0, max: 400 }),
	fc.integer({ min: 2_040, max: 2_055 }),
	fc.integer({ min: 0, max: 2 ** 31 - 1 }),
);
const times = fc.array(time, { maxLength: 200 });
const histogramOf = (given: readonly number[]) => {
	const tally = new LatencyTally();
	for (const each of given) tally.add(each);
	return tally.histogram();
};

describe("a latency histogram", () => {
	test("merged from parts in any order equals that of the whole, exact and coarse", () => {
		fc.assert(
			fc.property(times, times, times, (a, b, c) => {
				const whole = histogramOf([...a, ...b, ...c]);
				const merged = new LatencyTally();
				const mergedCoarse = new LatencyTally();
				for (const part of [c, a, b]) {
					merged.addAll(histogramOf(part));
					mergedCoarse.addAll(coarse(histogramOf(part)));
				}
				expect(merged.histogram()).toEqual(whole);
				expect(mergedCoarse.histogram()).toEqual(coarse(whole));
				expect(coarse(coarse(whole))).toEqual(coarse(whole));
			}),
		);
	});

	test("is equal after encoding and decoding", () => {
		fc.assert(
			fc.property(times, (given) => {
				const histogram = histogramOf([...given, ...given.slice(0, 7)]);
				expect(decodeHistogram(encodeHistogram(histogram))).toEqual(histogram);
			}),
		);
		expect(() => decodeHistogram(Uint8Array.of(0x80))).toThrow(RangeError);
	});

	test("has the same nearest-rank percentiles as a sorted list", () => {
		fc.assert(
			fc.property(
				fc.array(time, { minLength: 1, maxLength: 300 }),
				fc.integer({ min: 1, max: 100 }),
				(given, percent) => {
					const sorted = given.toSorted((a, b) => a - b);
					expect(nearestRank(histogramOf(given), percent)).toBe(sorted[Math.ceil((percent * sorted.length) / 100) - 1]);
				},
			),
		);
		expect(nearestRank(histogramOf([]), 50)).toBe(0);
	});

	test("when coarse is off by at most a 32nd part, and not at all below 32 ms", () => {
		fc.assert(
			fc.property(time, (each) => {
				const [moved = -1] = coarse(histogramOf([each])).times;
				expect(Math.abs(moved - each)).toBeLessThanOrEqual(each < 32 ? 0 : each / 32);
			}),
		);
	});

	test("of an hour of checks takes about a byte a check", () => {
		const hour = histogramOf(Array.from({ length: 60 }, (_, index) => 90 + ((index * 37) % 71)));
		expect(encodeHistogram(hour).length).toBeLessThan(70);
		expect(encodeHistogram(coarse(hour)).length).toBeLessThan(35);
	});
});
