import { expect, test } from "vitest";
import { rollUp } from "../../../engine/upkeep/roll-up.ts";
import { createMetrics } from "../../../metrics.ts";
import { recordChecks } from "../../commit/record-checks.ts";
import type { Database } from "../../database/tx.ts";
import { teamStatistics } from "../../figures/statistics.ts";
import { freshDatabase, onEachEngine } from "../../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation, upObservation } from "../../testing/fixtures.ts";
import { checksBetween } from "../read-checks.ts";
import { damagedMonitors, damagedOf, pastDamage } from "./damaged-blocks.ts";
import { restoreReadable } from "./restore-blocks.ts";
import { SEALED_AFTER_HOURS, sealClosedHours } from "./seal-hours.ts";

const start = Date.UTC(2026, 4, 1) / 60_000;
const END = start + 1_440;
/** The day is over, and its hours are sealed and packed. */
const NOW = (END + (SEALED_AFTER_HOURS + 1) * 60) * 60_000;

/** Two monitors with a check every ten minutes of a day, sealed. */
async function twoMonitors(database: Database): Promise<[number, number]> {
	const team = await aTeam(database);
	const ids: [number, number] = [
		await aMonitor(database, team, { createdAt: start * 60_000 }),
		await aMonitor(database, team, { createdAt: start * 60_000 }),
	];
	const outcomes = ids.flatMap((id) =>
		Array.from({ length: 144 }, (_, place) =>
			anOutcome(id, start + place * 10, place % 7 === 0 ? downObservation : upObservation),
		),
	);
	await recordChecks(database, outcomes, NOW);
	while (await sealClosedHours(database, NOW));
	return ids;
}

/** Changes a byte of the packed day of a monitor. */
async function damage(database: Database, monitor: number, place: (length: number) => number): Promise<void> {
	const { block } = await database.db
		.selectFrom("sealed_days")
		.select("block")
		.where("monitor_id", "=", monitor)
		.executeTakeFirstOrThrow();
	const changed = Buffer.from(block);
	const at = place(changed.length);
	changed[at] = (changed[at] ?? 0) ^ 0x10;
	await database.db.updateTable("sealed_days").set({ block: changed }).where("monitor_id", "=", monitor).execute();
}

/** Changes that byte back in what was set aside. */
async function mend(database: Database, place: (length: number) => number): Promise<void> {
	const { id, block } = await database.db
		.selectFrom("damaged_blocks")
		.select(["id", "block"])
		.executeTakeFirstOrThrow();
	const changed = Buffer.from(block);
	const at = place(changed.length);
	changed[at] = (changed[at] ?? 0) ^ 0x10;
	await database.db.updateTable("damaged_blocks").set({ block: changed }).where("id", "=", id).execute();
}

const hoursOf = (database: Database, monitor: number) =>
	database.db
		.selectFrom("hourly_roll_ups")
		.select(["hour", "up", "down"])
		.where("monitor_id", "=", monitor)
		.orderBy("hour")
		.execute();

/** Rolls up until nothing is left, as the background task does. Returns what was said of damage. */
async function rollUpAll(database: Database, now = NOW): Promise<string[]> {
	const said: string[] = [];
	const slice = () => rollUp({ database, metrics: createMetrics(), now: () => now });
	while ((await pastDamage(database, slice, (error, hours) => said.push(`${error.code} ${hours}`))) === "more");
	return said;
}

