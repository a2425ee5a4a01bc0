import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coarse, LatencyTally } from "../../domain/figures/latency-histogram.ts";
import { BitsExhausted } from "../results/sealed/bits.ts";
import { decodeTimes, encodeTimes, type HourTimes } from "./hour-times.ts";

const time = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 2 ** 31 - 1 }));

function hourOf(times: readonly number[]): HourTimes {
	const tally = new LatencyTally();
	for (const each of times) tally.add(each);
	return {
		answered: times.length,
		responseSumMs: times.reduce((sum, each) => sum + each, 0),
		responseMaxMs: Math.max(0, ...times),
		responseTimes: tally.histogram(),
	};
}

describe("the response times of an hour", () => {
	test("read the same as they were written, exact and coarse", () => {
		fc.assert(
			fc.property(fc.array(time, { maxLength: 70 }), (times) => {
				const exact = hourOf(times);
				expect(decodeTimes(encodeTimes(exact))).toEqual(exact);
				const rough = { ...exact, responseTimes: coarse(exact.responseTimes) };
				expect(decodeTimes(encodeTimes(rough))).toEqual(rough);
			}),
		);
	});

	test("take less than half a byte each where they are alike, and a byte where there is none", () => {
		const times = Array.from({ length: 60 }, (_, at) => 80 + ((at * 37) % 60));
		expect(encodeTimes(hourOf(times)).length).toBeLessThan(30);
		expect(encodeTimes(hourOf([])).length).toBe(1);
	});

	test("of any bytes are read or refused, in bounded time and memory", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
				let read: HourTimes | null = null;
				try {
					read = decodeTimes(bytes);
				} catch (error) {
					expect(error).toBeInstanceOf(BitsExhausted);
				}
				if (read) expect(read.responseTimes.times.length).toBeLessThanOrEqual(8 * bytes.length);
			}),
			{ numRuns: 2_000 },
		);
	});
});
