import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { TABLES } from "../database/schema.ts";
import type { Database } from "../database/tx.ts";
import { fillEmptyTables, rowsIn } from "./any-rows.ts";
import { aMonitor, aTeam } from "./fixtures.ts";
import { reusedDatabase } from "./reused-postgres.ts";

/**
 * The server of the run, under a name of this file: its databases are not those that other tests have filled, which are
 * dropped once they have grown or autovacuum has analysed them.
 */
function ownServer(): string {
	return inject("postgresUrl").replace("lapwing@", "lapwing:own@");
}

/** The databases that two tests get, one after the other. */
async function ofTwoTests(first: (database: Database) => Promise<unknown>) {
	const server = ownServer();
	const names: unknown[] = [];
	for (const work of [first, async () => {}]) {
		await using database = await reusedDatabase(server);
		names.push((await sql<{ name: string }>`select current_database() as name`.execute(database.db)).rows[0]?.name);
		await work(database);
	}
	return { isReused: names[0] === names[1], connect: () => reusedDatabase(server) };
}

/** By table. */
async function rowsOf({ db }: Database) {
	const all: Record<string, unknown> = {};
	for (const name of Object.keys(TABLES)) all[name] = (await sql`select * from ${sql.table(name)}`.execute(db)).rows;
	return all;
}

test("a database of PostgreSQL is used again with the rows of a new one, and with ids from 1", async () => {
	const { isReused, connect } = await ofTwoTests(async (database) => {
		await fillEmptyTables(database);
		await sql`update roll_up_progress set results_since = 5`.execute(database.db);
	});
	expect(isReused).toBe(true);
	await using next = await connect();
	await using another = await connect();
	const all: unknown[] = [];
	for (const database of [next, another]) all.push(await rowsOf(database));
	expect(all[0]).toEqual(all[1]);
	expect(await aMonitor(next, await aTeam(next))).toBe(1);
});

test.each([
	["a table", "create table other (id integer)"],
	[
		"a trigger",
		"create trigger same before update on teams for each row execute function suppress_redundant_updates_trigger()",
	],
	["a column less", "alter table teams drop column name"],
	["another default", "alter table teams alter column name set default 'x'"],
	["statistics", "insert into teams (public_id, name, slug, created_at) values ('a', 'a', 'a', 0); analyze teams"],
	[
		"many pages",
		`insert into teams (public_id, name, slug, created_at)
			select n, repeat(md5(n::text), 20), n, 0 from generate_series(1, 1000) n`,
	],
	["a lock of a session", "select pg_advisory_lock(1)"],
])("a database of PostgreSQL with %s is not used again", async (_, statements) => {
	const { isReused } = await ofTwoTests(async ({ db }) => {
		for (const each of statements.split(";")) await sql.raw(each).execute(db);
	});
	expect(isReused).toBe(false);
});

test("queries of a database that was given back fail, also when another test has it", async () => {
	const server = ownServer();
	const before = await reusedDatabase(server);
	await before[Symbol.asyncDispose]();
	await using _ = await reusedDatabase(server);
	await expect(rowsIn(before, "teams")).rejects.toThrow();
});
