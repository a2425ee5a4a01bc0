/** Opens the database of a configuration, with its schema up to date. */

import type { Config } from "../config/config.ts";
import { isUpToDate, migrate } from "../storage/database/migrate.ts";
import { openDatabase } from "../storage/database/open-database.ts";
import type { PoolLimits } from "../storage/database/pool/limited-pool.ts";
import { openPostgresql } from "../storage/database/postgresql.ts";
import { InstanceLocked, lockInstance } from "../storage/database/sqlite/instance-lock.ts";
import type { Database } from "../storage/database/tx.ts";
import { UnusableDatabase } from "./unusable-database.ts";

/**
 * Throws an {@link UnusableDatabase}.
 * @param onMigrated called with the names of the migrations that ran, which may be none
 * @param waits as `openDatabase` has it
 */
export async function openMigratedDatabase(
	{ databaseUrl, databasePoolSize }: Pick<Config, "databaseUrl"> & Partial<Pick<Config, "databasePoolSize">>,
	onMigrated: (ran: readonly string[]) => void = () => {},
	waits = true,
): Promise<Database> {
	let database: Database | undefined;
	try {
		const opened = openDatabase(databaseUrl, waits, databasePoolSize);
		database = opened;
		// Mostly nothing is to be done, and whoever holds the lock may be cut off.
		onMigrated((await isUpToDate(opened)) ? [] : await opened.withoutTimeLimit(() => migrate(opened)));
		return opened;
	} catch (cause) {
		await database?.close();
		throw new UnusableDatabase(databaseUrl, cause);
	}
}

/**
 * Two heartbeats in a row that wait in vain, each for a connection or for an answer, take 11 s with the pauses before
 * them and after (BEAT_EVERY_MS): the third one has a second until this process counts as silent (SILENT_AFTER_MS).
 */
const HEARTBEAT_LIMITS: PoolLimits = {
	connectMs: 2_000,
	answerMs: 2_500,
	statementMs: 2_000,
	lockMs: 1_500,
	idleInTransactionMs: 3_000,
	stopMs: 1_000,
};

/** A PostgreSQL by one connection for heartbeats alone. */
export function openHeartbeats({ databaseUrl }: Pick<Config, "databaseUrl">): Database {
	return openPostgresql(databaseUrl, { poolSize: 1, limits: HEARTBEAT_LIMITS });
}

/** Locks a SQLite file for this service. Throws {@link InstanceLocked} or an {@link UnusableDatabase}. */
export function holdDatabase({ databaseUrl }: Pick<Config, "databaseUrl">): Disposable {
	try {
		return lockInstance(databaseUrl);
	} catch (cause) {
		throw cause instanceof InstanceLocked ? cause : new UnusableDatabase(databaseUrl, cause);
	}
}
