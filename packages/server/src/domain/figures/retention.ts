/** How long history is kept. Days of roll-up are kept for ever: one row a monitor and day. */

import { minuteOf } from "../checks/check.ts";
import { dayOf, MINUTES_A_DAY } from "./roll-up.ts";

export interface Retention {
	/** Single checks; at least MIN_RESULTS_DAYS. */
	readonly resultsDays: number;
	/** Hourly figures. */
	readonly hoursDays: number;
	/** Alert events and changes of status. */
	readonly eventsDays: number;
}

/**
 * Statistics reach back 30 days from any minute of the 31st. With less, the hours that a window's edge cuts could not
 * be counted, nor a deleted monitor's checks be taken out of its team's figures.
 */
export const MIN_RESULTS_DAYS = 31;

export const DEFAULT_RETENTION: Retention = { resultsDays: 35, hoursDays: 400, eventsDays: 400 };

/**
 * The first minute of the first UTC day of which `days` days are kept at `now`: days go as a whole, so that a day's
 * figures can always be worked out anew or not at all.
 */
export function keptSince(days: number, now: number): number {
	return (dayOf(minuteOf(now)) - days) * MINUTES_A_DAY;
}
