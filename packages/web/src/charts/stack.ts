/** A series of points as the columns that the chart draws: times, and the phases stacked upon each other. */

import type { SeriesPoint } from "../api/history.ts";

export interface Columns {
	/** Epoch seconds. */
	readonly times: readonly number[];
	/** From the top of the stack to its bottom; null where nothing was measured. */
	readonly stacked: readonly (readonly (number | null)[])[];
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
	return { times, stacked: stacked.reverse() };
}

/** The highest value that the chart must hold. */
export function peakOf(points: readonly SeriesPoint[]): number {
	return Math.max(
		0,
		...points.map(({ phases }) => (phases ? MEMBERS.reduce((sum, each) => sum + (phases[each] ?? 0), 0) : 0)),
	);
}
