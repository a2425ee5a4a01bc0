/** Tables of monitors of jobs. */

import { bigint, bytes, flag, identity, integer, smallint, table, text } from "./table.ts";

export const HEARTBEAT_TABLES = {
	/** What a monitor of type cron expects; one row each. */
	heartbeats: table(
		{
			monitor_id: bigint.key().references("monitors", "cascade"),
			/** SHA-256 of the key in the ping address, lower-case hex. */
			key_hash: text.unique(),
			/** The key itself, encrypted for `key_hash`: the address is shown again. */
			sealed_key: text,
			/** Since when runs are expected under the present schedule; null while paused. */
			begun_at: bigint.orNull(),
			/** HeartbeatState (../../../domain/heartbeats/runs.ts) as JSON; null: to begin at `begun_at`. */
			state: text.orNull(),
			/** When something is decided without a ping; null: never. */
			wake_at: bigint.orNull(),
			/** Pings since the older ones were last deleted, and those that were left then. */
			pings_kept: integer,
		},
		{ indexes: { heartbeats_wake: "(wake_at) where wake_at is not null" } },
	),

	pings: table(
		{
			/** In the order of their arrival at one process. */
			id: identity,
			/** `png_…` */
			public_id: text,
			monitor_id: bigint.references("monitors", "cascade"),
			/** Index into PING_KINDS. */
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
		{ indexes: { pings_of_monitor: "(monitor_id, id)", pings_new: "(id) where is_new = 1" } },
	),

	ping_bodies: table({ ping_id: bigint.key().references("pings", "cascade"), body: bytes }),

	/** One row: when pings could last be stored. */
	ping_beats: table({ id: smallint.key(), beat_at: bigint }, { firstRow: "1, 0" }),

	/** Times in which they could not. */
	listening_outages: table({ since: bigint.key(), until: bigint }),
};
