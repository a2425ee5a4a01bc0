/**
 * A migrated SQLite file, made once a run and handed to the test files as `inject("sqliteTemplate")`: a copy takes a
 * fraction of the time that the migrations take.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** The file of a migrated SQLite database that nobody has open. */
		sqliteTemplate: string;
	}
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-template-"));
	const file = join(directory, "lapwing.db");
	const tx = openDatabase(`sqlite:${file}`);
	await migrate(tx);
	await tx.close();
	project.provide("sqliteTemplate", file);
	return () => rm(directory, { recursive: true, force: true });
}
