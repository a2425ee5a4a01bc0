/** Tables of the installation as a whole: whose secret seals its values, and on which machines it ran. */

import { bigint, flag, identity, integer, type RowOf, table, text } from "./table.ts";

export type MoveState = "open" | "fenced" | "done";

export const INSTALLATION_TABLES = {
	installation: table({
		/** 1: there is one row at most. */
		id: integer.key(),
		/** By which another secret is recognized (../../installation/secret-fingerprint.ts). */
		secret_fingerprint: text,
	}),

	/**
	 * The move of this installation to another database (../moving/), in both of them. Never copied.
	 */
	moves: table({
		/** Which of the two this database is. */
		side: text.as<"source" | "target">().key(),
		/** The same in both. */
		id: text,
		/** The address of the other one, without its password. */
		other: text,
		/**
		 * `fenced`: takes no more changes, a source in a switch or a target that was given back. `done`: the target has
		 * everything.
		 */
		state: text.as<MoveState>(),
		/** JSON of the target's Progress, or of what was compared when it is done; empty in a source. */
		progress: text,
		changed_at: bigint,
	}),

	/** The machine that made the checks from `since` on, until the next row; empty: several did. */
	machines: table({ since: bigint.key(), name: text }),

	/**
	 * The processes that share a database: leases name one. A row is deleted when its process stops, or is silent
	 * (../../installation/controls.ts). On SQLite, which one process uses, there is none.
	 */
	controls: table({
		id: identity,
		/** Its MACHINE_NAME. */
		machine: text,
		/** Whether it makes checks, or answers requests alone. */
		makes_checks: flag,
		/** Its last heartbeat, by the database's clock. */
		seen_at: bigint,
	}),

	/**
	 * What all processes have counted of rate limits, where several can use the database (../../access/rate-windows.ts).
	 * On PostgreSQL it is not in the WAL, and empty after a crash of the server.
	 */
	rate_windows: table(
		{
			/** A hash of the limit and of what is counted. */
			key: text.key(),
			ends_at: bigint,
			count: integer,
		},
		{
			statements: {
				sqlite: (columns) => [`create table rate_windows (${columns})`],
				postgresql: (columns) => [`create unlogged table rate_windows (${columns})`],
			},
		},
	),

	/**
	 * The network of that machine's prober is cut off (../../../domain/checks/cut-off.ts). Stored so that the end is
	 * notified after a restart too. Deleted when it is back and that is enqueued.
	 */
	cut_offs: table({
		/** Its MACHINE_NAME. */
		machine: text.key(),
		/** Start of the first check that was missed for it; identifies it, as an outage's start does. */
		since: bigint,
		/** Key of the alert through which its notices are enqueued, or those of its end; null when all are. */
		notified_through: bigint.orNull().default(0),
		/** When it was over, while the notices of that are enqueued; else null. */
		ended_at: bigint.orNull(),
	}),
};

export type CutOffTable = RowOf<typeof INSTALLATION_TABLES.cut_offs>;
export type MachineTable = RowOf<typeof INSTALLATION_TABLES.machines>;
