/** Tables of the locations from which checks are made, beside that of `control`, and of the probers in them. */

import { bigint, flag, identity, integer, smallint, table, text } from "./table.ts";

export const LOCATION_TABLES = {
	locations: table(
		{
			id: identity,
			/** `loc_…` */
			public_id: text.unique(),
			/** Whose it is; null: the installation's, for the checks of every team. */
			team_id: bigint.orNull().references("teams"),
			/** By which monitors name it; each once per owner. */
			name: text,
			label: text,
			/** Index into LOCATION_HINTS: the group that it belongs to; null: none. */
			hint: smallint.orNull(),
			/** Whether checks from there may connect to private addresses. */
			allows_private_targets: flag,
			created_at: bigint,
			updated_at: bigint,
			/** Kept for the results that were made there. */
			deleted_at: bigint.orNull(),
		},
		{ indexes: { locations_named: "unique (coalesce(team_id, 0), name) where deleted_at is null" } },
	),

	probers: table(
		{
			id: identity,
			/** `pro_…` */
			public_id: text.unique(),
			location_id: bigint.references("locations"),
			name: text,
			/** Its user in NATS: the public half of its key. */
			nats_user: text.unique(),
			/** X25519, base64url: what orders for it are sealed with. */
			public_key: text,
			created_at: bigint,
			/** It is shut out from then on; the row is deleted once nothing names it. */
			revoked_at: bigint.orNull(),
			/** What its last heartbeat said; null before the first. The instant is the database's. */
			last_seen_at: bigint.orNull(),
			version: text.orNull(),
			running: integer.orNull(),
			capacity: integer.orNull(),
			/** Its clock minus the database's, milliseconds. */
			clock_offset_ms: integer.orNull(),
			/** Of its failing attempts that another location was asked about since `counted_from`: all, and those refuted. */
			asked_elsewhere: integer.default(0),
			refuted_elsewhere: integer.default(0),
			counted_from: bigint.orNull(),
			/** No order goes to it until this instant, and why; null: it takes part. */
			set_aside_until: bigint.orNull(),
			set_aside_reason: text.orNull(),
		},
		{ indexes: { probers_of_location: "(location_id)" } },
	),

	/** The locations of a monitor that names some. `monitor_states.location_id` is the first that has a prober. */
	monitor_locations: table(
		{
			monitor_id: bigint.references("monitors", "cascade"),
			location_id: bigint.references("locations"),
			/** From 0, in the order in which its owner named them. */
			position: smallint,
			/** 1: the nearest location takes its place while it has no prober. */
			allows_fallback: flag.default(0),
			/** The location that takes its place now; 0: where `control` is; null: none. */
			stand_in_id: bigint.orNull(),
		},
		{ key: "monitor_id, location_id", indexes: { monitor_locations_of_location: "(location_id)" } },
	),
};
