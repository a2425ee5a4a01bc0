import { expect, test } from "vitest";
import { yearOf } from "./year-of.ts";

test("a day without an entry has its place in the year, with no checks", () => {
	const from = Date.UTC(2025, 0, 1);
	const entry = {
		date: "2025-01-02",
		totalChecks: 10,
		successfulChecks: 9,
		failedChecks: 1,
		uptimePercent: 90,
		monitorsUp: 0,
		monitorsDegraded: 1,
		monitorsDown: 0,
	};
	const year = yearOf([entry], from);
	expect(year).toHaveLength(365);
	expect(year.slice(0, 3)).toEqual([
		{ at: "2025-01-01T00:00:00.000Z", checks: 0, uptimePercent: null },
		{ at: "2025-01-02T00:00:00.000Z", checks: 10, uptimePercent: 90 },
		{ at: "2025-01-03T00:00:00.000Z", checks: 0, uptimePercent: null },
	]);
	expect(year.at(-1)?.at).toBe("2025-12-31T00:00:00.000Z");
});
