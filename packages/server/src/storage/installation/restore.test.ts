import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, rmSync, statSync, symlinkSync, truncateSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { migrate } from "../database/migrate.ts";
import { openSqlite } from "../database/sqlite/sqlite.ts";
import { aTeam } from "../testing/fixtures.ts";
import { backUpSqlite } from "./backup.ts";
import { restoreSqlite } from "./restore.ts";

const now = Date.UTC(2026, 4, 1, 12);
const OURS = "1.2.0";

async function aFolder() {
	const path = await mkdtemp(join(tmpdir(), "lapwing-restore-"));
	return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** A database with that team. */
async function aDatabase(path: string, team: string): Promise<void> {
	const database = openSqlite(path);
	await migrate(database);
	await aTeam(database, team);
	await database.close();
}

function teamsIn(path: string): unknown[] {
	using database = new DatabaseSync(path);
	expect(database.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
	return database.prepare("select slug from teams").all();
}

test("a write-ahead log that another database left behind is not applied to the restored one", async () => {
	await using folder = await aFolder();
	const [path, backup] = [join(folder.path, "lapwing.db"), join(folder.path, "backup.db")];
	await aDatabase(join(folder.path, "source.db"), "restored");
	backUpSqlite(join(folder.path, "source.db"), backup, { secret: null, madeAt: now, version: OURS });
	// As after a crash, and a restore that was cut off when it had moved only the first of the files.
	await aDatabase(path, "earlier");
	const crashed = new DatabaseSync(path);
	crashed.exec("update teams set slug = 'of the log'");
	const log = `${path}-wal`;
	rmSync(path);
	expect(existsSync(log)).toBe(true);
	const restored = restoreSqlite(backup, path, { replaces: false, now, version: OURS });
	expect(restored.earlier).toBeNull();
	expect(teamsIn(path)).toEqual([{ slug: "restored" }]);
	expect(readdirSync(folder.path).filter((name) => name.endsWith("Z-wal"))).toHaveLength(1);
	crashed.close();
});

test("a copy of a database that was not closed is restored with the changes in the log beside it", async () => {
	await using folder = await aFolder();
	const [source, copy, path] = ["source.db", "copy.db", "lapwing.db"].map((name) => join(folder.path, name)) as [
		string,
		string,
		string,
	];
	await aDatabase(source, "in the file");
	using open = new DatabaseSync(source);
	open.exec("update teams set slug = 'in the log'");
	for (const part of ["", "-wal"]) copyFileSync(source + part, copy + part);
	restoreSqlite(copy, path, { replaces: false, now, version: OURS });
	expect(teamsIn(path)).toEqual([{ slug: "in the log" }]);
	expect(readdirSync(folder.path).filter((name) => /restoring|copy.db-shm/.test(name))).toEqual([]);
});

test("the log is found beside the file that a symbolic link leads to", async () => {
	await using folder = await aFolder();
	const [source, link, path] = ["source.db", "link.db", "lapwing.db"].map((name) => join(folder.path, name)) as [
		string,
		string,
		string,
	];
	await aDatabase(source, "in the file");
	using open = new DatabaseSync(source);
	open.exec("update teams set slug = 'in the log'");
	symlinkSync(source, link);
	restoreSqlite(link, path, { replaces: false, now, version: OURS });
	expect(teamsIn(path)).toEqual([{ slug: "in the log" }]);
});

test("a database that changes while it is copied is refused", async () => {
	await using folder = await aFolder();
	const [source, path] = ["source.db", "lapwing.db"].map((name) => join(folder.path, name)) as [string, string];
	await aDatabase(source, "present");
	// A pipe in the place of the log: the copy waits for its end, before which the file is written.
	spawnSync("mkfifo", [`${source}-wal`]);
	const writer = spawn("sh", ["-c", 'exec 3> "$1-wal"; touch "$1"', "sh", source]);
	expect(() => restoreSqlite(source, path, { replaces: false, now, version: OURS })).toThrow(
		/source\.db changed while it was copied\. Stop the service .*lapwing backup/,
	);
	expect(existsSync(path)).toBe(false);
	writer.kill();
});

test("a copy whose log can't be written into its file is not restored", async () => {
	await using folder = await aFolder();
	const [copy, path] = ["copy.db", "lapwing.db"].map((name) => join(folder.path, name)) as [string, string];
	await aDatabase(copy, "in the file");
	using open = new DatabaseSync(copy);
	const { size } = statSync(copy);
	open.exec(`create table more as select zeroblob(${size}) as contents; update teams set slug = 'in the log'`);
	// Neither the file nor its log is as long as that, and both together are.
	const blocks = Math.ceil((size * 1.5) / 512);
	const script = `
		import { restoreSqlite } from ${JSON.stringify(import.meta.resolve("./restore.ts"))};
		restoreSqlite(...${JSON.stringify([copy, path, { replaces: false, now, version: OURS }])});`;
	const node = [process.execPath, "--input-type=module", "--eval", script];
	const { status, stderr } = spawnSync("sh", ["-c", `ulimit -f ${blocks} && exec "$@"`, "sh", ...node]);
	expect([status, String(stderr)]).toEqual([1, expect.stringContaining("disk I/O error")]);
	expect(readdirSync(folder.path).filter((name) => name.includes("restoring"))).toEqual([]);
	expect(existsSync(path)).toBe(false);
});

test("a database that a restore put aside after a crash is whole when it is restored again", async () => {
	await using folder = await aFolder();
	const [path, backup] = [join(folder.path, "lapwing.db"), join(folder.path, "backup.db")];
	await aDatabase(path, "earlier");
	backUpSqlite(path, backup, { secret: null, madeAt: now, version: OURS });
	const crashed = new DatabaseSync(path);
	crashed.exec("update teams set slug = 'of the log'");
	const { earlier } = restoreSqlite(backup, path, { replaces: true, now, version: OURS });
	restoreSqlite(earlier ?? "", path, { replaces: true, now: now + 1_000, version: OURS });
	expect(teamsIn(path)).toEqual([{ slug: "of the log" }]);
	crashed.close();
});

test("a log that another database left beside a backup is not applied", async () => {
	await using folder = await aFolder();
	const [source, backup, path] = ["source.db", "backup.db", "lapwing.db"].map((name) => join(folder.path, name)) as [
		string,
		string,
		string,
	];
	await aDatabase(source, "backed up");
	backUpSqlite(source, backup, { secret: null, madeAt: now, version: OURS });
	using other = new DatabaseSync(source);
	other.exec("update teams set slug = 'of the log'");
	copyFileSync(`${source}-wal`, `${backup}-wal`);
	restoreSqlite(backup, path, { replaces: false, now, version: OURS });
	expect(teamsIn(path)).toEqual([{ slug: "backed up" }]);
});

test.each(["delete", "wal"])(
	"what a restore that was killed left behind (%s) is not applied to the next one",
	async (journal) => {
		await using folder = await aFolder();
		const [path, backup] = [join(folder.path, "lapwing.db"), join(folder.path, "backup.db")];
		await aDatabase(join(folder.path, "source.db"), "restored");
		backUpSqlite(join(folder.path, "source.db"), backup, { secret: null, madeAt: now, version: OURS });
		await aDatabase(`${path}.restoring`, "killed");
		const killed = new DatabaseSync(`${path}.restoring`);
		// So that its journal counts without a flush.
		killed.exec(`pragma synchronous = off; pragma journal_mode = ${journal}; begin; update teams set slug = 'half'`);
		if (journal === "wal") killed.exec("commit");
		restoreSqlite(backup, path, { replaces: false, now, version: OURS });
		expect(teamsIn(path)).toEqual([{ slug: "restored" }]);
		expect(readdirSync(folder.path).filter((name) => name.includes("restoring"))).toEqual([]);
		killed.close();
	},
);

test("a backup of a newer version is refused before anything is replaced, and both versions are named", async () => {
	await using folder = await aFolder();
	const [path, source, backup] = ["lapwing.db", "source.db", "backup.db"].map((name) => join(folder.path, name)) as [
		string,
		string,
		string,
	];
	await aDatabase(path, "present");
	await aDatabase(source, "newer");
	const newer = new DatabaseSync(source);
	newer.exec("insert into kysely_migration (name, timestamp) values ('0002-future', '2099')");
	newer.close();
	backUpSqlite(source, backup, { secret: null, madeAt: now, version: "1.3.0" });
	const restore = (file: string) => () => restoreSqlite(file, path, { replaces: true, now, version: OURS });
	expect(restore(backup)).toThrow(/backup\.db is of 1\.3\.0, and this is 1\.2\.0\..* newer .*0002-future/);
	expect(restore(source)).toThrow(/source\.db is of another version, and this is 1\.2\.0\./);
	expect(teamsIn(path)).toEqual([{ slug: "present" }]);
	expect(readdirSync(folder.path).filter((name) => /restor/.test(name))).toEqual([]);
});

test("a backup of which a part is missing is refused as such, wherever it ends", async () => {
	await using folder = await aFolder();
	const [source, backup, part] = ["source.db", "backup.db", "part.db"].map((name) => join(folder.path, name)) as [
		string,
		string,
		string,
	];
	await aDatabase(source, "whole");
	backUpSqlite(source, backup, { secret: null, madeAt: now, version: OURS });
	const { size } = statSync(backup);
	for (const length of [0, 7, 60, 100, 4_096, size - 4_096, size - 1]) {
		copyFileSync(backup, part);
		truncateSync(part, length);
		const restore = () => restoreSqlite(part, join(folder.path, "to.db"), { replaces: false, now, version: OURS });
		expect(restore, `${length} bytes`).toThrow("part.db ends early: a part of it is missing");
	}
});
