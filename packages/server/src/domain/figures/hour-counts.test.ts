import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HourCounts } from "./hour-counts.ts";

const minute = fc
	.nat(20_000)
	.chain((total) => fc.record({ total: fc.constant(total), successful: fc.integer({ min: 0, max: total }) }));
const hour = fc.array(fc.oneof(minute, fc.constant({ total: 60, successful: 60 })), { minLength: 60, maxLength: 60 });

describe("the counts of an hour", () => {
	test("read the same as they were written", () => {
		fc.assert(
			fc.property(hour, (minutes) => {
				const counts = new HourCounts();
				for (const [index, { total, successful }] of minutes.entries()) counts.set(index, total, successful);
				const read = HourCounts.decode(counts.encode());
				expect([...read.total]).toEqual(minutes.map(({ total }) => total));
				expect([...read.successful]).toEqual(minutes.map(({ successful }) => successful));
			}),
		);
	});

	test("take three bytes where every minute is alike", () => {
		const counts = new HourCounts();
		expect(counts.isEmpty).toBe(true);
		for (let index = 0; index < 60; index += 1) counts.set(index, 60, 60);
		expect([...counts.encode()]).toEqual([60, 60, 0]);
		expect(counts.isEmpty).toBe(false);
	});

	test("are never below zero, and never more successful checks than checks", () => {
		const counts = new HourCounts();
		counts.add(3, 2, 2);
		counts.add(3, -1, 0);
		expect([counts.total[3], counts.successful[3]]).toEqual([1, 1]);
		counts.add(3, -2, -2);
		expect([counts.total[3], counts.successful[3]]).toEqual([0, 0]);
	});

	test("of bytes that no hour has are refused", () => {
		for (const bytes of [[], [60], [61, 1, 0], [0, 1, 0], [59, 1, 0], [128]]) {
			expect(() => HourCounts.decode(Uint8Array.from(bytes)), String(bytes)).toThrow(RangeError);
		}
	});
});
