import { sql } from "kysely";
import { expect, test } from "vitest";
import { newDatabaseUrl } from "../../testing/engines.ts";
import { openPostgresql } from "../postgresql.ts";
import { StatementNames } from "./statement-names.ts";

/** Of the sum below: of its text alone, so that every service gives it to the same statement. */
const NAME = new StatementNames().of("/* frequent */ select $1::int + $2::int as sum") ?? "none";

/** A database whose statements, one after the other, all use the same connection of the pool. */
async function given() {
	const { url, drop } = await newDatabaseUrl("postgresql");
	const { db, dialect, close } = openPostgresql(url);
	const sumOf = async (a: number, b: number) => {
		const sum = dialect.frequent(sql<{ sum: number }>`select ${a}::int + ${b}::int as sum`);
		return (await sum.execute(db)).rows[0]?.sum;
	};
	const run = (statement: string) => sql.raw(statement).execute(db);
	const prepared = async () => {
		const { rows } = await sql<{ name: string; statement: string }>`
			select name, statement from pg_prepared_statements where not from_sql`.execute(db);
		return rows.map(({ name, statement }) => `${name}: ${statement}`);
	};
	const end = async () => {
		await close();
		await drop();
	};
	return { sumOf, run, prepared, [Symbol.asyncDispose]: end };
}

test("a frequent statement stays prepared in its connection, and no other does", async () => {
	await using database = await given();
	const { sumOf, run, prepared } = database;
	await run("select 1");
	expect([await sumOf(1, 2), await sumOf(3, 4)]).toEqual([3, 7]);
	expect(await prepared()).toEqual([`${NAME}: /* frequent */ select $1::int + $2::int as sum`]);
});

test("a name goes with one text, in whatever order a service comes to use its statements", () => {
	const [here, there] = [new StatementNames(), new StatementNames()];
	const [one, two] = ["/* frequent */ select 1", "/* frequent */ select 2"];
	expect([here.of(one), here.of(two)]).toEqual([there.of(two), there.of(one)].reverse());
	expect(here.of(one)).not.toBe(here.of(two));
});

test("a frequent statement that a pooler's next connection does not have is sent as any other, from then on", async () => {
	await using database = await given();
	const { sumOf, run, prepared } = database;
	await sumOf(1, 2);
	await run("deallocate all");
	expect([await sumOf(3, 4), await sumOf(5, 6)]).toEqual([7, 11]);
	expect(await prepared()).toEqual([]);
});

test("a frequent statement whose name a pooler's connection has already is sent as any other", async () => {
	await using database = await given();
	await database.run(`prepare ${NAME} as select 0 as sum`);
	expect([await database.sumOf(1, 2), await database.sumOf(3, 4)]).toEqual([3, 7]);
});

test("a frequent statement that fails for another reason fails", async () => {
	await using database = await given();
	await expect(database.sumOf(2 ** 31 - 1, 1)).rejects.toMatchObject({ code: "22003" });
	expect(await database.sumOf(1, 2)).toBe(3);
	expect(await database.prepared()).toHaveLength(1);
});
