import fc from "fast-check";
import { expect, test } from "vitest";
import type { CheckRecord } from "../../domain/checks/record.ts";
import { MONITOR_TYPES, type MonitorType } from "../../domain/monitors/monitor.ts";
import { recordChecks } from "../commit/record-checks.ts";
import type { Tx } from "../database/tx.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation, missedObservation, upObservation } from "../testing/fixtures.ts";
import { counted, histories, judgedChecks, LATEST, play } from "../testing/histories.ts";
import { pruneDeletedMonitor } from "../upkeep/prune.ts";
import { foldClosedHours, foldLateHours } from "./roll-ups.ts";
import { monitorStatistics, teamStatistics } from "./statistics.ts";
import { countClosedMinutes, recountLateMinutes, subtractDeletedMonitor } from "./team-minutes.ts";

/** Of these types a degraded check is no success (docs/rules/statistics.md). */
const DEGRADED_FAILS = new Set<string>(["http", "flow"]);

const DAY = 1_440;
const WINDOWS = { last24Hours: 1, last7Days: 7, last30Days: 30 } as const;

async function rollUp(database: Tx, now: number): Promise<void> {
	while (await foldLateHours(database));
	while (await foldClosedHours(database, now));
	while (await recountLateMinutes(database));
	while (await countClosedMinutes(database, now));
}

const setType = (database: Tx, id: number, type: MonitorType) =>
	database.db.updateTable("monitors").set({ type }).where("id", "=", id).execute();

function windowsOf(checks: readonly CheckRecord[], now: number) {
	const end = Math.floor(now / 60_000) + 1;
	return Object.entries(WINDOWS).map(
		([name, days]) => [name, checks.filter(({ minute }) => minute >= end - days * DAY && minute < end)] as const,
	);
}

const percentOf = (successful: number, total: number) => (total === 0 ? 100 : (successful / total) * 100);

/** Compares the statistics of monitors and of their team at an instant with a count of every check. */
async function expectStatistics(
	database: Tx,
	team: number,
	monitors: readonly { id: number; type: MonitorType }[],
	now: number,
): Promise<void> {
	const end = Math.floor(now / 60_000) + 1;
	const inTeam = new Map<string, { total: number; successful: number }>();
	for (const monitor of monitors) {
		const checks = await judgedChecks(database, monitor.id, end - 31 * DAY, end);
		const windows = windowsOf(checks, now);
		const successfulIn = (given: readonly CheckRecord[]) =>
			given.filter(({ verdict }) => verdict === "up" || (verdict === "degraded" && !DEGRADED_FAILS.has(monitor.type)))
				.length;
		const all = counted(windows.at(-1)?.[1] ?? []);
		expect(await monitorStatistics(database, monitor, now)).toEqual({
			uptime: Object.fromEntries(windows.map(([name, of]) => [name, percentOf(successfulIn(of), of.length)])),
			responseTime: {
				avg: all.answered === 0 ? 0 : Math.round(all.sum / all.answered),
				min: all.min,
				max: all.max,
				p50: all.p50,
				p95: all.p95,
				p99: all.p99,
			},
			checks: { total: all.total, up: all.up, degraded: all.degraded, down: all.down },
		});
		for (const [name, of] of windows) {
			const before = inTeam.get(name) ?? { total: 0, successful: 0 };
			inTeam.set(name, { total: before.total + of.length, successful: before.successful + successfulIn(of) });
		}
	}
	const { uptime, checks } = await teamStatistics(database, team, now);
	expect(checks).toEqual(Object.fromEntries([...inTeam].map(([name, { total }]) => [name, total])));
	expect(uptime).toEqual(
		Object.fromEntries([...inTeam].map(([name, { total, successful }]) => [name, percentOf(successful, total)])),
	);
}

