import { describe, expect, test } from "vitest";
import { dayNamed, dayText, NO_FIGURES, reportRange, summaryEntry } from "./report.ts";

const now = Date.UTC(2026, 2, 15, 12);
const range = (from?: string, to?: string, at = now) => {
	const day = (text?: string) => (text === undefined ? undefined : (dayNamed(text) ?? Number.NaN));
	const answer = reportRange({ from: day(from), to: day(to) }, at);
	return "parameter" in answer ? answer.parameter : `${dayText(answer.fromDay)}..${dayText(answer.toDay)}`;
};

describe("a report covers", () => {
	test("the previous month by default, also in January and after a leap February", () => {
		expect(range()).toBe("2026-02-01..2026-02-28");
		expect(range(undefined, undefined, Date.UTC(2026, 0, 1))).toBe("2025-12-01..2025-12-31");
		expect(range(undefined, undefined, Date.UTC(2028, 2, 31, 23))).toBe("2028-02-01..2028-02-29");
	});

	test("the days given, up to yesterday and 366 of them", () => {
		expect(range("2026-03-14", "2026-03-14")).toBe("2026-03-14..2026-03-14");
		expect(range("2025-03-14", "2026-03-14")).toBe("2025-03-14..2026-03-14");
		expect(range("2025-03-13", "2026-03-14")).toBe("from");
		expect(range("2026-03-14", "2026-03-15")).toBe("to");
		expect(range("2026-03-14", "2026-03-15", Date.UTC(2026, 2, 16))).toBe("2026-03-14..2026-03-15");
		expect(range("2026-03-14", "2026-03-15", Date.UTC(2026, 2, 16) - 1)).toBe("to");
		expect(range("2026-03-02", "2026-03-01")).toBe("from");
		expect(range("2026-03-02")).toBe("to");
		expect(range(undefined, "2026-03-02")).toBe("from");
	});

	test("only dates that exist", () => {
		for (const text of ["2026-02-30", "2026-13-01", "2026-2-1", "20260201", "", "2026-02-01T00:00", "+02026-01-01"]) {
			expect([text, dayNamed(text)]).toEqual([text, null]);
		}
		expect(dayText(dayNamed("2024-02-29") ?? 0)).toBe("2024-02-29");
	});
});

test("a monitor without data is in the summary with null figures", () => {
	const monitor = { type: "http", name: "Site", publicId: "mon_1", target: "https://example.com/" } as const;
	expect(summaryEntry(monitor, NO_FIGURES, 0)).toEqual({
		monitorId: "mon_1",
		monitor: "Site",
		type: "http",
		target: "https://example.com/",
		daysWithData: 0,
		totalChecks: 0,
		successfulChecks: 0,
		failedChecks: 0,
		uptimePercent: null,
		avgResponseTimeMs: 0,
		maxResponseTimeMs: 0,
		daysDown: 0,
		daysDegraded: 0,
		maintenanceMinutes: 0,
	});
});
