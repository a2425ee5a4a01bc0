import { expect, test } from "vitest";
import { presets, readReportSearch } from "./report-search.ts";

test("ranges are whole UTC days that end yesterday at the latest", () => {
	const now = Date.parse("2026-03-01T00:30:00Z");
	expect(presets(now)).toEqual([
		{ label: "Last month", from: "2026-02-01", to: "2026-02-28" },
		{ label: "Last 7 days", from: "2026-02-22", to: "2026-02-28" },
		{ label: "Last 30 days", from: "2026-01-30", to: "2026-02-28" },
		{ label: "Last 90 days", from: "2025-12-01", to: "2026-02-28" },
		{ label: "Last year", from: "2025-01-01", to: "2025-12-31" },
	]);
});

test("an address with half a range shows the default one", () => {
	expect(readReportSearch({ from: "2026-01-01" })).toEqual({});
	expect(readReportSearch({ from: "2026-01-01", to: "soon" })).toEqual({});
	expect(readReportSearch({ from: "2026-01-01", to: "2026-01-31", page: "sp_1" })).toEqual({
		from: "2026-01-01",
		to: "2026-01-31",
		page: "sp_1",
	});
	// The router reads digits as a number.
	expect(readReportSearch({ q: 10 })).toEqual({ q: "10" });
});
