/**
 * Triggers in the source of a move. From its begin to the switch they log the key of each row that changes, so that
 * what was copied can be followed; from the switch on they refuse every change. Both are of this database alone, and
 * neither touches a row of it.
 */

import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tx } from "../tx.ts";
import { FENCED } from "./fenced.ts";
import { type Key, MOVED_TABLES, type MovedTable, storedIn } from "./moved-tables.ts";

const LOG = "move_changes";
const VERBS = ["insert", "update", "delete"] as const;
/** Attempts to lock all tables at once on PostgreSQL; transactions that lock them one by one may be in the way. */
const LOCK_ATTEMPTS = 20;
const TRY_AGAIN_MS = 100;

/** From now on changes are logged. Does nothing where they are already. */
export async function logChanges(source: Tx): Promise<void> {
	const { db, dialect } = source;
	const identity = dialect.ddl.identity;
	await run(db, `create table if not exists ${LOG} (id ${identity}, place smallint not null, key text not null)`);
	for (const table of MOVED_TABLES) {
		const values = (row: string) => table.key.map((column) => `${row}.${column}`).join(", ");
		if (dialect.name === "sqlite") {
			for (const verb of VERBS) {
				const into = `insert into ${LOG} (place, key) select ${table.place}, `;
				const present = `${into} json_array(${values(verb === "delete" ? "old" : "new")});`;
				// A row whose key changes is gone under the old one.
				const former =
					verb === "update"
						? `${into} json_array(${values("old")}) where (${values("old")}) is not (${values("new")});`
						: "";
				await run(
					db,
					`create trigger if not exists move_log_${verb}_${table.name} after ${verb} on ${table.name} begin
						${present} ${former} end`,
				);
			}
			continue;
		}
		await run(
			db,
			`create or replace function move_log_${table.name}() returns trigger language plpgsql as $$ begin
				if tg_op = 'DELETE' or tg_op = 'UPDATE' and (${values("old")}) is distinct from (${values("new")}) then
					insert into ${LOG} (place, key) values (${table.place}, json_build_array(${values("old")})::text);
				end if;
				if tg_op <> 'DELETE' then
					insert into ${LOG} (place, key) values (${table.place}, json_build_array(${values("new")})::text);
				end if;
				return null;
			end $$`,
		);
		// One by one: each waits for the transactions that write this table alone.
		await run(
			db,
			`create or replace trigger move_log after insert or update or delete on ${storedIn(table, dialect)}
				for each row execute function move_log_${table.name}()`,
		);
	}
}

/** Changes that wait for a move that nobody goes on with (../../../engine/upkeep/forgotten-move.ts); some 300 MB. */
const LOG_AT_MOST = 5_000_000;

/** Entries of consecutive ids, each of which was seen: an id between may be of a transaction that is not over. */
interface Entries {
	readonly first: number;
	readonly last: number;
}

export interface LoggedChanges {
	readonly entries: readonly Entries[];
	/** By table, each once. */
	readonly keys: ReadonlyMap<MovedTable, readonly Key[]>;
}

