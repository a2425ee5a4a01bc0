/**
 * Brings the schema up to date at start, under a lock: PostgreSQL's advisory lock or SQLite's write lock, so that any
 * number of processes may start at once. All that is pending runs in one transaction, so that a start which fails or is
 * killed leaves the database as it was.
 *
 * An empty database gets the tables as they are defined (./schema.ts). One that an earlier version made gets what has
 * changed since, upgrade by upgrade. An upgrade leads to the same tables: whoever changes a definition adds one.
 */

import { type Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import { createSchema } from "./create-schema.ts";
import type { Dialect } from "./dialect.ts";
import type { Tx } from "./tx.ts";

/** What changed between two versions. */
type Upgrade = (db: Kysely<unknown>, dialect: Dialect) => Promise<void>;

/** By name, in order: names sort after {@link FIRST} and never change once released. */
export type Upgrades = Readonly<Record<string, Upgrade>>;

/** None: no version is released yet. */
const UPGRADES: Upgrades = {};

/** Stands for the tables as the first release defined them. */
const FIRST = "0001-schema";

/** The schema is ahead of this Lapwing: there is no way back from it. */
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
		pending: known.filter((name) => !names.includes(name)),
		problem: schemaProblem(names, known),
	};
}

/** @param ran the names of what ran in a database, from its table of migrations */
export function schemaProblem(
	ran: readonly string[],
	known = [FIRST, ...Object.keys(UPGRADES)],
): SchemaState["problem"] {
	const unknown = ran.filter((name) => !known.includes(name));
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

/**
 * Brings the schema up to date. Returns the names of what ran. Throws {@link NewerSchema} when a newer version has
 * changed it, {@link OutdatedSchema} for a database from before the first release, and a migration's own error when one
 * fails.
 *
 * @param upgrades tests pass others
 */
export async function migrate(tx: Tx, upgrades = UPGRADES): Promise<readonly string[]> {
	const { db, dialect } = tx;
	const { problem } = await schemaState(tx, upgrades);
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
		migrations[name] = { up: async (transaction) => (isNew ? undefined : upgrade(transaction, dialect)) };
	}
	const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
	const { error, results } = await migrator.migrateToLatest();
	if (error) throw error;
	return (results ?? []).filter(({ status }) => status === "Success").map(({ migrationName }) => migrationName);
}
