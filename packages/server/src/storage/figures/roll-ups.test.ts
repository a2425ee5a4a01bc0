import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { dayStatus } from "../../domain/figures/uptime.ts";
import { STATUSES } from "../../domain/monitors/monitor.ts";
import { recordChecks } from "../commit/record-checks.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import type { Tx } from "../database/tx.ts";
import { deleteMonitors } from "../monitors/monitors.ts";
import { freshDatabase, newDatabaseUrl, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation } from "../testing/fixtures.ts";
import { counted, histories, judgedChecks, play } from "../testing/histories.ts";
import { hourFromRow } from "./roll-up-rows.ts";
import { foldClosedHours, foldForTeam, foldLateHours } from "./roll-ups.ts";
import { daysOfStatus } from "./team-days.ts";

const DAY = 1_440;
const day0 = Date.UTC(2026, 4, 1) / 86_400_000;
const start = day0 * DAY;
const createdAt = start * 60_000;

async function foldAll(database: Tx, now: number): Promise<void> {
	while (await foldLateHours(database));
	while (await foldClosedHours(database, now));
}

const dayRows = (database: Tx) =>
	database.db.selectFrom("daily_roll_ups").selectAll().orderBy("monitor_id").orderBy("day").execute();
const hourRows = async (database: Tx) => {
	const rows = await database.db
		.selectFrom("hourly_roll_ups")
		.selectAll()
		.orderBy("monitor_id")
		.orderBy("hour")
		.execute();
	return rows.map((row) => {
		const { answered, responseSumMs, responseMaxMs } = hourFromRow(row);
		return { ...row, answered, response_sum_ms: responseSumMs, response_max_ms: responseMaxMs };
	});
};

/** The rows of days and hours of `monitors`, held against every check. */
async function expectTrueRows(database: Tx, monitors: readonly number[], fromDay: number, toDay: number) {
	const days = await dayRows(database);
	const hours = await hourRows(database);
	for (const monitor of monitors) {
		const checks = await judgedChecks(database, monitor, fromDay * DAY, toDay * DAY);
		const expectRow = (row: (typeof days)[number] | (typeof hours)[number] | undefined, of: typeof checks) => {
			const figures = counted(of);
			if (figures.total === 0) return expect(row).toBeUndefined();
			return expect(row).toMatchObject({
				up: figures.up,
				degraded: figures.degraded,
				down: figures.down,
				answered: figures.answered,
				response_sum_ms: figures.sum,
				response_max_ms: figures.max,
			});
		};
		for (let day = fromDay; day < toDay; day += 1) {
			const row = days.find((each) => each.monitor_id === monitor && each.day === day);
			const ofDay = checks.filter(({ minute }) => Math.floor(minute / DAY) === day);
			expectRow(row, ofDay);
			if (row) {
				expect(row.successful).toBe(row.up);
				expect(STATUSES[row.status]).toBe(dayStatus(row.up, ofDay.length));
			}
		}
		for (let hour = fromDay * 24; hour < toDay * 24; hour += 1) {
			expectRow(
				hours.find((each) => each.monitor_id === monitor && each.hour === hour),
				checks.filter(({ minute }) => Math.floor(minute / 60) === hour),
			);
		}
	}
}

/** The sums of each team are those of the days of its monitors that exist. */
async function expectTrueSums(database: Tx) {
	const { rows: expected } = await sql`
		select m.team_id, d.day, m.type, sum(d.up) as up, sum(d.degraded) as degraded, sum(d.down) as down,
			sum(d.successful) as successful, ${daysOfStatus("up")} as monitors_up,
			${daysOfStatus("degraded")} as monitors_degraded, ${daysOfStatus("down")} as monitors_down
		from daily_roll_ups as d join monitors as m on m.id = d.monitor_id where m.deleted_at is null
		group by m.team_id, d.day, m.type order by m.team_id, d.day, m.type`.execute(database.db);
	const { rows } = await sql`
		select * from team_days where up + degraded + down > 0 order by team_id, day, type`.execute(database.db);
	expect(rows).toEqual(expected);
}

