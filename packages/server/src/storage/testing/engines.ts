/** Runs one suite on both engines, each test file with databases of its own. */

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { describe, inject } from "vitest";
import type { Dialect } from "../database/dialect.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import type { Database } from "../database/session.ts";

export type EngineName = Dialect["name"];

/** A fresh database: its URL, and how to drop it. */
export async function newDatabaseUrl(name: EngineName): Promise<{ url: string; drop: () => Promise<void> }> {
	if (name === "sqlite") {
		const directory = await mkdtemp(join(tmpdir(), "lapwing-sqlite-"));
		const drop = () => rm(directory, { recursive: true, force: true });
		return { url: `sqlite:${join(directory, "lapwing.db")}`, drop };
	}
	const server = inject("postgresUrl");
	const database = `test_${randomBytes(8).toString("hex")}`;
	await administer(server, `create database ${database}`);
	return { url: `${server}/${database}`, drop: () => administer(server, `drop database ${database} with (force)`) };
}

/** A fresh, migrated database that closes and drops its database when disposed of. */
export async function freshDatabase(name: EngineName): Promise<Database & AsyncDisposable> {
	const { url, drop } = await newDatabaseUrl(name);
	const session = openDatabase(url);
	await migrate(session);
	return Object.assign(session, {
		async [Symbol.asyncDispose]() {
			await session.close();
			await drop();
		},
	});
}

/** The same tests over every engine. */
export function onEachEngine(title: string, suite: (name: EngineName) => void): void {
	describe.each(["sqlite", "postgresql"] as const)(`${title} on %s`, (name) => suite(name));
}

async function administer(server: string, statement: string): Promise<void> {
	const client = new pg.Client({ connectionString: `${server}/postgres` });
	await client.connect();
	try {
		await client.query(statement);
	} finally {
		await client.end();
	}
}
