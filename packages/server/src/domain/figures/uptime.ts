/**
 * The one definition of uptime (decisions §4.2): successful checks among all that were judged. Missed checks are in neither.
 *
 * Of an http monitor only a check that was up is successful. Of the other types a degraded one is too: it did what it was for,
 * and the specification counts degraded as failed for http alone.
 */

import type { MonitorType } from "../monitors/monitor.ts";

/** Judged checks by verdict. */
export interface VerdictCounts {
	readonly up: number;
	readonly degraded: number;
	readonly down: number;
}

export const DAY_STATUSES = ["up", "degraded", "down"] as const;
export type DayStatus = (typeof DAY_STATUSES)[number];

export function totalOf({ up, degraded, down }: VerdictCounts): number {
	return up + degraded + down;
}

export function successfulOf(type: MonitorType, { up, degraded }: VerdictCounts): number {
	return type === "http" ? up : up + degraded;
}

/** 0–100, unrounded; null when there was no check. */
export function uptimePercent(successful: number, total: number): number | null {
	return total === 0 ? null : (successful / total) * 100;
}

/** What a day with checks is called (decisions §5.1). */
export function dayStatus(successful: number, total: number): DayStatus {
	if (successful === total) return "up";
	return successful * 2 >= total ? "degraded" : "down";
}
