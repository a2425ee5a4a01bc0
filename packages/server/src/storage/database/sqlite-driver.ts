/**
 * Kysely's driver for `node:sqlite`, with its statements kept prepared. Every transaction that may write begins as a writer (`BEGIN IMMEDIATE`): one
 * that begins as a reader and then writes fails at once when another process wrote meanwhile, without waiting for the busy timeout.
 */

import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import {
	CompiledQuery,
	type DatabaseConnection,
	SqliteAdapter,
	type SqliteDatabase,
	SqliteDialect,
	SqliteDriver,
	type SqliteStatement,
	type TransactionSettings,
} from "kysely";

/** Statements kept prepared. The service has a few hundred distinct texts; the bound is for those with lists in them. */
const STATEMENT_CACHE = 500;

/** Kysely speaks better-sqlite3; this makes `node:sqlite` answer the same way, with its statements kept prepared. */
export class PreparedSqlite implements SqliteDatabase {
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
		if (this.#statements.size > STATEMENT_CACHE) {
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

export class NodeSqliteDialect extends SqliteDialect {
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

	/** SQLite rolls back by itself when the disk is full or fails; a second rollback would hide that error behind another. */
	override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		if (this.#database.isInTransaction) await super.rollbackTransaction(connection);
	}

	override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
		const begin = settings?.accessMode === "read only" ? "begin" : "begin immediate";
		await connection.executeQuery(CompiledQuery.raw(begin));
	}
}

/** SQLite's DDL is transactional: with that known, all migrations of a start run in one transaction, which is also their lock. */
class TransactionalDdlAdapter extends SqliteAdapter {
	override get supportsTransactionalDdl(): boolean {
		return true;
	}
}
