/**
 * Every difference between SQLite and PostgreSQL, as one interface: ./sqlite.ts and ./postgresql.ts implement it, and
 * no other file of storage asks which engine it runs on.
 *
 * Values are the same on both: instants are epoch milliseconds as numbers, flags are 0 or 1, nothing is a Date.
 */

import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "./schema.ts";
import type { EngineName } from "./tables/table.ts";

/** What a column of a table built from parameters holds; `bytes` travel as lower-case hex. */
export type ColumnType = "integer" | "text" | "bytes";

/** Rows of values in the order of a statement's parameters. */
export type EachRows = readonly (readonly (number | string | null)[])[];

export interface Dialect {
	readonly name: EngineName;
	/** Only one process uses the database (./instance-lock.ts enforces it): at its start every lease is stale. */
	readonly isSingleProcess: boolean;
	/** Each statement is a round trip to a server, so that one for many callers costs little more than one for one. */
	readonly hasRoundTrips: boolean;
	readonly ddl: DdlDialect;
	readonly results: ResultsDialect;
	/**
	 * Many rows as one parameter, for use after FROM: `from ${dialect.rows(…)} as r`. One statement, one plan, whatever
	 * the number of rows.
	 */
	rows(
		columns: Readonly<Record<string, ColumnType>>,
		rows: readonly Readonly<Record<string, unknown>>[],
	): RawBuilder<unknown>;
	/**
	 * Runs a statement, whose parameters are `?`, once for each row; returns the indexes of the rows that changed
	 * something. Null where every run is a round trip: many rows then travel as one parameter.
	 */
	readonly writeEach: ((db: Kysely<Schema>, statement: string, rows: EachRows) => Promise<readonly number[]>) | null;
	/**
	 * Ends a `select` whose rows this transaction is about to change: others wait, or skip them with `skipLocked`. With a
	 * `limit` it belongs in `with … as materialized`: PostgreSQL may read a subquery again for each row that the
	 * statement changes, and skips those that it has changed, so that the limit has no effect.
	 */
	readonly forUpdate: RawBuilder<unknown>;
	readonly forUpdateSkipLocked: RawBuilder<unknown>;
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
export interface DdlDialect {
	/** The type of a key that the database hands out. */
	readonly identity: string;
	readonly bytes: string;
	/** Ends a `create table` whose rows live in the primary key's tree, where the engine has that. */
	readonly clustered: string;
}

/** A table of sealed results: in each row those of a monitor in a span of so many hours, which `column` counts. */
export interface SealedTable {
	readonly table: "sealed_hours" | "sealed_days";
	readonly column: "hour" | "day";
	readonly hours: number;
}

/** How `check_results` is written and read, which follows from the order of its key. */
export interface ResultsDialect {
	/** The columns of its key, in order. */
	readonly key: readonly string[];
	/** The value of the key's column `place`; null where it has none. */
	readonly placeOf: ((monitorId: RawBuilder<unknown>) => RawBuilder<unknown>) | null;
	/** The table of all rows of checks: those of `check_results`, and those that the block of their hour hides. */
	readonly stored: RawBuilder<unknown>;
	/**
	 * The names of {@link stored} and of its partition for the hours that have none; null where rows are deleted when
	 * their hour is sealed.
	 */
	readonly partitions: { readonly parent: string; readonly rest: string } | null;
	/** Whether `c` is the check of a monitor and a minute. */
	isCheck(monitorId: RawBuilder<unknown>, minute: RawBuilder<unknown>): RawBuilder<unknown>;
	/** Continues a FROM with that check as `c`, whose columns are null when it is not a row. */
	leftJoinCheck(monitorId: RawBuilder<unknown>, minute: RawBuilder<unknown>): RawBuilder<unknown>;
	/** `check_results as c` of one monitor and the minutes [from, to), for use after FROM. */
	ofMonitor(monitorId: number, from: number, to: number): RawBuilder<unknown>;
	/** Continues `from … as w` (column `monitor_id`) with the checks of the minutes [from, to) as `c`. */
	ofMinutes(from: number, to: number): RawBuilder<unknown>;
	/** Continues `from … as w` (columns `monitor_id`, `hour`) with the checks of those hours as `c`. */
	readonly ofHours: RawBuilder<unknown>;
	/** A table of sealed results as `b`, of one monitor and the spans [from, to), for use after FROM. */
	sealedOfMonitor(table: SealedTable, monitorId: number, from: number, to: number): RawBuilder<unknown>;
	/** Continues `from … as w` (columns `monitor_id`, `hour`) with what holds those hours in such a table, as `b`. */
	sealedOfHours(table: SealedTable): RawBuilder<unknown>;
	/**
	 * Narrows `select min(minute) from check_results`, and the same of sealed results, to one monitor where the key
	 * answers that at once; empty elsewhere.
	 */
	boundsOf(monitorId: number): RawBuilder<unknown>;
}

/**
 * Text that both engines can store. PostgreSQL refuses the whole statement for a NUL or a lone surrogate, and
 * certificates and error messages can hold whatever a target sent.
 */
export function storableText(value: unknown): unknown {
	return typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\ufffd") : value;
}
