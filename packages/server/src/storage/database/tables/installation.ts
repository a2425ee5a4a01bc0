/** Tables of the installation as a whole: whose secret seals its values, and on which machines it ran. */

import { bigint, integer, type RowOf, table, text } from "./table.ts";

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
		/** `fenced`: a source that takes no more changes. `done`: the target has everything. */
		state: text.as<MoveState>(),
		/** JSON of the target's Progress; empty in a source. */
		progress: text,
		changed_at: bigint,
	}),

	/** On one machine: the machine that made the checks from `since` on, until the next row. */
	machines: table({ since: bigint.key(), name: text }),

	/**
	 * The network of that machine's prober is cut off (../../../domain/checks/cut-off.ts). Stored so that the end is
	 * notified after a restart too. Deleted when it is back.
	 */
	cut_offs: table({
		/** Its MACHINE_NAME. */
		machine: text.key(),
		/** Start of the first check that was missed for it; identifies it, as an outage's start does. */
		since: bigint,
	}),
};

export type MachineTable = RowOf<typeof INSTALLATION_TABLES.machines>;