onEachEngine("rolling up", (name) => {
	test("equals a count of every check, whatever was late, missed or replaced, and whenever it ran", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		let fromDay = day0;
		await fc.assert(
			fc.asyncProperty(histories(2, 2 * DAY, 120), async (checks) => {
				// Each run has monitors and days of its own.
				fromDay += 10;
				const fields = { createdAt: fromDay * DAY * 60_000 };
				const monitors = [await aMonitor(database, team, fields), await aMonitor(database, team, fields)];
				await play(database, monitors, checks, fromDay * DAY, (now) => foldAll(database, now));
				await foldAll(database, (fromDay + 6) * 86_400_000);
				await expectTrueRows(database, monitors, fromDay, fromDay + 3);
				await expectTrueSums(database);
				const [deleted = 0, other = 0] = monitors;
				await deleteMonitors(database, [deleted], (fromDay + 6) * 86_400_000);
				await expectTrueSums(database);
				// A check of before that is recorded late counts for the monitor that exists.
				const late = (fromDay + 1) * DAY + 7;
				await recordChecks(database, [anOutcome(deleted, late), anOutcome(other, late)], (fromDay + 6) * 86_400_000);
				await foldAll(database, (fromDay + 7) * 86_400_000);
				await deleteMonitors(database, [deleted], (fromDay + 7) * 86_400_000);
				await expectTrueSums(database);
			}),
			{ numRuns: 8, endOnFailure: true },
		);
	}, 120_000);

	test("yesterday is complete one second after midnight, and again after a late check", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitor = await aMonitor(database, team, { createdAt });
		const midnight = (day0 + 1) * 86_400_000;
		const last = start + DAY - 1;
		const early = [start, start + 1, last - 60].map((minute) => anOutcome(monitor, minute));
		for (const outcome of early) await recordChecks(database, [outcome], outcome.outcome.order.scheduledAt + 500);
		await foldAll(database, midnight - 60_000);
		await recordChecks(database, [anOutcome(monitor, last, downObservation)], midnight - 10_000);
		await foldForTeam(database, team, day0 + 1, midnight + 1_000);
		expect(await dayRows(database)).toMatchObject([{ day: day0, up: 3, down: 1 }]);

		await recordChecks(database, [anOutcome(monitor, last - 1)], midnight + 2_000);
		await foldForTeam(database, team, day0 + 1, midnight + 3_000);
		expect(await dayRows(database)).toMatchObject([{ day: day0, up: 4, down: 1 }]);
		// Committed by a node whose clock was still at yesterday, after the day was read: it is rolled up later.
		await recordChecks(database, [anOutcome(monitor, last - 2)], midnight - 1);
		await foldAll(database, midnight + 61_000);
		expect(await dayRows(database)).toMatchObject([{ day: day0, up: 5, down: 1 }]);
	});

	test("from five seconds after midnight on, a report folds again only what changed", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitors = [await aMonitor(database, team, { createdAt }), await aMonitor(database, team, { createdAt })];
		const midnight = (day0 + 1) * 86_400_000;
		const last = start + DAY - 1;
		await foldAll(database, midnight - 1);
		for (const monitor of monitors) await recordChecks(database, [anOutcome(monitor, last)], midnight - 1);
		const foldAt = (now: number) => foldForTeam(database, team, day0 + 1, now);
		expect(await foldAt(midnight + 4_000)).toEqual({ days: 2, checks: 2 });
		await recordChecks(database, [anOutcome(monitors[0] ?? 0, last - 1)], midnight - 1);
		const both = await Promise.all([foldAt(midnight + 5_000), foldAt(midnight + 5_000)]);
		// Either of them does it, and the other one waits.
		expect(both.toSorted((a, b) => a.days - b.days)).toEqual([
			{ days: 0, checks: 0 },
			{ days: 2, checks: 3 },
		]);
		await recordChecks(database, [anOutcome(monitors[1] ?? 0, last - 2)], midnight + 6_000);
		expect(await foldAt(midnight + 7_000)).toEqual({ days: 1, checks: 2 });
		expect(await foldAt(midnight + 8_000)).toEqual({ days: 0, checks: 0 });
		expect((await dayRows(database)).map(({ up }) => up)).toEqual([2, 2]);
		// Of the last minute of the day: it took its whole timeout.
		const third = await aMonitor(database, team, { createdAt });
		await recordChecks(database, [anOutcome(third, last, downObservation)], midnight + 25_000);
		await foldAt(midnight + 30_000);
		expect((await dayRows(database)).map(({ down }) => down)).toEqual([0, 0, 1]);
	});

	test("catches up after days without a service, team by team, for deleted monitors too until they are pruned", async () => {
		await using database = await freshDatabase(name);
		const [one, two] = [await aTeam(database), await aTeam(database)];
		const monitors: number[] = [];
		for (const team of [one, two, one]) monitors.push(await aMonitor(database, team, { createdAt }));
		for (const monitor of monitors) {
			for (const minute of [start, start + 3 * DAY, start + 5 * DAY + 17]) {
				await recordChecks(database, [anOutcome(monitor, minute)], minute * 60_000 + 30_000);
			}
		}
		await database.db
			.updateTable("monitors")
			.set({ deleted_at: 1 })
			.where("id", "=", monitors[2] ?? 0)
			.execute();
		const later = (day0 + 9) * 86_400_000;
		await foldForTeam(database, one, day0 + 9, later + 1_000);
		expect((await dayRows(database)).map((row) => [row.monitor_id, row.day - day0])).toEqual(
			[0, 3, 5].map((day) => [monitors[0], day]),
		);
		await foldAll(database, later + 120_000);
		expect((await dayRows(database)).map((row) => [row.monitor_id, row.day - day0])).toEqual(
			[0, 1, 2].flatMap((index) => [0, 3, 5].map((day) => [monitors[index], day])),
		);
		expect(await foldClosedHours(database, later + 120_000)).toBeNull();
	});

	test("an hour whose checks were all replaced by missed ones has no row", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitor = await aMonitor(database, team, { createdAt });
		await recordChecks(database, [anOutcome(monitor, start)], createdAt + 30_000);
		await foldAll(database, createdAt + 2 * 3_600_000);
		expect(await hourRows(database)).toHaveLength(1);
		const missed = { kind: "missed", cause: "internal", message: "?" } as const;
		await recordChecks(database, [anOutcome(monitor, start, missed, { revision: 2 })], createdAt + 2 * 3_600_000);
		await foldAll(database, createdAt + 2 * 3_600_000 + 1);
		expect([await hourRows(database), await dayRows(database)]).toEqual([[], []]);
	});

	test("a day whose checks are pruned keeps its row when it is rolled up again", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitor = await aMonitor(database, team, { createdAt });
		await recordChecks(database, [anOutcome(monitor, start)], createdAt + 30_000);
		await foldAll(database, createdAt + 2 * 86_400_000);
		const rows = await dayRows(database);
		await database.db
			.updateTable("roll_up_progress")
			.set({ results_since: (day0 + 1) * DAY })
			.execute();
		await recordChecks(database, [anOutcome(monitor, start + 5, downObservation)], createdAt + 3 * 86_400_000);
		await foldAll(database, createdAt + 3 * 86_400_000);
		expect(await dayRows(database)).toEqual(rows);
		expect(await database.db.selectFrom("late_hours").selectAll().execute()).toEqual([]);
	});
});

