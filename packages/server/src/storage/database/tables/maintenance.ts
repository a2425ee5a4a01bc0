/** Tables of maintenance windows. */

import { bigint, flag, identity, integer, smallint, table, text } from "./table.ts";

export const MAINTENANCE_TABLES = {
	/** Planned maintenance: from `starts_at` to `ends_at`, or recurring by a rule. */
	maintenance_windows: table(
		{
			id: identity,
			/** `mw_…` */
			public_id: text.unique(),
			team_id: bigint.references("teams"),
			name: text,
			/** 1: every monitor of the team; 0: those of maintenance_window_monitors. */
			all_monitors: flag,
			/** Null when it recurs. */
			starts_at: bigint.orNull(),
			ends_at: bigint.orNull(),
			/** An RFC 5545 recurrence rule; null when it does not recur, as are the three below. */
			rrule: text.orNull(),
			/** Local date and time of the first occurrence. */
			starts_local: text.orNull(),
			/** IANA name. */
			time_zone: text.orNull(),
			duration_minutes: integer.orNull(),
			/** What status pages show of it; null where none does. */
			public_title: text.orNull(),
			/** Markdown; empty: none. */
			public_text: text,
			announce_hours_before: integer,
			created_at: bigint,
			updated_at: bigint,
		},
		{ indexes: { maintenance_windows_newest: "(team_id, created_at desc, id desc)" } },
	),

	maintenance_window_monitors: table(
		{
			window_id: bigint.references("maintenance_windows", "cascade"),
			monitor_id: bigint.references("monitors", "cascade"),
		},
		{ key: "window_id, monitor_id", indexes: { maintenance_windows_of_monitor: "(monitor_id)" } },
	),

	/** The status pages that announce a window. */
	maintenance_window_pages: table(
		{
			window_id: bigint.references("maintenance_windows", "cascade"),
			status_page_id: bigint.references("status_pages", "cascade"),
		},
		{ key: "window_id, status_page_id", indexes: { maintenance_windows_of_status_page: "(status_page_id)" } },
	),

	/** The step of an occurrence that subscribers were notified of last. */
	maintenance_told: table(
		{
			window_id: bigint.references("maintenance_windows", "cascade"),
			/** When the occurrence begins. */
			starts_at: bigint,
			/** Index in MAINTENANCE_STEPS: the last one. */
			step: smallint,
		},
		{ key: "window_id, starts_at" },
	),

	/** Occurrences of a recurring window that were ended early. */
	maintenance_early_ends: table(
		{
			window_id: bigint.references("maintenance_windows", "cascade"),
			/** When the occurrence began. */
			starts_at: bigint,
			ended_at: bigint,
		},
		{ key: "window_id, starts_at" },
	),
};
