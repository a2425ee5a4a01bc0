/** Tables of the installation as a whole (../../migrations/0013-installation.ts, 0019-cut-offs.ts). */

export interface InstallationTable {
	/** 1: there is one row at most. */
	id: number;
	/** By which another secret is recognized (../../installation/secret-fingerprint.ts). */
	secret_fingerprint: string;
}

/** On one machine: the machine that made the checks from `since` on, until the next row. */
export interface MachineTable {
	since: number;
	name: string;
}

/** The network of that machine's prober is cut off (../../../domain/checks/cut-off.ts). Deleted when it is back. */
export interface CutOffTable {
	/** Its MACHINE_NAME. */
	machine: string;
	/** Start of the first check that was missed for it, epoch milliseconds; identifies it, as an outage's start does. */
	since: number;
}