/** How many changes were read. */
export function countOf({ entries }: LoggedChanges): number {
	return entries.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

/** Whether the log is longer than a move needs. */
export async function isLogFull({ db }: Tx, atMost = LOG_AT_MOST): Promise<boolean> {
	// A move writes its mark before it makes the log, and may be stopped in between.
	const tables = await db.introspection.getTables();
	if (!tables.some(({ name }) => name === LOG)) return false;
	const { rows } = await sql<{ length: number | null }>`
		select (select max(id) from ${sql.table(LOG)}) - (select min(id) from ${sql.table(LOG)}) + 1 as length`.execute(db);
	return Number(rows[0]?.length ?? 0) > atMost;
}

/** What a snapshot sees of the log, and so of the changes: no more is logged of them later. */
export async function readChanges({ db, dialect }: Tx): Promise<LoggedChanges> {
	const { rows: entries } = await sql<Entries>`
		select min(id) as first, max(id) as last
		from (select id, id - row_number() over (order by id) as run from ${sql.table(LOG)}) as each
		group by run order by 1`.execute(db);
	const { rows } = await sql<{ place: number; key: string }>`
		select distinct place, key from ${sql.table(LOG)}`.execute(db);
	const texts = new Map<MovedTable, Set<string>>();
	const note = (table: MovedTable, key: Key) => {
		const known = texts.get(table) ?? new Set();
		texts.set(table, known.add(JSON.stringify(key)));
	};
	for (const { place, key } of rows) {
		const table = MOVED_TABLES[place] as MovedTable;
		const values = JSON.parse(key) as Key;
		note(table, values);
		// A block that comes or goes hides its rows in the partition, or shows them again: no trigger sees that.
		if (table.name === "sealed_hours" && dialect.results.partitions !== null) noteHour(table, values, note);
	}
	const keys = Array.from(texts, ([table, of]) => [table, Array.from(of, (text) => JSON.parse(text) as Key)] as const);
	return { entries, keys: new Map(keys) };
}

const MINUTES_AN_HOUR = 60;

function noteHour(sealed: MovedTable, key: Key, note: (table: MovedTable, key: Key) => void): void {
	const results = MOVED_TABLES.find(({ name }) => name === "check_results") as MovedTable;
	const part = (column: string) => Number(key[sealed.key.indexOf(column)]);
	for (let index = 0; index < MINUTES_AN_HOUR; index += 1) {
		const row = { minute: part("hour") * MINUTES_AN_HOUR + index, monitor_id: part("monitor_id") };
		note(
			results,
			results.key.map((column) => row[column as keyof typeof row]),
		);
	}
}

/**
 * Deletes entries of the log that were followed. In a transaction: outside of one SQLite would commit, and wait for the
 * disk and the write lock, for each of them.
 */
export async function forgetChanges(source: Tx, { entries }: Pick<LoggedChanges, "entries">): Promise<void> {
	if (entries.length === 0) return;
	await source.transaction(async ({ db }) => {
		for (const { first, last } of entries) {
			await sql`delete from ${sql.table(LOG)} where id between ${first} and ${last}`.execute(db);
		}
	});
}

/** In one transaction after which no other one has changes that were not logged: every table refuses changes. */
export function fence(database: Tx, mark: (tx: Tx) => Promise<void>): Promise<void> {
	return locking(database, "share row exclusive", async (tx) => {
		for (const statement of fenceStatements(tx)) await run(tx.db, statement);
		await mark(tx);
	});
}

/**
 * A transaction that has every table for itself, the marks among them.
 * @param mode `share row exclusive` keeps writers out, `access exclusive` readers too: dropping a trigger needs it
 */
export async function locking(
	database: Tx,
	mode: "share row exclusive" | "access exclusive",
	work: (tx: Tx) => Promise<void>,
): Promise<void> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await database.transaction(async (tx) => {
				if (tx.dialect.name === "postgresql") await lockTables(tx, mode);
				await work(tx);
			});
		} catch (error) {
			if (!database.dialect.isTransient(error) || attempt === LOCK_ATTEMPTS) throw error;
			await pause(TRY_AGAIN_MS);
		}
	}
}

/** The longest that everybody else waits behind a lock that is not free yet. */
const LOCK_TIMEOUT = "500ms";

async function lockTables({ db, dialect }: Tx, mode: string): Promise<void> {
	await run(db, `set local lock_timeout = '${LOCK_TIMEOUT}'`);
	const names = MOVED_TABLES.map((table) => storedIn(table, dialect));
	await run(db, `lock table ${[...names, "moves"].join(", ")} in ${mode} mode`);
}

function fenceStatements({ dialect }: Tx): string[] {
	if (dialect.name === "sqlite") {
		return MOVED_TABLES.flatMap(({ name }) =>
			VERBS.map(
				(verb) => `create trigger if not exists move_fence_${verb}_${name} before ${verb} on ${name} begin
					select raise(abort, '${FENCED}'); end`,
			),
		);
	}
	return [
		`create or replace function move_fence() returns trigger language plpgsql as $$ begin
			raise exception '${FENCED}' using errcode = 'read_only_sql_transaction'; end $$`,
		...MOVED_TABLES.map(
			(table) => `create or replace trigger move_fence before insert or update or delete on
				${storedIn(table, dialect)} for each statement execute function move_fence()`,
		),
	];
}

/** Drops the log with its triggers; what refuses changes stays. */
export async function dropLog(source: Tx): Promise<void> {
	await dropTriggers(source, "move_log");
	await run(source.db, `drop table if exists ${LOG}`);
}

/** Changes are possible again. */
export async function dropFence(source: Tx): Promise<void> {
	await dropTriggers(source, "move_fence");
}

async function dropTriggers({ db, dialect }: Tx, prefix: "move_log" | "move_fence"): Promise<void> {
	for (const table of MOVED_TABLES) {
		if (dialect.name === "sqlite") {
			for (const verb of VERBS) await run(db, `drop trigger if exists ${prefix}_${verb}_${table.name}`);
		} else {
			await run(db, `drop trigger if exists ${prefix} on ${storedIn(table, dialect)}`);
			if (prefix === "move_log") await run(db, `drop function if exists move_log_${table.name}()`);
		}
	}
	if (dialect.name === "postgresql" && prefix === "move_fence") await run(db, "drop function if exists move_fence()");
}

function run(db: Kysely<never> | Tx["db"], text: string): Promise<unknown> {
	const statement: RawBuilder<unknown> = sql.raw(text);
	return statement.execute(db);
}
