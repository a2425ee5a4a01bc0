import { pino } from "pino";
import { expect, test } from "vitest";
import type { CheckOrder } from "../../domain/checks/check.ts";
import { createMetrics } from "../../metrics.ts";
import { ScheduleInMemory } from "../../storage/schedule/schedule-in-memory.ts";
import { freshDatabase } from "../../storage/testing/engines.ts";
import {
	aMonitor,
	anOutcome,
	aTeam,
	downObservation,
	TEN_AT_MOST,
	upObservation,
} from "../../storage/testing/fixtures.ts";
import { GroupingRecorder } from "./record-observations.ts";

const NOON = Date.UTC(2026, 4, 1, 12);

test("outcomes that say nothing new wait longer; one that says something takes those that wait with it", async () => {
	await using database = await freshDatabase("sqlite");
	const team = await aTeam(database);
	for (let index = 0; index < 4; index += 1) await aMonitor(database, team, { createdAt: NOON });
	const held = new ScheduleInMemory(database);
	let now = NOON;
	const stop = new AbortController();
	const start = () => {
		const recorder = new GroupingRecorder({
			database,
			held,
			metrics: createMetrics(),
			log: pino({ level: "silent" }),
			now: () => now,
		});
		return { recorder, running: recorder.run(stop.signal) };
	};
	const [one, other] = [start(), start()];
	const committed: string[] = [];
	const record = async (
		{ recorder }: typeof one,
		order: CheckOrder,
		observation = upObservation as typeof downObservation | typeof upObservation,
	) => {
		const { monitorId, scheduledAt } = order;
		const { outcome } = anOutcome(monitorId, 0, observation, { scheduledAt });
		await new Promise<void>((acknowledge) => recorder.receive({ outcomes: [outcome], acknowledge }));
		committed.push(
			`${observation === upObservation ? "up" : "down"} by ${recorder === one.recorder ? "one" : "the other"}`,
		);
	};
	const claim = async () =>
		(await held.claim(now, TEN_AT_MOST)).orders as [CheckOrder, CheckOrder, CheckOrder, CheckOrder];
	await Promise.all((await claim()).map((order) => record(one, order)));
	committed.length = 0;
	now += 62_000;
	const [a, b, c, d] = await claim();
	expect([a, b, c, d].map(({ monitorId }) => held.isUp(monitorId))).toEqual([true, true, true, true]);
	// All at one time; the second recorder has news among what it got.
	await Promise.all([record(one, a), record(one, b), record(other, c), record(other, d, downObservation)]);
	expect(committed).toEqual(["up by the other", "down by the other", "up by one", "up by one"]);
	stop.abort();
	await Promise.all([one.running, other.running]);
});
