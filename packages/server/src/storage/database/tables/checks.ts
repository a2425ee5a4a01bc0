/** Tables that every check reads or writes. */

import { bigint, bytes, flag, identity, integer, type RowOf, smallint, table, text } from "./table.ts";

/**
 * The key of rows of checks. SQLite keeps rows in the key's tree, so minute first makes every write an append
 * (measured: 490,000 rows/s against 34,000). PostgreSQL appends to a heap whatever the key, so the key serves the
 * readers.
 */
const BY_MINUTE = { sqlite: "minute, monitor_id", postgresql: "monitor_id, minute" };

export const CHECK_TABLES = {
	/** What every check reads and updates: one narrow row a monitor, apart from the settings. */
	monitor_states: table(
		{
			monitor_id: bigint.references("monitors", "cascade"),
			team_id: bigint.references("teams"),
			/** Whose capacity its checks take: the first of the monitor's locations; null: where `control` is. */
			location_id: bigint.orNull().references("locations"),
			/** Incremented by every change of what is checked; orders and results carry it. */
			revision: integer,
			interval_ms: bigint,
			phase_ms: bigint,
			timeout_ms: bigint,
			/**
			 * Null: never (paused). On PostgreSQL, when the scheduler claims it next: the slot, or the end of the lease of a
			 * running check. On SQLite that is in memory (../../schedule/schedule-in-memory.ts).
			 */
			due_at: bigint.orNull(),
			/** Scheduled instant of the check that is due or running. */
			slot_at: bigint.orNull(),
			/** 1 while a check is out under a lease; 0 where leases are in memory. */
			claimed: flag,
			/** Who holds that lease: a row of `controls`, which may be gone. Null where leases are in memory. */
			held_by: bigint.orNull(),
			/** 1 when the last check that was not missed took SLOW_CHECK_MS (domain/checks/confirmation.ts) or longer. */
			was_slow: flag,
			/** Index into STATUSES. */
			status: smallint,
			/** Completion of the check that changed the status; null while pending. */
			status_since: bigint.orNull(),
			/** Newest minute that holds a judged check. */
			last_minute: bigint.orNull(),
			last_checked_at: bigint.orNull(),
			/** The last check that was up. */
			last_up_at: bigint.orNull(),
			/** Consecutive checks that were not up, and when the first of them was. */
			failing_streak: integer,
			failing_since: bigint.orNull(),
			/** Consecutive checks that were missed, and when the first of them was. */
			missed_streak: integer,
			missed_since: bigint.orNull(),
			/** Newest minute whose check was missed. */
			last_missed_minute: bigint.orNull(),
			/** Index into SSL_STATUSES; null until a check has seen a certificate. */
			ssl_status: smallint.orNull(),
			ssl_expires_at: bigint.orNull(),
			ssl_issuer: text.orNull(),
			ssl_fingerprint: text.orNull(),
			ssl_last_checked_at: bigint.orNull(),
		},
		{
			// Rows that are due together lie together: SQLite writes a commit page by page, and monitors made one after the
			// other are due far apart. Measured at 100,000 monitors (bench/record.ts): 19,000 bytes written a check in the
			// order of ids, 5,100 in this one.
			key: { sqlite: "phase_ms, monitor_id", postgresql: "monitor_id" },
			sqliteIndexes: { monitor_states_of_monitor: "unique (monitor_id)" },
			indexes: {
				// Apart, so that monitors of a location without capacity are in no other's way.
				monitor_states_due: "(due_at) where due_at is not null and location_id is null",
				monitor_states_due_elsewhere: "(location_id, due_at) where due_at is not null and location_id is not null",
				monitor_states_team: "(team_id, location_id)",
				// Of few: a commit writes no more than the entries of monitors that are not up (1 in STATUSES).
				monitor_states_not_up: "(team_id, status) where status <> 1",
			},
		},
	),

	/** One row a check, until its hour is sealed. Read and written by ../../results/ only. */
	check_results: table(
		{
			minute: integer,
			monitor_id: integer,
			revision: integer,
			/** Index into VERDICTS plus 4 × the code of the reason (../codes.ts). */
			outcome: smallint,
			/** Null when there was no complete response. */
			response_status: smallint.orNull(),
			/** From the start of the attempt to its end, ms; null when missed. */
			elapsed_ms: integer.orNull(),
			/** Start of the attempt, ms after the minute's beginning. */
			started_ms: integer,
			/** 1, or 2 when a failure was confirmed or refuted by a second attempt. */
			attempts: smallint,
			/** Where the check was made: the key of a location, 0 for several (check_locations), null: where `control` is. */
			location: integer.orNull(),
			/** Whole milliseconds; null for a phase that did not take place. */
			dns_ms: integer.orNull(),
			connect_ms: integer.orNull(),
			tls_ms: integer.orNull(),
			first_byte_ms: integer.orNull(),
		},
		{
			key: BY_MINUTE,
			statements: {
				// In the order in which their monitors are due (`placeOf` in ../../results/store/sqlite-results.ts).
				sqlite: (columns) => [
					`create table check_results (${columns}, place integer not null, primary key (minute, place, monitor_id))
						without rowid`,
				],
				// The rows of an hour lie in a partition of `recent_results`, which is dropped whole; those of an hour without
				// one in `recent_results_rest`. `check_results` shows the rows whose hour has no block; it is updatable.
				//
				// Only a row of an hour up to the newest sealed one needs the look-up of a block. It is a scalar subquery
				// because PostgreSQL may answer an EXISTS from a hash of all blocks. It refers to `sealed_hours`, which is
				// therefore created before.
				//
				// The index is not BRIN, which takes no space but ignores pages that no vacuum has seen: pruning 2,000 rows
				// then read and sorted all old ones (measured over 3 million checks: 1,300 ms against 45 ms; 7 bytes a check).
				postgresql: (columns) => [
					`create table recent_results (${columns}, primary key (${BY_MINUTE.postgresql})) partition by range (minute)`,
					"create index recent_results_minute on recent_results (minute)",
					"create table recent_results_rest partition of recent_results default",
					`create view check_results as select * from recent_results as r
						where r.minute >= (select coalesce(max(hour) + 1, 0) * 60 from sealed_hours)
							or (select 1 from sealed_hours as b where b.monitor_id = r.monitor_id and b.hour = r.minute / 60) is null`,
				],
			},
		},
	),

	/** The details of a check that was not up. Read and written by ../../results/ only. */
	check_failures: table(
		{
			minute: integer,
			monitor_id: integer,
			/** Index into PHASES, or null. */
			phase: smallint.orNull(),
			message: text,
			/** `chk_…` of the content check that failed. */
			content_check_id: text.orNull(),
		},
		{ key: BY_MINUTE, postgresqlIndexes: { check_failures_minute: "(minute)" } },
	),

	/**
	 * What each location saw of a check that several made, until its hour is sealed. Read and written by
	 * ../../results/locations/check-locations.ts only.
	 */
	check_locations: table(
		{
			minute: integer,
			monitor_id: integer,
			/** JSON. */
			locations: text,
		},
		{ key: BY_MINUTE, postgresqlIndexes: { check_locations_minute: "(minute)" } },
	),

	/** The times of a flow's steps, until its hour is sealed. Read and written by ../../results/check-steps.ts only. */
	check_steps: table(
		{
			minute: integer,
			monitor_id: integer,
			/** JSON. */
			steps: text,
		},
		{ key: BY_MINUTE, postgresqlIndexes: { check_steps_minute: "(minute)" } },
	),

	/**
	 * Slots in a row that were never checked, a row for each gap. Read and written by ../../results/ only: whatever has a
	 * check of the same minute hides it.
	 */
	missed_spans: table(
		{
			monitor_id: bigint.references("monitors", "cascade"),
			/** Of its first and its last slot. */
			first_minute: integer,
			last_minute: integer,
			/** As ../../results/sealed/missed-block.ts writes it. */
			block: bytes,
		},
		{ key: "monitor_id, first_minute", indexes: { missed_spans_ended: "(last_minute)" } },
	),

	/**
	 * Checks whose place in their minute a later one has taken. Read and written by ../../results/replaced-checks.ts
	 * only.
	 */
	replaced_checks: table(
		{
			minute: integer,
			monitor_id: integer,
			/** AttemptRecords (../../../domain/checks/check-details.ts) as JSON, oldest first. */
			checks: text,
		},
		{ key: BY_MINUTE, postgresqlIndexes: { replaced_checks_minute: "(minute)" } },
	),

	/** A change of a monitor's status, written in the commit that recorded the check. */
	transitions: table(
		{
			id: identity,
			monitor_id: bigint.references("monitors", "cascade"),
			team_id: bigint.references("teams"),
			/** Indexes into STATUSES. */
			from_status: smallint,
			to_status: smallint,
			/** The check that caused it. */
			minute: integer,
			/** Start of that check where it begins an outage, else its completion. */
			occurred_at: bigint,
			/** The check's reason (its code) and evidence; null for a check that was up. */
			reason: smallint.orNull(),
			/** Index into PHASES, or null. */
			phase: smallint.orNull(),
			message: text.orNull(),
			/** CheckDetails (../../../domain/checks/check-details.ts) as JSON, a few KB at most. */
			details: text,
			/** Failing checks of the outage that this change ended; null for other changes. */
			ended_checks: integer.orNull(),
			created_at: bigint,
		},
		{
			indexes: {
				transitions_of_monitor: "(monitor_id, id)",
				transitions_of_minute: "(monitor_id, minute)",
				transitions_created: "(created_at)",
			},
		},
	),
};

