/** Tables of figures, and how far they are folded (../../migrations/0004-figures.ts). */

import type { Generated } from "kysely";
import type { Flag } from "./flag.ts";

/** The checks of a monitor within an hour, counted. Missed checks are in none of the figures. */
export interface HourlyRollUpTable {
	monitor_id: number;
	/** Whole hours since the epoch. */
	hour: number;
	up: number;
	degraded: number;
	down: number;
	/** As ../../figures/hour-times.ts writes them. */
	response_times: Uint8Array;
}

/** One row a monitor and day, never pruned while the monitor exists. */
export interface DailyRollUpTable extends Omit<HourlyRollUpTable, "hour"> {
	/** Whole UTC days since the epoch. */
	day: number;
	successful: number;
	/** Index into STATUSES. */
	status: number;
	/** Checks with a complete response: those that have a response time. */
	answered: number;
	response_sum_ms: number;
	response_max_ms: number;
	/** The latency histogram, as ../../../domain/figures/latency-histogram.ts writes it. */
	response_times: Uint8Array;
}

/** How far a monitor's checks are folded. One row a monitor. */
export interface RollUpStateTable {
	monitor_id: number;
	/** Hours before this one are folded, except those of late_hours. */
	hours_through: number;
	/** Histograms of hours before this one are coarse. */
	exact_from: number;
}

/** Hours that must be folded again, because a check came late or was replaced. */
export interface LateHourTable {
	monitor_id: number;
	hour: number;
}

/** Judged checks of a team's monitors in each minute of an hour: rolling windows over a team are added up from them. */
export interface TeamHourTable {
	team_id: number;
	/** Whole hours since the epoch. */
	hour: number;
	/** As ../../../domain/figures/hour-counts.ts writes them. */
	counts: Uint8Array;
}

/** Minutes that must be counted again. */
export interface LateMinuteTable {
	team_id: number;
	minute: number;
}

/** A single row. */
export interface RollUpProgressTable {
	id: number;
	/** Minutes before this one are counted in team_hours, except those of late_minutes. */
	minutes_through: number;
	/**
	 * Results of earlier minutes are pruned or about to be: no figure is computed from them again. Start of a UTC day.
	 */
	results_since: number;
	/** When `results_since` was set. */
	results_since_at: number;
}

/** A backfill that is queued or running: at most one of each a team. */
export interface BackfillTable {
	id: Generated<number>;
	team_id: number;
	is_running: Flag;
	/** The monitor that it has reached, in the order of their keys, and the next day of that monitor. */
	monitor_id: number;
	next_day: number;
	days_done: number;
	checks_done: number;
	started_at: number | null;
}
