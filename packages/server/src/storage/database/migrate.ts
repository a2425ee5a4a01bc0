/**
 * Brings the schema up to date at start, under a lock: PostgreSQL's advisory lock or SQLite's write lock, so that any
 * number of processes may start at once. All that is pending runs in one transaction, so that a start which fails or is
 * killed leaves the database as it was.
 *
 * An empty database gets the tables as they are defined (./schema.ts). One that an earlier version made gets what has
 * changed since, upgrade by upgrade. An upgrade leads to the same tables: whoever changes a definition adds one.
 *
 * This version and the one before run side by side while an installation is upgraded process by process
 * (docs/operate/upgrade.md). So upgrades are of two kinds. `0007-expand-…` only adds: {@link refuseMore} holds it to
 * that. `0012-contract-0007-…` removes what versions that know 0007 do not use. A version starts on a schema with
 * upgrades that it does not know while it can work with each of them.
 */

import { type Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import { createSchema } from "./create-schema.ts";
import type { Dialect } from "./dialect.ts";
import type { Tx } from "./tx.ts";

/** What changed between two versions. */
type Upgrade = (db: Kysely<unknown>, dialect: Dialect) => Promise<void>;

/** By name ({@link UPGRADE}), in order: names sort after {@link FIRST} and never change once released. */
export type Upgrades = Readonly<Record<string, Upgrade>>;

/** None: no version is released yet. */
const UPGRADES: Upgrades = {};

/** Stands for the tables as the first release defined them. */
const FIRST = "0001-schema";
const UPGRADE = /^\d{4}-(?:(?<expand>expand)|contract-(?<unusedSince>\d{4}))-[a-z0-9-]+$/;

/** The schema is ahead of this Lapwing, which can't work with what was removed: there is no way back from it. */
export class NewerSchema extends Error {
	override readonly name = "NewerSchema";
}

/** The schema is that of a version before the first release, whose databases are not carried over. */
export class OutdatedSchema extends Error {
	override readonly name = "OutdatedSchema";
}

interface SchemaState {
	/** Migrations that ran and that this version knows. Empty: there is no schema yet. */
	readonly ran: readonly string[];
	/** Those that ran and that it does not know. */
	readonly ahead: readonly string[];
	/** Migrations that are still to run. */
	readonly pending: readonly string[];
	/** What is wrong with a schema that this version did not make; null: nothing. */
	readonly problem: NewerSchema | OutdatedSchema | null;
}

/** How far the schema of a database is. Changes nothing. */
export async function schemaState({ db }: Tx, upgrades = UPGRADES): Promise<SchemaState> {
	const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
	const { rows } = tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)
		? await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
		: { rows: [] };
	const names = rows.map(({ name }) => name);
	const known = [FIRST, ...Object.keys(upgrades)];
	return {
		ran: names.filter((name) => known.includes(name)),
		ahead: names.filter((name) => !known.includes(name)),
		pending: known.filter((name) => !names.includes(name)),
		problem: schemaProblem(names, known),
	};
}

/** @param ran the names of what ran in a database, from its table of migrations */
export function schemaProblem(
	ran: readonly string[],
	known = [FIRST, ...Object.keys(UPGRADES)],
): SchemaState["problem"] {
	const unknown = ran.filter((name) => !known.includes(name) && !canWorkWith(name, known));
	if (unknown.length === 0) return null;
	if (!ran.includes(FIRST)) {
		return new OutdatedSchema(
			"It was made by a version before the first release, whose databases this one can't read. Start with an empty one.",
		);
	}
	return new NewerSchema(
		`A newer Lapwing has changed it (${unknown.join(", ")}). ` +
			"Update this one, or restore the backup made before the upgrade.",
	);
}

/** Whether a version that knows the upgrades `known` runs on a schema that `upgrade` has changed. */
function canWorkWith(upgrade: string, known: readonly string[]): boolean {
	const { expand, unusedSince } = UPGRADE.exec(upgrade)?.groups ?? {};
	if (expand !== undefined) return known.includes(FIRST);
	return unusedSince !== undefined && known.some((name) => name.startsWith(`${unusedSince}-`));
}

/**
 * Brings the schema up to date. Returns the names of what ran. Throws {@link NewerSchema} when a newer version has
 * changed it, {@link OutdatedSchema} for a database from before the first release, and a migration's own error when one
 * fails.
 *
 * @param upgrades tests pass others
 */
export async function migrate(tx: Tx, upgrades = UPGRADES): Promise<readonly string[]> {
	const { db, dialect } = tx;
	const { problem, ahead } = await schemaState(tx, upgrades);
	if (problem !== null) throw problem;
	let isNew = false;
	const migrations: Record<string, Migration> = {
		[FIRST]: {
			async up(transaction) {
				isNew = true;
				await createSchema(transaction, dialect);
			},
		},
	};
	for (const [name, upgrade] of Object.entries(upgrades)) {
		if (!UPGRADE.test(name)) throw new Error(`${name} is neither NNNN-expand-… nor NNNN-contract-NNNN-…`);
		const isExpansion = name.includes("-expand-");
		migrations[name] = {
			async up(transaction) {
				if (isNew) return;
				const before = isExpansion ? await columnsOf(transaction) : new Map();
				await upgrade(transaction, dialect);
				if (isExpansion) refuseMore(name, before, await columnsOf(transaction));
			},
		};
	}
	for (const name of ahead) migrations[name] = { async up() {} };
	const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
	const { error, results } = await migrator.migrateToLatest();
	if (error) throw error;
	return (results ?? []).filter(({ status }) => status === "Success").map(({ migrationName }) => migrationName);
}

interface ColumnShape {
	readonly table: string;
	readonly type: string;
	/** Whether rows can be written without it. */
	readonly isOptional: boolean;
	readonly isNullable: boolean;
}

/** By table and name. */
async function columnsOf(db: Kysely<unknown>): Promise<ReadonlyMap<string, ColumnShape>> {
	const tables = await db.introspection.getTables();
	return new Map(
		tables.flatMap(({ name: table, columns }) =>
			columns.map(({ name, dataType: type, isNullable, hasDefaultValue, isAutoIncrementing }) => {
				const isOptional = isNullable || hasDefaultValue || isAutoIncrementing;
				return [`${table}.${name}`, { table, type, isNullable, isOptional }];
			}),
		),
	);
}

/** Throws when more changed than that tables and columns came which the version before need not know. */
function refuseMore(
	upgrade: string,
	before: ReadonlyMap<string, ColumnShape>,
	after: ReadonlyMap<string, ColumnShape>,
): void {
	const tables = new Set(Array.from(before.values(), ({ table }) => table));
	const changed = [...before].filter(([name, { type, isNullable }]) => {
		const now = after.get(name);
		return now?.type !== type || now.isNullable !== isNullable;
	});
	const demanded = [...after].filter(([name, { table, isOptional }]) => {
		return !before.has(name) && tables.has(table) && !isOptional;
	});
	const names = [...changed, ...demanded].map(([name]) => name);
	if (names.length > 0) throw new Error(`${upgrade} does more than add: ${names.join(", ")}`);
}
