/**
 * The one definition of uptime (docs/rules/statistics.md#uptime): successful checks among all that were judged. Missed
 * checks are in neither number.
 *
 * Two figures say what became of a monitor's checks: *available* counts those that were answered as expected, *fast
 * enough* those that were in time as well. For http and flow monitors uptime is the second, for the other types the
 * first.
 */

import type { Verdict } from "../checks/judgement.ts";
import type { MonitorType } from "../monitors/monitor.ts";
import { rowOf } from "../monitors/types.ts";

/** Judged checks by verdict. */
export interface VerdictCounts {
	readonly up: number;
	readonly degraded: number;
	readonly down: number;
}

export const DAY_STATUSES = ["up", "degraded", "down"] as const;
export type DayStatus = (typeof DAY_STATUSES)[number];

export function sumOf(a: VerdictCounts, b: VerdictCounts): VerdictCounts {
	return { up: a.up + b.up, degraded: a.degraded + b.degraded, down: a.down + b.down };
}

export function totalOf({ up, degraded, down }: VerdictCounts): number {
	return up + degraded + down;
}

export function degradedIsSuccessful(type: MonitorType): boolean {
	return rowOf(type).degradedIsSuccessful;
}

/** Checks that were answered as expected, in time or not. */
export function availableOf({ up, degraded }: VerdictCounts): number {
	return up + degraded;
}

/** Checks that were answered as expected, and in time. */
export function fastEnoughOf({ up }: VerdictCounts): number {
	return up;
}

/** Which of the two is the uptime of such a monitor, in reports and everywhere else. */
export const COUNTED_FIGURES = ["available", "fast_enough"] as const;
type CountedFigure = (typeof COUNTED_FIGURES)[number];

export function countedFigure(type: MonitorType): CountedFigure {
	return degradedIsSuccessful(type) ? "available" : "fast_enough";
}

export function successfulOf(type: MonitorType, counts: VerdictCounts): number {
	return countedFigure(type) === "available" ? availableOf(counts) : fastEnoughOf(counts);
}

/** Whether one check counts as successful. */
export function isSuccessful(type: MonitorType, verdict: Verdict): boolean {
	return verdict === "up" || (verdict === "degraded" && degradedIsSuccessful(type));
}

/** 0–100, unrounded; null when there was no check. */
export function uptimePercent(successful: number, total: number): number | null {
	return total === 0 ? null : (successful / total) * 100;
}

/** The status of a day with checks (docs/rules/reports.md#status-of-a-day). */
export function dayStatus(successful: number, total: number): DayStatus {
	if (successful === total) return "up";
	return successful * 2 >= total ? "degraded" : "down";
}
