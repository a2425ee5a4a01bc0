import { rename, rm, stat, writeFile } from "node:fs/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { MissedSummary } from "../domain/checks/missed-tally.ts";
import { FILE_GONE } from "../engine/upkeep/database-file.ts";
import { openDatabase } from "../storage/database/open-database.ts";
import { freshDatabase, newDatabaseUrl } from "../storage/testing/engines.ts";
import { healthOf } from "./health.ts";

const NOON = Date.UTC(2026, 4, 1, 12);

const NOTHING_MISSED: MissedSummary = { checks: 100, missed: 0, causes: [] };

async function healthWith(noProberForMs: number | null, missed = NOTHING_MISSED) {
	await using database = await freshDatabase("sqlite");
	return await healthOf(
		{ database, now: () => NOON },
		{ schedulerTickedAt: NOON, noProberForMs, missed, oldestDue: async () => null },
	);
}

test("is ok while there is a prober, and while probers start", async () => {
	expect((await healthWith(null)).status).toBe("ok");
	expect((await healthWith(14_999)).status).toBe("ok");
});

test("is failing, with the reason, when no prober has started for fifteen seconds", async () => {
	expect(await healthWith(15_000)).toMatchObject({
		status: "failing",
		problem: "No probe thread has come through its start for 15 s, so no check is made. The log says why.",
	});
});

function missedByResolver(missed: number): MissedSummary {
	return { checks: 100, missed, causes: [{ cause: "resolver", missed, share: missed / 100, monitors: 1 }] };
}

test("is degraded, and says what is blind, from 5 % of missed checks on", async () => {
	expect(await healthWith(null, missedByResolver(4))).toMatchObject({
		status: "ok",
		missedChecks: missedByResolver(4),
	});
	expect(await healthWith(null, missedByResolver(5))).toMatchObject({
		status: "degraded",
		problem:
			"Of 100 checks in the last 5 minutes 5 could not be made: 5 because the name servers do not answer (resolver).",
		missedChecks: missedByResolver(5),
	});
});

test("that a process fails matters more than that it is blind", async () => {
	expect(await healthWith(15_000, missedByResolver(100))).toMatchObject({ status: "failing" });
});

const birthOf = async (path: string) => (await stat(path, { bigint: true })).birthtimeNs;

test("is failing when the file of the database was deleted, and ok again when it is back", async () => {
	const { url, drop } = await newDatabaseUrl("sqlite", "migrated");
	const file = url.slice("sqlite:".length);
	const database = openDatabase(url);
	const engine = { schedulerTickedAt: NOON, noProberForMs: null, missed: NOTHING_MISSED, oldestDue: async () => null };
	const health = () => healthOf({ database, now: () => NOON }, engine);
	try {
		expect(await health()).toMatchObject({ status: "ok", database: true });
		await rename(file, `${file}.moved`);
		expect(await health()).toMatchObject({ status: "failing", database: false, problem: FILE_GONE });
		const ownBirth = await birthOf(`${file}.moved`);
		// The clock of a file system ticks every few milliseconds, and some file systems do not note a file's birth.
		if (ownBirth !== 0n) {
			const anotherIsBorn = () => rm(file, { force: true }).then(() => writeFile(file, "another one"));
			await expect.poll(() => anotherIsBorn().then(() => birthOf(file))).not.toBe(ownBirth);
			expect(await health()).toMatchObject({ status: "failing", database: false });
		}
		await rename(`${file}.moved`, file);
		expect(await health()).toMatchObject({ status: "ok", database: true });
	} finally {
		await database.close();
		await drop();
	}
});

test("is degraded while the disk of the database is full, and says so", async () => {
	await using database = await freshDatabase("sqlite");
	const engine = { schedulerTickedAt: NOON, noProberForMs: null, missed: NOTHING_MISSED, oldestDue: async () => null };
	const health = () => healthOf({ database, now: () => NOON }, engine);
	expect((await health()).status).toBe("ok");
	const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
	await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(database.db);
	const filling = database.transaction((tx) =>
		sql`create table filling as select randomblob(1000000) as bytes`.execute(tx.db),
	);
	await expect(filling).rejects.toThrow("full");
	expect(await health()).toMatchObject({
		status: "degraded",
		problem:
			"The disk of the database is full: nothing can be changed, and results wait in memory until there is space.",
		database: true,
	});
});