onEachEngine("statistics", (name) => {
	test("of a monitor and of a team equal a count of every check, at any instant, rolled up or not", async () => {
		await using database = await freshDatabase(name);
		let fromDay = Date.UTC(2026, 4, 1) / 86_400_000;
		await fc.assert(
			fc.asyncProperty(
				histories(3, 33 * DAY, 150),
				fc.constantFrom(...MONITOR_TYPES),
				fc.nat(2 * DAY),
				async (checks, type, later) => {
					fromDay += 100;
					const [team, foreign] = [await aTeam(database), await aTeam(database)];
					const createdAt = fromDay * DAY * 60_000;
					const ids = [team, team, foreign].map((teamId) => aMonitor(database, teamId, { createdAt }));
					const monitors = await Promise.all(ids);
					await setType(database, monitors[1] ?? 0, type);
					await play(database, monitors, checks, fromDay * DAY, (now) => rollUp(database, now));
					// No earlier than the last of them was recorded.
					const now = createdAt + (33 * DAY + LATEST + later) * 60_000;
					const known = [
						{ id: monitors[0] ?? 0, type: "http" as const },
						{ id: monitors[1] ?? 0, type },
					];
					await expectStatistics(database, team, known, now);
					await rollUp(database, now);
					await expectStatistics(database, team, known, now);
					await expectStatistics(database, team, known, now + 61 * 60_000);
					// A deleted monitor counts nowhere from that instant on, pruned or not.
					await database.db
						.updateTable("monitors")
						.set({ deleted_at: now })
						.where("id", "=", monitors[1] ?? 0)
						.execute();
					await expectStatistics(database, team, known.slice(0, 1), now);
					await expectStatistics(database, team, known.slice(0, 1), now + 61 * 60_000);
					await rollUp(database, now + 61 * 60_000);
					await expectStatistics(database, team, known.slice(0, 1), now + 61 * 60_000);
					for (let slice = 0; slice < 3; slice += 1) {
						await subtractDeletedMonitor(database, now + 600_000);
						await expectStatistics(database, team, known.slice(0, 1), now);
					}
					await rollUp(database, now + 3 * 60 * 60_000);
					await expectStatistics(database, team, known.slice(0, 1), now);
					while (await subtractDeletedMonitor(database, now + 600_000));
					while (Object.keys(await pruneDeletedMonitor(database, now + 600_000)).length > 0);
					await expectStatistics(database, team, known.slice(0, 1), now);
					await rollUp(database, now + 60_000);
					await expectStatistics(database, team, known.slice(0, 1), now + 60_000);
				},
			),
			{ numRuns: name === "sqlite" ? 4 : 3, endOnFailure: true },
		);
	}, 120_000);

	test("read nothing of a deleted monitor once its checks are subtracted, long before it is pruned", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const now = Date.UTC(2026, 4, 30, 12);
		const createdAt = now - 40 * DAY * 60_000;
		const [kept = 0, gone = 0] = [
			await aMonitor(database, team, { createdAt }),
			await aMonitor(database, team, { createdAt }),
		];
		const minutes = [35, 20, 3, 0].map((days) => Math.floor(now / 60_000) - 10 - days * DAY);
		for (const id of [kept, gone]) {
			await recordChecks(
				database,
				minutes.map((minute) => anOutcome(id, minute)),
				now,
			);
		}
		await rollUp(database, now);
		const both = await teamStatistics(database, team, now);
		expect(both.checks).toEqual({ last24Hours: 2, last7Days: 4, last30Days: 6 });
		await database.db.updateTable("monitors").set({ deleted_at: now }).where("id", "=", gone).execute();
		while (await subtractDeletedMonitor(database, now));
		// What is read of it would be missing now.
		await database.db.deleteFrom("hourly_roll_ups").where("monitor_id", "=", gone).execute();
		// A check that was under way, and a minute that is counted again.
		await recordChecks(
			database,
			[anOutcome(gone, Math.floor(now / 60_000) - 9), anOutcome(kept, Math.floor(now / 60_000) - 9)],
			now,
		);
		for (const at of [now, now + 10 * 60_000]) {
			await rollUp(database, at);
			expect((await teamStatistics(database, team, at)).checks).toEqual({
				last24Hours: 2,
				last7Days: 3,
				last30Days: 4,
			});
		}
	});

	test("without checks are 100 percent", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const id = await aMonitor(database, team);
		const now = Date.UTC(2026, 4, 1);
		const uptime = { last24Hours: 100, last7Days: 100, last30Days: 100 };
		expect(await monitorStatistics(database, { id, type: "http" }, now)).toEqual({
			uptime,
			responseTime: { avg: 0, min: 0, max: 0, p50: 0, p95: 0, p99: 0 },
			checks: { total: 0, up: 0, degraded: 0, down: 0 },
		});
		expect(await teamStatistics(database, team, now)).toEqual({
			monitors: { total: 1, up: 0, degraded: 0, down: 0 },
			uptime,
			checks: { last24Hours: 0, last7Days: 0, last30Days: 0 },
		});
	});

	test("of a team that is alone count a degraded check by the type of its monitor, counted before or not", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const minute = Date.UTC(2026, 4, 1) / 60_000;
		const createdAt = (minute - 60) * 60_000;
		const [http, tcp] = [await aMonitor(database, team, { createdAt }), await aMonitor(database, team, { createdAt })];
		await setType(database, tcp, "tcp");
		const slow = { ...upObservation, responseTimeMs: 9_000 };
		const outcomes = [http, tcp].flatMap((id) => [
			anOutcome(id, minute, slow),
			anOutcome(id, minute + 1),
			anOutcome(id, minute + 2, missedObservation),
		]);
		const now = (minute + 2) * 60_000 + 30_000;
		await recordChecks(database, outcomes, now);
		for (const at of [now, now + 5 * 60_000]) {
			const { checks, uptime } = await teamStatistics(database, team, at);
			expect([checks.last24Hours, uptime.last24Hours]).toEqual([4, 75]);
			await rollUp(database, now + 5 * 60_000);
		}
	});

	test("count every monitor that exists, and by status those that are enabled", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const now = Date.UTC(2026, 4, 1);
		const minute = now / 60_000;
		const monitors = await Promise.all(Array.from({ length: 7 }, () => aMonitor(database, team)));
		const [up = 0, slow = 0, down = 0, paused = 0, pausedDown = 0, deleted = 0] = monitors;
		await aMonitor(database, await aTeam(database));
		await recordChecks(
			database,
			[
				...[up, paused].map((id) => anOutcome(id, minute)),
				...[down, pausedDown, deleted].map((id) => anOutcome(id, minute, downObservation)),
				anOutcome(slow, minute, { ...upObservation, responseTimeMs: 9_000 }),
			],
			now + 50_000,
		);
		await database.db
			.updateTable("monitors")
			.set({ enabled_at: null })
			.where("id", "in", [paused, pausedDown])
			.execute();
		await database.db.updateTable("monitors").set({ deleted_at: now }).where("id", "=", deleted).execute();
		const statistics = await teamStatistics(database, team, now + 55_000);
		expect(statistics.monitors).toEqual({ total: 6, up: 1, degraded: 1, down: 1 });
	});
});
