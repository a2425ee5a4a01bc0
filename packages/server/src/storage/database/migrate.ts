/**
 * Brings the schema up to date at start, under a lock: PostgreSQL's advisory lock or SQLite's write lock, so that any
 * number of processes may start at once. All that is pending runs in one transaction, so that a start which fails or is
 * killed leaves the database as it was.
 *
 * An empty database gets the tables as they are defined (./schema.ts). One that an earlier version made gets what has
 * changed since, upgrade by upgrade. An upgrade leads to the same tables: whoever changes a definition adds one.
 *
 * This version and the one before run side by side while an installation is upgraded process by process
 * (docs/operate/upgrade.md). So upgrades are of two kinds. `0007-expand-…` only adds: {@link beyondAdding} holds it to
 * that. `0012-contract-0007-…` removes what versions that know 0007 do not use. A version starts on a schema with
 * upgrades that it does not know while it can work with each of them.
 */

import { type Kysely, sql } from "kysely";
import { createSchema } from "./create-schema.ts";
import type { Dialect } from "./dialect.ts";
import { beyondAdding, schemaShape } from "./schema-shape.ts";
import type { Tx } from "./tx.ts";

/** What changed between two versions. */
type Upgrade = (db: Kysely<unknown>, dialect: Dialect) => Promise<void>;

/** By name ({@link UPGRADE}), in order: names sort after {@link FIRST} and never change once released. */
export type Upgrades = Readonly<Record<string, Upgrade>>;

/** None: no version is released yet. */
const UPGRADES: Upgrades = {};

/** Under the name that Kysely's migrator gives it. */
const MIGRATIONS_TABLE = "kysely_migration";
const MIGRATIONS = sql.table(MIGRATIONS_TABLE);
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
	const names = tables.some(({ name }) => name === MIGRATIONS_TABLE) ? await namesOf(db) : [];
	const known = [FIRST, ...Object.keys(upgrades)];
	return {
		ran: names.filter((name) => known.includes(name)),
		ahead: names.filter((name) => !known.includes(name)),
		pending: known.filter((name) => !names.includes(name)),
		problem: schemaProblem(names, known),
	};
}

/**
 * Whether nothing is to be done, by one short statement outside of the lock. False when that can't be read: there is no
 * schema, or somebody makes it just now.
 */
export async function isUpToDate({ db }: Tx): Promise<boolean> {
	const read = await namesOf(db).catch(() => null);
	const known = [FIRST, ...Object.keys(UPGRADES)];
	return read !== null && schemaProblem(read) === null && known.every((name) => read.includes(name));
}

async function namesOf(db: Tx["db"]): Promise<string[]> {
	const { rows } = await sql<{ name: string }>`select name from ${MIGRATIONS} order by name`.execute(db);
	return rows.map(({ name }) => name);
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
export async function migrate(database: Tx, upgrades = UPGRADES): Promise<readonly string[]> {
	const misnamed = Object.keys(upgrades).find((name) => !UPGRADE.test(name));
	if (misnamed !== undefined) throw new Error(`${misnamed} is neither NNNN-expand-… nor NNNN-contract-NNNN-…`);
	return database.transaction(async (tx) => {
		const { db, dialect } = tx;
		await dialect.lockMigrations.execute(db);
		// Under the lock: another version may have changed the schema a moment ago.
		const { problem, pending } = await schemaState(tx, upgrades);
		if (problem !== null) throw problem;
		if (pending.length === 0) return pending;
		const isNew = pending.includes(FIRST);
		if (isNew) {
			await sql`create table if not exists ${MIGRATIONS} (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
				db,
			);
			await createSchema(db as unknown as Kysely<unknown>, dialect);
		}
		for (const name of pending) {
			if (!isNew) await run(tx, name, upgrades[name]);
			await sql`insert into ${MIGRATIONS} values (${name}, ${new Date().toISOString()})`.execute(db);
		}
		return pending;
	});
}

async function run(tx: Tx, name: string, upgrade: Upgrade | undefined): Promise<void> {
	const isExpansion = UPGRADE.exec(name)?.groups?.["expand"] !== undefined;
	const before = isExpansion ? await schemaShape(tx) : null;
	await upgrade?.(tx.db as unknown as Kysely<unknown>, tx.dialect);
	if (before === null) return;
	const more = beyondAdding(before, await schemaShape(tx));
	if (more.length > 0) throw new Error(`${name} does more than add: ${more.join(", ")}`);
}
