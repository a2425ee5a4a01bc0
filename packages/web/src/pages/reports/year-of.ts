/** A year of days from those that the API has: a day without checks has no entry there, and a place here. */

import type { DayOfAll } from "../../api/reports.ts";
import type { Day } from "../../charts/day-trouble.ts";
import { DAY_MS } from "../../format/durations.ts";

const DAYS = 365;

interface TeamDay extends Day {
	/** Monitors with a check that was not successful. */
	readonly monitorsFailing: number;
}

/** @param from midnight UTC of the first day, epoch milliseconds */
export function yearOf(days: readonly DayOfAll[], from: number): TeamDay[] {
	const known = new Map(days.map((day) => [day.date, day]));
	return Array.from({ length: DAYS }, (_, index) => {
		const at = new Date(from + index * DAY_MS).toISOString();
		const day = known.get(at.slice(0, 10));
		return {
			at,
			checks: day?.totalChecks ?? 0,
			degradedChecks: day?.degradedChecks ?? 0,
			downChecks: day?.downChecks ?? 0,
			monitorsFailing: (day?.monitorsDegraded ?? 0) + (day?.monitorsDown ?? 0),
		};
	});
}
