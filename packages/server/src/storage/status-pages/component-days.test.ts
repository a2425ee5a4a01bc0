import fc from "fast-check";
import { expect, test } from "vitest";
import type { Observation } from "../../domain/checks/observation.ts";
import type { StatusPage } from "../../domain/status-pages/status-page.ts";
import { recordChecks } from "../commit/record-checks.ts";
import type { Tx } from "../database/tx.ts";
import { foldClosedHours, foldLateHours } from "../figures/roll-ups.ts";
import { subtractDeletedMonitor } from "../figures/team-minutes.ts";
import { deleteMonitors } from "../monitors/monitors.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation, missedObservation, upObservation } from "../testing/fixtures.ts";
import { histories, judgedChecks, play } from "../testing/histories.ts";
import { killAtEachStep } from "../testing/killed-at.ts";
import { aPage, aSection } from "../testing/pages.ts";
import { GRACE_MS, pruneDeletedMonitor, pruneOld } from "../upkeep/prune.ts";
import { clearComponentDays, componentDays, fillComponentDay } from "./component-days.ts";
import { deleteStatusPage, updateStatusPage } from "./status-pages.ts";

const DAY = 1_440;
const day0 = Date.UTC(2026, 4, 1) / 86_400_000;
const start = day0 * DAY;
const at = (minute: number) => (start + minute) * 60_000;
const RETENTION = { resultsDays: 35, hoursDays: 400, eventsDays: 400 };

async function foldAll(database: Tx, now: number): Promise<void> {
	while (await foldLateHours(database));
	while (await foldClosedHours(database, now));
}

/** Records a check a minute, each at once. */
async function record(
	database: Tx,
	monitor: number,
	minutes: readonly number[],
	observation: Observation = upObservation,
) {
	for (const minute of minutes) {
		await recordChecks(database, [anOutcome(monitor, start + minute, observation)], at(minute) + 30_000);
	}
}

function range(from: number, to: number): number[] {
	return Array.from({ length: to - from }, (_, index) => from + index);
}

/** The days of the page's components, in their order, with the day counted from the first one. */
async function daysOf(database: Tx, page: StatusPage, now: number) {
	const days = await componentDays(database, page.id, day0, now);
	return page.sections
		.flatMap(({ components }) => components)
		.map(({ id }) =>
			(days.get(id) ?? []).map(({ day, up, degraded, down }) => ({ day: day - day0, up, degraded, down })),
		);
}

