/**
 * How tables are defined: each column once, for the databases (../create-schema.ts) and for TypeScript. Both engines
 * have the same tables; the order in which each keeps its rows is said beside the table where it matters.
 */

import type { Generated } from "kysely";

/** A boolean as both engines store it. */
export type Flag = 0 | 1;

export type EngineName = "sqlite" | "postgresql";

type PerEngine<T> = Readonly<Record<EngineName, T>>;

/** `identity` is a key that the database hands out and never twice. */
type SqlType = "identity" | "text" | "bigint" | "integer" | "smallint" | "bytes";

/** A column that is never null, or what is made of one. */
class Column<Value> {
	/** What it holds; only TypeScript knows it. */
	declare readonly value: Value;
	readonly type: SqlType;
	/** SQL after the type. */
	readonly constraints: string;

	constructor(type: SqlType, constraints: string) {
		this.type = type;
		this.constraints = constraints;
	}

	/** Of words or numbers that are fewer than the type can hold. */
	as<Narrower extends Value>(): Column<Narrower> {
		return new Column(this.type, this.constraints);
	}

	orNull(): Column<Value | null> {
		return new Column(this.type, this.constraints.replace("not null", ""));
	}

	unique(): Column<Value> {
		return this.#with("unique");
	}

	/** The table's primary key, alone. */
	key(): Column<Value> {
		return this.#with("primary key");
	}

	/** @param onDelete what becomes of the row with the one that it refers to; without it that one can't be deleted */
	references(table: string, onDelete?: "cascade" | "set null"): Column<Value> {
		return this.#with(`references ${table} (id)${onDelete ? ` on delete ${onDelete}` : ""}`);
	}

	/** What an insert without it stores. */
	default(value: number): Column<Generated<Value>> {
		return this.#with(`default ${value}`);
	}

	#with<Changed>(constraint: string): Column<Changed> {
		return new Column(this.type, `${this.constraints} ${constraint}`);
	}
}

export const identity = new Column<Generated<number>>("identity", "");
export const text = new Column<string>("text", "not null");
export const bigint = new Column<number>("bigint", "not null");
export const integer = new Column<number>("integer", "not null");
export const smallint = new Column<number>("smallint", "not null");
export const flag = new Column<Flag>("smallint", "not null");
export const bytes = new Column<Uint8Array>("bytes", "not null");

export type Columns = Readonly<Record<string, Column<unknown>>>;

/** Everything about a table but its columns, as SQL. */
interface Layout {
	/** Columns of the primary key where they are several. Rows lie in its order, where the engine has that. */
	readonly key?: string | PerEngine<string>;
	/** Rows lie apart from the key on both engines. */
	readonly isHeap?: true;
	/** Columns that are unique together. */
	readonly unique?: string;
	/** By name: the columns and the condition; `unique` comes first. */
	readonly indexes?: Readonly<Record<string, string>>;
	/** Indexes of one engine. */
	readonly postgresqlIndexes?: Readonly<Record<string, string>>;
	readonly sqliteIndexes?: Readonly<Record<string, string>>;
	/** Values of the row that it begins with. */
	readonly firstRow?: string;
	/** The statements that create it, from those of its columns, where it is more than a table; they name the key. */
	readonly statements?: PerEngine<(columns: string) => readonly string[]>;
}

export interface Table<C extends Columns = Columns> {
	readonly columns: C;
	readonly layout: Layout;
}

export function table<const C extends Columns>(columns: C, layout: Layout = {}): Table<C> {
	return { columns, layout };
}

/** A row as Kysely's types have it. */
export type RowOf<T extends Table> =
	T extends Table<infer C> ? { -readonly [Name in keyof C]: C[Name]["value"] } : never;
