/**
 * SQLite by `node:sqlite`: one connection, WAL, `synchronous=FULL`, so that what was answered or delivered is on the
 * disk.
 */

import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CompiledQuery, Kysely, sql } from "kysely";
import { makeFolder } from "../../installation/make-folder.ts";
import { makePrivateFile } from "../../installation/private-files.ts";
import { SQLITE_RESULTS } from "../../results/store/sqlite-results.ts";
import { startCheckpoints } from "../checkpoints/checkpoints.ts";
import { COPIED_BY_COMMITS_FROM_PAGES, COPIED_FROM_PAGES } from "../checkpoints/messages.ts";
import { type Dialect, storableText } from "../dialect.ts";
import { FullDisk } from "../full-disk.ts";
import { FENCED } from "../moving/fenced.ts";
import { openedFile } from "../opened-file.ts";
import type { Schema } from "../schema.ts";
import { type Database, DatabaseBusy, ping, type Tx, txOf } from "../tx.ts";
import { nodeSqliteDialect } from "./sqlite-driver.ts";
import { EachRow, resultCode, SqliteFile } from "./sqlite-file.ts";

/** How long the process may stand still at its start while another one holds the file. */
const OPEN_TIMEOUT_MS = 10_000;
/**
 * How long statements wait for another process that holds the write lock, without blocking this one: those of
 * background jobs for as long as a backup or a migration by hand may take; those of requests for less than a client
 * waits.
 */
const JOB_WAIT_MS = 60_000;
const REQUEST_WAIT_MS = 1_000;
/**
 * Primary result codes: busy, locked, out of memory, read-only, I/O error, full, can't open (sqlite.org/rescode.html).
 */
const TRANSIENT_CODES = new Set([5, 6, 7, 8, 10, 13, 14]);
/**
 * Page caches. What is not there is mostly in the system's cache. A commit of 1,000 checks of 60,000 monitors costs the
 * same with 32 MB and with 64 (31.5 and 31.7 µs a check). In the background every page is read once.
 */
const CACHE_KIB = { shared: 32_768, background: 8_192 };
/** Pages returned to the file system in one slice, 4 KiB each: less than 5 ms. */
const VACUUM_PAGES = 250;

/**
 * Commits of other connections change the first part (sqlite.org/pragma.html#pragma_data_version), writes of this one
 * the second.
 */
const VERSION = "(select data_version from pragma_data_version) || ' ' || total_changes()";

export const dialect: Dialect = {
	name: "sqlite",
	isSingleProcess: true,
	hasRoundTrips: false,
	writersAtOnce: 1,
	ddl: { identity: "integer primary key autoincrement", bytes: "blob", clustered: " without rowid" },
	results: SQLITE_RESULTS,
	rows(columns, rows) {
		const fields = Object.entries(columns).map(([name, type], index) =>
			type === "bytes"
				? sql`unhex(value ->> ${sql.lit(index)}) as ${sql.ref(name)}`
				: sql`value ->> ${sql.lit(index)} as ${sql.ref(name)}`,
		);
		const names = Object.keys(columns);
		const values = JSON.stringify(rows.map((row) => names.map((name) => storableText(row[name] ?? null))));
		return sql`(select ${sql.join(fields)} from json_each(${values}))`;
	},
	async insertRows(db, { table, columns, rows }, onConflict) {
		const names = Object.keys(columns);
		const values = sql.raw(names.map(() => "?").join(", "));
		const insert = sql`insert into ${sql.raw(`${table} (${names.join(", ")})`)} values (${values}) ${onConflict}`;
		return forEach(db, insert.compile(db).sql, names, rows);
	},
	async updateRows(db, { table, key, columns, rows }) {
		const [names, keys] = [Object.keys(columns), Object.keys(key)];
		const assignments = names.map((name) => `${name} = ?`).join(", ");
		await forEach(db, `update ${table} set ${assignments} where ${equal(keys)}`, [...names, ...keys], rows);
	},
	async deleteRows(db, { table, key, rows }) {
		const keys = Object.keys(key);
		await forEach(db, `delete from ${table} where ${equal(keys)}`, keys, rows);
	},
	version: sql.raw(VERSION),
	// The driver keeps every statement prepared.
	frequent: (statement) => statement,
	// SQLite's own lower() knows ASCII alone.
	lowered: (text) => sql`lower_unicode(${text})`,
	// In the order in which the rows are read.
	joined: (value, separator) => sql<string>`group_concat(${value}, ${sql.lit(separator)})`,
	byCodePoint: (text) => text,
	forUpdate: sql``,
	forUpdateSkipLocked: sql``,
	clock: null,
	lockTables: null,
	// It begins with the write lock.
	lockMigrations: sql`select 1`,
	isUniqueViolation: (error) => error instanceof Error && /UNIQUE constraint failed/.test(error.message),
	isTransient: (error) =>
		error instanceof DatabaseBusy ||
		TRANSIENT_CODES.has(resultCode(error) ?? 0) ||
		(error instanceof Error && error.message.includes(FENCED)),
};

function equal(names: readonly string[]): string {
	return names.map((name) => `${name} = ?`).join(" and ");
}

