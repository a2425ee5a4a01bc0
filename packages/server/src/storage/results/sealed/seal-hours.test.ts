import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { recordChecks } from "../../commit/record-checks.ts";
import { migrate } from "../../database/migrate.ts";
import { openDatabase } from "../../database/open-database.ts";
import type { Database } from "../../database/tx.ts";
import { freshDatabase, newDatabaseUrl, onEachEngine } from "../../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation, upObservation } from "../../testing/fixtures.ts";
import { deleteChecksOfMonitor } from "../delete-checks.ts";
import { createPartitions } from "../partitions/keep-partitions.ts";
import { checksBetween } from "../read-checks.ts";
import { damagedOf } from "./damaged-blocks.ts";
import { SEALED_AFTER_HOURS, sealClosedHours } from "./seal-hours.ts";

const start = Date.UTC(2026, 4, 1) / 60_000;
const minuteMs = 60_000;
/** Just after the hour `hours` after the start may be sealed. */
const sealsThrough = (hours: number) => (start + (hours + 1 + SEALED_AFTER_HOURS) * 60) * minuteMs;

async function sealAll(database: Database, now: number): Promise<number> {
	let checks = 0;
	for (;;) {
		const sealed = await sealClosedHours(database, now);
		if (!sealed) return checks;
		checks += sealed.checks;
	}
}

async function counts(database: Database) {
	const { rows } = await sql<{ rows: number; hours: number; failures: number }>`select
		(select count(*) from check_results) as rows, (select count(*) from sealed_hours) as hours,
		(select count(*) from check_failures) as failures`.execute(database.db);
	return rows[0];
}

