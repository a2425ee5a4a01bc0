/**
 * Migrated databases of PostgreSQL that the tests of a process use one after another, with their connections. A new
 * database and its connections cost more CPU than most tests do; to empty one costs a tenth of that.
 *
 * A test gets it as the migrations left it: without rows but the first ones, ids from 1. What can't be undone by
 * deleting rows has the database dropped and not used again: a changed schema, statistics for the planner, tables that
 * grew, what another connection still does, a lock of a session.
 */

import pg from "pg";
import type { Connections } from "../database/pool/limited-pool.ts";
import { openPostgresql } from "../database/postgresql.ts";
import { TABLES } from "../database/schema.ts";
import type { Table } from "../database/tables/table.ts";
import type { Database } from "../database/tx.ts";
import { createPostgresDatabase, dropPostgresDatabase } from "./postgres-databases.ts";

/** Deleted rows stay in their pages. With more of them a new database is cheaper, and its plans are the usual ones. */
const LARGEST_TABLE_BYTES = 256 * 1_024;
/** Of the migrations, whose rows are kept. */
const KEPT = "kysely_migration";
/** Where every change shows that is not one of rows. */
const COMPARED = [
	...["pg_namespace", "pg_class", "pg_attribute", "pg_attrdef", "pg_constraint", "pg_index", "pg_inherits"],
	...["pg_trigger", "pg_proc", "pg_rewrite", "pg_statistic", KEPT],
];
const OURS: Readonly<Record<string, string>> = { pg_attribute: "where attrelid >= 16384" };
const STATE = `concat_ws(', ', ${COMPARED.map(
	(name) => `(select concat(count(*), ' ', max(xmin::text::bigint)) from ${name} ${OURS[name] ?? ""})`,
).join()})`;
const LOCKS = `(select count(*)::integer from pg_locks where locktype = 'advisory'
	and database = (select oid from pg_database where datname = current_database()))`;
const CONNECTED = "pg_stat_activity where datname = current_database() and backend_type = 'client backend'";
const CLIENTS = `(select count(*)::integer from ${CONNECTED})`;
const BUSY = `(select count(*)::integer from ${CONNECTED} and pid <> pg_backend_pid() and state <> 'idle')`;
/** Tables that have rows, or had some. */
const FILLED = `(select coalesce(json_agg(json_build_array(oid, oid::regclass::text, pg_relation_size(oid))), '[]')
	from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> '${KEPT}'
	and pg_relation_size(oid) > 0)`;
const FIRST_ROWS = Object.entries(TABLES as Readonly<Record<string, Table>>).flatMap(([name, { layout }]) =>
	layout.firstRow === undefined ? [] : [`insert into ${name} values (${layout.firstRow})`],
);
/** The ids of tables begin with 1 again. */
const REWIND = `select setval(d.objid, 1, false) from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
	where d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') and d.refobjid = any`;

interface Reused {
	readonly server: string;
	readonly name: string;
	readonly connections: pg.Pool;
	/** Of what is compared, when it was new. */
	readonly state: string;
}

const free: Reused[] = [];

/** A migrated database without rows; disposing of it makes it ready for the next test. */
export async function reusedDatabase(server: string): Promise<Database & AsyncDisposable> {
	const index = free.findLastIndex((each) => each.server === server);
	const [reused = await created(server)] = index < 0 ? [] : free.splice(index, 1);
	const lent = new Lent(reused.connections);
	const database = openPostgresql(`${server}/${reused.name}`, { connect: () => lent });
	return Object.assign(database, {
		async [Symbol.asyncDispose]() {
			await database.close();
			// A database that was not used does not.
			await lent.end();
			if (await isEmptied(reused)) return void free.push(reused);
			await reused.connections.end();
			await dropPostgresDatabase(server, reused.name);
		},
	});
}

async function created(server: string): Promise<Reused> {
	const name = await createPostgresDatabase(server, "migrated");
	// With the settings of the service's own pool.
	const { promise: opened, resolve } = Promise.withResolvers<pg.Pool>();
	openPostgresql(`${server}/${name}`, {
		connect(config) {
			const connections = new pg.Pool({ ...config, idleTimeoutMillis: 30_000, allowExitOnIdle: true });
			// One that breaks while idle is replaced; whoever uses one gets the error from its own query.
			connections.on("error", () => {}).on("connect", (client) => client.on("error", () => {}));
			resolve(connections);
			return connections;
		},
	});
	const connections = await opened;
	const { rows } = await connections.query<{ state: string }>(`select ${STATE} as state`);
	return { server, name, connections, state: rows[0]?.state ?? "" };
}

interface Left {
	readonly state: string;
	readonly locks: number;
	readonly clients: number;
	readonly busy: number;
	readonly filled: readonly [oid: number, name: string, bytes: number][];
}

/** Deletes the rows, and says whether the database is now as it was when it was new. */
async function isEmptied({ connections, state }: Reused): Promise<boolean> {
	const client = await connections.connect();
	try {
		const { rows } = await client.query<Left>(
			`select ${STATE} as state, ${LOCKS} as locks, ${CLIENTS} as clients, ${BUSY} as busy, ${FILLED} as filled`,
		);
		const [left] = rows;
		if (left?.state !== state || left.locks > 0 || left.busy > 0) return false;
		// Someone else is connected.
		if (left.clients > connections.totalCount) return false;
		if (left.filled.some(([, , bytes]) => bytes > LARGEST_TABLE_BYTES)) return false;
		// Without the triggers that hold foreign keys, for all rows go.
		const deletions = left.filled.map(([, name]) => `delete from ${name}`);
		const ids = `array[${left.filled.map(([oid]) => oid).join()}]::oid[]`;
		await client.query(
			[
				"begin",
				"set local session_replication_role = replica",
				...deletions,
				...FIRST_ROWS,
				`${REWIND} (${ids})`,
				"commit",
			].join(";"),
		);
		return true;
	} finally {
		client.release();
	}
}

/** Connections that outlive the pool of one test's database, whose end waits, as any, until all are given back. */
class Lent implements Connections {
	readonly #connections: pg.Pool;
	readonly #inUse = new Set<Promise<void>>();
	#isEnded = false;

	constructor(connections: pg.Pool) {
		this.#connections = connections;
	}

	async connect(): Promise<pg.PoolClient> {
		if (this.#isEnded) throw new Error("The pool has ended.");
		const { promise: back, resolve } = Promise.withResolvers<void>();
		this.#inUse.add(back);
		const done = () => {
			this.#inUse.delete(back);
			resolve();
		};
		const client = await this.#connections.connect().catch((error: unknown) => {
			done();
			throw error;
		});
		const release = client.release;
		client.release = (destroy) => {
			release(destroy);
			done();
		};
		return client;
	}

	async end(): Promise<void> {
		this.#isEnded = true;
		await Promise.all(this.#inUse);
	}

	/** The connections have their listeners. */
	on(): this {
		return this;
	}
}
