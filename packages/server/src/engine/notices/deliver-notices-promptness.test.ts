/**
 * How late notices are, and whether they are true when they are sent, while several monitors of one alert fail and
 * recover: deliveries run every second, as in a service.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Verdict } from "../../domain/checks/judgement.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { anOutcome, downObservation, upObservation } from "../../storage/testing/fixtures.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { aStage, MINUTE, NOON, type Stage } from "./testing/notice-stage.ts";

/** A check that is recorded `at` seconds after noon. */
interface Step {
	readonly at: number;
	readonly monitor: number;
	readonly verdict: Extract<Verdict, "up" | "down">;
}

interface Sent {
	readonly at: number;
	readonly event: string;
	readonly monitor: string;
	/** Seconds from the commit of the check to the delivery. */
	readonly late: number;
	/** Whether it told what was so when it was sent. */
	readonly isTrue: boolean;
}

/** Records the checks, and delivers every second until two minutes after the last one. */
async function played(stage: Stage, steps: readonly Step[]): Promise<Sent[]> {
	const { database, clock, deps, receiver } = stage;
	const names = [...new Set(steps.map(({ monitor }) => monitor))];
	const ids = new Map<number, number>();
	for (const name of names) ids.set(name, await stage.newMonitor(String(name)));
	const status = new Map<string, string>();
	const sent: Sent[] = [];
	const left = steps.toSorted((a, b) => a.at - b.at);
	const end = (left.at(-1)?.at ?? 0) + 120;
	let arrived = 0;
	let nextAt = 0;
	for (let second = 0; second <= end; second += 1) {
		clock.now = NOON + second * 1_000;
		for (let step = left[0]; step !== undefined && step.at <= second; step = left[0]) {
			left.shift();
			// Strangers: each has an address of its own.
			const observation = {
				...(step.verdict === "up" ? upObservation : downObservation),
				address: `192.0.2.${step.monitor}`,
			};
			const scheduledAt = Math.floor(clock.now / MINUTE) * MINUTE;
			const outcome = anOutcome(ids.get(step.monitor) ?? 0, 0, observation, { scheduledAt, revision: 1 });
			await recordChecks(database, [outcome], clock.now);
			status.set(String(step.monitor), step.verdict);
			nextAt = second;
		}
		// A pass each second for a minute after a check; then nothing new can become due within a second.
		if (second > nextAt + 60) continue;
		await deliverNotices(deps);
		for (const { json } of receiver.received.slice(arrived)) {
			for (const { eventType, monitor, id } of json.data.events) {
				const { created_at } = await database.db
					.selectFrom("alert_events")
					.select("created_at")
					.where("public_id", "=", id)
					.executeTakeFirstOrThrow();
				const isTrue = status.get(monitor.name) === eventType;
				sent.push({
					at: second,
					event: eventType,
					monitor: monitor.name,
					late: (clock.now - created_at) / 1_000,
					isTrue,
				});
			}
		}
		arrived = receiver.received.length;
	}
	return sent;
}

onEachEngine("while three monitors fail and recover,", (name) => {
	test("another one's problems arrive within two seconds each time, and its recovery before the next problem", async () => {
		await using stage = await aStage(name);
		await stage.newAlert();
		const strangers = [1, 2, 3].flatMap((monitor): Step[] =>
			[0, 60, 120, 180].map((at, turn) => ({
				at: at + monitor * 4,
				monitor,
				verdict: turn % 2 === 0 ? "down" : "up",
			})),
		);
		const steps: Step[] = [
			...strangers,
			{ at: 14, monitor: 4, verdict: "down" },
			{ at: 74, monitor: 4, verdict: "up" },
			{ at: 134, monitor: 4, verdict: "down" },
			{ at: 194, monitor: 4, verdict: "up" },
			{ at: 20, monitor: 5, verdict: "down" },
			{ at: 116, monitor: 5, verdict: "up" },
			{ at: 120, monitor: 5, verdict: "down" },
		];
		const sent = await played(stage, steps);
		const of = (monitor: string) => sent.filter((one) => one.monitor === monitor).map(({ event }) => event);
		expect(sent.filter(({ isTrue }) => !isTrue)).toEqual([]);
		expect(of("4")).toEqual(["down", "up", "down", "up"]);
		expect(of("5")).toEqual(["down", "up", "down"]);
		expect(sent.filter(({ event, late }) => event === "down" && late > 2)).toEqual([]);
		expect(sent.filter(({ late }) => late > 10)).toEqual([]);
	});
});

const step: fc.Arbitrary<Step> = fc.record({
	at: fc.integer({ min: 0, max: 300 }),
	monitor: fc.integer({ min: 1, max: 6 }),
	verdict: fc.constantFrom("up" as const, "down" as const),
});

test("whichever monitors change, problems arrive within two seconds, all within ten, and each is true", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
			// One check of a monitor a minute.
			const slots = new Map(steps.map((each) => [`${each.monitor} ${Math.floor(each.at / 60)}`, each]));
			await using stage = await aStage("sqlite");
			await stage.newAlert({ dailyCap: 1_000 });
			const sent = await played(stage, [...slots.values()]);
			expect(sent.filter(({ isTrue }) => !isTrue)).toEqual([]);
			expect(sent.filter(({ event, late }) => late > (event === "down" ? 2 : 10))).toEqual([]);
		}),
		{ numRuns: 10 },
	);
}, 60_000);
