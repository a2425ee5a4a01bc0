/**
 * A series has the figures of one monitor over a range in equal steps. The possible steps depend on what is still kept:
 * single checks allow minutes, hourly figures hours, daily figures days.
 */

import { HOURS_A_DAY, MINUTES_A_DAY, MINUTES_AN_HOUR } from "./roll-up.ts";

/** A screen has about this many columns; more points would not be visible. */
export const MAX_POINTS = 500;
/** On the grid of its step a range takes up to one step more than its length. */
const MAX_STEPS_LONG = MAX_POINTS - 1;
export const MAX_SERIES_DAYS = 3_660;
/** The longest range for which single checks are read. */
const MAX_DAYS_OF_CHECKS = 31;

/** The default steps, in minutes; the smallest that fits is used. */
const STEPS_MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440, 2_880, 10_080];

export interface SeriesRange {
	/** Minutes since the epoch; `to` is excluded. Both lie on the grid of the step. */
	readonly fromMinute: number;
	readonly toMinute: number;
	readonly stepMinutes: number;
}

/** The first minute of which single checks are kept, and of which hourly figures are kept. */
export interface KeptSince {
	readonly checks: number;
	readonly hours: number;
}

export type SeriesProblem = "empty" | "too_long" | "too_many_points" | "step_not_kept";

/**
 * The range of a series in whole steps.
 * @param wanted minutes; `stepMinutes` null lets the smallest possible step be chosen
 */
export function seriesRange(
	wanted: { readonly fromMinute: number; readonly toMinute: number; readonly stepMinutes: number | null },
	kept: KeptSince,
): SeriesRange | SeriesProblem {
	const { fromMinute, toMinute, stepMinutes } = wanted;
	const length = toMinute - fromMinute;
	if (length <= 0) return "empty";
	if (length > MAX_SERIES_DAYS * MINUTES_A_DAY) return "too_long";
	if (stepMinutes !== null) return rangeInSteps({ fromMinute, toMinute, stepMinutes }, kept);
	const smallest = smallestStep(fromMinute, length, kept);
	const chosen =
		STEPS_MINUTES.find((step) => step % smallest === 0 && length <= step * MAX_STEPS_LONG) ??
		Math.ceil(length / MAX_STEPS_LONG / MINUTES_A_DAY) * MINUTES_A_DAY;
	return onGrid(fromMinute, toMinute, chosen);
}

/** Judged by the range on the grid, which a long step extends far beyond the wanted one. */
function rangeInSteps(
	{ fromMinute, toMinute, stepMinutes }: SeriesRange,
	kept: KeptSince,
): SeriesRange | SeriesProblem {
	const range = onGrid(fromMinute, toMinute, stepMinutes);
	const length = range.toMinute - range.fromMinute;
	// The first step may begin up to a day before the first check that is kept.
	const from = Math.min(range.fromMinute + MINUTES_A_DAY, fromMinute);
	if (stepMinutes % smallestStep(from, length, kept) !== 0) return "step_not_kept";
	if (length / stepMinutes > MAX_POINTS) return "too_many_points";
	return length > MAX_SERIES_DAYS * MINUTES_A_DAY ? "too_long" : range;
}

/** The smallest step, in minutes, for which the data is still kept. */
function smallestStep(fromMinute: number, length: number, kept: KeptSince): number {
	if (fromMinute >= kept.checks && length <= MAX_DAYS_OF_CHECKS * MINUTES_A_DAY) return 1;
	return fromMinute >= kept.hours ? MINUTES_AN_HOUR : MINUTES_AN_HOUR * HOURS_A_DAY;
}

function onGrid(fromMinute: number, toMinute: number, stepMinutes: number): SeriesRange {
	return {
		fromMinute: Math.floor(fromMinute / stepMinutes) * stepMinutes,
		toMinute: Math.ceil(toMinute / stepMinutes) * stepMinutes,
		stepMinutes,
	};
}
