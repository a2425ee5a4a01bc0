import { describe, expect, test } from "vitest";
import type { SeriesPoint } from "../api/history.ts";
import { fromFirstCheck, heightOf, heightScale, stackedColumns } from "./stack.ts";

function point(at: string, phases: SeriesPoint["phases"]): SeriesPoint {
	const share = { successfulChecks: 1, uptimePercent: 100, availablePercent: 100, fastEnoughPercent: 100 };
	return {
		at,
		phases,
		...share,
		checks: 1,
		degradedChecks: 0,
		downChecks: 0,
		p50Ms: 12,
		p95Ms: 20,
		maxMs: 30,
		missed: 0,
	};
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

test("a point is as high as the highest value that is drawn for it", () => {
	expect(points.map(heightOf)).toEqual([20, 20]);
	expect(points.map((each) => heightOf({ ...each, p95Ms: null }))).toEqual([15, 12]);
	expect(heightOf({ ...point("1970-01-01T00:00:00Z", null), p50Ms: null, p95Ms: null })).toBe(0);
});

describe("the height of the chart", () => {
	const answers = (...ms: number[]) =>
		ms.map((p95Ms, index) => ({ ...point(new Date(index * 60_000).toISOString(), null), p50Ms: p95Ms, p95Ms }));
	const usual = (count: number) => Array.from({ length: count }, (_, index) => 100 + (index % 10));

	test("is that of the highest point with some air", () => {
		expect(heightScale(answers(100, 200), { whole: false })).toEqual({ top: 220.00000000000003, peak: 200, cut: [] });
		expect(heightScale([], { whole: false })).toEqual({ top: 10, peak: 0, cut: [] });
	});

	test("is that of the usual answers where few peaks dwarf them, unless the whole is wanted", () => {
		const peaked = answers(...usual(200), 12_000, 8_000);
		expect(heightScale(peaked, { whole: false })).toEqual({ top: 109 * 1.25, peak: 12_000, cut: [200, 201] });
		expect(heightScale(peaked, { whole: true })).toMatchObject({ top: 12_000 * 1.1, cut: [200, 201] });
	});

	test("is the whole where peaks are no more than three times as high, or are many", () => {
		expect(heightScale(answers(...usual(200), 327), { whole: false }).cut).toEqual([]);
		expect(heightScale(answers(...usual(200), 328), { whole: false }).cut).toEqual([200]);
		expect(heightScale(answers(...usual(200), ...usual(10).map((ms) => ms * 50)), { whole: false }).cut).toEqual([]);
	});

	test("is the whole where all answers are faster than what can be seen", () => {
		expect(heightScale(answers(...usual(200).map((ms) => ms / 100), 9), { whole: false }).cut).toEqual([]);
	});
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
