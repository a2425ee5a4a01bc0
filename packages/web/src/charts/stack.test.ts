import { expect, test } from "vitest";
import type { SeriesPoint } from "../api/history.ts";
import { peakOf, stackedColumns } from "./stack.ts";

function point(at: string, phases: SeriesPoint["phases"]): SeriesPoint {
	return { at, phases, uptimePercent: 100, checks: 1, successfulChecks: 1, p50Ms: 12, p95Ms: 20, maxMs: 30, missed: 0 };
}

const points = [
	point("1970-01-01T00:01:00Z", { dns: 1, connect: 2, tls: 3, firstByte: 4, transfer: 5 }),
	point("1970-01-01T00:02:00Z", null),
];

test("stacks the phases, the total first, and shows the median where phases are not kept", () => {
	expect(stackedColumns(points)).toEqual({
		times: [60, 120],
		stacked: [
			[15, null],
			[10, null],
			[6, null],
			[3, null],
			[1, null],
		],
		unsplit: [null, 12],
		p95: [20, 20],
	});
});

test("the peak is the highest drawn value", () => {
	expect(peakOf(points)).toBe(20);
	expect(peakOf(points.map((each) => ({ ...each, p95Ms: null })))).toBe(15);
	expect(peakOf([])).toBe(0);
});
