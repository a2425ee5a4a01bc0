import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { figuresOf, figuresText, uptimeText } from "./uptime.ts";

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

describe("the figures of many parts", () => {
	const part = (checks: number, degradedChecks = 0, downChecks = 0) => ({ checks, degradedChecks, downChecks });
	test("are computed over all their checks", () => {
		expect(figuresOf([part(30), part(10, 4, 5), part(0)])).toEqual({ available: 87.5, fastEnough: 77.5 });
	});
	test("have slow answers as available and not as fast enough", () => {
		expect(figuresText(figuresOf([part(3, 3)]))).toBe("100 % available, 0.00 % fast enough");
	});
	test("are unknown without checks", () => {
		expect(figuresOf([part(0)])).toEqual({ available: null, fastEnough: null });
		expect(figuresText(figuresOf([]))).toBe("no checks");
	});
	test("stay below 100 % when one check of a year was down", () => {
		const days = Array.from({ length: 364 }, () => part(1440));
		expect(uptimeText(figuresOf([...days, part(1440, 0, 1)]).available)).toBe("99.999 %");
	});
});
