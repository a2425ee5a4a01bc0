import { readdir, readFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { freshDatabase } from "../../testing/engines.ts";
import type { Tx } from "../tx.ts";
import { startCheckpoints } from "./checkpoints.ts";
import { COPIED_BY_COMMITS_FROM_PAGES, COPIED_FROM_PAGES, RESTARTED_FROM_PAGES } from "./messages.ts";

const fail = (error: Error) => {
	throw error;
};

async function walOf({ db }: Tx): Promise<{ log: number; checkpointed: number }> {
	const { rows } = await sql<{ log: number; checkpointed: number }>`pragma wal_checkpoint(noop)`.execute(db);
	return rows[0] ?? { log: 0, checkpointed: 0 };
}

async function fill({ db }: Tx, pages: number): Promise<void> {
	await sql`
		insert into filler with recursive n (i) as (select 1 union all select i + 1 from n where i < ${pages})
		select randomblob(4000) from n`.execute(db);
}

test("a thread copies what was committed from the WAL into the file, and no commit does", async () => {
	await using database = await freshDatabase("sqlite");
	const { repeatable } = database;
	await sql`create table filler (bytes blob)`.execute(database.db);
	const thread = database.checkpointInThread(fail);
	await fill(repeatable, COPIED_FROM_PAGES);
	const copied = async () => (await walOf(database)).checkpointed;
	await expect.poll(copied, { timeout: 20_000 }).toBeGreaterThanOrEqual(COPIED_FROM_PAGES);
	await thread[Symbol.asyncDispose]();
	// The next commit begins the WAL anew.
	await fill(repeatable, 2 * COPIED_FROM_PAGES);
	expect(await walOf(database)).toMatchObject({ checkpointed: 0 });
	expect(await sql`pragma integrity_check`.execute(database.db)).toMatchObject({ rows: [{ integrity_check: "ok" }] });
});

/** Threads of this process by the name of the checkpoint thread, as Linux shows them. */
async function checkpointThreads(): Promise<number> {
	const tasks = await readdir("/proc/self/task");
	// Another thread may have ended since the folder was read.
	const names = await Promise.all(tasks.map((id) => readFile(`/proc/self/task/${id}/comm`, "utf8").catch(() => "")));
	return names.filter((name) => name === "checkpoint\n").length;
}

test.skipIf(process.platform !== "linux")(
	"the thread runs from the first pages to copy until there were none for a while, and again",
	async () => {
		await using database = await freshDatabase("sqlite");
		await sql`create table filler (bytes blob)`.execute(database.db);
		const { rows } = await sql<{ file: string }>`pragma database_list`.execute(database.db);
		let pages = COPIED_FROM_PAGES - 1;
		let looks = 0;
		await using _thread = startCheckpoints(rows[0]?.file ?? "", {
			uncopiedPages() {
				looks += 1;
				return pages;
			},
			onProblem: fail,
			endsAfterMs: 100,
		});
		await expect.poll(() => looks, { timeout: 20_000 }).toBeGreaterThan(1);
		expect(await checkpointThreads()).toBe(0);
		for (let round = 0; round < 2; round += 1) {
			pages = COPIED_FROM_PAGES;
			await expect.poll(checkpointThreads, { timeout: 20_000 }).toBe(1);
			pages = 0;
			await expect.poll(checkpointThreads, { timeout: 20_000 }).toBe(0);
		}
	},
);

test("a WAL that is written to without a pause begins anew", async () => {
	await using database = await freshDatabase("sqlite");
	const { repeatable } = database;
	await sql`create table filler (bytes blob)`.execute(database.db);
	await using _thread = database.checkpointInThread(fail);
	await fill(repeatable, RESTARTED_FROM_PAGES);
	let [last, longest] = [0, 0];
	for (let { log } = await walOf(database); log >= last; { log } = await walOf(database)) {
		last = log;
		longest = Math.max(longest, log);
		await fill(repeatable, 1);
		await pause(1);
	}
	expect(longest).toBeLessThan(COPIED_BY_COMMITS_FROM_PAGES / 2);
});

test("while someone reads an older state, the thread keeps no writer waiting", async () => {
	await using database = await freshDatabase("sqlite");
	await sql`create table filler (bytes blob)`.execute(database.db);
	const { rows } = await sql<{ file: string }>`pragma database_list`.execute(database.db);
	const [reader, writer] = [new DatabaseSync(rows[0]?.file ?? ""), new DatabaseSync(rows[0]?.file ?? "")];
	reader.exec("begin; select count(*) from filler");
	await using _thread = database.checkpointInThread(fail);
	await fill(database.repeatable, 2 * RESTARTED_FROM_PAGES);
	writer.exec("pragma busy_timeout = 0");
	for (let attempt = 0; attempt < 50; attempt += 1) {
		writer.exec("begin immediate; rollback");
		await pause(10);
	}
	reader.close();
	writer.close();
});
