/** Tables of schedules: who is on call. */

import { bigint, identity, type RowOf, table, text } from "./table.ts";

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
};

export type ScheduleTable = RowOf<typeof ON_CALL_TABLES.schedules>;
