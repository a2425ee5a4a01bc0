/** The stores of the recipes that need nothing but Node.js and `pg`, on SQLite and on a real PostgreSQL. */

import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { startPostgres } from "../../server/src/storage/testing/postgres.ts";
import { POSTGRES_SCHEMA, PostgresPasskeys, postgresChallenges } from "../recipes/stores/postgres.ts";
import { SQLITE_SCHEMA, SqlitePasskeys, sqliteChallenges } from "../recipes/stores/sqlite.ts";
import { type Stores, testStores } from "./harness/store-suite.ts";

const TIMEOUT_MS = 300_000;

async function openSqlite(): Promise<Stores> {
	const database = new DatabaseSync(":memory:");
	database.exec(SQLITE_SCHEMA);
	return {
		passkeys: new SqlitePasskeys(database),
		challenges: (now) => sqliteChallenges(database, { now }),
		[Symbol.asyncDispose]: async () => database.close(),
	};
}

async function openPostgres(): Promise<Stores> {
	const server = await startPostgres();
	const pool = new pg.Pool({ connectionString: `${server.url}/postgres`, max: 4 });
	// The server may end a connection before the pool has said goodbye on it.
	pool.on("error", () => {});
	await pool.query(POSTGRES_SCHEMA);
	return {
		passkeys: new PostgresPasskeys(pool),
		challenges: (now) => postgresChallenges(pool, { now }),
		async [Symbol.asyncDispose]() {
			await pool.end();
			await server.stop();
		},
	};
}

describe.each([
	["SQLite", openSqlite],
	["PostgreSQL", openPostgres],
] as const)("the stores on %s", (_name, open) => {
	let stores: Stores;
	beforeAll(async () => {
		stores = await open();
	}, TIMEOUT_MS);
	afterAll(() => stores[Symbol.asyncDispose]());
	testStores(() => stores);
});
