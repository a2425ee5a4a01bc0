import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { uptimeOf, uptimeText } from "./uptime.ts";

test.each([
	[null, "–"],
	[100, "100 %"],
	[99.99999, "99.999 %"],
	[99.9825, "99.982 %"],
	[99.9, "99.900 %"],
	[99.58, "99.58 %"],
	[99.899, "99.89 %"],
	[99.99, "99.990 %"],
	[0, "0.00 %"],
])("shows %s as %s", (percent, text) => expect(uptimeText(percent)).toBe(text));

test("never rounds up to 100 %", () => {
	fc.assert(
		fc.property(fc.double({ min: 0, max: 100, maxExcluded: true, noNaN: true }), (percent) => {
			expect(uptimeText(percent)).not.toBe("100 %");
			expect(Number.parseFloat(uptimeText(percent))).toBeLessThanOrEqual(percent + 1e-6);
		}),
	);
});

describe("uptime of many parts", () => {
	test("is computed over all their checks", () => {
		const parts = [
			{ successfulChecks: 30, checks: 30 },
			{ successfulChecks: 0, checks: 10 },
			{ successfulChecks: 0, checks: 0 },
		];
		expect(uptimeOf(parts)).toBe(75);
	});
	test("is unknown without checks", () => expect(uptimeOf([{ successfulChecks: 0, checks: 0 }])).toBeNull());
	test("stays below 100 % when one check of a year failed", () => {
		const days = Array.from({ length: 364 }, () => ({ successfulChecks: 1440, checks: 1440 }));
		expect(uptimeText(uptimeOf([...days, { successfulChecks: 1439, checks: 1440 }]))).toBe("99.999 %");
	});
});
