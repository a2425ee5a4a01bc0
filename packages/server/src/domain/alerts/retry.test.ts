import fc from "fast-check";
import { expect, test } from "vitest";
import { nextAttemptAt, retryAfterMs } from "./retry.ts";

test("five attempts within 11 to 17 minutes, each pause longer than the one before", () => {
	fc.assert(
		fc.property(fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 4, maxLength: 4 }), (randoms) => {
			let now = 0;
			let last = 0;
			for (const [index, random] of randoms.entries()) {
				const next = nextAttemptAt({ attempts: index + 1, retryAfterMs: null }, now, random);
				if (next === null) throw new Error("too few attempts");
				expect(next - now).toBeGreaterThan(last);
				last = next - now;
				now = next;
			}
			expect(now).toBeGreaterThan(11 * 60_000);
			expect(now).toBeLessThan(18 * 60_000);
			expect(nextAttemptAt({ attempts: 5, retryAfterMs: 5 }, now, 0)).toBeNull();
		}),
	);
});

test("what the receiver asks for lengthens a pause, never shortens it, and not beyond an hour", () => {
	expect(nextAttemptAt({ attempts: 1, retryAfterMs: 120_000 }, 1_000, 0.5)).toBe(121_000);
	expect(nextAttemptAt({ attempts: 1, retryAfterMs: 1 }, 1_000, 0.5)).toBe(16_000);
	expect(nextAttemptAt({ attempts: 1, retryAfterMs: 1e12 }, 1_000, 0.5)).toBe(3_601_000);
});

test.each([
	["120", 120_000],
	["0", 0],
	["0.52", 520],
	[" 7 ", 7_000],
	["Wed, 21 Oct 2015 07:28:10 GMT", 10_000],
	["Wed, 21 Oct 2015 07:27:00 GMT", 0],
	["soon", null],
	["-5x", null],
	["", null],
	[undefined, null],
])("Retry-After: %s", (field, expected) => {
	expect(retryAfterMs(field, Date.UTC(2015, 9, 21, 7, 28))).toBe(expected);
});
