/** Tables of monitors of jobs. */

import { bigint, bytes, flag, identity, integer, smallint, table, text } from "./table.ts";

export const JOB_TABLES = {
	/** What a monitor of type cron expects; one row each. */
	jobs: table(
		{
			monitor_id: bigint.key().references("monitors", "cascade"),
			/** SHA-256 of the key in the ping address, lower-case hex. */
			key_hash: text.unique(),
			/** The key itself, encrypted for `key_hash`: the address is shown again. */
			encrypted_key: text,
			/** Since when runs are expected under the present schedule; null while paused. */
			begun_at: bigint.orNull(),
			/** JobState (../../../domain/jobs/runs.ts) as JSON; null: to begin at `begun_at`. */
			state: text.orNull(),
			/** When something is decided without a report; null: never. */
			wake_at: bigint.orNull(),
			/** Reports since the older ones were last deleted, and those that were left then. */
			reports_kept: integer,
		},
		{ indexes: { jobs_wake: "(wake_at) where wake_at is not null" } },
	),

	/** Addresses of other tools at which a monitor answers, too (../../../domain/monitors/imported-addresses.ts). */
	imported_addresses: table(
		{
			/** SHA-256 of the address and its tool, lower-case hex. */
			hash: text.key(),
			monitor_id: bigint.references("monitors", "cascade"),
		},
		{ indexes: { imported_addresses_of_monitor: "(monitor_id)" } },
	),

	job_reports: table(
		{
			/** In the order of their arrival at one process. */
			id: identity,
			/** `png_…` */
			public_id: text,
			monitor_id: bigint.references("monitors", "cascade"),
			/** Index into REPORT_KINDS. */
			kind: smallint,
			exit_code: smallint.orNull(),
			rid: text.orNull(),
			received_at: bigint,
			/** Of the run that it ended, once that is known. */
			duration_ms: bigint.orNull(),
			address: text,
			user_agent: text.orNull(),
			/** Bytes of the body, before it was cut. */
			size: integer,
			/** 1 until it was evaluated. */
			is_new: flag,
		},
		{ indexes: { job_reports_of_monitor: "(monitor_id, id)", job_reports_new: "(id) where is_new = 1" } },
	),

	job_report_bodies: table({ report_id: bigint.key().references("job_reports", "cascade"), body: bytes }),

	/** One row: when reports could last be stored. */
	receiver_beats: table({ id: smallint.key(), beat_at: bigint }, { firstRow: "1, 0" }),

	/** Times in which they could not. */
	listening_outages: table({ since: bigint.key(), until: bigint }),
};
