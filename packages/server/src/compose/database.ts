/** Opens the database of a configuration, with its schema up to date. */

import type { Config } from "../config/config.ts";
import { InstanceLocked, lockInstance } from "../storage/database/instance-lock.ts";
import { migrate } from "../storage/database/migrate.ts";
import { openDatabase } from "../storage/database/open-database.ts";
import type { Database } from "../storage/database/tx.ts";
import { UnusableDatabase } from "./unusable-database.ts";

export interface MigrationEvents {
	/** Called with the names of the migrations that ran, which may be none. */
	onMigrated?(ran: readonly string[]): void;
	/** Called every few seconds while the history of an earlier version is converted, which may take minutes. */
	onProgress?(sentence: string): void;
}

/** As often as an operator who waits wants to see that it goes on. */
const PROGRESS_EVERY_MS = 5_000;

/** Throws an {@link UnusableDatabase}. */
export async function openMigratedDatabase(
	{ databaseUrl }: Pick<Config, "databaseUrl">,
	{ onMigrated, onProgress }: MigrationEvents = {},
): Promise<Database> {
	let database: Database | undefined;
	try {
		const opened = openDatabase(databaseUrl);
		database = opened;
		const progress = seldom((share) => onProgress?.(progressSentence(share)));
		const ran = await opened.withoutTimeLimit(() => migrate(opened, progress));
		onMigrated?.(ran);
		return opened;
	} catch (cause) {
		await database?.close();
		throw new UnusableDatabase(databaseUrl, cause);
	}
}

/** Locks a SQLite file for this service. Throws {@link InstanceLocked} or an {@link UnusableDatabase}. */
export function holdDatabase({ databaseUrl }: Pick<Config, "databaseUrl">): Disposable {
	try {
		return lockInstance(databaseUrl);
	} catch (cause) {
		throw cause instanceof InstanceLocked ? cause : new UnusableDatabase(databaseUrl, cause);
	}
}

function progressSentence(share: number): string {
	const percent = Math.floor(share * 100);
	return `Converting the history of an earlier version: ${percent} %. When this is interrupted, the next start goes on.`;
}

/** Calls `report` at most once in PROGRESS_EVERY_MS, and the first time at once. */
function seldom(report: (share: number) => void): (share: number) => void {
	let reportedAt = Number.NEGATIVE_INFINITY;
	return (share) => {
		if (performance.now() - reportedAt < PROGRESS_EVERY_MS) return;
		reportedAt = performance.now();
		report(share);
	};
}
