/** Tables of the installation as a whole: whose secret seals its values, and on which machines it ran. */

import { bigint, integer, type RowOf, table, text } from "./table.ts";

export const INSTALLATION_TABLES = {
	installation: table({
		/** 1: there is one row at most. */
		id: integer.key(),
		/** By which another secret is recognized (../../installation/secret-fingerprint.ts). */
		secret_fingerprint: text,
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
