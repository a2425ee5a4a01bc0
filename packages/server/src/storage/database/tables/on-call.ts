/** Tables of schedules: who is on call; and of causes: who has taken them. */

import { bigint, identity, table, text } from "./table.ts";

export const ON_CALL_TABLES = {
	schedules: table(
		{
			id: identity,
			/** `sch_…` */
			public_id: text.unique(),
			team_id: bigint.references("teams"),
			name: text,
			/** JSON of Layer[] (../../../domain/on-call/schedule.ts), whose people are `usr_…`. */
			layers: text,
			/** SHA-256 of the calendar's key, lower-case hex; null while it has no calendar. */
			calendar_hash: text.orNull().unique(),
			calendar_made_at: bigint.orNull(),
			created_at: bigint,
			updated_at: bigint,
		},
		{ indexes: { schedules_newest: "(team_id, created_at desc, id desc)" } },
	),

	/** One person has the day of another. */
	schedule_overrides: table(
		{
			id: identity,
			/** `ovr_…` */
			public_id: text.unique(),
			schedule_id: bigint.references("schedules", "cascade"),
			/** `YYYY-MM-DD` */
			date: text,
			/** `usr_…` */
			instead_of: text,
			/** `usr_…` */
			person: text,
			created_at: bigint,
		},
		{ unique: "schedule_id, date, instead_of" },
	),

	/** The channels through which a person is notified while they are on call. */
	user_channels: table(
		{
			id: identity,
			/** `uch_…` */
			public_id: text.unique(),
			user_id: bigint.references("users", "cascade"),
			/** One of CHANNEL_TYPES. */
			channel: text,
			/** JSON of the channel's open fields. */
			settings: text,
			/** Its secret fields (../secret-box.ts); null when it has none. */
			encrypted: text.orNull(),
			created_at: bigint,
		},
		{ indexes: { user_channels_of_user: "(user_id)" } },
	),

	/** Who has acknowledged or snoozed a cause. The row goes with its cause. */
	handled_causes: table({
		cause_id: bigint.key().references("causes", "cascade"),
		acknowledged_at: bigint.orNull(),
		/** JSON of Handler (../../../domain/on-call/handling.ts). */
		acknowledged_by: text.orNull(),
		snoozed_at: bigint.orNull(),
		snoozed_by: text.orNull(),
		/** Epoch milliseconds. */
		snoozed_until: bigint.orNull(),
	}),
};