test("four nodes that roll up, two that record late checks and two that read lose nothing", async () => {
	const { url, drop } = await newDatabaseUrl("postgresql");
	const nodes = Array.from({ length: 4 }, () => openDatabase(url));
	const [first] = nodes;
	if (!first) throw new Error("no node");
	try {
		await migrate(first);
		const team = await aTeam(first);
		const monitors: number[] = [];
		for (let index = 0; index < 30; index += 1) monitors.push(await aMonitor(first, team, { createdAt }));
		const now = createdAt + 86_400_000 + 3_600_000;
		const record = async (database: Tx, offset: number) => {
			for (let round = 0; round < 40; round += 1) {
				const checks = monitors.map((monitor) => anOutcome(monitor, start + ((round * 67 + offset) % DAY)));
				await recordChecks(database, checks, now);
			}
		};
		const fold = async (database: Tx) => {
			for (let round = 0; round < 15; round += 1) await foldAll(database, now);
		};
		const read = async (database: Tx) => {
			for (let round = 0; round < 5; round += 1) await foldForTeam(database, team, day0 + 1, now);
		};
		await Promise.all([
			...nodes.map(fold),
			record(nodes[0] ?? first, 0),
			record(nodes[1] ?? first, 3),
			read(nodes[2] ?? first),
			read(nodes[3] ?? first),
		]);
		await foldAll(first, now);
		await expectTrueRows(first, monitors, day0, day0 + 1);
		expect((await dayRows(first)).map(({ up }) => up)).toEqual(monitors.map(() => 80));
	} finally {
		for (const node of nodes) await node.close();
		await drop();
	}
});
