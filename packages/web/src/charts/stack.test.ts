import { expect, test } from "vitest";
import type { SeriesPoint } from "../api/history.ts";
import { fromFirstCheck, peakOf, stackedColumns } from "./stack.ts";

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

test("a series begins with its first check, half an hour before its end at the latest", () => {
	const unchecked = (at: string) => ({ ...point(at, null), checks: 0, p50Ms: null, p95Ms: null });
	const [empty, first, last] = [
		unchecked("1970-01-01T00:00:00.000Z"),
		point("1970-01-01T04:00:00.000Z", null),
		point("1970-01-01T05:50:00.000Z", null),
	];
	const series = { from: empty.at, to: "1970-01-01T06:00:00.000Z", stepSeconds: 60, points: [empty, first, last] };
	expect(fromFirstCheck(series)).toEqual({ ...series, from: first.at, points: [first, last] });
	expect(fromFirstCheck({ ...series, points: [empty, last] })).toEqual({
		...series,
		from: "1970-01-01T05:30:00.000Z",
		points: [last],
	});
	expect(fromFirstCheck({ ...series, points: [empty] })).toEqual({ ...series, points: [empty] });
	expect(fromFirstCheck({ ...series, from: first.at, points: [first, last] }).from).toBe(first.at);
});
