/** The letters of the board: one for each status, and one for the verdict of a minute. */

import type { Verdict } from "../checks/judgement.ts";
import type { Status } from "../monitors/monitor.ts";

/** Minutes that a board shows of each monitor. */
export const SHOWN_MINUTES = 60;

export const STATUS_LETTERS = { pending: "p", up: "u", degraded: "g", down: "d" } as const satisfies Record<
	Status,
	string
>;

export const MINUTE_LETTERS = { up: "u", degraded: "g", down: "d", missed: "m" } as const satisfies Record<
	Verdict,
	string
>;
/** A failing check within a maintenance window. */
export const MAINTENANCE_LETTER = "w";
/** A minute without a check. */
export const NO_CHECK_LETTER = ".";

/**
 * Percent with at most five decimals, rounded down, so that a figure below 100 never shows as 100; null without checks.
 */
export function percentOf(part: number, total: number): number | null {
	if (total === 0) return null;
	return part === total ? 100 : Math.floor((part / total) * 10_000_000) / 100_000;
}
