/** Makes all tables in an empty database, from their definitions (./tables/). */

import { type Kysely, sql } from "kysely";
import type { Dialect } from "./dialect.ts";
import { TABLES } from "./schema.ts";
import { SQLITE_TRIGGERS } from "./tables/schedule.ts";
import type { Columns, Table } from "./tables/table.ts";

export async function createSchema(db: Kysely<unknown>, dialect: Pick<Dialect, "name" | "ddl">): Promise<void> {
	for (const statement of schemaStatements(dialect)) await sql.raw(statement).execute(db);
}

function schemaStatements(dialect: Pick<Dialect, "name" | "ddl">): string[] {
	const tables = Object.entries(TABLES).flatMap(([name, table]) => tableStatements(name, table, dialect));
	return dialect.name === "sqlite" ? [...tables, ...SQLITE_TRIGGERS] : tables;
}

function tableStatements(
	name: string,
	{ columns, layout }: Table,
	{ name: engine, ddl }: Pick<Dialect, "name" | "ddl">,
) {
	const { statements, unique, firstRow, isHeap } = layout;
	const key = typeof layout.key === "object" ? layout.key[engine] : layout.key;
	const parts = columnParts(columns, ddl);
	if (statements !== undefined) return [...statements[engine](parts.join(", "))];
	if (key !== undefined) parts.push(`primary key (${key})`);
	if (unique !== undefined) parts.push(`unique (${unique})`);
	const clustered = key === undefined || isHeap ? "" : ddl.clustered;
	const own = engine === "sqlite" ? layout.sqliteIndexes : layout.postgresqlIndexes;
	const indexes = Object.entries({ ...layout.indexes, ...own });
	return [
		`create table ${name} (${parts.join(", ")})${clustered}`,
		...indexes.map(([index, on]) =>
			on.startsWith("unique ")
				? `create unique index ${index} on ${name} ${on.slice("unique ".length)}`
				: `create index ${index} on ${name} ${on}`,
		),
		...(firstRow === undefined ? [] : [`insert into ${name} values (${firstRow})`]),
	];
}

function columnParts(columns: Columns, ddl: Dialect["ddl"]): string[] {
	return Object.entries(columns).map(([name, { type, constraints }]) => {
		const sqlType = type === "identity" || type === "bytes" ? ddl[type] : type;
		return `${name} ${sqlType} ${constraints}`;
	});
}
