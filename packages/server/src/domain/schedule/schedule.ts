/**
 * When a check is due. Each monitor has its own grid of instants, `phase + k × interval`. The first check after a
 * creation, an edit or a resumption is due at once; it chooses the phase, which then stays: such that the next check
 * comes in another minute and at most an interval and LATER_AT_MOST_MS later, and spread over the instants that allows,
 * so that a thousand monitors created in one second are not checked in the same second for ever.
 *
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
 * How much more than its interval may lie between two checks of a monitor, of which the first one chose its phase. The
 * promise is 3 s; the rest is for the start of a check, which may be late. Without it, monitors that are edited at once
 * when a minute begins, and checked every minute, would all have one phase.
 */
export const LATER_AT_MOST_MS = 2_000;

/** The grid of a monitor that is checked for the first time, or anew, at `checkedAt` (epoch milliseconds). */
export function gridAfter(monitorId: number, intervalMs: number, checkedAt: number): Grid {
	const earliest = startOfMinute(minuteOf(checkedAt) + 1);
	const latest = checkedAt + intervalMs + LATER_AT_MOST_MS;
	const next = earliest + Math.floor(shareOf(monitorId) * Math.min(intervalMs, latest - earliest));
	return gridThrough(next, intervalMs);
}

/** A grid whose phase is spread over the whole interval: for monitors of a past that nobody waited for. */
export function gridOf(monitorId: number, intervalMs: number): Grid {
	return gridThrough(Math.floor(shareOf(monitorId) * intervalMs), intervalMs);
}

/** The grid that has a slot at `instant`. */
export function gridThrough(instant: number, intervalMs: number): Grid {
	return { intervalMs, phaseMs: modulo(instant, intervalMs) };
}

/**
 * A share, 0 ≤ share < 1, in which consecutive keys are far from each other: multiplying by the golden ratio's fraction
 * gives the low-discrepancy sequence that leaves no bunches whatever the number of monitors (Knuth, TAOCP 3, 6.4).
 */
function shareOf(monitorId: number): number {
	return (monitorId * 0.618_033_988_749_894_9) % 1;
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

function modulo(dividend: number, divisor: number): number {
	return ((dividend % divisor) + divisor) % divisor;
}
