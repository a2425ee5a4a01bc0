/** A series of points as the columns that the chart draws: times, and the phases stacked upon each other. */

import type { SeriesPoint } from "../api/history.ts";

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

/** The highest value in the chart. */
export function peakOf(points: readonly SeriesPoint[]): number {
	return points.reduce((peak, { phases, p95Ms }) => Math.max(peak, wholeOf(phases), p95Ms ?? 0), 0);
}

function wholeOf(phases: SeriesPoint["phases"]): number {
	return phases === null ? 0 : MEMBERS.reduce((sum, member) => sum + (phases[member] ?? 0), 0);
}
