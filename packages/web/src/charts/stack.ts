/** A series of points as the columns that the chart draws: times, and the phases stacked upon each other. */

import type { Series, SeriesPoint } from "../api/history.ts";

export interface Columns {
	/** Epoch seconds. */
	readonly times: number[];
	/** From the top of the stack to its bottom; null where nothing was measured. */
	readonly stacked: (number | null)[][];
	/** The median where phases are not kept any more. */
	readonly unsplit: (number | null)[];
	/** The 95th percentile. */
	readonly p95: (number | null)[];
}

const MEMBERS = ["dns", "connect", "tls", "firstByte", "transfer"] as const;

export function stackedColumns(points: readonly SeriesPoint[]): Columns {
	const times = points.map(({ at }) => Date.parse(at) / 1000);
	const stacked = MEMBERS.map((_, top) =>
		points.map(({ phases }) => {
			if (phases === null) return null;
			let sum = 0;
			for (const member of MEMBERS.slice(0, top + 1)) sum += phases[member] ?? 0;
			return sum;
		}),
	);
	const unsplit = points.map(({ phases, p50Ms }) => (phases === null ? p50Ms : null));
	return { times, stacked: stacked.reverse(), unsplit, p95: points.map(({ p95Ms }) => p95Ms) };
}

/** What is drawn at least, so that the first check of a new monitor is not as wide as the chart. */
const LEAST_SHOWN_MS = 30 * 60_000;

/** The series from its first check on: a new monitor does not end in the right edge of an empty chart. */
export function fromFirstCheck(series: Series): Series {
	const first = series.points.find(({ checks, missed }) => checks > 0 || (missed ?? 0) > 0);
	if (first === undefined) return series;
	const from = Math.min(Date.parse(first.at), Date.parse(series.to) - LEAST_SHOWN_MS);
	if (from <= Date.parse(series.from)) return series;
	return {
		...series,
		from: new Date(from).toISOString(),
		points: series.points.filter(({ at }) => Date.parse(at) >= from),
	};
}

/** The highest value in the chart. */
export function peakOf(points: readonly SeriesPoint[]): number {
	return points.reduce((peak, { phases, p95Ms }) => Math.max(peak, wholeOf(phases), p95Ms ?? 0), 0);
}

function wholeOf(phases: SeriesPoint["phases"]): number {
	return phases === null ? 0 : MEMBERS.reduce((sum, member) => sum + (phases[member] ?? 0), 0);
}
