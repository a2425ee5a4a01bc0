/**
 * The database, or one transaction of it, together with the dialect of its engine. Every function of storage takes one
 * as its first parameter, so that the same function works alone and within a transaction. Who opens a transaction has
 * the database, and names what `work` gets `tx`.
 */

import { type Kysely, type RawBuilder, sql } from "kysely";
import { tooManyFiles } from "../../domain/file-limits.ts";
import type { Dialect } from "./dialect.ts";
import type { FullDisk } from "./full-disk.ts";
import type { Schema } from "./schema.ts";

export interface Tx {
	readonly db: Kysely<Schema>;
	readonly dialect: Dialect;
	/**
	 * Runs `work` in a transaction: committed when it resolves, rolled back when it rejects. Within a transaction, `work`
	 * joins that one.
	 */
	transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
	/** Runs `work`, which only reads, on one snapshot of the database; within a transaction, `work` joins that one. */
	snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
	/** How long another process has kept this one from writing, milliseconds; null when it does not. */
	writeBlockedForMs(): number | null;
}

/**
 * The database was locked by another process for as long as this statement could wait. It changed nothing, and may
 * succeed later.
 */
export class DatabaseBusy extends Error {
	override readonly name = "DatabaseBusy";

	constructor(blockedForMs: number, cause?: unknown) {
		const seconds = Math.round(blockedForMs / 1000);
		super(`Another process has held the write lock of the database for ${seconds} s.`, { cause });
	}
}

/**
 * The database could not be connected to, or gave no answer in time. What was asked of it may have happened, and may
 * be asked again later.
 */
export class DatabaseUnreachable extends Error {
	override readonly name = "DatabaseUnreachable";

	constructor(cause: unknown) {
		super(`The database can't be reached: ${reasonOf(cause)}.`, { cause });
	}
}

/** A connection to several addresses fails with an error that has no message. */
function reasonOf(cause: unknown): string {
	if (!(cause instanceof Error)) return String(cause);
	const code = "code" in cause ? String(cause.code) : "";
	return tooManyFiles(code) ?? (cause.message || code);
}

/** An open database. Whoever opens it closes it. */
export interface Database extends Tx {
	/**
	 * The same database for requests: their statements give up on a locked file soon, where those of background jobs
	 * wait.
	 */
	readonly requests: Tx;
	/**
	 * The same database for what can be computed again from the rest: its commits do not wait for the disk, and a power
	 * cut may undo the last of them. Each is whole or not there, as any other.
	 */
	readonly repeatable: Tx;
	/**
	 * As {@link repeatable}, for transactions that take many turns of the event loop. Where all others share one
	 * connection, this is one of its own: readers go on meanwhile, and writers wait as for another process. Opened when
	 * it is first used.
	 */
	background(): Tx;
	/**
	 * From now on a thread copies pages from the WAL into the file, and no commit of this process does; it runs while
	 * there are some. Disposing ends it. Nothing to do on PostgreSQL.
	 * @param onProblem called with what keeps the thread from it; for the log
	 */
	checkpointInThread(onProblem: (error: Error) => void): AsyncDisposable;
	/** From now on no statement waits for a locked file or a lost answer: for a stop that must end in time. */
	stopWaiting(): void;
	/** Runs `work`, whose statements may take as long as they need: for migrations. */
	withoutTimeLimit<T>(work: () => Promise<T>): Promise<T>;
	/** Resolves when the database answers a trivial query; rejects when it does not. */
	ping(): Promise<void>;
	/**
	 * `version` of the dialect, at once: what is read later stays true while it stays the same. Null where it can't be
	 * told at once.
	 */
	version(): string | null;
	/** Whether the file was deleted or replaced since it was opened; never on PostgreSQL. */
	isFileGone(): boolean;
	/** Whether a transaction failed lately because the disk is full. */
	wasDiskFull(): boolean;
	/** Bytes that the database takes on the disk. */
	sizeBytes(): Promise<number>;
	/** Returns free space to the file system where the engine keeps it; a bounded slice of work. */
	reclaimSpace(): Promise<void>;
	close(): Promise<void>;
}

export function txOf(
	db: Kysely<Schema>,
	dialect: Dialect,
	disk: FullDisk,
	writeBlockedForMs: Tx["writeBlockedForMs"] = () => null,
): Tx {
	return {
		db,
		dialect,
		transaction(work) {
			const done = db.transaction().execute((transaction) => work(within(transaction, dialect, writeBlockedForMs)));
			return disk.watching(done);
		},
		snapshot(work) {
			return db
				.transaction()
				.setIsolationLevel("repeatable read")
				.setAccessMode("read only")
				.execute((transaction) => work(within(transaction, dialect, writeBlockedForMs)));
		},
		writeBlockedForMs,
	};
}

function within(transaction: Kysely<Schema>, dialect: Dialect, writeBlockedForMs: Tx["writeBlockedForMs"]): Tx {
	const tx: Tx = {
		db: transaction,
		dialect,
		transaction: (work) => work(tx),
		snapshot: (work) => work(tx),
		writeBlockedForMs,
	};
	return tx;
}

export async function ping(db: Kysely<Schema>): Promise<void> {
	await sql`select 1`.execute(db);
}

/** The clock that decides, epoch milliseconds: for commands, which follow it by no heartbeats. */
export async function databaseNow({ db, dialect }: Tx): Promise<number> {
	return dialect.clock === null ? Date.now() : readClock({ db }, dialect.clock);
}

/** @param clock SQL that reads it, as `clock` of the dialect */
export async function readClock({ db }: Pick<Tx, "db">, clock: RawBuilder<number>): Promise<number> {
	const { rows } = await sql<{ now: number }>`select ${clock} as now`.execute(db);
	if (rows[0] === undefined) throw new Error("The database did not tell the time.");
	return rows[0].now;
}
