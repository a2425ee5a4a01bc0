/**
 * Loaded into the service under test before its own code, into each of its threads: sets the wall clock of the process,
 * and ends its probe threads, as a file says. Nothing else of the service is changed.
 */

import { readFileSync } from "node:fs";
import { threadName } from "node:worker_threads";

export interface ProcessSettings {
	/** What the wall clock is ahead of the true one, milliseconds. */
	readonly clockAheadMs: number;
	/** Raised by one to end the probe threads that run. */
	readonly probeThreadsEnded: number;
}

/** The environment variable that names the file. */
export const SETTINGS_FILE = "LAPWING_PROCESS_SETTINGS";
const READ_EVERY_MS = 50;

const file = process.env[SETTINGS_FILE];
if (file !== undefined) {
	const read = (): ProcessSettings => JSON.parse(readFileSync(file, "utf8"));
	let settings = read();
	const { probeThreadsEnded } = settings;
	const TrueDate = Date;
	globalThis.Date = class extends TrueDate {
		constructor(...given: unknown[]) {
			if (given.length === 0) super(TrueDate.now() + settings.clockAheadMs);
			else super(...(given as [number]));
		}
		static override now(): number {
			return TrueDate.now() + settings.clockAheadMs;
		}
	} as DateConstructor;
	setInterval(() => {
		try {
			settings = read();
		} catch (error) {
			// Without descriptors the file can't be opened: what it said before holds, and the next read may see more.
			if ((error as NodeJS.ErrnoException).code === "EMFILE") return;
			throw error;
		}
		if (threadName === "probe" && settings.probeThreadsEnded > probeThreadsEnded) process.exit(1);
	}, READ_EVERY_MS).unref();
}
