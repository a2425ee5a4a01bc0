/** Tables of figures, and how far they are folded. */

import type { MonitorType } from "../../../domain/monitors/monitor.ts";
import { bigint, bytes, flag, identity, integer, type RowOf, smallint, table, text } from "./table.ts";

export const FIGURE_TABLES = {
	/** The checks of a monitor within an hour, counted. Missed checks are in none of the figures. */
	hourly_roll_ups: table(
		{
			monitor_id: integer,
			/** Whole hours since the epoch. */
			hour: integer,
			up: smallint,
			degraded: smallint,
			down: smallint,
			/** As ../../figures/hour-times.ts writes them. */
			response_times: bytes,
		},
		{ key: "monitor_id, hour" },
	),

	/** One row a monitor and day, never pruned while the monitor exists. */
	daily_roll_ups: table(
		{
			monitor_id: integer,
			/** Whole UTC days since the epoch. */
			day: integer,
			successful: integer,
			/** Index into STATUSES. */
			status: smallint,
			up: integer,
			degraded: integer,
			down: integer,
			/** Checks with a complete response: those that have a response time. */
			answered: integer,
			response_sum_ms: bigint,
			response_max_ms: integer,
			/** The latency histogram, as ../../../domain/figures/latency-histogram.ts writes it. */
			response_times: bytes,
		},
		{ key: "monitor_id, day" },
	),

	/** The days of a team's monitors of one type that exist, added up. */
	team_days: table(
		{
			team_id: integer,
			/** Whole UTC days since the epoch. */
			day: integer,
			type: text.as<MonitorType>(),
			up: integer,
			degraded: integer,
			down: integer,
			successful: integer,
			/** Monitors whose day was of that status. */
			monitors_up: integer,
			monitors_degraded: integer,
			monitors_down: integer,
		},
		{ key: "team_id, day, type" },
	),

	/** How far a monitor's checks are folded. One row a monitor. */
	roll_up_states: table(
		{
			monitor_id: bigint.key().references("monitors", "cascade"),
			/** Hours before this one are folded, except those of late_hours. */
			hours_through: integer,
			/** Histograms of hours before this one are coarse. */
			exact_from: integer,
		},
		{
			indexes: {
				roll_up_states_hours: "(hours_through, monitor_id)",
				roll_up_states_exact: "(exact_from, monitor_id)",
			},
		},
	),

	/** Hours that must be folded again, because a check came late or was replaced. */
	late_hours: table({ monitor_id: integer, hour: integer }, { key: "monitor_id, hour" }),

	/** Judged checks of a team's monitors in each minute of an hour: its rolling windows are added up from them. */
	team_hours: table(
		{
			team_id: integer,
			/** Whole hours since the epoch. */
			hour: integer,
			/** As ../../../domain/figures/hour-counts.ts writes them. */
			counts: bytes,
		},
		{ key: "team_id, hour" },
	),

	/** Minutes that must be counted again. */
	late_minutes: table({ team_id: integer, minute: integer }, { key: "team_id, minute" }),

	/** A single row. */
	roll_up_progress: table(
		{
			id: smallint.key(),
			/** Minutes before this one are counted in team_hours, except those of late_minutes. */
			minutes_through: integer,
			/** Results of earlier minutes are pruned or about to be: no figure is computed from them again. A UTC day's. */
			results_since: integer,
			/** When `results_since` was set. */
			results_since_at: bigint,
		},
		{ firstRow: "1, 0, 0, 0" },
	),

	/** A backfill that is queued or running: at most one of each a team. */
	backfills: table(
		{
			id: identity,
			team_id: bigint.references("teams"),
			is_running: flag,
			/** The monitor that it has reached, in the order of their keys, and the next day of that monitor. */
			monitor_id: bigint,
			next_day: integer,
			days_done: integer,
			checks_done: bigint,
			started_at: bigint.orNull(),
		},
		{ unique: "team_id, is_running" },
	),
};

export type HourlyRollUpTable = RowOf<typeof FIGURE_TABLES.hourly_roll_ups>;
export type RollUpProgressTable = RowOf<typeof FIGURE_TABLES.roll_up_progress>;
