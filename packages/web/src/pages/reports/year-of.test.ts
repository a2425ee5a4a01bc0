import { expect, test } from "vitest";
import { yearOf } from "./year-of.ts";

test("a day without an entry has its place in the year, with no checks", () => {
	const from = Date.UTC(2025, 0, 1);
	const entry = {
		date: "2025-01-02",
		totalChecks: 10,
		successfulChecks: 9,
		failedChecks: 1,
		degradedChecks: 1,
		downChecks: 0,
		uptimePercent: 90,
		availablePercent: 100,
		fastEnoughPercent: 90,
		monitorsUp: 0,
		monitorsDegraded: 1,
		monitorsDown: 0,
	};
	const none = { checks: 0, degradedChecks: 0, downChecks: 0, monitorsFailing: 0 };
	const year = yearOf([entry], from);
	expect(year).toHaveLength(365);
	expect(year.slice(0, 3)).toEqual([
		{ at: "2025-01-01T00:00:00.000Z", ...none },
		{ at: "2025-01-02T00:00:00.000Z", checks: 10, degradedChecks: 1, downChecks: 0, monitorsFailing: 1 },
		{ at: "2025-01-03T00:00:00.000Z", ...none },
	]);
	expect(year.at(-1)?.at).toBe("2025-12-31T00:00:00.000Z");
});
