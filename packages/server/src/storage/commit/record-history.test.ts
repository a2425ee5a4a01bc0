import { expect, test } from "vitest";
import type { Observation } from "../../domain/checks/observation.ts";
import { MINUTES_A_DAY } from "../../domain/figures/roll-up.ts";
import type { Database } from "../database/tx.ts";
import { foldClosedHours, foldLateHours } from "../figures/roll-ups.ts";
import { monitorStatistics, teamStatistics } from "../figures/statistics.ts";
import { countClosedMinutes, recountLateMinutes } from "../figures/team-minutes.ts";
import { checksBetween } from "../results/read-checks.ts";
import { sealClosedHours } from "../results/sealed/seal-hours.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation, missedObservation, upObservation } from "../testing/fixtures.ts";
import { packHistory } from "./pack-history.ts";
import { recordChecks } from "./record-checks.ts";
import { recordHistory } from "./record-history.ts";

const start = Date.UTC(2026, 4, 1) / 60_000;
const end = start + 2 * MINUTES_A_DAY;
const now = (end + 300) * 60_000;
/** Ends with an outage, so that the state has something to say. */
const minutes = Array.from({ length: 2 * MINUTES_A_DAY }, (_, index) => start + index).filter(
	(minute) => minute % 7 < 2,
);

function observationOf(minute: number): Observation {
	if (minute % 101 === 0) return missedObservation;
	if (minute % 13 === 0 || minute > end - 20) return downObservation;
	return { ...upObservation, responseTimeMs: minute % 97 === 0 ? 6_000 : 60 + (minute % 41) };
}

async function tidy(database: Database): Promise<void> {
	while (await foldLateHours(database));
	while (await foldClosedHours(database, now));
	while (await recountLateMinutes(database));
	while (await countClosedMinutes(database, now));
	while (await sealClosedHours(database, now));
}

onEachEngine("a history", (name) => {
	test.for([
		["in a new database", async () => {}],
		["beside a service that has counted its minutes", async (database: Database) => void (await tidy(database))],
	] as const)(
		"that is recorded at once %s leaves what recording, folding and sealing its checks leave",
		async ([, prepare]) => {
			await using database = await freshDatabase(name);
			await prepare(database);
			const [team, other] = [await aTeam(database), await aTeam(database)];
			const createdAt = start * 60_000;
			const [one, two] = [
				await aMonitor(database, team, { createdAt }),
				await aMonitor(database, other, { createdAt }),
			];
			const of = (monitor: number, from: number, to: number) =>
				minutes.filter((at) => at >= from && at < to).map((at) => anOutcome(monitor, at, observationOf(at)));
			for (let day = start; day < end; day += MINUTES_A_DAY) {
				const checks = of(one, day, day + MINUTES_A_DAY);
				await recordHistory(
					database,
					[packHistory({ monitor: { id: one, teamId: team, type: "http" }, checks: () => checks })],
					now,
				);
			}
			// A marked minute would be counted anew, with every monitor's checks.
			expect(await database.db.selectFrom("late_minutes").selectAll().execute()).toEqual([]);
			await recordChecks(database, of(two, start, end), now, { notifies: false });
			await tidy(database);

			const byHour = (a: { hour: number }, b: { hour: number }) => a.hour - b.hour;
			const byDay = (a: { day: number }, b: { day: number }) => a.day - b.day;
			const left = async (monitor: number, teamId: number) => {
				const { db } = database;
				const rows = (table: "hourly_roll_ups" | "daily_roll_ups" | "transitions" | "sealed_days" | "monitor_states") =>
					db.selectFrom(table).selectAll().where("monitor_id", "=", monitor).execute();
				const [transitions, states, days] = [
					await rows("transitions"),
					await rows("monitor_states"),
					await rows("sealed_days"),
				];
				const same = { id: 0, monitor_id: 0, team_id: 0, due_at: 0, slot_at: 0, phase_ms: 0, block: null };
				return {
					checks: (await checksBetween(database, monitor, start, end)).map((check) => ({ ...check, monitorId: 0 })),
					hours: (await rows("hourly_roll_ups")).map((row) => ({ ...row, ...same })).toSorted(byHour),
					days: (await rows("daily_roll_ups")).map((row) => ({ ...row, ...same })).toSorted(byDay),
					transitions: transitions.map((row) => ({ ...row, ...same })),
					states: states.map((row) => ({ ...row, ...same })),
					sealed: days.map((row) => ({ ...row, ...same })),
					statistics: await monitorStatistics(database, { id: monitor, type: "http" }, now),
					ofTeam: await teamStatistics(database, teamId, now),
				};
			};
			const recorded = await left(one, team);
			expect(recorded.checks).toHaveLength(minutes.length);
			expect(recorded.sealed).toHaveLength(2);
			expect(recorded).toEqual(await left(two, other));
		},
	);

	test("of days whose single checks are pruned leaves their figures", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitor = await aMonitor(database, team, { createdAt: start * 60_000 });
		await database.db.updateTable("roll_up_progress").set({ results_since: end }).execute();
		const checks = minutes.filter((at) => at < start + 1_440).map((at) => anOutcome(monitor, at, observationOf(at)));
		await recordHistory(
			database,
			[packHistory({ monitor: { id: monitor, teamId: team, type: "http" }, checks: () => checks })],
			now,
		);
		expect(await checksBetween(database, monitor, start, end)).toEqual([]);
		const days = await database.db.selectFrom("daily_roll_ups").select(["up", "down"]).execute();
		expect(days).toHaveLength(1);
		expect(days[0]?.up).toBeGreaterThan(100);
	});
});
