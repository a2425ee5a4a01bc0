import fc from "fast-check";
import { expect, test } from "vitest";
import { HOURS_A_DAY } from "../../domain/figures/roll-up.ts";
import type { Database } from "../database/tx.ts";
import { foldLateHours } from "../figures/roll-ups.ts";
import { monitorFigures, monitorStatistics, teamStatistics } from "../figures/statistics.ts";
import { countClosedMinutes, recountLateMinutes } from "../figures/team-minutes.ts";
import { checksBetween } from "../results/read-checks.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aMonitor, aTeam } from "../testing/fixtures.ts";
import { type ImportedHistory, recordImported } from "./record-imported.ts";

type Hour = ImportedHistory["hours"][number];

const BORN = Date.UTC(2026, 4, 10, 13, 20);
const BORN_IN = BORN / 3_600_000;
const NOW = BORN + 5 * 60_000;
/** Days before its creation of which something is known. */
const DAYS = 3;

const count = fc.integer({ min: 0, max: 200 });
const figures = fc
	.record({ up: count, down: count, least: fc.nat(500), more: fc.nat(500) })
	.filter(({ up, down }) => up + down > 0)
	.map(({ up, down, least, more }) => {
		return { up, down, responseTime: up === 0 ? null : { avg: least + more / 2, min: least, max: least + more } };
	});
const check = fc.record({
	minute: fc.nat(59),
	status: fc.constantFrom("up" as const, "down" as const),
	responseTimeMs: fc.option(fc.nat(60_000)),
	responseStatus: fc.option(fc.integer({ min: 200, max: 599 })),
	message: fc.option(fc.string({ maxLength: 20, unit: "grapheme-ascii" })),
});
const checks = fc.uniqueArray(check, { selector: ({ minute }) => minute, minLength: 1, maxLength: 20 });
const hour = fc
	.tuple(fc.integer({ min: 1, max: DAYS * HOURS_A_DAY }), fc.oneof(checks, figures))
	.map(([ago, known]): Hour => {
		const at = Math.floor(BORN_IN) - ago;
		return Array.isArray(known) ? { hour: at, checks: known, figures: null } : { hour: at, checks: [], figures: known };
	});
const hours = fc.uniqueArray(hour, { selector: (each) => each.hour, minLength: 1, maxLength: 12 });

async function ofMonitor(database: Database) {
	while (await countClosedMinutes(database, NOW));
	const team = await aTeam(database);
	const id = await aMonitor(database, team, { createdAt: BORN });
	const monitor = { id, teamId: team, type: "http" as const, createdAt: BORN };
	const importing = (part: readonly Hour[]) =>
		database.transaction((tx) => recordImported(tx, monitor, { hours: part, days: [] }, NOW));
	return { team, id, importing };
}

async function left(database: Database, team: number, id: number) {
	const { db } = database;
	const hourly = await db
		.selectFrom("hourly_roll_ups")
		.selectAll()
		.where("monitor_id", "=", id)
		.orderBy("hour")
		.execute();
	const daily = await db.selectFrom("daily_roll_ups").selectAll().where("monitor_id", "=", id).orderBy("day").execute();
	const counted = await db.selectFrom("team_hours").selectAll().where("team_id", "=", team).orderBy("hour").execute();
	const days = await db.selectFrom("team_days").selectAll().where("team_id", "=", team).orderBy("day").execute();
	const [from, to] = [(Math.floor(BORN_IN) - DAYS * HOURS_A_DAY) * 60, BORN / 60_000];
	const stored = await checksBetween(database, id, from, to);
	const own = { monitor_id: 0, team_id: 0 };
	return {
		hourly: hourly.map((row) => ({ ...row, ...own })),
		daily: daily.map((row) => ({ ...row, ...own })),
		counted: counted.map((row) => ({ ...row, ...own })),
		days: days.map((row) => ({ ...row, ...own })),
		checks: stored.map((each) => ({ ...each, monitorId: 0 })),
	};
}

onEachEngine("an imported history", (name) => {
	test("is the same in whatever pieces it comes, repeated or not, and whatever is folded again in between", async () => {
		await using database = await freshDatabase(name);
		const pieces = hours.chain((all) =>
			fc.tuple(
				fc.constant(all),
				fc.shuffledSubarray(all, { minLength: all.length }),
				fc.integer({ min: 1, max: 5 }),
				fc.subarray(all),
			),
		);
		await fc.assert(
			fc.asyncProperty(pieces, async ([all, shuffled, size, marked]) => {
				const whole = await ofMonitor(database);
				await whole.importing(all);
				const parts = await ofMonitor(database);
				for (let from = 0; from < shuffled.length; from += size) {
					await parts.importing(shuffled.slice(from, from + size));
					await parts.importing(shuffled.slice(0, from + 1));
					const marks = marked.map((each) => ({ monitor_id: parts.id, hour: each.hour }));
					if (marks.length > 0) await database.db.insertInto("late_hours").values(marks).execute();
					while (await foldLateHours(database));
					const minutes = marked.map((each) => ({ team_id: parts.team, minute: each.hour * 60 + 7 }));
					if (minutes.length > 0) await database.db.insertInto("late_minutes").values(minutes).execute();
					while (await recountLateMinutes(database));
				}
				const found = await left(database, parts.team, parts.id);
				expect(found).toEqual(await left(database, whole.team, whole.id));
				const up = all.reduce((sum, each) => sum + (each.figures?.up ?? each.checks.filter(isUp).length), 0);
				expect(found.hourly.reduce((sum, row) => sum + row.up, 0)).toBe(up);
				expect(found.daily.reduce((sum, row) => sum + row.up, 0)).toBe(up);
				expect(found.days.reduce((sum, row) => sum + row.up, 0)).toBe(up);
				expect(found.checks).toHaveLength(all.flatMap((each) => each.checks).length);
			}),
			{ numRuns: name === "sqlite" ? 40 : 10 },
		);
	});
});