onEachEngine("days of components", (name) => {
	test("count each minute once, whichever statement or commit a kill meets", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		let page: StatusPage;
		const kills = await killAtEachStep(database, {
			async work(killed) {
				const monitors = [
					await aMonitor(database, team, { createdAt: at(0) }),
					await aMonitor(database, team, { createdAt: at(0) }),
				];
				page = await aPage(database, team, [monitors], at(0));
				const [one = 0, two = 0] = monitors;
				const checks = [
					...range(0, 20).map((minute) => anOutcome(one, start + minute)),
					...range(5, 10).map((minute) => anOutcome(two, start + minute, downObservation)),
				];
				await recordChecks(database, checks, at(20));
				await foldAll(killed, at(180));
			},
			async resume(kill) {
				await foldAll(database, at(180));
				const days = await daysOf(database, page, at(180));
				expect([kill, days]).toEqual([kill, [[{ day: 0, up: 15, degraded: 0, down: 5 }]]]);
			},
		});
		expect(kills).toBeGreaterThan(8);
	});

	test("count each minute by the worst of the monitors, whatever is late or missed", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		let fromDay = day0;
		await fc.assert(
			fc.asyncProperty(histories(2, 2 * DAY, 90), async (checks) => {
				fromDay += 10;
				const fields = { createdAt: fromDay * DAY * 60_000 };
				const monitors = [await aMonitor(database, team, fields), await aMonitor(database, team, fields)];
				const page = await aPage(database, team, [monitors], fromDay * DAY * 60_000);
				// A check of a newer revision would take the place of a worse one.
				const firsts = checks.map((check) => ({ ...check, revision: 1 }));
				await play(database, monitors, firsts, fromDay * DAY, (now) => foldAll(database, now));
				const now = (fromDay + 6) * 86_400_000;
				await foldAll(database, now);

				const worst = new Map<number, number>();
				for (const monitor of monitors) {
					for (const { minute, verdict } of await judgedChecks(database, monitor, fromDay * DAY, (fromDay + 3) * DAY)) {
						const rank = ["up", "degraded", "down"].indexOf(verdict);
						if (rank >= 0) worst.set(minute, Math.max(rank, worst.get(minute) ?? 0));
					}
				}
				const expected = [0, 1, 2].flatMap((index) => {
					const ofDay = [...worst].filter(([minute]) => Math.floor(minute / DAY) === fromDay + index);
					const count = (rank: number) => ofDay.filter(([, each]) => each === rank).length;
					const counts = { up: count(0), degraded: count(1), down: count(2) };
					return ofDay.length === 0 ? [] : [{ day: fromDay + index, ...counts }];
				});
				const days = await componentDays(database, page.id, fromDay, now);
				expect([...days.values()].flat()).toEqual(expected);
			}),
			{ numRuns: 6, endOnFailure: true },
		);
	}, 120_000);

	test("show the present hours from their checks, and the same once they are folded", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: at(0) });
		const page = await aPage(database, 1, [[monitor], []], at(0));
		await record(database, monitor, range(0, 5));
		await record(database, monitor, [5, 6], downObservation);
		await record(database, monitor, [7], missedObservation);
		const expected = [[{ day: 0, up: 5, degraded: 0, down: 2 }], []];
		expect(await daysOf(database, page, at(8))).toEqual(expected);
		await foldAll(database, at(70));
		expect(await daysOf(database, page, at(70))).toEqual(expected);
		// Just after midnight of the next day.
		await record(database, monitor, [DAY - 1], downObservation);
		await record(database, monitor, [DAY]);
		expect(await daysOf(database, page, at(DAY) + 30_000)).toEqual([
			[
				{ day: 0, up: 5, degraded: 0, down: 3 },
				{ day: 1, up: 1, degraded: 0, down: 0 },
			],
			[],
		]);
	});

	test("count a check until the next one, and none of minutes to come", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitor = await aMonitor(database, team, { createdAt: at(0), intervalSeconds: 600 });
		const page = await aPage(database, team, [[monitor]], at(0));
		await record(database, monitor, [52], downObservation);
		expect(await daysOf(database, page, at(54))).toEqual([[{ day: 0, up: 0, degraded: 0, down: 3 }]]);
		await record(database, monitor, [62]);
		await foldAll(database, at(63));
		expect(await daysOf(database, page, at(63))).toEqual([[{ day: 0, up: 2, degraded: 0, down: 10 }]]);
	});

	test("survive the monitor, with the minutes up to its deletion", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const [gone, kept] = [
			await aMonitor(database, team, { createdAt: at(0) }),
			await aMonitor(database, team, { createdAt: at(0) }),
		];
		const page = await aPage(database, team, [[gone, kept], [gone]], at(0));
		await record(database, gone, range(0, 10), downObservation);
		await record(database, kept, range(0, 20));
		await deleteMonitors(database, [gone], at(10));
		const expected = [[{ day: 0, up: 10, degraded: 0, down: 10 }], [{ day: 0, up: 0, degraded: 0, down: 10 }]];
		expect(await daysOf(database, page, at(20))).toEqual(expected);
		// Its checks are pruned before their hour is folded.
		while (await subtractDeletedMonitor(database, at(10) + GRACE_MS));
		while ((await pruneDeletedMonitor(database, at(10) + GRACE_MS))["monitors"] !== 1);
		expect(await daysOf(database, page, at(20))).toEqual(expected);
		await foldAll(database, at(DAY));
		// A check of the other one that comes late is added to the minutes that are there.
		await recordChecks(database, [anOutcome(kept, start + 30, downObservation)], at(2 * DAY));
		await foldAll(database, at(2 * DAY));
		expect((await daysOf(database, page, at(2 * DAY)))[0]).toEqual([{ day: 0, up: 10, degraded: 0, down: 11 }]);
	});

	test("count the monitors that the component had in each minute", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const [first, second] = [
			await aMonitor(database, team, { createdAt: at(0) }),
			await aMonitor(database, team, { createdAt: at(0) }),
		];
		const page = await aPage(database, team, [[first]], at(0));
		const ids = page.sections.flatMap(({ components }) => components.map(({ id }) => id));
		await record(database, first, range(0, 20), downObservation);
		await record(database, second, range(0, 20));
		const changed = await updateStatusPage(database, page, { sections: [aSection([[second]], ids)] }, at(10));
		const expected = [[{ day: 0, up: 10, degraded: 0, down: 10 }]];
		expect(await daysOf(database, changed, at(20))).toEqual(expected);
		await foldAll(database, at(DAY));
		expect(await daysOf(database, changed, at(DAY))).toEqual(expected);
		while (Object.keys(await pruneOld(database, RETENTION, at(9 * DAY))).length > 0);
		expect(await database.db.selectFrom("former_component_monitors").selectAll().execute()).toEqual([]);
	});

	test("of a new component are filled with the history of its monitors, newest day first", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitor = await aMonitor(database, team, { createdAt: at(0) });
		await record(database, monitor, [1, DAY + 1, 2 * DAY + 1]);
		await record(database, monitor, [DAY + 2], downObservation);
		await foldAll(database, at(2 * DAY + 120));
		const now = at(2 * DAY + 120);
		const page = await aPage(database, team, [[monitor]], now);
		const seen: number[] = [];
		while (await fillComponentDay(database, now)) seen.push((await daysOf(database, page, now))[0]?.length ?? 0);
		expect(seen).toEqual([1, 2, 3]);
		expect((await daysOf(database, page, now))[0]).toEqual([
			{ day: 0, up: 1, degraded: 0, down: 0 },
			{ day: 1, up: 1, degraded: 0, down: 1 },
			{ day: 2, up: 1, degraded: 0, down: 0 },
		]);
	});

	test("are pruned after the component is deleted, and not before", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitor = await aMonitor(database, team, { createdAt: at(0) });
		const [gone, kept] = [
			await aPage(database, team, [[monitor]], at(0)),
			await aPage(database, team, [[monitor]], at(0)),
		];
		await record(database, monitor, [1]);
		await foldAll(database, at(DAY));
		const rows = async () => (await database.db.selectFrom("component_days").select("component_id").execute()).length;
		expect(await rows()).toBe(2);
		await pruneOld(database, RETENTION, at(DAY));
		await deleteStatusPage(database, gone.id, at(DAY));
		while (Object.keys(await pruneOld(database, RETENTION, at(DAY))).length > 0);
		expect(await rows()).toBe(1);
		expect((await daysOf(database, kept, at(DAY)))[0]).toEqual([{ day: 0, up: 1, degraded: 0, down: 0 }]);
	});

	test("forget what a clock that was ahead counted", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitor = await aMonitor(database, team, { createdAt: at(0) });
		const page = await aPage(database, team, [[monitor]], at(0));
		await record(database, monitor, [10, 130, DAY + 5]);
		await foldAll(database, at(2 * DAY));
		await clearComponentDays(database, day0 * 24 + 2);
		const rows = await database.db.selectFrom("component_days").select(["day", "up"]).execute();
		expect(rows).toEqual([{ day: day0, up: 1 }]);
		expect(page.sections).toHaveLength(1);
	});
});
