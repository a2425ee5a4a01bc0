import { pino } from "pino";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../domain/durations.ts";
import { DEFAULT_RETENTION } from "../../domain/figures/retention.ts";
import { createMetrics } from "../../metrics.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import { foldClosedHours } from "../../storage/figures/roll-ups.ts";
import { checksBetween } from "../../storage/results/read-checks.ts";
import { freshDatabase, onEachEngine } from "../../storage/testing/engines.ts";
import { aMonitor, anOutcome, aTeam } from "../../storage/testing/fixtures.ts";
import { holdPruning } from "./held-pruning.ts";
import { prune } from "./prune.ts";

/** So far that every check is older than the 35 days for which single checks are kept. */
const AHEAD_MS = 40 * DAY_MS;
const today = Date.UTC(2026, 4, 1, 12);
const log = pino({ level: "silent" });
const retention = DEFAULT_RETENTION;

onEachEngine("a service with a check of each of the last ten days", (name) => {
	test("keeps them while its clock is far ahead, and prunes them after half a day by that clock", async () => {
		await using database = await freshDatabase(name);
		const first = today - 10 * DAY_MS;
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: first });
		const minutes = Array.from({ length: 10 }, (_, day) => (first + day * DAY_MS) / 60_000);
		for (const minute of minutes) {
			await recordChecks(database, [anOutcome(monitor, minute)], minute * 60_000 + 1_000);
		}
		let [now, elapsed] = [today, 0];
		const clocks = { now: () => now, elapsedMs: () => elapsed };
		const run = holdPruning({ database, retention, log, ...clocks }, () =>
			prune({ database, metrics: createMetrics(), retention, now: clocks.now }),
		);
		const pruneAll = async () => {
			while (await foldClosedHours(database, now));
			while ((await run()) === "more");
		};
		const kept = async () => {
			const checks = await checksBetween(database, monitor, minutes[0] ?? 0, (today + DAY_MS) / 60_000);
			return checks.map(({ minute }) => minute);
		};
		await pruneAll();

		for (const passed of [0, 6 * HOUR_MS, 11 * HOUR_MS]) {
			[now, elapsed] = [today + AHEAD_MS + passed, passed];
			await pruneAll();
		}
		now = today + 12 * HOUR_MS;
		elapsed = 12 * HOUR_MS;
		await pruneAll();
		expect(await kept()).toEqual(minutes);

		// The same again, and nobody sets the clock back.
		for (const passed of [12 * HOUR_MS, 23 * HOUR_MS, 25 * HOUR_MS, 26 * HOUR_MS]) {
			[now, elapsed] = [today + AHEAD_MS + passed, passed];
			if (passed === 25 * HOUR_MS) expect(await kept()).toEqual(minutes);
			await pruneAll();
		}
		expect(await kept()).toEqual([]);
	});

	test("prunes at once what a shorter retention makes too old", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: today - 40 * DAY_MS });
		const minutes = [34, 33, 32, 30, 1].map((day) => today / 60_000 - day * 1_440);
		for (const minute of minutes) {
			await recordChecks(database, [anOutcome(monitor, minute)], minute * 60_000 + 1_000);
		}
		const pruneAll = async (resultsDays: number, now: number) => {
			const shorter = { ...retention, resultsDays };
			const clocks = { now: () => now, elapsedMs: () => 0 };
			const deps = { database, retention: shorter, log, ...clocks };
			const run = holdPruning(deps, () => prune({ ...deps, metrics: createMetrics() }));
			while (await foldClosedHours(database, now));
			while ((await run()) === "more");
		};
		await pruneAll(35, today);
		for (const later of [0, 1]) await pruneAll(31, today + later * HOUR_MS);
		const checks = await checksBetween(database, monitor, 0, (today + DAY_MS) / 60_000);
		expect(checks.map(({ minute }) => minute)).toEqual(minutes.slice(3));
	});
});
