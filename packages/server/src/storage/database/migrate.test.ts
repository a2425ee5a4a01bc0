import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { freshDatabase, newDatabaseUrl, onEachEngine } from "../testing/engines.ts";
import { migrate, NewerSchema, OutdatedSchema, schemaState } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";

const migrating = fileURLToPath(new URL("../testing/migrate-process.ts", import.meta.url));

onEachEngine("migrations", (name) => {
	test("three processes that start at once migrate once, and a later start has nothing to do", async () => {
		const { url, drop } = await newDatabaseUrl(name);
		const run = async () =>
			JSON.parse((await promisify(execFile)(process.execPath, [migrating, url])).stdout) as string[];
		try {
			const ran = (await Promise.all([run(), run(), run()])).flat();
			expect(ran[0]).toBe("0001-teams");
			expect(new Set(ran).size).toBe(ran.length);
			expect(await run()).toEqual([]);
		} finally {
			await drop();
		}
	});

	test("refuses a database of version 0.1 and leaves it as it is", async () => {
		const { url, drop } = await newDatabaseUrl(name);
		const database = openDatabase(url);
		try {
			await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255))`.execute(
				database.db,
			);
			await sql`insert into kysely_migration values ('0001-foundation', '2025')`.execute(database.db);
			await expect(migrate(database)).rejects.toThrow(OutdatedSchema);
			expect(await schemaState(database)).toMatchObject({ ran: [], unknown: ["0001-foundation"] });
		} finally {
			await database.close();
			await drop();
		}
	});

	test("a schema that a newer version has changed is refused and stays as it is", async () => {
		await using database = await freshDatabase(name);
		expect(await schemaState(database)).toMatchObject({ pending: [], unknown: [] });
		await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2099')`.execute(database.db);
		expect((await schemaState(database)).unknown).toEqual(["9999-future"]);
		await expect(migrate(database)).rejects.toThrow(NewerSchema);
	});

	test("in a database without a schema all migrations are pending", async () => {
		const { url, drop } = await newDatabaseUrl(name);
		const database = openDatabase(url);
		try {
			const { ran, pending, unknown } = await schemaState(database);
			expect([ran, pending[0], unknown]).toEqual([[], "0001-teams", []]);
		} finally {
			await database.close();
			await drop();
		}
	});

	test("many rows are sent as one parameter, including bytes and nulls", async () => {
		const { url, drop } = await newDatabaseUrl(name);
		const database = openDatabase(url);
		try {
			const rows = database.dialect.rows({ a: "integer", b: "text", c: "bytes" }, [
				{ a: 1_700_000_000_000, b: "it's", c: "00ff" },
				{ a: -1, b: null, c: null },
			]);
			const answer = await sql<{
				a: number;
				b: string | null;
				c: Uint8Array | null;
			}>`select * from ${rows} as r order by a desc`.execute(database.db);
			expect(answer.rows.map((row) => ({ ...row, c: row.c && [...row.c] }))).toEqual([
				{ a: 1_700_000_000_000, b: "it's", c: [0, 255] },
				{ a: -1, b: null, c: null },
			]);
		} finally {
			await database.close();
			await drop();
		}
	});
});
