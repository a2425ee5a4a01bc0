import { sql } from "kysely";
import { expect, test } from "vitest";
import { recordChecks } from "../../commit/record-checks.ts";
import type { Database } from "../../database/tx.ts";
import { freshDatabase, onEachEngine } from "../../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation } from "../../testing/fixtures.ts";
import { deleteChecksBefore, deleteChecksOfMonitor } from "../delete-checks.ts";
import { checksBetween, pageOfChecks } from "../read-checks.ts";
import { damagedOf } from "./damaged-blocks.ts";
import { SEALED_AFTER_HOURS, sealClosedHours } from "./seal-hours.ts";

const day = Date.UTC(2026, 4, 1) / 86_400_000;
const start = day * 1_440;
const minuteMs = 60_000;
/** The instant from which on the last hour of the day may be sealed, and the day be packed. */
const packsAt = (start + 1_440 + SEALED_AFTER_HOURS * 60) * minuteMs;
const MINUTES = [0, 61, 700, 1_439, 1_440];

async function sealAll(database: Database, now = packsAt): Promise<void> {
	while (await sealClosedHours(database, now));
}

async function counts(database: Database) {
	const { rows } = await sql<{ rows: number; hours: number; days: number }>`select
		(select count(*) from check_results) as rows, (select count(*) from sealed_hours) as hours,
		(select count(*) from sealed_days) as days`.execute(database.db);
	return rows[0];
}

async function minutesOf(database: Database, monitor: number): Promise<number[]> {
	const read = await checksBetween(database, monitor, start, start + 2_880);
	return read.map(({ minute }) => minute - start);
}

async function aPackedDay(database: Database): Promise<number> {
	const monitor = await aMonitor(database, await aTeam(database));
	const outcomes = MINUTES.map((minute) => anOutcome(monitor, start + minute, downObservation));
	await recordChecks(database, outcomes, packsAt);
	await sealAll(database);
	return monitor;
}

/** Changes a byte of the packed day. */
async function change(database: Database, place: number): Promise<void> {
	const { block } = await database.db.selectFrom("sealed_days").select("block").executeTakeFirstOrThrow();
	const changed = Buffer.from(block);
	const at = place < 0 ? changed.length + place : place;
	changed[at] = (changed[at] ?? 0) ^ 0x10;
	await database.db.updateTable("sealed_days").set({ block: changed }).execute();
}

onEachEngine("the sealed hours of a day", (name) => {
	test("are packed once the last of them may be sealed, those of earlier versions too", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database));
		const outcomes = MINUTES.map((minute) => anOutcome(monitor, start + minute));
		await recordChecks(database, outcomes, packsAt);
		await sealAll(database, packsAt - 1);
		expect(await counts(database)).toEqual({ rows: 2, hours: 3, days: 0 });
		await sealAll(database, packsAt);
		expect(await counts(database)).toEqual({ rows: 1, hours: 0, days: 1 });
		expect(await minutesOf(database, monitor)).toEqual(MINUTES);
		const page = await pageOfChecks(database, monitor, { limit: 3, before: start + 1_440 });
		expect(page.map(({ minute }) => minute - start)).toEqual([1_439, 700, 61]);
	});

	test("are packed for more monitors than fit in a transaction, and for those that are gone", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitors: number[] = [];
		while (monitors.length < 100) monitors.push(await aMonitor(database, team));
		const outcomes = monitors.flatMap((id) => [anOutcome(id, start), anOutcome(id, start + 700)]);
		await recordChecks(database, outcomes, packsAt);
		await database.db.deleteFrom("monitors").where("id", "in", monitors.slice(0, 20)).execute();
		await sealAll(database);
		expect(await counts(database)).toEqual({ rows: 0, hours: 0, days: 100 });
		for (const id of monitors.slice(0, 20)) expect(await deleteChecksOfMonitor(database, id, 100)).toBe(2);
		// As many days as hold that many checks at the most.
		expect(await deleteChecksBefore(database, start + 1_440, 10_000)).toBe(14);
		while ((await deleteChecksBefore(database, start + 1_440, 10_000)) > 0);
		expect(await counts(database)).toEqual({ rows: 0, hours: 0, days: 0 });
	});

	test("are unpacked for a late check, in whichever hour, and packed again", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aPackedDay(database);
		await recordChecks(database, [anOutcome(monitor, start + 300)], packsAt);
		expect(await counts(database)).toEqual({ rows: 2, hours: 4, days: 0 });
		expect(await minutesOf(database, monitor)).toEqual([0, 61, 300, 700, 1_439, 1_440]);
		await sealAll(database);
		expect(await counts(database)).toEqual({ rows: 1, hours: 0, days: 1 });
		const replaced = anOutcome(monitor, start + 61, undefined, { revision: 2 });
		await recordChecks(database, [replaced], packsAt);
		await sealAll(database);
		const [check] = await checksBetween(database, monitor, start + 61, start + 62);
		expect(check).toMatchObject({ verdict: "up", revision: 2, message: null });
		expect(await minutesOf(database, monitor)).toEqual([0, 61, 300, 700, 1_439, 1_440]);
	});

	test("are deleted as a whole", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aPackedDay(database);
		expect(await deleteChecksOfMonitor(database, monitor, 5_000)).toBe(5);
		expect(await counts(database)).toEqual({ rows: 0, hours: 0, days: 0 });
	});

	test("are all unreadable where the lengths of a day have changed: later days are recorded and read", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aPackedDay(database);
		await change(database, 3);
		await expect(checksBetween(database, monitor, start, start + 60)).rejects.toMatchObject({ code: "checksum" });
		const late = [anOutcome(monitor, start + 1), anOutcome(monitor, start + 1_441)];
		const { accepted } = await recordChecks(database, late, packsAt);
		expect(accepted).toHaveLength(2);
		expect(await damagedOf(database, [monitor])).toEqual([
			{ monitor_id: monitor, hour: start / 60, hours: 24, checks: 4 },
		]);
		await sealAll(database, packsAt + 1_440 * minuteMs);
		expect(await counts(database)).toEqual({ rows: 0, hours: 0, days: 2 });
		expect(await checksBetween(database, monitor, start, start + 2_880)).toHaveLength(3);
		expect(await deleteChecksOfMonitor(database, monitor, 5_000)).toBe(3);
	});

	test("are readable beside a broken one, which is set aside when the day is unpacked", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aPackedDay(database);
		await change(database, -6);
		const others = async () => (await checksBetween(database, monitor, start, start + 1_380)).length;
		expect(await others()).toBe(3);
		const last = () => checksBetween(database, monitor, start + 1_380, start + 1_440);
		await expect(last()).rejects.toMatchObject({ code: "checksum" });
		const late = [anOutcome(monitor, start + 2), anOutcome(monitor, start + 1_438)];
		const { accepted } = await recordChecks(database, late, packsAt);
		expect(accepted).toHaveLength(2);
		await sealAll(database);
		expect(await counts(database)).toEqual({ rows: 1, hours: 0, days: 1 });
		expect(await others()).toBe(4);
		expect(await last()).toHaveLength(1);
		expect(await damagedOf(database, [monitor])).toEqual([
			{ monitor_id: monitor, hour: start / 60 + 23, hours: 1, checks: 1 },
		]);
	});
});
