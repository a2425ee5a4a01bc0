/** The types of columns as many rows in one parameter need them ({@link Dialect.rows}), from the tables themselves. */

import type { ColumnType } from "../dialect.ts";
import { type Schema, TABLES } from "../schema.ts";
import type { Columns } from "./table.ts";

export function columnType(type: string): ColumnType {
	return type === "text" || type === "bytes" ? type : "integer";
}

/** Of these columns, in this order; in several lists where one would be long. */
export function typesOf<Name extends keyof Schema, Column extends keyof Schema[Name] & string>(
	table: Name,
	...columns: readonly (readonly Column[])[]
): Readonly<Record<Column, ColumnType>> {
	const defined: Columns = TABLES[table].columns;
	const types = columns.flat().map((column) => [column, columnType(defined[column]?.type ?? "")]);
	return Object.fromEntries(types) as Record<Column, ColumnType>;
}
