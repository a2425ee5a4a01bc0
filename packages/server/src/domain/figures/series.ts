/**
 * A series has the figures of one monitor over a range in equal steps. The possible steps depend on what is still kept:
 * single checks allow minutes, hourly figures hours, daily figures days.
 */

import { HOURS_A_DAY, MINUTES_A_DAY, MINUTES_AN_HOUR } from "./roll-up.ts";

/** A screen has about this many columns; more points would not be visible. */
export const MAX_POINTS = 500;
/** The longest range. */
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

export type SeriesProblem = "empty" | "too_long" | "too_many_points" | "step_not_kept" | "step_unknown";

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
	const smallest = smallestStep(fromMinute, length, kept);
	if (stepMinutes !== null) {
		if (stepMinutes % smallest !== 0) return isStep(stepMinutes) ? "step_not_kept" : "step_unknown";
		const range = onGrid(fromMinute, toMinute, stepMinutes);
		return pointsOf(range) > MAX_POINTS ? "too_many_points" : range;
	}
	const chosen =
		STEPS_MINUTES.find((step) => step % smallest === 0 && Math.ceil(length / step) + 1 <= MAX_POINTS) ??
		Math.ceil(length / MAX_POINTS / MINUTES_A_DAY) * MINUTES_A_DAY;
	return onGrid(fromMinute, toMinute, chosen);
}

/** The smallest step, in minutes, for which the data is still kept. */
function smallestStep(fromMinute: number, length: number, kept: KeptSince): number {
	if (fromMinute >= kept.checks && length <= MAX_DAYS_OF_CHECKS * MINUTES_A_DAY) return 1;
	return fromMinute >= kept.hours ? MINUTES_AN_HOUR : MINUTES_AN_HOUR * HOURS_A_DAY;
}

function isStep(minutes: number): boolean {
	return Number.isInteger(minutes) && minutes >= 1;
}

/** On the grid a range can have a point more than its length divided by the step. */
function pointsOf({ fromMinute, toMinute, stepMinutes }: SeriesRange): number {
	return (toMinute - fromMinute) / stepMinutes;
}

function onGrid(fromMinute: number, toMinute: number, stepMinutes: number): SeriesRange {
	return {
		fromMinute: Math.floor(fromMinute / stepMinutes) * stepMinutes,
		toMinute: Math.ceil(toMinute / stepMinutes) * stepMinutes,
		stepMinutes,
	};
}
