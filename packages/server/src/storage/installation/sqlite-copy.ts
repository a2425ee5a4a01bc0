/**
 * A SQLite database of another tool, read from a copy, so that neither a service that writes to it nor we are in each
 * other's way. The copy is opened read-only, in the defensive mode, without trust in its schema, and is checked first:
 * a file of others may be damaged, or made to harm whoever opens it (https://www.sqlite.org/security.html).
 */

import {
	closeSync,
	constants,
	copyFileSync,
	existsSync,
	mkdtempSync,
	openSync,
	readSync,
	rmSync,
	statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";

/** Years of history of a large installation; what is larger is compacted first (VACUUM). */
const MAX_FILE_BYTES = 32 * 1024 ** 3;
/** Of one text. Settings stay far below a megabyte; an icon in a data URL is the longest. */
const MAX_VALUE_BYTES = 4 * 1024 ** 2;
/** Of one row of a table that is read whole. */
const MAX_COLUMNS = 300;
/** Copies of a file that is being written may be torn; how often one is made again. */
const ATTEMPTS = 3;

/** A file that is damaged, too large or no database; the message names it. */
export class UnreadableDatabase extends Error {
	override readonly name = "UnreadableDatabase";
}

type Row = Readonly<Record<string, SQLOutputValue>>;

export interface SqliteCopy extends Disposable {
	/** The names of real tables: views and virtual tables run code that the file chose. */
	readonly tables: ReadonlySet<string>;
	/** Every row of a real table; none when there is no such table. Refuses more than `most`. */
	rows(table: string, most: number): readonly Row[];
	/** What a statement answers of real tables, row by row. A row that can't be read is an {@link UnreadableDatabase}. */
	query(sql: string, ...values: readonly (string | number)[]): Iterable<Row>;
}

export function isSqlite(path: string): boolean {
	const file = openSync(path, "r");
	try {
		const head = Buffer.alloc(16);
		readSync(file, head, 0, 16, 0);
		return head.toString("latin1") === "SQLite format 3\0";
	} finally {
		closeSync(file);
	}
}

export function openCopy(path: string): SqliteCopy {
	const folder = mkdtempSync(join(tmpdir(), "lapwing-import-"));
	try {
		const database = openChecked(path, join(folder, "copy.db"));
		const tables = realTables(database);
		const query = (sql: string, ...values: readonly (string | number)[]) => rowsOf(path, database, sql, values);
		return {
			tables,
			rows: (table, most) => (tables.has(table) ? allOf(table, most, query) : []),
			query,
			[Symbol.dispose]() {
				database.close();
				rmSync(folder, { recursive: true });
			},
		};
	} catch (error) {
		rmSync(folder, { recursive: true });
		throw error;
	}
}

function openChecked(path: string, copy: string): DatabaseSync {
	for (let attempt = 1; ; attempt += 1) {
		const isStill = copyBoth(path, copy);
		const database = new DatabaseSync(copy, {
			readOnly: true,
			allowExtension: false,
			defensive: true,
			limits: { length: MAX_VALUE_BYTES, column: MAX_COLUMNS, attach: 0, triggerDepth: 1 },
		});
		try {
			database.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
			const [row] = database.prepare("PRAGMA quick_check(1)").all();
			if (row?.["quick_check"] === "ok") return database;
			if (isStill || attempt === ATTEMPTS)
				throw new UnreadableDatabase(`${path} is damaged: ${String(row?.["quick_check"])}`);
		} catch (error) {
			database.close();
			if (error instanceof UnreadableDatabase || isStill || attempt === ATTEMPTS) throw unreadable(path, error);
		}
	}
}

function unreadable(path: string, error: unknown): Error {
	if (error instanceof UnreadableDatabase) return error;
	const message = error instanceof Error ? error.message : String(error);
	return new UnreadableDatabase(`${path} can't be read as a SQLite database: ${message}.`, { cause: error });
}

/** Whether neither file changed meanwhile. What is committed and not yet in the database is in its `-wal`. */
function copyBoth(path: string, copy: string): boolean {
	const files = ["", "-wal"].map((ending) => `${path}${ending}`);
	const before = files.map(stampOf);
	const size = files.reduce((sum, file) => sum + (existsSync(file) ? statSync(file).size : 0), 0);
	if (size > MAX_FILE_BYTES)
		throw new UnreadableDatabase(`${path} has ${size} bytes; at most ${MAX_FILE_BYTES} are read. VACUUM it first.`);
	for (const ending of ["", "-wal", "-shm"]) rmSync(`${copy}${ending}`, { force: true });
	for (const ending of ["", "-wal"]) {
		if (existsSync(`${path}${ending}`))
			copyFileSync(`${path}${ending}`, `${copy}${ending}`, constants.COPYFILE_FICLONE);
	}
	return files.map(stampOf).join() === before.join();
}

function stampOf(file: string): string {
	const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
	return stat === undefined ? "none" : `${stat.mtimeNs} ${stat.size}`;
}

function realTables(database: DatabaseSync): ReadonlySet<string> {
	const rows = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").all();
	const isReal = ({ sql }: Record<string, unknown>) => !/^\s*CREATE\s+VIRTUAL\b/i.test(String(sql));
	return new Set(rows.filter(isReal).map(({ name }) => String(name)));
}

function* rowsOf(
	path: string,
	database: DatabaseSync,
	sql: string,
	values: readonly (string | number)[],
): Generator<Row> {
	try {
		// Who stops early ends the statement too.
		for (const row of database.prepare(sql).iterate(...values)) yield row;
	} catch (error) {
		// A statement that is none, a text beyond the limit, a number beyond what JavaScript counts to.
		throw unreadable(path, error);
	}
}

function allOf(table: string, most: number, query: SqliteCopy["query"]): readonly Row[] {
	const rows = [...query(`SELECT * FROM "${table.replaceAll('"', '""')}" LIMIT ${most + 1}`)];
	if (rows.length <= most) return rows;
	throw new UnreadableDatabase(
		`The table ${table} has more than ${most} rows, which is no installation that can be imported.`,
	);
}
