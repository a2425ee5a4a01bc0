import { existsSync, linkSync, statSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrate } from "../database/migrate.ts";
import { openSqlite } from "../database/sqlite/sqlite.ts";
import { backUpSqlite } from "./backup.ts";

test("a backup never takes the place of the database, under whichever name", async () => {
	const folder = await mkdtemp(join(tmpdir(), "lapwing-backup-"));
	const path = join(folder, "lapwing.db");
	const database = openSqlite(path);
	await migrate(database);
	const { ino } = statSync(path);
	const [symbolic, hard] = [join(folder, "symbolic.db"), join(folder, "hard.db")];
	symlinkSync(path, symbolic);
	linkSync(path, hard);
	for (const file of [path, symbolic, hard]) {
		const backUp = () => backUpSqlite(path, file, { secret: null, madeAt: 0, version: null });
		expect(backUp).toThrow(`${file} is the database itself. Name another file.`);
		expect(existsSync(`${file}.unfinished`)).toBe(false);
	}
	expect(statSync(path).ino).toBe(ino);
	await database.close();
	await rm(folder, { recursive: true });
});
