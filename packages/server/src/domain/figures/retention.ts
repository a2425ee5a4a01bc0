/** How long history is kept. Daily figures are kept for ever: one row per monitor and day. */

import { DAY_MS, MINUTE_MS } from "../durations.ts";

export interface Retention {
	/** Single checks; at least MIN_RESULTS_DAYS. */
	readonly resultsDays: number;
	/** Hourly figures. */
	readonly hoursDays: number;
	/** Alert events and changes of status. */
	readonly eventsDays: number;
}

/**
 * Statistics cover 30 days that begin in any minute of the 31st day. With fewer days of results, the hours at the edges
 * of a range could not be counted, and the checks of a deleted monitor could not be subtracted from its team's figures.
 */
export const MIN_RESULTS_DAYS = 31;

export const DEFAULT_RETENTION: Retention = { resultsDays: 35, hoursDays: 400, eventsDays: 400 };

/**
 * The first minute of the first UTC day of which `days` days are kept at `now`: days are pruned as a whole, so that the
 * figures of a day can be recomputed either completely or not at all.
 */
export function keptSince(days: number, now: number): number {
	return (Math.floor(now / DAY_MS) - days) * (DAY_MS / MINUTE_MS);
}