onEachEngine("a block that cannot be read", (name) => {
	test("stops the figures of nobody: its own hour has none, and those of all others are there", async () => {
		await using database = await freshDatabase(name);
		const [broken, other] = await twoMonitors(database);
		await damage(database, broken, (length) => length - 6);
		expect(await rollUpAll(database)).toEqual(["checksum 1"]);
		expect(await hoursOf(database, other)).toHaveLength(24);
		expect((await hoursOf(database, broken)).map(({ hour }) => hour - start / 60)).toEqual(
			Array.from({ length: 23 }, (_, hour) => hour),
		);
		expect(await damagedMonitors(database)).toMatchObject([{ hours: 1 }]);
	});

	test.each([
		["an hour", (length: number) => length - 6, 1],
		["the lengths of a day", () => 3, 24],
	])(
		"keeps the figures that were folded before, of %s, and gives its checks back when it can",
		async (_, place, hours) => {
			await using database = await freshDatabase(name);
			const [broken] = await twoMonitors(database);
			await rollUpAll(database);
			const [folded, checks] = [await hoursOf(database, broken), await checksBetween(database, broken, start, END)];
			expect(folded).toHaveLength(24);
			await damage(database, broken, place);

			const read = () => checksBetween(database, broken, start, END);
			expect(await pastDamage(database, read, () => {})).toHaveLength(144 - hours * 6);
			expect(await damagedOf(database, [broken])).toMatchObject([{ hours, checks: hours * 6 }]);
			// A late check of that hour and its neighbour: the one is folded with what is there, the other keeps its figures.
			const late = [anOutcome(broken, END - 5), anOutcome(broken, END - 65)];
			await recordChecks(database, late, NOW);
			await rollUpAll(database);
			expect((await hoursOf(database, broken)).at(-1)).toEqual(folded.at(-1));
			expect(await restoreReadable(database, 0, NOW)).toMatchObject({ checks: 0 });

			await mend(database, place);
			expect(await restoreReadable(database, 0, NOW)).toMatchObject({ checks: hours * 6 });
			expect(await restoreReadable(database, 0, NOW)).toBeNull();
			while (await sealClosedHours(database, NOW));
			await rollUpAll(database);
			const restored = await checksBetween(database, broken, start, END);
			expect(restored.filter(({ minute }) => (minute - start) % 10 === 0)).toEqual(checks);
			expect(restored).toHaveLength(146);
			const [before, now] = [folded, await hoursOf(database, broken)].map((rows) =>
				rows.map(({ up, down }) => up + down),
			);
			expect(now).toEqual(before?.map((count, hour) => (hour >= 22 ? count + 1 : count)));
		},
	);

	test("counts in the team by its figures, until its checks are back or its monitor is deleted", async () => {
		await using database = await freshDatabase(name);
		const [broken, other] = await twoMonitors(database);
		await rollUpAll(database);
		const { team_id: team } = await database.db
			.selectFrom("monitors")
			.select("team_id")
			.limit(1)
			.executeTakeFirstOrThrow();
		const total = async () => (await teamStatistics(database, team, NOW)).checks.last7Days;
		expect(await total()).toBe(288);
		await damage(database, broken, (length) => length - 6);
		await pastDamage(
			database,
			() => checksBetween(database, broken, start, END),
			() => {},
		);
		expect(await total()).toBe(288);
		await rollUpAll(database);
		expect(await total()).toBe(288);
		// Of both in that hour: the figures of the one stay as they are.
		await recordChecks(database, [anOutcome(broken, END - 5), anOutcome(other, END - 5)], NOW);
		expect(await total()).toBe(289);
		await rollUpAll(database);
		expect(await total()).toBe(289);
		await database.db.updateTable("monitors").set({ deleted_at: NOW }).where("id", "=", broken).execute();
		expect(await total()).toBe(145);
		await rollUpAll(database);
		expect(await total()).toBe(145);
	});

	test("counts in the team by its checks again once they are back", async () => {
		await using database = await freshDatabase(name);
		const [broken] = await twoMonitors(database);
		await rollUpAll(database);
		const before = await database.db.selectFrom("team_hours").selectAll().orderBy("hour").execute();
		const place = (length: number) => length - 6;
		await damage(database, broken, place);
		await pastDamage(
			database,
			() => checksBetween(database, broken, start, END),
			() => {},
		);
		await rollUpAll(database);
		await mend(database, place);
		await restoreReadable(database, 0, NOW);
		await rollUpAll(database);
		expect(await database.db.selectFrom("team_hours").selectAll().orderBy("hour").execute()).toEqual(before);
	});

	test("is set aside once by two readers at the same time", async () => {
		await using database = await freshDatabase(name);
		const [broken] = await twoMonitors(database);
		await damage(database, broken, (length) => length - 6);
		const read = () =>
			pastDamage(
				database,
				() => checksBetween(database, broken, start, END),
				() => {},
			);
		expect((await Promise.all([read(), read()])).map(({ length }) => length)).toEqual([138, 138]);
		expect(await damagedOf(database, [broken])).toHaveLength(1);
	});
});
