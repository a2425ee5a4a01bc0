import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { freshDatabase, newDatabaseUrl, onEachEngine } from "../testing/engines.ts";
import { EXAMPLE_UPGRADES } from "../testing/example-upgrades.ts";
import { aTeam } from "../testing/fixtures.ts";
import { migrate, NewerSchema, OutdatedSchema, schemaState } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";
import type { Database } from "./tx.ts";

const migrating = fileURLToPath(new URL("../testing/migrate-process.ts", import.meta.url));
const FIRST = "0001-schema";
const LATER = Object.keys(EXAMPLE_UPGRADES);

const inProcess = async (url: string, mode?: "upgraded" | "killed") =>
	JSON.parse(
		(await promisify(execFile)(process.execPath, [migrating, url, ...(mode ? [mode] : [])])).stdout,
	) as string[];

async function initials({ db }: Database): Promise<string[]> {
	const { rows } = await sql<{ initial: Uint8Array }>`select initial from teams order by id`.execute(db);
	return rows.map(({ initial }) => Buffer.from(initial).toString());
}

onEachEngine("migrations", (name) => {
	test("three processes that start at once create the schema once, and a later start has nothing to do", async () => {
		const { url, drop } = await newDatabaseUrl(name);
		try {
			expect((await Promise.all([inProcess(url), inProcess(url), inProcess(url)])).flat()).toEqual([FIRST]);
			expect(await inProcess(url)).toEqual([]);
		} finally {
			await drop();
		}
	});

	test("a database of an earlier version is upgraded once, by one of the processes that start at once", async () => {
		const { url, drop } = await newDatabaseUrl(name, "migrated");
		const database = openDatabase(url);
		try {
			await aTeam(database);
			const ran = await Promise.all([inProcess(url, "upgraded"), inProcess(url, "upgraded")]);
			expect(ran.flat()).toEqual(LATER);
			expect(await initials(database)).toHaveLength(1);
			expect(await schemaState(database, EXAMPLE_UPGRADES)).toEqual({
				ran: [FIRST, ...LATER],
				ahead: [],
				pending: [],
				problem: null,
			});
		} finally {
			await database.close();
			await drop();
		}
	});

	test("an upgrade that is killed before its commit leaves the database as it was, and the next start makes it", async () => {
		const { url, drop } = await newDatabaseUrl(name, "migrated");
		const database = openDatabase(url);
		try {
			await aTeam(database);
			await expect(inProcess(url, "killed")).rejects.toMatchObject({ signal: "SIGKILL" });
			expect(await schemaState(database, EXAMPLE_UPGRADES)).toMatchObject({ ran: [FIRST], pending: LATER });
			await expect(initials(database)).rejects.toThrow("initial");
			expect(await migrate(database, EXAMPLE_UPGRADES)).toEqual(LATER);
			expect(await initials(database)).toHaveLength(1);
		} finally {
			await database.close();
			await drop();
		}
	});

	test("an upgrade that fails takes those before it back, and its error is thrown", async () => {
		await using database = await freshDatabase(name);
		const failed = new Error("out of luck");
		const upgrades = {
			...EXAMPLE_UPGRADES,
			"0004-expand-fails": async () => {
				throw failed;
			},
		};
		await expect(migrate(database, upgrades)).rejects.toBe(failed);
		expect((await schemaState(database, upgrades)).ran).toEqual([FIRST]);
		await expect(initials(database)).rejects.toThrow("initial");
	});

	test("an empty database gets the tables as they are defined, and no upgrade is made of them", async () => {
		const { url, drop } = await newDatabaseUrl(name);
		const database = openDatabase(url);
		try {
			expect(await schemaState(database)).toEqual({ ran: [], ahead: [], pending: [FIRST], problem: null });
			expect(await migrate(database, EXAMPLE_UPGRADES)).toEqual([FIRST, ...LATER]);
			await expect(initials(database)).rejects.toThrow("initial");
			expect(await migrate(database, EXAMPLE_UPGRADES)).toEqual([]);
		} finally {
			await database.close();
			await drop();
		}
	});

	test("a first start that ended before the tables were made leaves a database that the next one fills", async () => {
		const { url, drop } = await newDatabaseUrl(name);
		const database = openDatabase(url);
		try {
			await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255))`.execute(
				database.db,
			);
			expect(await migrate(database)).toEqual([FIRST]);
		} finally {
			await database.close();
			await drop();
		}
	});

	test("a version starts on a schema to which a newer one has only added, and leaves it as it is", async () => {
		await using database = await freshDatabase(name);
		await migrate(database, EXAMPLE_UPGRADES);
		expect(await schemaState(database)).toEqual({ ran: [FIRST], ahead: LATER, pending: [], problem: null });
		expect(await migrate(database)).toEqual([]);
		expect((await schemaState(database, EXAMPLE_UPGRADES)).pending).toEqual([]);
	});

	test("one that used what a newer version has removed is refused; one that did not use it starts", async () => {
		await using database = await freshDatabase(name);
		const removes = {
			async "0004-contract-0003-initials"({ schema }: Kysely<unknown>) {
				await schema.dropIndex("teams_of_initial").execute();
				await schema.alterTable("teams").dropColumn("initial").execute();
			},
		};
		await migrate(database, { ...EXAMPLE_UPGRADES, ...removes });
		expect(await migrate(database, EXAMPLE_UPGRADES)).toEqual([]);
		const { problem } = await schemaState(database);
		expect(problem).toBeInstanceOf(NewerSchema);
		expect(problem?.message).toContain("0004-contract-0003-initials");
		await expect(migrate(database)).rejects.toThrow(NewerSchema);
	});

	test.each<[string, string]>([
		["drops a column", "alter table api_keys drop column prefix"],
		["renames a column", "alter table api_keys rename column prefix to beginning"],
		["drops a table", "drop table rate_windows"],
		["demands a column of rows", "alter table rate_windows add column wanted integer not null"],
		["lets fewer rows in", "create unique index one_prefix on api_keys (prefix)"],
		["drops a unique index", "drop index invitations_by_mail"],
	])("an expansion that %s is refused, and nothing of it stays", async (_what, statement) => {
		await using database = await freshDatabase(name);
		// SQLite refuses the last one itself.
		const upgrades = {
			"0002-expand-too-much": async (db: Kysely<unknown>) => void (await sql.raw(statement).execute(db)),
		};
		await expect(migrate(database, upgrades)).rejects.toThrow(/does more than add|NOT NULL column/);
		expect((await schemaState(database, upgrades)).pending).toEqual(["0002-expand-too-much"]);
	});

	test.runIf(name === "postgresql").each<[string, string]>([
		["drops a default", "alter table alerts alter column leased_until drop default"],
		["changes a default", "alter table alerts alter column leased_until set default 5"],
		["checks columns of before", "alter table alerts add constraint late check (leased_until >= 0)"],
		["checks a column with a default", "alter table alerts add column late integer default 1 check (late > 0)"],
	])("an expansion that %s is refused, and nothing of it stays", async (_what, statement) => {
		await using database = await freshDatabase(name);
		const upgrades = {
			"0002-expand-too-much": async (db: Kysely<unknown>) => void (await sql.raw(statement).execute(db)),
		};
		await expect(migrate(database, upgrades)).rejects.toThrow(/does more than add: .+/);
		expect((await schemaState(database, upgrades)).pending).toEqual(["0002-expand-too-much"]);
	});

	test("an expansion may add rules for columns of its own, which are null where they are left out", async () => {
		await using database = await freshDatabase(name);
		const upgrades = {
			async "0002-expand-nicknames"(db: Kysely<unknown>) {
				await sql`alter table teams add column nickname text check (length(nickname) > 1)`.execute(db);
				await sql`create unique index teams_by_nickname on teams (nickname)`.execute(db);
			},
		};
		expect(await migrate(database, upgrades)).toEqual(["0002-expand-nicknames"]);
		await aTeam(database);
		await aTeam(database);
	});

	test("a version that starts while a newer one upgrades works with what that one has made, or is refused", async () => {
		const { url, drop } = await newDatabaseUrl(name, "migrated");
		const [newer, older, oldest] = [openDatabase(url), openDatabase(url), openDatabase(url)];
		try {
			const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
			const upgrading = migrate(newer, {
				...EXAMPLE_UPGRADES,
				async "0004-contract-0003-initials"() {
					begun.resolve();
					await ended.promise;
				},
			});
			await begun.promise;
			const [starting, refused] = [migrate(older, EXAMPLE_UPGRADES), migrate(oldest)];
			refused.catch(() => {});
			await new Promise((resolve) => setTimeout(resolve, 200));
			ended.resolve();
			expect(await upgrading).toHaveLength(3);
			expect(await starting).toEqual([]);
			await expect(refused).rejects.toThrow(NewerSchema);
		} finally {
			for (const each of [newer, older, oldest]) await each.close();
			await drop();
		}
	});

	test("an upgrade whose name says neither what it does nor what it removes is refused", async () => {
		await using database = await freshDatabase(name);
		await expect(migrate(database, { "0002-initials": async () => {} })).rejects.toThrow("0002-initials is neither");
	});

	test("a database from before the first release is refused and stays as it is", async () => {
		const { url, drop } = await newDatabaseUrl(name);
		const database = openDatabase(url);
		try {
			await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255))`.execute(
				database.db,
			);
			await sql`insert into kysely_migration values ('0001-foundation', '2025')`.execute(database.db);
			await expect(migrate(database)).rejects.toThrow(OutdatedSchema);
			expect(await schemaState(database)).toMatchObject({ ran: [], pending: [FIRST] });
		} finally {
			await database.close();
			await drop();
		}
	});
});
