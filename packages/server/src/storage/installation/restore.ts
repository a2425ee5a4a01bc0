/**
 * Puts a backup in the place of a SQLite database. What was there is kept beside it under another name, and the new
 * file is in place as a whole or not at all.
 */

import {
	accessSync,
	closeSync,
	constants,
	existsSync,
	fstatSync,
	openSync,
	readSync,
	realpathSync,
	renameSync,
	statSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { schemaProblem } from "../database/migrate.ts";
import { lockInstance } from "../database/sqlite/instance-lock.ts";
import {
	BACKUP_TABLE,
	type BackupContents,
	BackupError,
	checkIntegrity,
	DATABASE_PARTS,
	removeDatabase,
	syncToDisk,
	unwritable,
} from "./backup.ts";
import { makeFolder } from "./make-folder.ts";
import { copyToPrivateFile, makePrivate } from "./private-files.ts";

interface Restored extends BackupContents {
	/** Under which name the earlier database is kept; null when there was none. */
	readonly earlier: string | null;
}

/**
 * Restores `file` as the database at `path`. Throws {@link BackupError} when `file` is no backup that this
 * version can read, and InstanceLocked while a service uses the database.
 *
 * @param options.replaces whether a database that is there is put aside; false refuses
 * @param options.now epoch milliseconds, for the name of the database that is put aside
 * @param options.version of this Lapwing, for messages
 */
export function restoreSqlite(
	file: string,
	path: string,
	options: { readonly replaces: boolean; readonly now: number; readonly version: string },
): Restored {
	const hasLog = checkFile(file);
	makeFolder(dirname(path));
	using _ = lockInstance(`sqlite:${path}`);
	if (existsSync(path) && !options.replaces) {
		throw new BackupError(`There is a database ${path} already. --force puts it aside and restores the backup.`);
	}
	const draft = `${path}.restoring`;
	removeDatabase(draft);
	try {
		copyParts(file, hasLog ? ["", "-wal"] : [""], draft);
		const copy = openCopy(draft, file);
		let contents: BackupContents;
		try {
			contents = contentsOf(copy, file, options.version);
			// The secret must not stay in the database, not in its free pages either.
			copy.exec("PRAGMA secure_delete = ON");
			copy.exec(`drop table if exists ${BACKUP_TABLE}`);
			// As close does, which does not throw when it fails.
			copy.exec("PRAGMA wal_checkpoint(TRUNCATE)");
		} finally {
			copy.close();
		}
		refuseLog(draft);
		syncToDisk(draft);
		const earlier = existsSync(path) ? asideOf(path, options.now) : null;
		putAside(path, asideOf(path, options.now));
		renameSync(draft, path);
		syncToDisk(dirname(path));
		return { ...contents, earlier };
	} catch (error) {
		removeDatabase(draft);
		throw unwritable(error, dirname(path), "set DATABASE_URL to a file elsewhere") ?? error;
	}
}

/**
 * Copies a database, and the log beside it: of one that was not closed, the newest changes are there, or all of them.
 * Throws a {@link BackupError} when they change meanwhile: the copies would be of different moments.
 */
function copyParts(file: string, parts: readonly string[], draft: string): void {
	// SQLite writes the log beside the file that a symbolic link leads to.
	const source = realpathSync(file);
	const present = parts.filter((part) => existsSync(source + part));
	const states = () => parts.map((part) => stateOf(source + part));
	const before = states();
	for (const part of present) copyToPrivateFile(requireReadable(source + part), draft + part);
	if (isDeepStrictEqual(states(), before)) return;
	throw new BackupError(
		`${file} changed while it was copied. Stop the service that uses it, or copy it with \`lapwing backup\`.`,
	);
}

/** What differs after a file was written. */
function stateOf(path: string) {
	const found = statSync(path, { throwIfNoEntry: false });
	return found && { bytes: found.size, changedAt: found.mtimeMs };
}

function requireReadable(path: string): string {
	try {
		accessSync(path, constants.R_OK);
		return path;
	} catch (cause) {
		throw new BackupError(`This user can't read ${path}: run this as its owner.`, { cause });
	}
}

/** Only the file itself is moved into place. */
function refuseLog(draft: string): void {
	const log = statSync(`${draft}-wal`, { throwIfNoEntry: false });
	if (log !== undefined && log.size > 0) {
		throw new BackupError(`The newest changes are not in ${draft} yet: another process has it open. Try again.`);
	}
}

/** What is restored: a backup, or a plain copy of a database, which has no secret. */
function contentsOf(copy: DatabaseSync, file: string, version: string): BackupContents {
	const tables = copy.prepare("select name from sqlite_master where type = 'table'").all();
	const names = new Set(tables.map(({ name }) => String(name)));
	if (!names.has("teams") || !names.has("kysely_migration")) {
		throw new BackupError(`${file} is a SQLite database, but none of Lapwing.`);
	}
	checkIntegrity(copy, file);
	const row = names.has(BACKUP_TABLE) ? copy.prepare(`select * from ${BACKUP_TABLE}`).get() : undefined;
	const secret = row?.["secret"];
	const contents = {
		secret: secret instanceof Uint8Array ? secret : null,
		madeAt: Number(row?.["made_at"] ?? 0),
		version: row?.["version"] ? String(row["version"]) : null,
	};
	const migrations = copy.prepare("select name from kysely_migration").all();
	const problem = schemaProblem(migrations.map(({ name }) => String(name)));
	if (problem === null) return contents;
	throw new BackupError(
		`${file} is of ${contents.version ?? "another version"}, and this is ${version}. ${problem.message}`,
	);
}

/** The copy is opened, not the file itself: SQLite writes beside a database that has a log, also to read it. */
function openCopy(draft: string, file: string): DatabaseSync {
	const copy = new DatabaseSync(draft);
	try {
		copy.prepare("select count(*) from sqlite_master").get();
		return copy;
	} catch (cause) {
		copy.close();
		throw noDatabase(file, cause);
	}
}

function noDatabase(file: string, cause?: unknown): BackupError {
	return new BackupError(`${file} is no backup of Lapwing: it is not a SQLite database.`, { cause });
}

/**
 * Throws a {@link BackupError} for what is no file of SQLite, or shorter than its header says.
 *
 * @returns whether a write-ahead log beside the file belongs to it: one beside a backup is of another database
 * @see https://sqlite.org/fileformat2.html#the_database_header
 */
function checkFile(file: string): boolean {
	const found = statSync(file, { throwIfNoEntry: false });
	if (found === undefined) throw new BackupError(`There is no file ${file}. Name one that \`lapwing backup\` wrote.`);
	if (found.isDirectory()) throw new BackupError(`${file} is a folder. Name the backup in it.`);
	const header = Buffer.alloc(HEADER_BYTES);
	const descriptor = openSync(file, "r");
	try {
		const read = readSync(descriptor, header, 0, HEADER_BYTES, 0);
		if (!MAGIC.startsWith(header.toString("latin1", 0, Math.min(read, MAGIC.length)))) throw noDatabase(file);
		// 65,536 does not fit into its two bytes.
		const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
		if (read < HEADER_BYTES || fstatSync(descriptor).size < pageBytes * header.readUInt32BE(28)) {
			throw new BackupError(`${file} ends early: a part of it is missing. Copy it again.`);
		}
		return header.readUInt8(18) === WAL_FORMAT;
	} finally {
		closeSync(descriptor);
	}
}

/** The file format's write version of a database with a write-ahead log. */
const WAL_FORMAT = 2;
const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";

function asideOf(path: string, now: number): string {
	const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, "-");
	return `${path}.before-restore-${stamp}`;
}

/**
 * Moves a database away, or what is left of one: SQLite would apply a journal that another database left at `path`
 * to the restored one. It is left when the power fails between two of these renames.
 */
function putAside(path: string, aside: string): void {
	for (const part of DATABASE_PARTS) {
		if (!existsSync(path + part)) continue;
		renameSync(path + part, aside + part);
		makePrivate(aside + part);
	}
}