/** In the order in which hours are sealed and pruned. On SQLite a monitor's history is a look-up for each hour. */
export const SEALED_TABLES = {
	/**
	 * The checks of a monitor in an hour that is over, with the details of their failures, in the place of their rows in
	 * check_results and check_failures. A check is in one of the two, never in both. Read and written by ../../results/
	 * only.
	 */
	sealed_hours: table(
		{
			/** Whole hours since the epoch. */
			hour: integer,
			monitor_id: integer,
			/** How many, so that deleting them needs no reading. */
			checks: smallint,
			/** As ../../results/sealed/hour-block.ts writes it. */
			block: bytes,
		},
		{
			key: { sqlite: "hour, monitor_id", postgresql: "monitor_id, hour" },
			postgresqlIndexes: { sealed_hours_hour: "(hour)" },
		},
	),

	/**
	 * The sealed hours of a monitor in a UTC day that is over, in the place of their rows in sealed_hours. The hours of a
	 * day are all in one of the two, never in both. Read and written by ../../results/ only.
	 */
	sealed_days: table(
		{
			/** Whole UTC days since the epoch. */
			day: integer,
			monitor_id: integer,
			checks: smallint,
			/** As ../../results/sealed/day-block.ts writes it. */
			block: bytes,
		},
		{
			key: { sqlite: "day, monitor_id", postgresql: "monitor_id, day" },
			// Rows in the tree of a key of SQLite spill at a quarter of a page, to a page of their own each.
			isHeap: true,
			postgresqlIndexes: { sealed_days_day: "(day)" },
		},
	),

	/** Blocks of the two that cannot be read, with their bytes: ../../results/sealed/damaged-blocks.ts. */
	damaged_blocks: table(
		{
			id: identity,
			monitor_id: bigint.references("monitors", "cascade"),
			/** The first one, since the epoch. */
			hour: integer,
			/** 1, or those of a day. */
			hours: smallint,
			checks: smallint,
			block: bytes,
			code: text.as<"version" | "checksum" | "content">(),
		},
		{ indexes: { damaged_blocks_monitor: "(monitor_id)" } },
	),
};

export type MonitorStateTable = RowOf<typeof CHECK_TABLES.monitor_states>;
export type CheckResultTable = RowOf<typeof CHECK_TABLES.check_results>;
export type CheckFailureTable = RowOf<typeof CHECK_TABLES.check_failures>;
export type CheckStepsTable = RowOf<typeof CHECK_TABLES.check_steps>;
export type TransitionTable = RowOf<typeof CHECK_TABLES.transitions>;
