/**
 * What of a schema a version relies on that does not know what came later: the columns of its tables, and the rules
 * that rows are held to. By it an expansion is held to adding (./migrate.ts).
 */

import { sql } from "kysely";
import type { Tx } from "./tx.ts";

interface ColumnShape {
	readonly table: string;
	readonly type: string;
	readonly isNullable: boolean;
	/** Whether rows can be written without it. */
	readonly isOptional: boolean;
	/** SQL of what it is then; null: null, or a number of its own. */
	readonly default: string | null;
}

/** A unique index; on PostgreSQL, where versions run side by side, also a foreign key or a check. */
interface Rule {
	readonly table: string;
	readonly name: string;
	readonly definition: string;
	/** Separated by commas; empty: it holds expressions alone. */
	readonly columns: string | null;
}

interface SchemaShape {
	/** By table and name. */
	readonly columns: ReadonlyMap<string, ColumnShape>;
	readonly rules: readonly Rule[];
}

export async function schemaShape({ db, dialect }: Tx): Promise<SchemaShape> {
	const tables = await db.introspection.getTables();
	const read = dialect.name === "postgresql" ? POSTGRESQL : SQLITE;
	const { rows: defaults } = await read.defaults.execute(db);
	const defaultOf = new Map(defaults.map((row) => [`${row.table}.${row.name}`, row.default]));
	const columns = tables.flatMap(({ name: table, columns }) =>
		columns.map(({ name, dataType: type, isNullable, hasDefaultValue, isAutoIncrementing }) => {
			const id = `${table}.${name}`;
			const isOptional = isNullable || hasDefaultValue || isAutoIncrementing;
			return [id, { table, type, isNullable, isOptional, default: defaultOf.get(id) ?? null }] as const;
		}),
	);
	return { columns: new Map(columns), rules: (await read.rules.execute(db)).rows };
}

/** What changed between two schemas beside tables and columns that a version which does not know them can leave out. */
export function beyondAdding(before: SchemaShape, after: SchemaShape): readonly string[] {
	const tables = new Set(Array.from(before.columns.values(), ({ table }) => table));
	const changed = [...before.columns].filter(([name, was]) => {
		const is = after.columns.get(name);
		if (is?.type !== was.type || is.isNullable !== was.isNullable) return true;
		return was.isOptional && (!is.isOptional || is.default !== was.default);
	});
	const demanded = [...after.columns].filter(([name, { table, isOptional }]) => {
		return !before.columns.has(name) && tables.has(table) && !isOptional;
	});
	/** A row without them is held to nothing by it. */
	const isOfNewColumns = ({ table, columns }: Rule) =>
		columns?.split(",").every((column) => {
			const id = `${table}.${column}`;
			const is = after.columns.get(id);
			return !before.columns.has(id) && is?.isNullable && is.default === null;
		}) ?? false;
	const idOf = ({ table, definition }: Rule) => `${table} ${definition}`;
	const [known, kept] = [new Set(before.rules.map(idOf)), new Set(after.rules.map(idOf))];
	const rules = [
		...before.rules.filter((rule) => !kept.has(idOf(rule))),
		...after.rules.filter((rule) => tables.has(rule.table) && !known.has(idOf(rule)) && !isOfNewColumns(rule)),
	];
	return [...[...changed, ...demanded].map(([name]) => name), ...new Set(rules.map(({ name }) => name))];
}

interface Default {
	readonly table: string;
	readonly name: string;
	readonly default: string | null;
}

const POSTGRESQL = {
	defaults: sql<Default>`
		select table_name as "table", column_name as name, column_default as "default" from information_schema.columns
		where table_schema = current_schema() and column_default is not null`,
	rules: sql<Rule>`
		select t.relname as "table", i.relname as name, pg_get_indexdef(i.oid) as definition, (
			select string_agg(a.attname, ',') from pg_attribute as a where a.attrelid = t.oid and a.attnum = any(x.indkey)
		) as columns
		from pg_index as x join pg_class as i on i.oid = x.indexrelid join pg_class as t on t.oid = x.indrelid
		where x.indisunique and t.relnamespace = current_schema()::regnamespace
		union all
		select t.relname, c.conname, pg_get_constraintdef(c.oid), (
			select string_agg(a.attname, ',') from pg_attribute as a where a.attrelid = t.oid and a.attnum = any(c.conkey)
		)
		from pg_constraint as c join pg_class as t on t.oid = c.conrelid
		where c.contype in ('c', 'f', 'x') and t.relnamespace = current_schema()::regnamespace`,
};

const SQLITE = {
	defaults: sql<Default>`
		select m.name as "table", c.name, c.dflt_value as "default" from sqlite_master as m join pragma_table_xinfo(m.name) as c
		where m.type = 'table' and c.dflt_value is not null`,
	rules: sql<Rule>`
		select "table", name, coalesce(definition, columns) as definition, columns from (
			select m.name as "table", i.name, (select sql from sqlite_master where type = 'index' and name = i.name) as definition,
				(select group_concat(name, ',') from pragma_index_info(i.name)) as columns
			from sqlite_master as m join pragma_index_list(m.name) as i where m.type = 'table' and i."unique" = 1
		)`,
};