onEachEngine("imported checks that are older than those that are kept", (name) => {
	test("have no response time where there was no response", async () => {
		await using database = await freshDatabase(name);
		await database.db
			.updateTable("roll_up_progress")
			.set({ results_since: BORN / 60_000 })
			.execute();
		const { id, importing } = await ofMonitor(database);
		const of = { responseStatus: null, message: null };
		const checks = [
			{ ...of, minute: 1, status: "up" as const, responseTimeMs: 300 },
			{ ...of, minute: 2, status: "down" as const, responseTimeMs: null },
		];
		await importing([{ hour: Math.floor(BORN_IN) - 2, checks, figures: null }]);
		const days = database.db.selectFrom("daily_roll_ups").select(["up", "down", "answered", "response_sum_ms"]);
		expect(await days.where("monitor_id", "=", id).execute()).toEqual([
			{ up: 1, down: 1, answered: 1, response_sum_ms: 300 },
		]);
	});
});

onEachEngine("figures of hours without checks", (name) => {
	const known = [1, 2, 3].map((ago) => {
		return { hour: Math.floor(BORN_IN) - ago, checks: [], figures: { up: 55, down: 5, responseTime: null } };
	});

	test("count in an installation that was never counted before", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const id = await aMonitor(database, team, { createdAt: BORN });
		const monitor = { id, teamId: team, type: "http" as const, createdAt: BORN };
		await database.transaction((tx) => recordImported(tx, monitor, { hours: known, days: [] }, NOW));
		expect((await teamStatistics(database, team, NOW)).checks.last24Hours).toBe(180);
		while (await countClosedMinutes(database, NOW));
		expect((await teamStatistics(database, team, NOW)).checks.last24Hours).toBe(180);
	});

	test("count alike for their monitor and its team in the hour in which a window begins", async () => {
		await using database = await freshDatabase(name);
		const { team, id, importing } = await ofMonitor(database);
		await importing([24, 25].map((ago) => ({ ...(known[0] as Hour), hour: Math.floor(BORN_IN) - ago })));
		await importing(known);
		const monitor = { id, type: "http" } as const;
		const [own, all] = [await monitorStatistics(database, monitor, NOW), await teamStatistics(database, team, NOW)];
		// Of the hour of 24 hours ago, the minutes from 13:26 on.
		expect(all.checks).toEqual({ last24Hours: 180 + 34, last7Days: 300, last30Days: 300 });
		expect(own.uptime).toEqual(all.uptime);
	});

	test("and of days without hours count in the windows that hold the day", async () => {
		await using database = await freshDatabase(name);
		const { team, id } = await ofMonitor(database);
		const monitor = { id, teamId: team, type: "http" as const, createdAt: BORN };
		const dayBefore = Math.floor(BORN_IN / HOURS_A_DAY) - 1;
		const days = [1, 20, 29].map((ago) => ({
			day: dayBefore - ago,
			figures: { up: 1_430, down: 10, responseTime: { avg: 50, min: 20, max: 80 } },
		}));
		await database.transaction((tx) => recordImported(tx, monitor, { hours: known, days }, NOW));
		const { counts, longest } = await monitorFigures(database, id, NOW);
		const [ofHours, ofDay] = [
			{ up: 165, down: 15 },
			{ up: 1_430, down: 10 },
		];
		expect(counts).toMatchObject({
			last24Hours: ofHours,
			last7Days: { up: ofHours.up + ofDay.up, down: ofHours.down + ofDay.down },
			last30Days: { up: ofHours.up + 2 * ofDay.up, down: ofHours.down + 2 * ofDay.down },
		});
		expect(longest).toMatchObject({ answered: 2 * ofDay.up, responseMaxMs: 80 });
	});

	test("count while their minutes are marked as late, and after these were counted again", async () => {
		await using database = await freshDatabase(name);
		const { team, importing } = await ofMonitor(database);
		await importing(known);
		const marks = Array.from({ length: 60 }, (_, place) => ({
			team_id: team,
			minute: (Math.floor(BORN_IN) - 2) * 60 + place,
		}));
		await database.db.insertInto("late_minutes").values(marks).execute();
		expect((await teamStatistics(database, team, NOW)).checks.last24Hours).toBe(180);
		while (await recountLateMinutes(database));
		expect((await teamStatistics(database, team, NOW)).checks.last24Hours).toBe(180);
	});
});

function isUp({ status }: { readonly status: string }): boolean {
	return status === "up";
}
