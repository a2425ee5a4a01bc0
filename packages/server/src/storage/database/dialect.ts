/**
 * Every difference between SQLite and PostgreSQL, as one interface: ./sqlite/sqlite.ts and ./postgresql.ts implement
 * it. Where rows lie stands beside their tables (./tables/) and in ../results/store/. No other file asks which engine
 * it runs on, which bin/check-sources.ts enforces; compose/ asks whether it is alone.
 *
 * Values are the same on both: instants are epoch milliseconds as numbers, flags are 0 or 1, nothing is a Date.
 */

import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ResultStore } from "../results/store/result-store.ts";
import type { Schema } from "./schema.ts";
import type { EngineName } from "./tables/table.ts";

/** What a column of a table built from parameters holds; `bytes` travel as lower-case hex. */
export type ColumnType = "integer" | "text" | "bytes";

/** Rows of a table that are written by their key. */
interface Rows {
	readonly table: string;
	readonly key: Readonly<Record<string, ColumnType>>;
	/** Each with the columns that are written; others are ignored. */
	readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** With the columns that are written: when inserting with those of the key, when updating without. */
interface FullRows extends Rows {
	readonly columns: Readonly<Record<string, ColumnType>>;
}

export interface Dialect {
	readonly name: EngineName;
	/** Only one process uses the database (./sqlite/instance-lock.ts enforces it): at its start every lease is stale. */
	readonly isSingleProcess: boolean;
	/** Transactions that may write at once; where more would only wait for one another, 1. */
	readonly writersAtOnce: number;
	/** Each statement is a round trip to a server, so that one for many callers costs little more than one for one. */
	readonly hasRoundTrips: boolean;
	readonly ddl: DdlDialect;
	readonly results: ResultStore;
	/**
	 * Many rows as one parameter, for use after FROM: `from ${dialect.rows(…)} as r`. One statement, one plan, whatever
	 * the number of rows.
	 */
	rows(
		columns: Readonly<Record<string, ColumnType>>,
		rows: readonly Readonly<Record<string, unknown>>[],
	): RawBuilder<unknown>;
	/**
	 * Writes many rows as it costs the engine least: by a statement that has all of them as one parameter, or by one that
	 * stays prepared and runs for each.
	 * @param onConflict follows the values; has no parameters
	 * @returns the indexes of the rows that were inserted, or updated by `onConflict`
	 */
	insertRows(db: Kysely<Schema>, rows: FullRows, onConflict: RawBuilder<unknown>): Promise<readonly number[]>;
	updateRows(db: Kysely<Schema>, rows: FullRows): Promise<void>;
	deleteRows(db: Kysely<Schema>, rows: Rows): Promise<void>;
	/**
	 * Ends a `select` whose rows this transaction is about to change: others wait, or skip them with `skipLocked`. With a
	 * `limit` it belongs in `with … as materialized`: PostgreSQL may read a subquery again for each row that the
	 * statement changes, and skips those that it has changed, so that the limit has no effect.
	 */
	readonly forUpdate: RawBuilder<unknown>;
	readonly forUpdateSkipLocked: RawBuilder<unknown>;
	/**
	 * The clock that all processes follow, epoch milliseconds, read when it is evaluated; null where one process uses the
	 * database, which has its own.
	 */
	readonly clock: RawBuilder<number> | null;
	/**
	 * Begins a transaction that must know what others wrote to these tables: waits for them to commit, and lets nobody
	 * write there until it ends. Readers go on. Null where no other transaction writes beside one.
	 */
	readonly lockTables: ((...tables: (keyof Schema)[]) => RawBuilder<unknown>) | null;
	/** Begins the transaction of a migration: others wait for its end. */
	readonly lockMigrations: RawBuilder<unknown>;
	/** A statement of one text that requests run all the time: where it would be parsed each time, it stays prepared. */
	frequent<Row>(statement: RawBuilder<Row>): RawBuilder<Row>;
	/** Text in lower case, as JavaScript's `toLowerCase` has it. */
	lowered(text: RawBuilder<unknown>): RawBuilder<unknown>;
	/**
	 * The values of a group as one text, with `separator` between them; null without rows. All such texts of a group have
	 * the same order. Thousands of rows as one cost a tenth of what they cost one by one.
	 * @param value which is never null; see {@link numberOrNull}
	 * @param order of the values, for an engine that reads a group in any order
	 */
	joined(value: RawBuilder<unknown>, separator: "," | "", order: RawBuilder<unknown>): RawBuilder<string>;
	/** Text that compares by code point. */
	byCodePoint(text: RawBuilder<unknown>): RawBuilder<unknown>;
	/**
	 * What a statement sees of the database, as a text that changes with each commit, of other processes too: what is
	 * read with it or later stays true while it stays the same. A column of any `select` outside of a transaction.
	 */
	readonly version: RawBuilder<string>;
	/** Whether `error` says that a unique value exists already. */
	isUniqueViolation(error: unknown): boolean;
	/**
	 * Whether `error` is about the engine's state (full, busy, failing, a lost race): the same statement may succeed
	 * later.
	 */
	isTransient(error: unknown): boolean;
}

/** SQL: a number as JSON. */
export function numberOrNull(value: RawBuilder<unknown>): RawBuilder<string> {
	return sql<string>`coalesce(cast(${value} as text), 'null')`;
}

/** The words in which definitions of tables differ (./create-schema.ts). */
interface DdlDialect {
	/** The type of a key that the database hands out. */
	readonly identity: string;
	readonly bytes: string;
	/** Ends a `create table` whose rows live in the primary key's tree, where the engine has that. */
	readonly clustered: string;
}

/**
 * Text that both engines can store. PostgreSQL refuses the whole statement for a NUL or a lone surrogate, and
 * certificates and error messages can hold whatever a target sent.
 */
export function storableText(value: unknown): unknown {
	return typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\ufffd") : value;
}
