import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "../storage/database/migrate.ts";
import { openDatabase } from "../storage/database/open-database.ts";
import { newDatabaseUrl } from "../storage/testing/engines.ts";
import { openMigratedDatabase } from "./database.ts";

test("a start with nothing to migrate waits for none that was cut off while it held the lock of migrations", async () => {
	const { url: databaseUrl, drop } = await newDatabaseUrl("postgresql", "migrated");
	const cutOff = openDatabase(databaseUrl);
	try {
		await cutOff.transaction(async (tx) => {
			await tx.dialect.lockMigrations.execute(tx.db);
			await (await openMigratedDatabase({ databaseUrl })).close();
		});
	} finally {
		await cutOff.close();
		await drop();
	}
}, 20_000);

test("a start that can't read in time what has been migrated waits for it as a migration does", async () => {
	const { url: databaseUrl, drop } = await newDatabaseUrl("postgresql", "migrated");
	const other = openDatabase(databaseUrl);
	try {
		const starting = await other.withoutTimeLimit(() =>
			other.transaction(async ({ db }) => {
				await sql`lock table kysely_migration in access exclusive mode`.execute(db);
				const starting = openMigratedDatabase({ databaseUrl });
				starting.catch(() => {});
				const migrations = async () => {
					const locks = sql`select 1 from pg_locks where locktype = 'advisory' and database =
						(select oid from pg_database where datname = current_database())`;
					return (await locks.execute(db)).rows.length;
				};
				await expect.poll(migrations, { timeout: 15_000 }).toBe(1);
				return { starting };
			}),
		);
		await (await starting.starting).close();
	} finally {
		await other.close();
		await drop();
	}
}, 30_000);

test("PostgreSQL ends the migration of a process that is cut off, which has no other limit", async () => {
	const { url, drop } = await newDatabaseUrl("postgresql", "migrated");
	const database = openDatabase(url);
	const limits: unknown[] = [];
	try {
		const upgrades = {
			"0002-expand-nothing": async (db: typeof database.db) => {
				for (const name of ["statement_timeout", "idle_in_transaction_session_timeout"]) {
					const { rows } = await sql<{ limit: string }>`select current_setting(${name}) as "limit"`.execute(db);
					limits.push(rows[0]?.limit);
				}
			},
		};
		await database.withoutTimeLimit(() => migrate(database, upgrades as unknown as Parameters<typeof migrate>[1]));
		expect(limits).toEqual(["0", "1min"]);
	} finally {
		await database.close();
		await drop();
	}
});
