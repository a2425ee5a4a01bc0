import fc from "fast-check";
import { expect, test } from "vitest";
import { coarse, LatencyTally, nearestRank } from "../../domain/figures/latency-histogram.ts";
import { recordChecks } from "../commit/record-checks.ts";
import type { Tx } from "../database/tx.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation, missedObservation, upObservation } from "../testing/fixtures.ts";
import { histories, judgedChecks, LATEST, play } from "../testing/histories.ts";
import { foldClosedHours, foldLateHours } from "./roll-ups.ts";
import { seriesOf } from "./series.ts";

const DAY = 1_440;
const START = Math.floor(Date.UTC(2025, 4, 1) / 60_000);

async function fold(tx: Tx, now: number): Promise<void> {
	while (await foldLateHours(tx));
	while (await foldClosedHours(tx, now));
}

onEachEngine("a series", (name) => {
	test("in steps of minutes, hours and days equals a count of every check, rolled up or not, including late ones", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		await fc.assert(
			fc.asyncProperty(histories(1, 5 * DAY, 60), fc.boolean(), async (checks, folds) => {
				const monitor = await aMonitor(database, team, { createdAt: START * 60_000 });
				await play(database, [monitor], checks, START, async (now) => (folds ? fold(database, now) : undefined));
				if (folds) await fold(database, (START + 5 * DAY + LATEST) * 60_000);
				const all = await judgedChecks(database, monitor, START, START + 5 * DAY);
				for (const stepMinutes of [5, 60, 180, DAY, 2 * DAY]) {
					const fromMinute = Math.floor(START / stepMinutes) * stepMinutes;
					const toMinute = fromMinute + 6 * DAY;
					const points = await seriesOf(database, { id: monitor, type: "http" }, { fromMinute, toMinute, stepMinutes });
					expect(points).toHaveLength((6 * DAY) / stepMinutes);
					for (const { minute, ...point } of points) {
						const within = all.filter((check) => check.minute >= minute && check.minute < minute + stepMinutes);
						const tally = new LatencyTally();
						for (const { responseTimeMs } of within) if (responseTimeMs !== null) tally.add(responseTimeMs);
						const times = tally.histogram();
						const isAnswered = times.times.length > 0;
						expect([stepMinutes, point]).toMatchObject([
							stepMinutes,
							{
								checks: within.length,
								successful: within.filter(({ verdict }) => verdict === "up").length,
								maxMs: isAnswered ? times.times.at(-1) : null,
							},
						]);
						// Days keep their response times coarse.
						const exact = isAnswered ? nearestRank(times, 95) : null;
						const rough = isAnswered ? nearestRank(coarse(times), 95) : null;
						expect(stepMinutes % DAY === 0 ? [exact, rough] : [exact]).toContain(point.p95Ms);
					}
				}
			}),
			{ numRuns: 6 },
		);
	});

	test("has the means of the phases while single checks are kept", async () => {
		await using database = await freshDatabase(name);
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: START * 60_000 });
		const slower = { ...upObservation, responseTimeMs: 160, phases: { ...upObservation.phases, connect: 30 } };
		const observations = [upObservation, slower, downObservation, missedObservation];
		await recordChecks(
			database,
			observations.map((observation, index) => anOutcome(monitor, START + index, observation)),
			(START + 4) * 60_000,
		);
		const range = { fromMinute: START, toMinute: START + 60, stepMinutes: 30 };
		const [first, second] = await seriesOf(database, { id: monitor, type: "http" }, range);
		expect(first).toEqual({
			minute: START,
			checks: 3,
			successful: 2,
			degraded: 0,
			down: 1,
			p50Ms: 80,
			p95Ms: 160,
			maxMs: 160,
			phases: { dns: 0, connect: 20, tls: 0, first_byte: 60, transfer: 40 },
			missed: 1,
		});
		expect(second).toEqual({
			minute: START + 30,
			checks: 0,
			successful: 0,
			degraded: 0,
			down: 0,
			p50Ms: null,
			p95Ms: null,
			maxMs: null,
			phases: null,
			missed: 0,
		});
		await database.db
			.updateTable("roll_up_progress")
			.set({ results_since: START + DAY })
			.execute();
		const [hour] = await seriesOf(database, { id: monitor, type: "http" }, { ...range, stepMinutes: 60 });
		expect(hour).toMatchObject({ checks: 3, phases: null, missed: null });
	});
});
