/**
 * A copy of a SQLite database in one file, made while a service uses it: one read transaction, so it is the state of
 * one instant. The file is a SQLite database itself. The table `lapwing_backup` in it says when it was made, and holds
 * the installation's secret when that is to be part of the backup.
 */

import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** How long the copy waits for a writer that holds the whole file; writers do not keep readers out for long. */
const BUSY_TIMEOUT_MS = 60_000;
/** Copied alongside and removed by the restore. */
export const BACKUP_TABLE = "lapwing_backup";

export interface BackupContents {
	/** Null: the backup is made without it. */
	readonly secret: Uint8Array | null;
	/** Epoch milliseconds. */
	readonly madeAt: number;
	/** Of the Lapwing that made it; null: a plain copy does not say. */
	readonly version: string | null;
}

/** A problem that the operator can correct; the message names the correction. */
export class BackupError extends Error {
	override readonly name = "BackupError";
}

/**
 * Writes a backup of the database at `path` to `file`, which appears when it is whole. Readable by its owner alone,
 * for it holds hashes of keys and, when wanted, the secret.
 */
export function backUpSqlite(path: string, file: string, { secret, madeAt, version }: BackupContents): void {
	if (!existsSync(path)) throw new BackupError(`There is no database ${path}. Set DATABASE_URL to the one to back up.`);
	// A service that has it open would go on with the file that was replaced.
	if (isSameFile(path, file)) throw new BackupError(`${file} is the database itself. Name another file.`);
	const folder = dirname(file);
	if (!existsSync(folder)) throw new BackupError(`There is no folder ${folder}. Make it, or name a file elsewhere.`);
	const draft = `${file}.unfinished`;
	removeDatabase(draft);
	try {
		// VACUUM INTO takes an empty file; made here, so that nobody else can read it at any time.
		closeSync(openSync(draft, "wx", 0o600));
		const source = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
		try {
			source.prepare("VACUUM INTO ?").run(draft);
		} finally {
			source.close();
		}
		const copy = new DatabaseSync(draft);
		try {
			checkIntegrity(copy, draft);
			copy.exec(`create table ${BACKUP_TABLE} (made_at integer not null, secret blob, version text)`);
			copy.prepare(`insert into ${BACKUP_TABLE} values (?, ?, ?)`).run(madeAt, secret, version);
		} finally {
			copy.close();
		}
		syncToDisk(draft);
		renameSync(draft, file);
		syncToDisk(folder);
	} catch (error) {
		removeDatabase(draft);
		throw unwritable(error, folder) ?? error;
	}
}

/** sqlite.org/rescode.html#full */
const SQLITE_FULL = 13;

/** What the operator can correct at the place of a file that is written; null: something else failed. */
export function unwritable(error: unknown, folder: string, elsewhere = "name a file elsewhere"): BackupError | null {
	const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
	const cause = { cause: error };
	if (code === "ENOSPC" || code === "EDQUOT" || errcode === SQLITE_FULL) {
		return new BackupError(`There is not enough space in ${folder}: free some, or ${elsewhere}.`, cause);
	}
	if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
		return new BackupError(`This user can't write in ${folder}: run this as its owner, or ${elsewhere}.`, cause);
	}
	return null;
}

function isSameFile(one: string, other: string): boolean {
	const [a, b] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
	return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}

/** A database of SQLite, its journal, its write-ahead log and the log's index belong together. */
export const DATABASE_PARTS = ["", "-journal", "-wal", "-shm"];

/** What a killed process left of its journals would be applied to the next database of this name. */
export function removeDatabase(path: string): void {
	for (const part of DATABASE_PARTS) rmSync(path + part, { force: true });
}

/** Throws when the file is damaged. Reads all of it. */
export function checkIntegrity(database: DatabaseSync, name: string): void {
	const [row] = database.prepare("PRAGMA quick_check(1)").all();
	const answer = Object.values(row ?? {})[0];
	if (answer !== "ok") throw new BackupError(`${name} is damaged (${String(answer)}). Use another backup.`);
}

/** @param path a file, or a folder, so that the names of its files are on the disk */
export function syncToDisk(path: string): void {
	const descriptor = openSync(path, "r");
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}
