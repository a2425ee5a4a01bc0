/**
 * When a check is due. Each monitor has its own grid of instants, `phase + k × interval`, whose phase is computed from
 * its key: stable for a monitor and spread evenly over all monitors, so that a thousand monitors created in one second
 * are not checked in the same second for ever.
 *
 * The first check after creation, an edit or a resumption is due at once, off the grid. Later checks lie on the grid.
 * Slow checks do not shift the grid, and after an outage of Lapwing one check is due, not the backlog.
 */

import { minuteOf, startOfMinute } from "../checks/check.ts";

export interface Grid {
	/** 60,000–3,600,000. */
	readonly intervalMs: number;
	/** 0 ≤ phaseMs < intervalMs. */
	readonly phaseMs: number;
}

/**
 * A monitor's grid. Consecutive keys have distant phases: multiplying by the golden ratio's fraction gives the
 * low-discrepancy sequence that leaves no bunches whatever the number of monitors (Knuth, TAOCP 3, 6.4).
 */
export function gridOf(monitorId: number, intervalMs: number): Grid {
	const fraction = (monitorId * 0.618_033_988_749_894_9) % 1;
	return { intervalMs, phaseMs: Math.floor(fraction * intervalMs) };
}

/** The latest instant of the grid at or before `now`. */
export function latestSlot(grid: Grid, now: number): number {
	return now - modulo(now - grid.phaseMs, grid.intervalMs);
}

/**
 * The slot of a check that is made at `now`: its own slot until the next one is due, or while a check whose lease ran
 * out may be repeated (`mayRepeat`); else the latest slot.
 */
export function slotToClaim(grid: Grid, slotAt: number, now: number, mayRepeat: boolean): number {
	return mayRepeat || slotAt > now - grid.intervalMs ? slotAt : latestSlot(grid, now);
}

/**
 * The slot that follows a check done at `doneSlot`, asked at `now`: the next one of the grid after it, or, where
 * several have passed meanwhile, the latest of those alone. A slot in the minute of the done check is skipped.
 */
export function nextDue(grid: Grid, doneSlot: number, now: number): number {
	const afterDone = latestSlot(grid, doneSlot) + grid.intervalMs;
	const next = Math.max(afterDone, latestSlot(grid, now));
	return minuteOf(next) > minuteOf(doneSlot) ? next : next + grid.intervalMs;
}

/**
 * When a check that somebody asked for at `now` is made: at once, or where this minute has its check already, with the
 * next minute, for a minute holds one check.
 */
export function askedCheckAt(lastMinute: number | null, now: number): number {
	const minute = minuteOf(now);
	return lastMinute === null || lastMinute < minute ? now : startOfMinute(minute + 1);
}

function modulo(dividend: number, divisor: number): number {
	return ((dividend % divisor) + divisor) % divisor;
}