onEachEngine("sealing", (name) => {
	test("takes an hour that has been over for some hours, and leaves later ones", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitors = [await aMonitor(database, team), await aMonitor(database, team)];
		const minutes = [0, 59, 60, 61, 119, 120];
		const outcomes = monitors.flatMap((id) => minutes.map((minute) => anOutcome(id, start + minute, downObservation)));
		await recordChecks(database, outcomes, (start + 130) * minuteMs);
		expect(await sealAll(database, sealsThrough(0) - 1)).toBe(0);
		expect(await sealAll(database, sealsThrough(0))).toBe(4);
		expect(await counts(database)).toEqual({ rows: 8, hours: 2, failures: 8 });
		expect(await sealAll(database, sealsThrough(1))).toBe(6);
		expect(await counts(database)).toEqual({ rows: 2, hours: 4, failures: 2 });
		for (const id of monitors) {
			const read = await checksBetween(database, id, start, start + 180);
			expect(read.map(({ minute, message }) => [minute - start, message])).toEqual(
				minutes.map((minute) => [minute, downObservation.message]),
			);
		}
	});

	test("takes more monitors than fit in a slice, and those that are deleted or gone", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitors = [];
		for (let index = 0; index < 30; index += 1) monitors.push(await aMonitor(database, team));
		await recordChecks(
			database,
			monitors.flatMap((id) => [anOutcome(id, start), anOutcome(id, start + 7)]),
			(start + 10) * minuteMs,
		);
		await database.db.deleteFrom("monitors").where("id", "in", monitors.slice(0, 20)).execute();
		expect(await sealAll(database, sealsThrough(0))).toBe(60);
		expect(await counts(database)).toMatchObject({ rows: 0, hours: 30 });
		for (const id of monitors.slice(0, 20)) expect(await deleteChecksOfMonitor(database, id, 100)).toBe(2);
	});

	test("is undone for an hour that gets a late check, and done again", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database));
		const record = (...outcomes: ReturnType<typeof anOutcome>[]) =>
			recordChecks(database, outcomes, (start + 600) * minuteMs);
		await record(anOutcome(monitor, start, downObservation), anOutcome(monitor, start + 1));
		await sealAll(database, sealsThrough(0));
		await record(anOutcome(monitor, start + 30), anOutcome(monitor, start + 1, downObservation, { revision: 2 }));
		expect(await counts(database)).toEqual({ rows: 3, hours: 0, failures: 2 });
		const verdicts = async () =>
			(await checksBetween(database, monitor, start, start + 60)).map(({ verdict }) => verdict);
		expect(await verdicts()).toEqual(["down", "down", "up"]);
		// A repeated one changes nothing.
		expect((await record(anOutcome(monitor, start))).accepted).toEqual([]);
		await sealAll(database, sealsThrough(0));
		expect(await counts(database)).toEqual({ rows: 0, hours: 1, failures: 0 });
		expect(await verdicts()).toEqual(["down", "down", "up"]);
		expect((await record(anOutcome(monitor, start + 1, undefined, { revision: 1 }))).accepted).toEqual([]);
		expect(await verdicts()).toEqual(["down", "down", "up"]);
	});

	test("of a broken block: readers say so, and a late check sets it aside and is recorded", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database));
		await recordChecks(database, [anOutcome(monitor, start), anOutcome(monitor, start + 60)], start * minuteMs);
		await sealAll(database, sealsThrough(1));
		const { block } = await database.db
			.selectFrom("sealed_hours")
			.select("block")
			.where("hour", "=", start / 60)
			.executeTakeFirstOrThrow();
		const changed = Buffer.from(block).fill(0xff, 3, 4);
		await database.db
			.updateTable("sealed_hours")
			.set({ block: changed })
			.where("hour", "=", start / 60)
			.execute();
		await expect(checksBetween(database, monitor, start, start + 60)).rejects.toMatchObject({ code: "checksum" });
		const late = [anOutcome(monitor, start + 1), anOutcome(monitor, start + 61)];
		const { accepted } = await recordChecks(database, late, (start + 600) * minuteMs);
		expect(accepted).toHaveLength(2);
		expect(await checksBetween(database, monitor, start, start + 60)).toHaveLength(1);
		expect(await checksBetween(database, monitor, start + 60, start + 120)).toHaveLength(2);
		expect(await damagedOf(database, [monitor])).toEqual([
			{ monitor_id: monitor, hour: start / 60, hours: 1, checks: 1 },
		]);
		expect(await deleteChecksOfMonitor(database, monitor, 100)).toBe(3);
	});

	test("by a process that is killed again and again keeps each check once", async () => {
		const { url, drop } = await newDatabaseUrl(name);
		await using _ = { [Symbol.asyncDispose]: drop };
		const [minutes, rounds] = [240, 3];
		// From two hours before a midnight on: the hours of the first day are packed, and unpacked by late checks.
		const evening = start - 120;
		const monitors: number[] = [];
		{
			await using database = Object.assign(openDatabase(url), {
				async [Symbol.asyncDispose]() {
					await database.close();
				},
			});
			await migrate(database);
			for (const hour of [0, 2]) await createPartitions(database, (start + hour * 60) * minuteMs);
			const team = await aTeam(database);
			for (let index = 0; index < 10; index += 1) monitors.push(await aMonitor(database, team));
			const observation = { ...upObservation, responseTimeMs: 100 };
			for (const id of monitors) {
				const checks = Array.from({ length: minutes }, (_, minute) => anOutcome(id, evening + minute, observation));
				await recordChecks(database, checks, (evening + minutes) * minuteMs);
			}
		}
		for (let round = 0; round < rounds; round += 1) {
			const file = new URL("../../testing/sealing-process.ts", import.meta.url);
			const args = [url, sealsThrough(minutes / 60), monitors.join(","), evening, minutes].map(String);
			const sealing = fork(file, args, { execArgv: ["--conditions=@lapwing/source"] });
			await once(sealing, "message");
			await pause(3 + round * 29);
			const gone = once(sealing, "exit");
			sealing.kill("SIGKILL");
			await gone;
			await using database = Object.assign(openDatabase(url), {
				async [Symbol.asyncDispose]() {
					await database.close();
				},
			});
			let stored = 0;
			for (const id of monitors) {
				const read = await checksBetween(database, id, evening, evening + minutes);
				expect(read.map(({ minute }) => minute - evening)).toEqual(
					Array.from({ length: minutes }, (_, minute) => minute),
				);
				// The time of each is that of its own revision.
				expect(read.every(({ revision, responseTimeMs }) => responseTimeMs === 99 + revision)).toBe(true);
				stored += read.length;
			}
			expect(stored).toBe(minutes * monitors.length);
			if (name === "sqlite") {
				const { rows } = await sql`pragma integrity_check`.execute(database.db);
				expect(rows).toEqual([{ integrity_check: "ok" }]);
			}
		}
	});
});
