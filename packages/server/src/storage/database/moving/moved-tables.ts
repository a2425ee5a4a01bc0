/** What is copied by a move: every table of the schema (../schema.ts), as it is defined there, but those named here. */

import type { ColumnType, Dialect } from "../dialect.ts";
import { TABLES } from "../schema.ts";
import { columnType } from "../tables/column-types.ts";
import type { Table } from "../tables/table.ts";

/** Not copied: the marks of the move itself, what the schedule of one process has not read yet, and what
 * belongs to the processes of now. */
const NOT_COPIED: readonly string[] = ["moves", "changed_monitors", "controls", "rate_windows"];

export interface MovedTable {
	readonly name: string;
	/** Its place, by which the log of changes names it. */
	readonly place: number;
	readonly columns: Readonly<Record<string, ColumnType>>;
	/** By which a row is the same one on both engines. */
	readonly key: readonly string[];
	/** Rows are copied in its order, which is the one in which the engine finds them. */
	readonly order: Readonly<Record<Dialect["name"], readonly string[]>>;
	readonly hasIdentity: boolean;
	/** It is never empty. */
	readonly beginsWithRow: boolean;
	readonly hasBytes: boolean;
	/** Its rows refer to one another, so they are copied as a whole. */
	readonly refersToItself: boolean;
	/** One column of each value that is unique beside the key, and that one row can have after another. */
	readonly passedOn: readonly string[];
}

/** In an order in which rows refer to rows that were copied before. */
export const MOVED_TABLES: readonly MovedTable[] = Object.entries(TABLES as Readonly<Record<string, Table>>)
	.filter(([name]) => !NOT_COPIED.includes(name))
	.map(([name, table], place) => movedTable(name, table, place));

function movedTable(name: string, { columns, layout }: Table, place: number): MovedTable {
	const all = Object.entries(columns);
	const single = all.find(([, { type, constraints }]) => type === "identity" || constraints.includes("primary key"));
	const keyOf = (engine: Dialect["name"]) => {
		if (single) return [single[0]];
		const key = typeof layout.key === "object" ? layout.key[engine] : layout.key;
		if (key === undefined) throw new Error(`The table ${name} needs a key, by which a move finds its rows`);
		return key.split(", ");
	};
	return {
		name,
		place,
		columns: Object.fromEntries(all.map(([column, { type }]) => [column, columnType(type)])),
		// That of PostgreSQL is the shorter one: on SQLite a key may begin with what gives rows their order.
		key: keyOf("postgresql"),
		order: { sqlite: keyOf("sqlite"), postgresql: keyOf("postgresql") },
		hasIdentity: all.some(([, { type }]) => type === "identity"),
		beginsWithRow: layout.firstRow !== undefined,
		hasBytes: all.some(([, { type }]) => type === "bytes"),
		refersToItself: all.some(([, { constraints }]) => constraints.includes(`references ${name} `)),
		passedOn: passedOn({ columns, layout }, keyOf("postgresql")),
	};
}

function passedOn({ columns, layout }: Table, key: readonly string[]): readonly string[] {
	const { indexes, postgresqlIndexes, sqliteIndexes, unique = "" } = layout;
	const alone = Object.keys(columns).filter((name) => columns[name]?.constraints.includes("unique"));
	const together = Object.values({ ...indexes, ...postgresqlIndexes, ...sqliteIndexes })
		.filter((on) => on.startsWith("unique "))
		.map((on) => on.replace(/ where .*/s, ""));
	const found = [...alone, unique, ...together].flatMap((names) => {
		const own = (names.match(/\w+/g) ?? []).filter((name) => Object.hasOwn(columns, name) && !key.includes(name));
		// Texts can be any, and bigints less than every key.
		const ofType = (type: string) => own.find((name) => columns[name]?.type === type);
		return ofType("text") ?? ofType("bigint") ?? [];
	});
	// Ids are never given to another row.
	return [...new Set(found)].filter((name) => name !== "public_id");
}

export type Row = Readonly<Record<string, string | number | Uint8Array | null>>;
/** The values of a row's key. */
export type Key = readonly (string | number)[];

/** The columns by which the engine finds a row of the table at once. */
export function lookupOf({ name, columns, key }: MovedTable, { results }: Dialect): Record<string, ColumnType> {
	if (name === "check_results") return { ...results.key };
	return Object.fromEntries(key.map((column) => [column, columns[column] as ColumnType]));
}

/** Those columns of a row, or of one whose key this is. */
export function lookupRow(table: MovedTable, { results }: Dialect, key: Key): Row {
	const row = Object.fromEntries(table.key.map((column, index) => [column, key[index] ?? null]));
	return table.name === "check_results" ? results.withKey(row as Row & { monitor_id: number }) : row;
}

/** Where rows are written and deleted: a view shows fewer than its table has. */
export function storedIn({ name }: MovedTable, { results }: Dialect): string {
	return name === "check_results" ? (results.partitions?.parent ?? name) : name;
}
