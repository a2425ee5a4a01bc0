/** Tables of monitors as their owners set them up. */

import type { ContentCheckType, MonitorType, Operator } from "../../../domain/monitors/monitor.ts";
import { bigint, flag, identity, integer, type RowOf, smallint, table, text } from "./table.ts";

export const MONITOR_TABLES = {
	monitors: table(
		{
			id: identity,
			/** `mon_…` */
			public_id: text.unique(),
			team_id: bigint.references("teams"),
			type: text.as<MonitorType>(),
			name: text,
			/** What is watched, as lists and reports name it; worked out from the settings. */
			target: text,
			/** JSON list of strings, lower-case, each once. */
			tags: text,
			/** Settings without a column, the type's own among them: JSON (../../monitors/stored-settings.ts). */
			settings: text,
			/** The secrets among the settings (../secret-box.ts); null when there are none, and once it is deleted. */
			encrypted: text.orNull(),
			/** Index into IMPORTANCES. */
			importance: smallint,
			interval_seconds: integer,
			timeout_seconds: integer,
			ssl_monitoring_enabled: flag,
			ssl_expiry_warning_days: integer,
			/** Null while paused. */
			enabled_at: bigint.orNull(),
			created_at: bigint,
			updated_at: bigint,
			/** Once this is set, no reader returns the monitor; its history is pruned afterwards, in slices. */
			deleted_at: bigint.orNull(),
			/**
			 * Of a deleted monitor: checks of earlier minutes are no longer in the counts of its team, and are not counted
			 * again (../../figures/team-minutes.ts). The first minute of a day, or one after all of them.
			 */
			counted_from: bigint.default(0),
		},
		{
			indexes: {
				monitors_newest: "(team_id, type, created_at desc, id desc) where deleted_at is null",
				// The newest of all types, without sorting all of them.
				monitors_listed: "(team_id, created_at desc, id desc) where deleted_at is null",
				// How many these are, without a look at each.
				monitors_enabled: "(team_id) where enabled_at is not null and deleted_at is null",
				monitors_deleted: "(deleted_at) where deleted_at is not null",
				monitors_counted: "(counted_from) where deleted_at is not null",
			},
			// In the order of reports, by code point, without sorting all of them.
			sqliteIndexes: { monitors_reported: "(team_id, type, name, public_id) where deleted_at is null" },
			postgresqlIndexes: {
				monitors_reported: '(team_id, type, name collate "C", public_id collate "C") where deleted_at is null',
			},
		},
	),

	/** What a monitor depends on: the setting `dependsOn`, for statements. Without circles. */
	monitor_dependencies: table(
		{ monitor_id: bigint.references("monitors", "cascade"), depends_on_id: bigint.references("monitors", "cascade") },
		{ key: "monitor_id, depends_on_id", indexes: { monitor_dependencies_reverse: "(depends_on_id)" } },
	),

	/** One row a team: whoever is about to change dependencies locks it, so that no two changes make a circle. */
	dependency_locks: table({ team_id: bigint.references("teams").key(), turns: integer.default(0) }),

	content_checks: table(
		{
			id: identity,
			/** `chk_…` */
			public_id: text.unique(),
			monitor_id: bigint.references("monitors", "cascade"),
			type: text.as<ContentCheckType>(),
			value: text,
			/** How a value is compared; null for checks of the body's text. */
			operator: text.as<Operator>().orNull(),
			/** JSON: what the value is compared with. */
			expected: text.orNull(),
			case_sensitive: flag,
			is_enabled: flag,
			created_at: bigint,
			updated_at: bigint,
		},
		{ indexes: { content_checks_of_monitor: "(monitor_id, created_at desc, id desc)" } },
	),
};

export type MonitorTable = RowOf<typeof MONITOR_TABLES.monitors>;
