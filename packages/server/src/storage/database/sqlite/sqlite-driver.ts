/**
 * Kysely's driver for `node:sqlite`, over a connection that all share (./sqlite-file.ts).
 *
 * Every transaction that may write begins as a writer (`BEGIN IMMEDIATE`): one that begins as a reader and then writes
 * fails when another process wrote in between, and no waiting helps.
 */

import {
	type CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	type Driver,
	type QueryResult,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
	type TransactionSettings,
} from "kysely";
import type { SqliteFile } from "./sqlite-file.ts";

class SqliteConnection implements DatabaseConnection {
	readonly #file: SqliteFile;
	readonly #waitMs: number;
	readonly #isSynced: boolean;
	#isInTransaction = false;

	constructor(file: SqliteFile, waitMs: number, isSynced: boolean) {
		this.#file = file;
		this.#waitMs = waitMs;
		this.#isSynced = isSynced;
	}

	async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
		if (this.#isInTransaction) return this.#file.run<Row>(query);
		return this.#file.whenFree(() => this.#file.run<Row>(query), this.#waitMs);
	}

	async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
		yield await this.executeQuery<Row>(query);
	}

	async begin(sql: string): Promise<void> {
		await this.#file.whenFree(() => this.#file.begin(sql, this.#isSynced), this.#waitMs, true);
		this.#isInTransaction = true;
	}

	commit(): void {
		this.#file.run({ sql: "commit", parameters: [] });
		this.#end();
	}

	/**
	 * SQLite rolls back by itself when the disk is full or fails; a second rollback would hide that error behind another.
	 */
	rollback(): void {
		if (!this.#isInTransaction) return;
		try {
			if (this.#file.isInTransaction) this.#file.run({ sql: "rollback", parameters: [] });
		} finally {
			this.#end();
		}
	}

	#end(): void {
		this.#isInTransaction = false;
		try {
			if (!this.#isSynced) this.#file.syncAgain();
		} finally {
			// Otherwise nobody would ever get the connection again.
			this.#file.release();
		}
	}
}

class NodeSqliteDriver implements Driver {
	readonly #file: SqliteFile;
	readonly #waitMs: number;
	readonly #isSynced: boolean;

	constructor(file: SqliteFile, waitMs: number, isSynced: boolean) {
		this.#file = file;
		this.#waitMs = waitMs;
		this.#isSynced = isSynced;
	}

	async init(): Promise<void> {}

	async acquireConnection(): Promise<SqliteConnection> {
		return new SqliteConnection(this.#file, this.#waitMs, this.#isSynced);
	}

	async releaseConnection(): Promise<void> {}

	async beginTransaction(connection: SqliteConnection, settings: TransactionSettings): Promise<void> {
		await connection.begin(settings.accessMode === "read only" ? "begin" : "begin immediate");
	}

	async commitTransaction(connection: SqliteConnection): Promise<void> {
		connection.commit();
	}

	async rollbackTransaction(connection: SqliteConnection): Promise<void> {
		connection.rollback();
	}

	async destroy(): Promise<void> {
		this.#file.close();
	}
}

/**
 * @param waitMs how long a statement waits for another process that holds the write lock
 * @param options.isSynced whether a transaction's commit waits until the disk has it; default: true
 */
export function nodeSqliteDialect(file: SqliteFile, waitMs: number, { isSynced = true } = {}): Dialect {
	return {
		createDriver: () => new NodeSqliteDriver(file, waitMs, isSynced),
		createQueryCompiler: () => new SqliteQueryCompiler(),
		createAdapter: () => new NodeSqliteAdapter(),
		createIntrospector: (db) => new SqliteIntrospector(db),
	};
}

export class NodeSqliteAdapter extends SqliteAdapter {
	/**
	 * SQLite's DDL is transactional: with that known, all migrations of a start run in one transaction, which is also
	 * their lock.
	 */
	override get supportsTransactionalDdl(): boolean {
		return true;
	}

	/** The file gives turns itself, so that a transaction that waits for the write lock keeps no reader out. */
	override get supportsMultipleConnections(): boolean {
		return true;
	}
}
