/**
 * How each engine stores results, which follows from the order of its keys: ./sqlite-results.ts and
 * ./postgresql-results.ts implement it.
 */

import type { RawBuilder } from "kysely";

/** A table of sealed results: in each row those of a monitor in a span of so many hours, which `column` counts. */
export interface SealedTable {
	readonly table: "sealed_hours" | "sealed_days";
	readonly column: "hour" | "day";
	readonly hours: number;
}

/** How `check_results` is written and read, which follows from the order of its key. */
export interface ResultStore {
	/** The columns of its key, in order. */
	readonly key: Readonly<Record<string, "integer">>;
	/** The row with those columns of the key that follow from others. */
	withKey<Row extends { readonly monitor_id: number }>(row: Row): Row;
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
