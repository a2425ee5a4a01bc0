import { sql } from "kysely";
import { expect, test } from "vitest";
import { digitsIn, numbersIn } from "../board/joined-columns.ts";
import { freshDatabase, newDatabaseUrl, onEachEngine } from "../testing/engines.ts";
import { steady } from "../testing/steady.ts";
import { numberOrNull } from "./dialect.ts";
import { openDatabase } from "./open-database.ts";
import type { Tx } from "./tx.ts";

const versionOf = async ({ db, dialect }: Tx) =>
	(await sql<{ version: string }>`select ${dialect.version} as version`.execute(db)).rows[0]?.version;
const insertTeam = ({ db }: Tx, slug: string) =>
	db
		.insertInto("teams")
		.values({ public_id: `team_${slug}`, name: slug, slug, created_at: 0 })
		.execute();

onEachEngine("rows as a parameter", (name) => {
	test("are sent as they are, including quotes, bytes and nulls", async () => {
		await using database = await freshDatabase(name);
		const rows = database.dialect.rows({ a: "integer", b: "text", c: "bytes" }, [
			{ a: 1_700_000_000_000, b: "it's", c: "00ff" },
			{ a: -1, b: null, c: null },
		]);
		const answer = await sql<{ a: number; b: string | null; c: Uint8Array | null }>`
			select * from ${rows} as r order by a desc`.execute(database.db);
		expect(answer.rows.map((row) => ({ ...row, c: row.c && [...row.c] }))).toEqual([
			{ a: 1_700_000_000_000, b: "it's", c: [0, 255] },
			{ a: -1, b: null, c: null },
		]);
	});
});

onEachEngine("a database error", (name) => {
	test("is transient when the database takes no writes, as a standby or one with a full disk", async () => {
		await using database = await freshDatabase(name);
		const refused = database.transaction(async (tx) => {
			await sql.raw(name === "sqlite" ? "pragma query_only = 1" : "set transaction read only").execute(tx.db);
			await insertTeam(tx, "a");
		});
		expect(database.dialect.isTransient(await refused.catch((error) => error))).toBe(true);
	});

	test("is not transient when a unique value exists already", async () => {
		await using database = await freshDatabase(name);
		await insertTeam(database, "a");
		const error = await insertTeam(database, "a").catch((cause) => cause);
		expect([database.dialect.isUniqueViolation(error), database.dialect.isTransient(error)]).toEqual([true, false]);
	});
});

onEachEngine("values joined to a text", (name) => {
	test("have the same order as those of other columns of the group, with null as JSON has it", async () => {
		await using database = await freshDatabase(name);
		const { dialect, db } = database;
		const values = [
			{ id: 7, digit: 3, number: 12 },
			{ id: 1_000_000_007, digit: 0, number: null },
			{ id: 12, digit: 9, number: 0 },
		];
		const rows = dialect.rows({ id: "integer", digit: "integer", number: "integer" }, values);
		const joined = (column: string, separator: "," | "") => dialect.joined(sql.ref(column), separator, sql.ref("id"));
		const { rows: found } = await sql<Record<"ids" | "digits" | "numbers", string>>`
			select ${joined("id", ",")} as ids, ${joined("digit", "")} as digits, ${dialect.joined(numberOrNull(sql.ref("number")), ",", sql.ref("id"))} as numbers
			from ${rows} as r`.execute(db);
		const [{ ids, digits, numbers } = { ids: "", digits: "", numbers: "" }] = found;
		const read = numbersIn(ids).map((id, at) => {
			return { id, digit: digitsIn(digits)[at], number: numbersIn<number | null>(numbers)[at] };
		});
		expect(read.toSorted((a, b) => a.id - b.id)).toEqual(values.toSorted((a, b) => a.id - b.id));
		const none = await sql<{ ids: null }>`select ${joined("id", ",")} as ids from ${rows} as r where id < 0`.execute(
			db,
		);
		expect(none.rows).toEqual([{ ids: null }]);
	});
});

onEachEngine("the version of a database", (name) => {
	test("is another one after each commit, also one of another process, and stays the same while nothing changes", async () => {
		const { url, drop } = await newDatabaseUrl(name, "migrated");
		const database = openDatabase(url);
		const other = openDatabase(url);
		const version = () => versionOf(database);
		const versions = [await steady(version)];
		const commits = [
			() => insertTeam(database, "own"),
			() => insertTeam(other, "other"),
			() => database.transaction((tx) => insertTeam(tx, "transaction")),
			() => database.repeatable.transaction((tx) => insertTeam(tx, "repeatable")),
			() => database.background().transaction((tx) => insertTeam(tx, "background")),
			() => sql`update teams set name = 'b' where slug = 'own'`.execute(other.db),
			() => sql`delete from teams where slug = 'other'`.execute(database.db),
		];
		for (const commit of commits) {
			await commit();
			versions.push(await steady(version));
		}
		expect(new Set(versions).size).toBe(commits.length + 1);
		await database.close();
		await other.close();
		await drop();
	});
});

test("on PostgreSQL, the version that was read while a transaction ran ends with its commit", async () => {
	await using database = await freshDatabase("postgresql");
	const before = await database.transaction(async (tx) => {
		await insertTeam(tx, "a");
		return versionOf(tx);
	});
	expect(await versionOf(database)).not.toBe(before);
});

test("on SQLite, commits of what can be computed again do not wait for the disk, and all others do", async () => {
	await using database = await freshDatabase("sqlite");
	const level = async ({ db }: Tx) => {
		const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db);
		return rows[0]?.synchronous;
	};
	const [NORMAL, FULL] = [1, 2];
	expect(await database.repeatable.transaction(level)).toBe(NORMAL);
	expect(await database.transaction(level)).toBe(FULL);
	const failed = database.repeatable.transaction(async (tx) => {
		await insertTeam(tx, "a");
		throw new Error("not today");
	});
	await expect(failed).rejects.toThrow("not today");
	expect(await level(database)).toBe(FULL);
});

test("on SQLite, a column that was renamed has its new name in the next answer", async () => {
	await using database = await freshDatabase("sqlite");
	const { db } = database;
	await sql`create table things (old integer)`.execute(db);
	await sql`insert into things values (7)`.execute(db);
	const things = async () => (await sql`select * from things`.execute(db)).rows;
	expect(await things()).toEqual([{ old: 7 }]);
	await sql`alter table things rename column old to new`.execute(db);
	expect(await things()).toEqual([{ new: 7 }]);
});
