import { expect, test } from "vitest";
import { recordChecks } from "../commit/record-checks.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import type { Tx } from "../database/tx.ts";
import { sealClosedHours } from "../results/sealed/seal-hours.ts";
import { freshDatabase, newDatabaseUrl, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation } from "../testing/fixtures.ts";
import { pendingBackfills, requestBackfill, stepBackfill } from "./backfills.ts";
import { foldClosedHours, foldLateHours } from "./roll-ups.ts";

const day0 = Date.UTC(2026, 4, 1) / 86_400_000;
const createdAt = day0 * 86_400_000;
const now = createdAt + 5 * 86_400_000 + 7_200_000;

async function aTeamWithHistory(database: Tx): Promise<number> {
	const team = await aTeam(database);
	for (let index = 0; index < 3; index += 1) {
		const monitor = await aMonitor(database, team, { createdAt });
		const checks = Array.from({ length: 190 }, (_, at) =>
			anOutcome(monitor, day0 * 1_440 + at * 37, at % 9 === 0 ? downObservation : undefined),
		);
		await recordChecks(database, checks, now);
	}
	while (await foldLateHours(database));
	while (await foldClosedHours(database, now));
	return team;
}

const rowsOf = async (database: Tx) => ({
	days: await database.db.selectFrom("daily_roll_ups").selectAll().orderBy("monitor_id").orderBy("day").execute(),
	hours: await database.db.selectFrom("hourly_roll_ups").selectAll().orderBy("monitor_id").orderBy("hour").execute(),
});

async function processQueue(database: Tx): Promise<string[]> {
	const states: string[] = [];
	for (;;) {
		const step = await stepBackfill(database, now);
		if (!step) return states;
		states.push(`${step.teamId} ${step.state}`);
	}
}

onEachEngine("a backfill", (name) => {
	test("computes lost rows again, byte for byte, however often it runs", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeamWithHistory(database);
		const rows = await rowsOf(database);
		expect(rows.days).toHaveLength(15);
		await database.db.deleteFrom("daily_roll_ups").execute();
		await database.db.deleteFrom("hourly_roll_ups").execute();
		for (let round = 0; round < 2; round += 1) {
			await requestBackfill(database, team);
			await processQueue(database);
			expect(await rowsOf(database)).toEqual(rows);
		}
	});

	test("takes four sealed days at once, and a day whose checks are rows alone: each minute is looked up", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeamWithHistory(database);
		const daysOfSteps = async () => {
			const days: number[] = [];
			await requestBackfill(database, team);
			for (let step = await stepBackfill(database, now); step; step = await stepBackfill(database, now)) {
				days.push(step.folded.days);
			}
			return days;
		};
		expect(Math.max(...(await daysOfSteps()))).toBe(1);
		while (await sealClosedHours(database.background(), now));
		// The sixth day of each of the three monitors has no checks yet.
		expect(await daysOfSteps()).toEqual([0, 4, 3, 3, 4, 1]);
	});

	test("leaves days unchanged whose checks are pruned", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeamWithHistory(database);
		const { days } = await rowsOf(database);
		await database.db
			.updateTable("roll_up_progress")
			.set({ results_since: (day0 + 2) * 1_440 })
			.execute();
		await database.db
			.deleteFrom("check_results")
			.where("minute", "<", (day0 + 2) * 1_440)
			.execute();
		await requestBackfill(database, team);
		await processQueue(database);
		expect((await rowsOf(database)).days).toEqual(days);
	});

	test("leaves days unchanged that were imported without their checks, which another installation had pruned", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeamWithHistory(database);
		const rows = await rowsOf(database);
		await database.db
			.deleteFrom("check_results")
			.where("minute", "<", (day0 + 2) * 1_440)
			.execute();
		// Figures of hours are pruned, too, those of days never.
		await database.db
			.deleteFrom("hourly_roll_ups")
			.where("hour", "<", (day0 + 1) * 24)
			.execute();
		const hours = rows.hours.filter(({ hour }) => hour >= (day0 + 1) * 24);
		await requestBackfill(database, team);
		await processQueue(database);
		expect(await rowsOf(database)).toEqual({ ...rows, hours });
	});

	test("serves all requests made before it starts; a request while it runs queues one more; teams take turns", async () => {
		await using database = await freshDatabase(name);
		const [one, two] = [await aTeamWithHistory(database), await aTeamWithHistory(database)];
		for (let request = 0; request < 3; request += 1) await requestBackfill(database, one);
		await requestBackfill(database, two);
		expect(await pendingBackfills(database)).toBe(2);
		expect(await stepBackfill(database, now)).toMatchObject({ teamId: one, state: "started" });
		for (let request = 0; request < 3; request += 1) await requestBackfill(database, one);
		expect(await pendingBackfills(database)).toBe(3);
		const states = await processQueue(database);
		expect(states.filter((state) => !state.endsWith("running"))).toEqual([
			`${one} done`,
			`${two} started`,
			`${two} done`,
			`${one} started`,
			`${one} done`,
		]);
		expect(await pendingBackfills(database)).toBe(0);
	});

	test("continues where it was when its process died, also when a monitor was deleted meanwhile", async () => {
		const { url, drop } = await newDatabaseUrl(name);
		const first = openDatabase(url);
		await migrate(first);
		const team = await aTeamWithHistory(first);
		const { days } = await rowsOf(first);
		await first.db.deleteFrom("daily_roll_ups").execute();
		await requestBackfill(first, team);
		for (let step = 0; step < 2; step += 1) await stepBackfill(first, now);
		const before = (await rowsOf(first)).days.length;
		expect(before).toBe(1);
		await first.close();
		const second = openDatabase(url);
		try {
			expect(await stepBackfill(second, now)).toMatchObject({ state: "running", daysDone: before + 1 });
			await second.db
				.updateTable("monitors")
				.set({ deleted_at: now })
				.where("id", "=", days.at(-1)?.monitor_id ?? 0)
				.execute();
			await processQueue(second);
			expect((await rowsOf(second)).days).toEqual(days.slice(0, 10));
		} finally {
			await second.close();
			await drop();
		}
	});
});
