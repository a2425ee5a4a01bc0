/**
 * Creates the partitions of rows before their hour begins, and drops each as a whole once a block hides every row of
 * it. Rows of an hour without a partition lie in the default one: recording never waits for a partition.
 *
 * Both need the lock of the whole table, behind which every other statement waits. So they wait for it only shortly,
 * and try again with the next run. One process at a time.
 */

import { sql } from "kysely";
import { minuteOf } from "../../../domain/checks/check.ts";
import { hourOf, MINUTES_AN_HOUR } from "../../../domain/figures/roll-up.ts";
import type { Tx } from "../../database/tx.ts";
import { sealedBefore } from "../sealed/seal-hours.ts";
import { partitionedHours, unsealedMonitors } from "./partitioned-hours.ts";

/** Hours that have a partition before they begin: sixty runs may fail. Each makes the plans of statements longer. */
const HOURS_AHEAD = 1;
/** While so many can't be dropped, no more are created. */
const MOST_PARTITIONS = 48;
/** Commits of checks and readers wait behind these locks: about as long as a slow commit takes. */
const LOCK_TIMEOUT_MS = 100;

type Names = NonNullable<Tx["dialect"]["results"]["partitions"]>;

/** Creates the partitions of this hour and of the next one. Does nothing where the engine has no partitions. */
export async function createPartitions(database: Tx, now: number): Promise<void> {
	const names = database.dialect.results.partitions;
	if (names === null) return;
	const hours = await partitionedHours(database);
	const first = hourOf(minuteOf(now));
	const wanted = Array.from({ length: HOURS_AHEAD + 1 }, (_, ahead) => first + ahead);
	if (hours.length >= MOST_PARTITIONS) return;
	for (const hour of wanted) {
		if (hours.includes(hour) || (await hasRest(database, names, hour))) continue;
		// One lock for each, because PostgreSQL reads the whole default partition under it.
		await alone(database, names, (tx) => createMissing(tx, names, hour));
	}
}

/** Drops the partitions whose rows are sealed. Does nothing where the engine has no partitions. */
export async function dropPartitions(database: Tx, now: number): Promise<void> {
	const names = database.dialect.results.partitions;
	if (names === null) return;
	for (const hour of await partitionedHours(database)) {
		if (hour < sealedBefore(now)) await alone(database, names, (tx) => dropSealed(tx, names, hour));
	}
}

/** An hour that has rows in the default partition keeps them there, and needs no lock. */
async function hasRest({ db }: Tx, { rest }: Names, hour: number): Promise<boolean> {
	const [from, to] = boundsOf(hour);
	const { rows } = await sql`
		select 1 from ${sql.table(rest)} where minute >= ${from} and minute < ${to} limit 1`.execute(db);
	return rows.length > 0;
}

async function createMissing(tx: Tx, names: Names, hour: number): Promise<void> {
	const { db } = tx;
	const { parent } = names;
	await sql`lock table ${sql.table(parent)} in access exclusive mode`.execute(db);
	// Rows may have come before the lock.
	if (await hasRest(tx, names, hour)) return;
	const [from, to] = boundsOf(hour);
	// It has no dead rows, and is gone within hours: there is nothing to vacuum.
	await sql`create table if not exists ${sql.table(nameOf(parent, hour))}
		partition of ${sql.table(parent)} for values from (${sql.lit(from)}) to (${sql.lit(to)})
		with (autovacuum_enabled = false)`.execute(db);
}

/**
 * Drops the partition of an hour, unless it has a row that no block hides, or a transaction goes on that may see these
 * rows and not the blocks: its snapshot is older than one of the blocks. Snapshots are asked for last, when no block is
 * still to come. Those of autovacuum, which has no user, read no results; of other roles one sees the snapshot and the
 * user, and nothing else.
 *
 * The lock of the partition keeps commits out of it meanwhile. One that unseals the hour writes all its rows again:
 * into the default partition when they are gone from here.
 */
async function dropSealed(tx: Tx, { parent }: Names, hour: number): Promise<void> {
	const { db } = tx;
	const partition = nameOf(parent, hour);
	// Another process may have dropped it since. A snapshot knows: to_regclass answers from what this connection cached.
	if (!(await partitionedHours(tx)).includes(hour)) return;
	await sql`lock table ${sql.table(partition)} in share row exclusive mode`.execute(db);
	if ((await unsealedMonitors(tx, hour, 1)).length > 0) return;
	const { rows } = await sql<{ is_seen: boolean | null }>`select (
		(select min(age(xmin)) from sealed_hours where hour = ${hour}) <= (
			select max(age(backend_xmin)) from pg_stat_activity
			where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null
		)
	) as is_seen`.execute(db);
	if (rows[0]?.is_seen) return;
	await sql`drop table ${sql.table(partition)}`.execute(db);
}

/**
 * In a transaction that gives up when another process is at it, when a lock is not free soon, or where the service may
 * not change tables, because someone else runs the migrations.
 */
async function alone(database: Tx, { parent }: Names, work: (tx: Tx) => Promise<void>): Promise<void> {
	try {
		await database.transaction(async (tx) => {
			const { rows } = await sql<{ is_mine: boolean }>`
				select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true), pg_has_role(c.relowner, 'usage')
					and has_schema_privilege(c.relnamespace, 'create')
					and pg_try_advisory_xact_lock(hashtext('lapwing partitions')) as is_mine
				from pg_class as c where c.oid = ${parent}::regclass`.execute(tx.db);
			if (rows[0]?.is_mine) await work(tx);
		});
	} catch (error) {
		// Nothing depends on this run: the next one tries again.
		if (!database.dialect.isTransient(error)) throw error;
	}
}

function boundsOf(hour: number): readonly [from: number, to: number] {
	return [hour * MINUTES_AN_HOUR, (hour + 1) * MINUTES_AN_HOUR];
}

function nameOf(parent: string, hour: number): string {
	return `${parent}_${hour}`;
}
