/** The databases that tests create in the PostgreSQL server of the run. */

import { randomBytes } from "node:crypto";
import pg from "pg";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";

/** Migrated once a run: a copy takes a fraction of the time that the migrations take. */
const TEMPLATE = "migrated_template";

/** @param server its URL, without a database's name, as everywhere here */
export async function createTemplate(server: string): Promise<void> {
	await administer(server, `create database ${TEMPLATE}`);
	const tx = openDatabase(`${server}/${TEMPLATE}`);
	await migrate(tx);
	// PostgreSQL copies no database that somebody is connected to.
	await tx.close();
}

/** Creates an empty database, or a copy of the template. Returns its name. */
export async function createPostgresDatabase(server: string, schema: "none" | "migrated"): Promise<string> {
	const name = `test_${randomBytes(8).toString("hex")}`;
	// File by file, and not through the log: half of the CPU.
	const copied = schema === "migrated" ? ` template ${TEMPLATE} strategy file_copy` : "";
	await administer(server, `create database ${name}${copied}`);
	return name;
}

export async function dropPostgresDatabase(server: string, name: string): Promise<void> {
	await administer(server, `drop database ${name} with (force)`);
}

/** Connections to the servers of this process, which no process waits for: to open one costs as much as a database. */
const administrators = new Map<string, pg.Pool>();

async function administer(server: string, statement: string): Promise<void> {
	let pool = administrators.get(server);
	if (pool === undefined) {
		const connectionString = `${server}/postgres`;
		pool = new pg.Pool({ connectionString, max: 2, idleTimeoutMillis: 60_000, allowExitOnIdle: true });
		// The server ends before this process does.
		pool.on("error", () => {});
		administrators.set(server, pool);
	}
	await pool.query(statement);
}
