/** Tables of the installation as a whole (../../migrations/0013-installation.ts). */

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
