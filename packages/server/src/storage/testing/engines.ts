/** Runs one suite on both engines, each test with databases of its own. */

import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, inject } from "vitest";
import { openDatabase } from "../database/open-database.ts";
import type { EngineName } from "../database/tables/table.ts";
import type { Database } from "../database/tx.ts";
import { createPostgresDatabase, dropPostgresDatabase } from "./postgres-databases.ts";
import { reusedDatabase } from "./reused-postgres.ts";

export type { EngineName };

/** A fresh database, empty or with this version's schema: its URL, and how to drop it. */
export async function newDatabaseUrl(
	name: EngineName,
	schema: "none" | "migrated" = "none",
): Promise<{ url: string; drop: () => Promise<void> }> {
	if (name === "sqlite") {
		const directory = await mkdtemp(join(tmpdir(), "lapwing-sqlite-"));
		const file = join(directory, "lapwing.db");
		if (schema === "migrated") await copyFile(inject("sqliteTemplate"), file);
		return { url: `sqlite:${file}`, drop: () => rm(directory, { recursive: true, force: true }) };
	}
	const server = inject("postgresUrl");
	const database = await createPostgresDatabase(server, schema);
	return { url: `${server}/${database}`, drop: () => dropPostgresDatabase(server, database) };
}

/** A migrated database without rows, which is closed when disposed of, and dropped or made ready for another test. */
export async function freshDatabase(name: EngineName): Promise<Database & AsyncDisposable> {
	if (name === "postgresql") return reusedDatabase(inject("postgresUrl"));
	const { url, drop } = await newDatabaseUrl(name, "migrated");
	const tx = openDatabase(url);
	return Object.assign(tx, {
		async [Symbol.asyncDispose]() {
			await tx.close();
			await drop();
		},
	});
}

/** The same tests over every engine; `concurrent`: side by side, for tests that mostly wait. */
export function onEachEngine(
	title: string,
	suite: (name: EngineName) => void,
	{ concurrent = false }: { concurrent?: boolean } = {},
): void {
	describe.each(["sqlite", "postgresql"] as const)(`${title} on %s`, { concurrent }, (name) => suite(name));
}
