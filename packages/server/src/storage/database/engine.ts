/**
 * Opens the database, and names every difference between the two engines: whatever differs between SQLite and
 * PostgreSQL stands in this file and nowhere else.
 *
 * SQLite: one connection, WAL, `synchronous=FULL`, so that what was answered or told is on the disk. Every transaction
 * begins as a writer (`BEGIN IMMEDIATE`): one that begins as a reader and then writes fails at once when another process
 * wrote meanwhile, without waiting for the busy timeout.
 *
 * Values are the same on both: instants are epoch milliseconds as numbers, flags are 0 or 1, nothing is a Date.
 */

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
	CompiledQuery,
	type DatabaseConnection,
	Kysely,
	PostgresDialect,
	type RawBuilder,
	SqliteAdapter,
	type SqliteDatabase,
	SqliteDialect,
	SqliteDriver,
	type SqliteStatement,
	sql,
	type Transaction,
} from "kysely";
import pg from "pg";
import type { Schema } from "./schema.ts";

export type Database = Kysely<Schema>;
/** A transaction, or the database itself where one statement is enough. */
export type Queryable = Kysely<Schema> | Transaction<Schema>;

/** What a column of a table built from parameters holds; `bytes` travel as lower-case hex. */
export type ColumnType = "integer" | "text" | "bytes";

export interface Engine {
	readonly name: "sqlite" | "postgresql";
	readonly db: Database;
	/** Column types of the migrations. */
	readonly types: {
		/** A key that the database hands out. */
		readonly identity: RawBuilder<unknown>;
		readonly bytes: RawBuilder<unknown>;
	};
	/** Ends a `create table` whose rows live in the primary key's tree, where the engine has that. */
	readonly clustered: RawBuilder<unknown>;
	/**
	 * Many rows as one parameter, for use after FROM: `from ${engine.rows(…)} as r`. One statement, one plan, whatever
	 * the number of rows.
	 */
	rows(
		columns: Readonly<Record<string, ColumnType>>,
		rows: readonly Readonly<Record<string, unknown>>[],
	): RawBuilder<unknown>;
	/** Ends a `select` whose rows this transaction is about to change; rivals wait or, with `skipLocked`, look elsewhere. */
	readonly forUpdate: RawBuilder<unknown>;
	readonly forUpdateSkipLocked: RawBuilder<unknown>;
	/** Resolves when the database answers a trivial question; rejects when it does not. */
	ping(): Promise<void>;
	/** Bytes that the database takes on the disk. */
	sizeBytes(): Promise<number>;
	/** Gives free space back where the engine keeps it; a bounded slice of work. */
	reclaimSpace(): Promise<void>;
	/** Whether `error` says that a value is taken already; `constraint` names the columns or the index, as the engine tells. */
	isUniqueViolation(error: unknown): boolean;
	/** Whether `error` is about the engine's state (full, busy, failing, a lost race) and not about what was asked: the same may succeed later. */
	isTransient(error: unknown): boolean;
	close(): Promise<void>;
}

/** How long a statement of ours waits for another process to finish writing. */
const SQLITE_BUSY_TIMEOUT_MS = 10_000;
/** Statements kept prepared. The service has a few hundred distinct texts; the bound is for those with lists in them. */
const SQLITE_STATEMENT_CACHE = 500;
/** Primary result codes: busy, locked, out of memory, read-only, input/output error, full, can't open (sqlite.org/rescode.html). */
const SQLITE_PASSING = new Set([5, 6, 7, 8, 10, 13, 14]);
/** Pages given back to the file system in one slice, 4 KiB each: a few milliseconds. */
const SQLITE_VACUUM_PAGES = 500;
/** Connections of one process. Enough for the engine's loops and the API side by side; PostgreSQL's default allows 100 in all. */
const POSTGRES_POOL_SIZE = 10;
const POSTGRES_CONNECT_TIMEOUT_MS = 5_000;

