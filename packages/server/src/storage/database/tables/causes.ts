/**
 * Outages as rows, and what they have in common. An outage belongs to one cause from the commit that begins it; a cause
 * holds the outages that share it (../../../domain/causes/causes.ts).
 */

import { bigint, flag, identity, integer, smallint, table, text } from "./table.ts";

export const CAUSE_TABLES = {
	causes: table(
		{
			id: identity,
			/** `cau_…`: one key for what is notified, acknowledged and resolved together. */
			public_id: text.unique(),
			team_id: bigint.references("teams"),
			/** Start of its newest outage, epoch milliseconds. */
			last_began_at: bigint,
			/** Index into SHARED_FACTS, and the fact; null while it has one outage. */
			shared: smallint.orNull(),
			shared_value: text.orNull(),
			/** The cause that its outages were moved to; null unless they were. */
			merged_into: bigint.orNull(),
		},
		{ indexes: { causes_merged: "(merged_into) where merged_into is not null", causes_age: "(last_began_at)" } },
	),

	outages: table(
		{
			id: identity,
			/** `out_…` */
			public_id: text.unique(),
			team_id: bigint.references("teams"),
			monitor_id: bigint.references("monitors", "cascade"),
			cause_id: bigint.references("causes"),
			/** Start of the first failing check, by which an outage is identified elsewhere. */
			started_at: bigint,
			/** When it was committed. */
			recorded_at: bigint,
			/** Completion of the check that was up again; null while it lasts. */
			ended_at: bigint.orNull(),
			/** The outage of a monitor that this one depends on, directly or not; null when it is no consequence. */
			consequence_of: bigint.orNull(),
			/** Until when its notice waits for checks of what it depends on; null when it does not. */
			waits_until: bigint.orNull(),
			/** What its first failing check saw, to compare with others. */
			address: text.orNull(),
			/** Of a certificate that was refused. */
			fingerprint: text.orNull(),
			/** 1: name servers failed. */
			is_of_name_server: flag,
			/** The name of the location that saw it; null for several, and where that has no name. */
			place: text.orNull(),
		},
		{
			indexes: {
				outages_of_monitor: "(monitor_id, started_at)",
				// With all that is asked of a cause's outages when they are counted.
				outages_of_cause: "(cause_id, ended_at, monitor_id, consequence_of)",
				outages_recent: "(team_id, started_at, cause_id)",
				outages_open: "(monitor_id) where ended_at is null",
				outages_open_of_team: "(team_id, started_at) where ended_at is null",
				outages_consequences: "(consequence_of) where consequence_of is not null",
				outages_age: "(recorded_at)",
			},
		},
	),

	/** Checks that an outage waits for before it is notified: of what its monitor depends on, or of itself. */
	cause_checks: table(
		{
			outage_id: bigint.references("outages", "cascade"),
			monitor_id: bigint.references("monitors", "cascade"),
			/** A check that began later is waited for, and no longer than until then. */
			since: bigint,
			until: bigint,
			/** When the check was asked for; null before. */
			asked_at: bigint.orNull(),
		},
		{
			key: "outage_id, monitor_id",
			indexes: { cause_checks_monitor: "(monitor_id)", cause_checks_unasked: "(monitor_id) where asked_at is null" },
		},
	),

	/** One row a team: whoever is about to find the cause of an outage locks it, so that two commits find one cause. */
	cause_locks: table({ team_id: bigint.references("teams").key(), turns: integer.default(0) }),
};
