/**
 * The one definition of uptime (docs/rules/statistics.md#uptime): successful checks among all that were judged. Missed
 * checks are in neither number.
 *
 * For http monitors only a check that was up is successful. For the other types a degraded check is successful too
 * (docs/adr/figures/0053-degraded-counts-as-failed-for-http-only.md).
 */

import type { MonitorType } from "../monitors/monitor.ts";
import { isCheckedType, rowOf } from "../monitors/types.ts";

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

/** Whether a degraded check of such a monitor is a successful one. */
export function degradedIsSuccessful(type: MonitorType): boolean {
	return !isCheckedType(type) || rowOf(type).degradedIsSuccessful;
}

export function successfulOf(type: MonitorType, { up, degraded }: VerdictCounts): number {
	return degradedIsSuccessful(type) ? up + degraded : up;
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
