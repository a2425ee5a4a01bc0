/**
 * When a check is due. Each monitor has its own grid of instants, `phase + k × interval`. The first check after a
 * creation, an edit or a resumption is due at once; it chooses the phase, which then stays: such that the next check
 * comes in another minute and at most an interval and LATER_AT_MOST_MS later, and spread over the instants that allows,
 * so that a thousand monitors created in one second are not checked in the same second for ever.
 *
 * Slow checks do not shift the grid. A check that could not begin before its slot's next slot is not made any more: its
 * slot is recorded as missed, with those after it that have passed as well, and the present one is made.
 */

import { minuteOf, startOfMinute } from "../checks/check.ts";
import { MINUTE_MS } from "../durations.ts";

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

/** The slot that follows `slotAt`: the next one of the grid that lies in another minute. */
export function nextSlot(grid: Grid, slotAt: number): number {
	const next = latestSlot(grid, slotAt) + grid.intervalMs;
	return minuteOf(next) > minuteOf(slotAt) ? next : next + grid.intervalMs;
}

/**
 * Until when it is worth to begin the check of a slot, epoch milliseconds, excluded: its next slot, or a minute after
 * it where that is later. What is seen later says nothing about the slot's minute.
 */
export function worthUntil({ scheduledAt, nextDueAt }: { scheduledAt: number; nextDueAt: number }): number {
	return Math.max(nextDueAt, scheduledAt + MINUTE_MS);
}

/** Slots of one monitor in a row; the first one may lie off the grid. */
export interface SlotSpan extends Grid {
	readonly firstSlotAt: number;
	readonly lastSlotAt: number;
}

/** The slots from `slotAt` on whose checks are not worth making any more at `now`; null when there is none. */
export function overdueSlots({ intervalMs, phaseMs }: Grid, slotAt: number, now: number): SlotSpan | null {
	const grid = { intervalMs, phaseMs };
	const second = nextSlot(grid, slotAt);
	if (now < worthUntil({ scheduledAt: slotAt, nextDueAt: second })) return null;
	return { ...grid, firstSlotAt: slotAt, lastSlotAt: Math.max(slotAt, latestSlot(grid, now) - intervalMs) };
}

/** The slots from `slotAt` on that lie before `end`, which is later than `slotAt`. */
export function slotsBefore(grid: Grid, slotAt: number, end: number): SlotSpan {
	return { ...grid, firstSlotAt: slotAt, lastSlotAt: Math.max(slotAt, latestSlot(grid, end - 1)) };
}

export function countSlots(span: SlotSpan): number {
	const second = nextSlot(span, span.firstSlotAt);
	return span.lastSlotAt < second ? 1 : 2 + (span.lastSlotAt - second) / span.intervalMs;
}

/** The slots of a span that lie in the minutes [from, to), in order. */
export function slotsWithin(span: SlotSpan, from: number, to: number): number[] {
	const slots: number[] = [];
	const [begin, end] = [startOfMinute(from), Math.min(startOfMinute(to) - 1, span.lastSlotAt)];
	if (span.firstSlotAt >= begin && span.firstSlotAt <= end) slots.push(span.firstSlotAt);
	const second = nextSlot(span, span.firstSlotAt);
	const skipped = Math.max(0, Math.ceil((begin - second) / span.intervalMs));
	for (let slot = second + skipped * span.intervalMs; slot <= end; slot += span.intervalMs) slots.push(slot);
	return slots;
}

function modulo(dividend: number, divisor: number): number {
	return ((dividend % divisor) + divisor) % divisor;
}
