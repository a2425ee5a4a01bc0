/**
 * Invariants of notices for random histories of checks, pauses, windows, changed rules and failing receivers, through
 * the real outbox.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { STATUSES } from "../../domain/monitors/monitor.ts";
import { updateMonitor } from "../../services/testing/monitors.ts";
import { countNotices } from "../../storage/alerts/notice-leases.ts";
import { labelOf } from "../../storage/database/codes.ts";
import { createWindow, endWindow } from "../../storage/maintenance/maintenance-windows.ts";
import { aStage, MINUTE, type Stage } from "./testing/notice-stage.ts";

const RUNS = 20;
/** Each run has a database of its own and some hundred passes. */
const LONG = { timeout: 180_000 };

const historyStep = fc.oneof(
	{
		weight: 10,
		arbitrary: fc.record({ check: fc.constantFrom("up" as const, "up" as const, "degraded", "down", "down") }),
	},
	{ weight: 3, arbitrary: fc.record({ passMs: fc.integer({ min: 1_000, max: 20 * MINUTE }) }) },
	{ weight: 3, arbitrary: fc.record({ answer: fc.constantFrom(400, 500, 503) }) },
	{ weight: 1, arbitrary: fc.record({ windowMinutes: fc.integer({ min: 1, max: 20 }) }) },
	{ weight: 1, arbitrary: fc.record({ reminderMinutes: fc.option(fc.integer({ min: 5, max: 20 })) }) },
	{ weight: 1, arbitrary: fc.record({ endsWindow: fc.constant(true) }) },
	{ weight: 3, arbitrary: fc.record({ pausesOrResumes: fc.constant(true) }) },
);
type HistoryStep = typeof historyStep extends fc.Arbitrary<infer Each> ? Each : never;

interface Rules {
	readonly cooldownMinutes: number;
	readonly reminderMinutes: number | null;
	readonly dailyCap: number;
}
const rules: fc.Arbitrary<Rules> = fc.record({
	cooldownMinutes: fc.constantFrom(0, 5, 10),
	reminderMinutes: fc.constantFrom(null, 5, 15),
	dailyCap: fc.constantFrom(2, 4, 1000),
});

/**
 * Runs `steps` on a stage with one monitor and one alert; ends pauses and windows, and leaves the clock at a
 * whole minute.
 */
async function runSteps(stage: Stage, own: Rules, steps: readonly HistoryStep[]): Promise<number> {
	const { database, clock } = stage;
	const monitor = await stage.newMonitor();
	const alert = await stage.newAlert(own);
	const nextMinute = () => {
		clock.now = Math.ceil(clock.now / MINUTE) * MINUTE;
	};
	let isPaused = false;
	const pauseOrResume = async () => {
		nextMinute();
		await updateMonitor(database, monitor, { isEnabled: isPaused }, clock.now);
		isPaused = !isPaused;
	};
	let endsWindow: (() => Promise<unknown>) | null = null;
	for (const each of steps) {
		if ("check" in each && !isPaused) {
			nextMinute();
			await stage.check(each.check, monitor);
			stage.pass(-50_000);
		}
		if ("passMs" in each) stage.pass(each.passMs);
		if ("answer" in each) stage.receiver.answers.push({ status: each.answer });
		if ("reminderMinutes" in each) {
			await stage.changeAlert(alert, { reminderMinutes: each.reminderMinutes });
		}
		if ("windowMinutes" in each && endsWindow === null) {
			const startsAt = clock.now;
			const schedule = { kind: "once", startsAt, endsAt: startsAt + each.windowMinutes * MINUTE } as const;
			const window = await createWindow(database, stage.teamId, { name: "w", monitorIds: null, schedule }, startsAt);
			endsWindow = () => endWindow(database, window, startsAt, clock.now);
		}
		if ("endsWindow" in each) {
			await endsWindow?.();
			endsWindow = null;
		}
		if ("pausesOrResumes" in each) await pauseOrResume();
		const before = stage.receiver.received.length;
		await stage.deliver();
		const told = stage.receiver.received.slice(before).map(({ json }) => json.data.events[0].eventType);
		const { status } = await database.db.selectFrom("monitor_states").select("status").executeTakeFirstOrThrow();
		expect(told.filter((event) => event !== labelOf(STATUSES, status))).toEqual([]);
	}
	if (isPaused) await pauseOrResume();
	await endsWindow?.();
	nextMinute();
	return monitor;
}

/** The events that the receiver got, by id. */
function notifiedById({ receiver }: Stage): Map<string, { eventType: string; since: string }> {
	return new Map(
		receiver.received.flatMap(({ json }) => json.data.events.map((event: { id: string }) => [event.id, event])),
	);
}

test(
	"whoever was told of a problem is told of its end once, and no problem is delivered within the cooldown or beyond the cap",
	LONG,
	async () => {
		await fc.assert(
			fc.asyncProperty(rules, fc.array(historyStep, { maxLength: 40 }), async (own, steps) => {
				await using stage = await aStage("sqlite");
				const monitor = await runSteps(stage, own, steps);
				stage.receiver.answers.splice(0);
				await stage.check("up", monitor);
				// Retries, held notices and repeated notices end within a day.
				for (let pass = 0; pass < 150 && (await countNotices(stage.database)) > 0; pass += 1) {
					stage.pass(10 * MINUTE);
					await stage.deliver();
				}
				expect(await countNotices(stage.database)).toBe(0);

				const events = (await stage.eventRows(monitor)).toSorted((a, b) => a.sentAt - b.sentAt);
				let isOpen = false;
				const problems: number[] = [];
				for (const { eventType, status, sentAt } of events) {
					if (status === "skipped_outdated") continue;
					if (eventType === "up") {
						expect(isOpen).toBe(true);
						isOpen = false;
					} else if (status === "sent") {
						isOpen = true;
						expect(sentAt - (problems.at(-1) ?? 0)).toBeGreaterThanOrEqual(own.cooldownMinutes * MINUTE);
						problems.push(sentAt);
						expect(problems.filter((at) => at > sentAt - 1440 * MINUTE).length).toBeLessThanOrEqual(own.dailyCap);
					}
				}
				expect(isOpen).toBe(false);
			}),
			{ numRuns: RUNS },
		);
	},
);

test("a lasting problem is delivered with its present status, whatever happened before", LONG, async () => {
	await fc.assert(
		fc.asyncProperty(rules, fc.array(historyStep, { maxLength: 30 }), async (own, steps) => {
			await using stage = await aStage("sqlite");
			const smooth = steps.filter((each) => !("answer" in each));
			const monitor = await runSteps(stage, { ...own, dailyCap: 1000 }, smooth);
			// Longer than every cooldown and hold.
			for (let minute = 0; minute < 15; minute += 1) {
				await stage.check("down", monitor);
				stage.pass(-50_000);
				await stage.deliver();
				stage.pass(49_000);
			}
			const last = (await stage.eventRows(monitor)).findLast(({ status }) => status === "sent");
			const { failing_since: since } = await stage.database.db
				.selectFrom("monitor_states")
				.select("failing_since")
				.executeTakeFirstOrThrow();
			expect(notifiedById(stage).get(last?.publicId ?? "")).toMatchObject({
				eventType: "down",
				since: new Date(since ?? 0).toISOString(),
			});
		}),
		{ numRuns: RUNS },
	);
});