/** Runs a statement for each row with its values of these names; the indexes of the rows that changed something. */
async function forEach(
	db: Kysely<Schema>,
	statement: string,
	names: readonly string[],
	rows: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly number[]> {
	const values = rows.map((row) => names.map((name) => storableText(row[name]) as number | string | null));
	const { rows: changed } = await db.executeQuery<{ place: number }>(
		CompiledQuery.raw(statement, [new EachRow(values)]),
	);
	return changed.map(({ place }) => place);
}

function connect(path: string, cacheKib: number, timeout = OPEN_TIMEOUT_MS): SqliteFile {
	const file = new DatabaseSync(path, { timeout, enableForeignKeyConstraints: true });
	file.function("lower_unicode", { deterministic: true }, (text) =>
		typeof text === "string" ? text.toLowerCase() : text,
	);
	// auto_vacuum has to be chosen before the first table is made.
	file.exec("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
	file.exec(`PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -${cacheKib}; PRAGMA temp_store = MEMORY`);
	file.exec("PRAGMA busy_timeout = 0");
	return new SqliteFile(file);
}

/** Commits of this connection copy the pages of the WAL into the file when it has as many. */
function copyFrom(file: SqliteFile, pages: number): void {
	file.exec(`PRAGMA wal_autocheckpoint = ${pages}`);
}

/**
 * Pages of the WAL that are not in the file yet, to begin copying them: none while this connection has a transaction,
 * in which SQLite does not say. What keeps it from being read is found, and logged, by who copies.
 */
function uncopiedPages(file: SqliteFile): number {
	if (file.isInTransaction) return 0;
	try {
		const { rows } = file.run<{ log: number; checkpointed: number }>({
			sql: "pragma wal_checkpoint(noop)",
			parameters: [],
		});
		return rows[0] === undefined ? 0 : rows[0].log - rows[0].checkpointed;
	} catch {
		return Number.POSITIVE_INFINITY;
	}
}

/** sqlite.org/rescode.html#full */
const SQLITE_FULL = 13;

/** @param waits false: another process that holds the file is not waited for */
export function openSqlite(path: string, waits = true): Database {
	if (path !== ":memory:") {
		makeFolder(dirname(path));
		makePrivateFile(path);
	}
	const shared = connect(path, CACHE_KIB.shared, waits ? OPEN_TIMEOUT_MS : 0);
	const opened = path === ":memory:" ? null : openedFile(path);
	let own: { readonly file: SqliteFile; readonly tx: Tx } | null = null;
	let commitsCopyFrom = COPIED_FROM_PAGES;
	const db = new Kysely<Schema>({ dialect: nodeSqliteDialect(shared, JOB_WAIT_MS) });
	const requests = new Kysely<Schema>({ dialect: nodeSqliteDialect(shared, REQUEST_WAIT_MS) });
	const repeatable = new Kysely<Schema>({ dialect: nodeSqliteDialect(shared, JOB_WAIT_MS, { isSynced: false }) });
	const blockedForMs = () => shared.blockedForMs();
	const disk = new FullDisk((error) => resultCode(error) === SQLITE_FULL);
	return {
		...txOf(db, dialect, disk, blockedForMs),
		requests: txOf(requests, dialect, disk, blockedForMs),
		repeatable: txOf(repeatable, dialect, disk, blockedForMs),
		background() {
			if (path === ":memory:") return this;
			if (own === null) {
				const file = connect(path, CACHE_KIB.background);
				copyFrom(file, commitsCopyFrom);
				const background = new Kysely<Schema>({ dialect: nodeSqliteDialect(file, JOB_WAIT_MS, { isSynced: false }) });
				own = { file, tx: txOf(background, dialect, disk, blockedForMs) };
			}
			return own.tx;
		},
		checkpointInThread(onProblem) {
			if (path === ":memory:") return { async [Symbol.asyncDispose]() {} };
			commitsCopyFrom = COPIED_BY_COMMITS_FROM_PAGES;
			copyFrom(shared, commitsCopyFrom);
			if (own) copyFrom(own.file, commitsCopyFrom);
			return startCheckpoints(path, { uncopiedPages: () => uncopiedPages(shared), onProblem });
		},
		stopWaiting() {
			shared.stopWaiting();
			own?.file.stopWaiting();
		},
		withoutTimeLimit: (work) => work(),
		ping: () => ping(db),
		version() {
			try {
				// Also while a transaction is open: it counts what that one has written, which whoever asks reads after it.
				const { rows } = shared.run<{ version: string }>({ sql: `select ${VERSION} as version`, parameters: [] });
				return rows[0]?.version ?? null;
			} catch (error) {
				if (dialect.isTransient(error)) return null;
				throw error;
			}
		},
		isFileGone: () => opened?.isGone() ?? false,
		wasDiskFull: () => disk.wasFullLately,
		async sizeBytes() {
			const { rows } = await sql<{ bytes: number }>`
				select (select page_count from pragma_page_count) * (select page_size from pragma_page_size) as bytes`.execute(
				db,
			);
			return rows[0]?.bytes ?? 0;
		},
		async reclaimSpace() {
			await shared.whenFree(() => shared.exec(`PRAGMA incremental_vacuum(${VACUUM_PAGES})`), JOB_WAIT_MS);
		},
		async close() {
			own?.file.close();
			await db.destroy();
			// A database without a single query has no driver to destroy.
			shared.close();
		},
	};
}
