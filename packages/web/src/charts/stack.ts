/** A series of points as the columns that the chart draws: times, and the phases stacked upon each other. */

import type { Series, SeriesPoint } from "../api/history.ts";
import { PHASE_LOOKS } from "./phases.ts";

interface Columns {
	/** Epoch seconds. */
	readonly times: number[];
	/** From the top of the stack to its bottom; null where nothing was measured. */
	readonly stacked: (number | null)[][];
	/** The median where phases are not kept any more. */
	readonly unsplit: (number | null)[];
	/** The 95th percentile. */
	readonly p95: (number | null)[];
}

export function stackedColumns(points: readonly SeriesPoint[]): Columns {
	const times = points.map(({ at }) => Date.parse(at) / 1000);
	const stacked = PHASE_LOOKS.map((_, top) =>
		points.map(({ phases }) => {
			if (phases === null) return null;
			let sum = 0;
			for (const { member } of PHASE_LOOKS.slice(0, top + 1)) sum += phases[member] ?? 0;
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

/** Peaks are cut off where they are more than this many times as high as nearly everything else. */
const DWARFING = 3;
/** The share of the points that is nearly everything. */
const USUAL_SHARE = 0.98;
/** What is left above the highest of these. */
const HEADROOM = 1.25;
/** A chart of answers within a millisecond is no higher than this. */
const LEAST_TOP_MS = 10;

export interface HeightScale {
	/** The value at the top of the chart, milliseconds. */
	readonly top: number;
	/** The highest value. */
	readonly peak: number;
	/** The points that dwarf the others, by their places: higher than the chart, unless it shows the whole. */
	readonly cut: readonly number[];
}

/** @param whole Whether every peak is shown to its end, however low the rest becomes. */
export function heightScale(points: readonly SeriesPoint[], { whole }: { whole: boolean }): HeightScale {
	const heights = points.map(heightOf);
	const sorted = heights.filter((height) => height > 0).sort((a, b) => a - b);
	const peak = sorted.at(-1) ?? 0;
	const usual = sorted[Math.floor((sorted.length - 1) * USUAL_SHARE)] ?? 0;
	const isDwarfed = peak > DWARFING * usual && usual * HEADROOM >= LEAST_TOP_MS;
	const full = Math.max(peak * 1.1, LEAST_TOP_MS);
	if (!isDwarfed) return { top: full, peak, cut: [] };
	const top = usual * HEADROOM;
	return { top: whole ? full : top, peak, cut: heights.flatMap((height, index) => (height > top ? [index] : [])) };
}

/** The highest of what the chart draws for a point; 0 where nothing answered. */
export function heightOf({ phases, p50Ms, p95Ms }: SeriesPoint): number {
	const stacked =
		phases === null ? (p50Ms ?? 0) : PHASE_LOOKS.reduce((sum, { member }) => sum + (phases[member] ?? 0), 0);
	return Math.max(stacked, p95Ms ?? 0);
}