/** @param url `sqlite:PATH`, `sqlite::memory:`, or `postgres://…`; anything else throws a TypeError. */
export function openEngine(url: string): Engine {
	if (url.startsWith("sqlite:")) return openSqlite(url.slice("sqlite:".length));
	if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url);
	throw new TypeError("A database URL begins with sqlite: or postgres://");
}

/**
 * Text as both engines keep it. PostgreSQL knows no NUL and no half of a character, and refuses the whole statement for one; what a
 * certificate or a failure says holds whatever a stranger put there, cut to length.
 */
function storableText(value: unknown): unknown {
	return typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\ufffd") : value;
}

async function ping(db: Database): Promise<void> {
	await sql`select 1`.execute(db);
}

// --- SQLite -----------------------------------------------------------------------------------------------------------

function openSqlite(path: string): Engine {
	if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
	const file = new DatabaseSync(path, { timeout: SQLITE_BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
	// auto_vacuum has to be chosen before the first table is made.
	file.exec("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
	file.exec("PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY");
	const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect({ database: new PreparedSqlite(file) }) });
	return {
		name: "sqlite",
		db,
		types: { identity: sql`integer primary key autoincrement`, bytes: sql`blob` },
		clustered: sql` without rowid`,
		rows(columns, rows) {
			const fields = Object.entries(columns).map(([name, type], index) =>
				type === "bytes"
					? sql`unhex(value ->> ${sql.lit(index)}) as ${sql.ref(name)}`
					: sql`value ->> ${sql.lit(index)} as ${sql.ref(name)}`,
			);
			const names = Object.keys(columns);
			return sql`(select ${sql.join(fields)} from json_each(${JSON.stringify(rows.map((row) => names.map((name) => storableText(row[name] ?? null))))}))`;
		},
		forUpdate: sql``,
		forUpdateSkipLocked: sql``,
		ping: () => ping(db),
		async sizeBytes() {
			const { rows } = await sql<{ bytes: number }>`
				select (select page_count from pragma_page_count) * (select page_size from pragma_page_size) as bytes`.execute(
				db,
			);
			return rows[0]?.bytes ?? 0;
		},
		async reclaimSpace() {
			file.exec(`PRAGMA incremental_vacuum(${SQLITE_VACUUM_PAGES})`);
		},
		isUniqueViolation: (error) => error instanceof Error && /UNIQUE constraint failed/.test(error.message),
		isTransient: (error) =>
			// An extended code holds the primary one in its lowest byte.
			error instanceof Error && "errcode" in error && SQLITE_PASSING.has(Number(error.errcode) & 0xff),
		close: () => db.destroy(),
	};
}

/** Kysely speaks better-sqlite3; this makes `node:sqlite` answer the same way, with its statements kept prepared. */
class PreparedSqlite implements SqliteDatabase {
	readonly #file: DatabaseSync;
	readonly #statements = new Map<string, SqliteStatement>();

	constructor(file: DatabaseSync) {
		this.#file = file;
	}

	prepare(text: string): SqliteStatement {
		const known = this.#statements.get(text);
		if (known) {
			// Least recently used first: a Map keeps the order of insertion.
			this.#statements.delete(text);
			this.#statements.set(text, known);
			return known;
		}
		const statement = asKyselyStatement(this.#file.prepare(text));
		this.#statements.set(text, statement);
		if (this.#statements.size > SQLITE_STATEMENT_CACHE) {
			const oldest = this.#statements.keys().next().value;
			if (oldest !== undefined) this.#statements.delete(oldest);
		}
		return statement;
	}

	get isInTransaction(): boolean {
		return this.#file.isTransaction;
	}

	close(): void {
		this.#statements.clear();
		this.#file.close();
	}
}

function asKyselyStatement(statement: StatementSync): SqliteStatement {
	const reader = statement.columns().length > 0;
	const bound = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
	return {
		reader,
		all: (parameters) => statement.all(...bound(parameters)),
		run: (parameters) => statement.run(...bound(parameters)),
		iterate: (parameters) => statement.iterate(...bound(parameters)),
	};
}

class NodeSqliteDialect extends SqliteDialect {
	readonly #config: { database: PreparedSqlite };

	constructor(config: { database: PreparedSqlite }) {
		super(config);
		this.#config = config;
	}

	override createDriver(): SqliteDriver {
		return new ImmediateSqliteDriver(this.#config);
	}

	override createAdapter(): SqliteAdapter {
		return new TransactionalDdlAdapter();
	}
}

class ImmediateSqliteDriver extends SqliteDriver {
	readonly #database: PreparedSqlite;

	constructor(config: { database: PreparedSqlite }) {
		super(config);
		this.#database = config.database;
	}

	/** SQLite ends a transaction by itself when the disk is full or fails; to end it again would hide that error behind another. */
	override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		if (this.#database.isInTransaction) await super.rollbackTransaction(connection);
	}

	override async beginTransaction(connection: DatabaseConnection): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw("begin immediate"));
	}
}

/** SQLite's DDL is transactional; saying so puts all migrations of a start into one transaction, which is also their lock. */
class TransactionalDdlAdapter extends SqliteAdapter {
	override get supportsTransactionalDdl(): boolean {
		return true;
	}
}

// --- PostgreSQL -------------------------------------------------------------------------------------------------------

const INT8 = 20;
const NUMERIC = 1700;
/**
 * Classes of SQLSTATE: connection, rollback by the engine (deadlock), resources, object in use, shutdown, system; and 25006, a
 * database that takes no writes: a standby, or a provider's when its disk is nearly full. Not 57014, a statement that took too long: a
 * smaller one may be what is needed.
 */
const POSTGRES_PASSING = /^(08|25006|40|53|55|57P|58)/;

function openPostgres(url: string): Engine {
	const pool = new pg.Pool({
		connectionString: url,
		max: POSTGRES_POOL_SIZE,
		connectionTimeoutMillis: POSTGRES_CONNECT_TIMEOUT_MS,
		application_name: "lapwing",
		types: {
			// Our 64-bit integers are instants and counts, far below 2^53.
			getTypeParser: ((oid: number, format?: "text" | "binary") =>
				oid === INT8 || oid === NUMERIC
					? Number
					: pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
		},
	});
	// A connection that breaks while idle is replaced by the pool; without a listener Node would end the process.
	pool.on("error", () => {});
	// The pool does not listen while a connection is in use. Whoever uses it gets the error from its own query.
	pool.on("connect", (client) => client.on("error", () => {}));
	const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
	const jsonTypes = { integer: "bigint", text: "text", bytes: "text" } as const;
	return {
		name: "postgresql",
		db,
		types: { identity: sql`bigint primary key generated by default as identity`, bytes: sql`bytea` },
		clustered: sql``,
		rows(columns, rows) {
			const entries = Object.entries(columns);
			const fields = entries.map(([name, type]) =>
				type === "bytes" ? sql`decode(${sql.ref(name)}, 'hex') as ${sql.ref(name)}` : sql.ref(name),
			);
			const definition = entries.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(jsonTypes[type])}`);
			return sql`(select ${sql.join(fields)} from json_to_recordset(${JSON.stringify(rows, (_, value) => storableText(value))}::json) as given(${sql.join(definition)}))`;
		},
		// The weaker lock, for no key of ours ever changes: `for update` would make every insert that refers to the row wait, and
		// a commit of checks, which holds a monitor's state and refers to the monitor, wait in a circle with an edit.
		forUpdate: sql` for no key update`,
		forUpdateSkipLocked: sql` for no key update skip locked`,
		ping: () => ping(db),
		async sizeBytes() {
			const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
			return rows[0]?.bytes ?? 0;
		},
		async reclaimSpace() {
			// autovacuum does.
		},
		isUniqueViolation: (error) => error instanceof pg.DatabaseError && error.code === "23505",
		isTransient: (error) => error instanceof pg.DatabaseError && POSTGRES_PASSING.test(error.code ?? ""),
		close: () => db.destroy(),
	};
}
