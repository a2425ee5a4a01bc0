import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type CheckOrder, minuteOf } from "../../domain/checks/check.ts";
import { longestCheckMs } from "../../domain/checks/confirmation.ts";
import type { Observation } from "../../domain/checks/observation.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import type { Database } from "../database/tx.ts";
import { aMonitor, anOutcome, aTeam, downObservation, missedObservation, upObservation } from "../testing/fixtures.ts";
import { type ScheduleStage, scheduleStage } from "../testing/schedules.ts";
import { applyClockRollback } from "../upkeep/clock-rollback.ts";
import { askForCheck, LEASE_SLACK_MS, makeDueNow, stopChecks } from "./monitor-states.ts";

const noon = Date.UTC(2026, 4, 1, 12);
const MINUTE = 60_000;
const open = () => scheduleStage("memory", "sqlite");
const outcomeOf = ({ monitorId, scheduledAt, revision }: CheckOrder, observation: Observation = upObservation) =>
	anOutcome(monitorId, 0, observation, { scheduledAt, revision });

test("a check that was running at a crash is made again at once for its own minute, while that is worth it", async () => {
	await using stage = await open();
	await aMonitor(stage.database, await aTeam(stage.database), { createdAt: noon });
	await stage.claim(noon);
	stage.crash();
	expect(await stage.claim(noon + 1)).toMatchObject([{ scheduledAt: noon }]);
	stage.crash();
	expect(await stage.claim(noon + MINUTE - 1)).toMatchObject([{ scheduledAt: noon }]);
	stage.crash();
	const [order] = await stage.claim(noon + 5 * MINUTE);
	expect(order?.scheduledAt).toBeGreaterThan(noon + 4 * MINUTE);
});

test("a monitor is due without a change of the database: at its time, and for its next slot once its check was made", async () => {
	await using stage = await open();
	const { schedule } = stage;
	await aMonitor(stage.database, await aTeam(stage.database), { createdAt: noon, intervalSeconds: 30 });
	expect(await stage.claim(noon - 1)).toEqual([]);
	expect([schedule.hasDue(noon - 1), schedule.hasDue(noon)]).toEqual([false, true]);
	const [order] = await stage.claim(noon);
	if (!order) throw new Error("nothing was due");
	const leaseEndsAt = noon + LEASE_SLACK_MS + longestCheckMs(order.timeoutMs);
	expect([schedule.hasDue(leaseEndsAt - 1), schedule.hasDue(leaseEndsAt)]).toEqual([false, true]);
	stage.held?.noteMade(order);
	expect([schedule.hasDue(order.nextDueAt - 1), schedule.hasDue(order.nextDueAt)]).toEqual([false, true]);
});

test("a check that became due while nothing ran is made for the present minute", async () => {
	await using stage = await open();
	await aMonitor(stage.database, await aTeam(stage.database), { createdAt: noon });
	const [first] = await stage.claim(noon);
	if (!first) throw new Error("nothing was due");
	await stage.record([outcomeOf(first)], noon + 300);
	stage.crash();
	expect(await stage.claim(first.nextDueAt - 1)).toEqual([]);
	const [order] = await stage.claim(first.nextDueAt + 3 * MINUTE);
	expect(order?.scheduledAt).toBe(first.nextDueAt + 3 * MINUTE);
});

test("a check whose late outcome is committed during its second claim is not ordered for its next minute", async () => {
	await using stage = await open();
	await aMonitor(stage.database, await aTeam(stage.database), { createdAt: noon });
	const [order] = await stage.claim(noon);
	if (!order) throw new Error("nothing was due");
	const leaseEnds = noon + LEASE_SLACK_MS + longestCheckMs(10_000);
	const [orders] = await Promise.all([stage.claim(leaseEnds), stage.record([outcomeOf(order)], leaseEnds)]);
	expect(orders.map(({ scheduledAt }) => scheduledAt).filter((scheduledAt) => scheduledAt !== noon)).toEqual([]);
	expect(await stage.claim(order.nextDueAt)).toMatchObject([{ scheduledAt: order.nextDueAt }]);
});

test("while the database takes no writes, each minute is checked for itself; afterwards all are recorded", async () => {
	await using stage = await open();
	const { database, held } = stage;
	const monitor = await aMonitor(database, await aTeam(database), { createdAt: noon });
	await sql`pragma query_only = 1`.execute(database.db);
	const made: CheckOrder[] = [];
	for (let now = noon; now < noon + 5 * MINUTE; now += 1_000) {
		for (const order of await stage.claim(now)) {
			made.push(order);
			held?.noteMade(order);
		}
	}
	await sql`pragma query_only = 0`.execute(database.db);
	const minutes = made.map(({ scheduledAt }) => minuteOf(scheduledAt - noon));
	expect(minutes).toEqual([0, 1, 2, 3, 4]);
	const { accepted } = await stage.record(
		made.map((order) => outcomeOf(order)),
		noon + 5 * MINUTE,
	);
	expect(accepted).toHaveLength(5);
	const next = made.at(-1)?.nextDueAt ?? 0;
	expect(await stage.claim(next)).toMatchObject([{ monitorId: monitor, scheduledAt: next }]);
});

test("after a clock that was set back, a crash makes no check count as running", async () => {
	await using stage = await open();
	const { database } = stage;
	const ahead = noon + 60 * MINUTE;
	const monitor = await aMonitor(database, await aTeam(database), { createdAt: ahead });
	const [order] = await stage.claim(ahead);
	if (!order) throw new Error("nothing was due");
	await stage.record([outcomeOf(order)], ahead + 300);
	await applyClockRollback(database, noon);
	stage.crash();
	const [next] = await stage.claim(noon + 3 * MINUTE);
	expect(next).toMatchObject({ monitorId: monitor });
	expect(next?.scheduledAt).toBeGreaterThan(noon + 2 * MINUTE);
});

test("the beginning of an outage that a clock which was ahead has written is corrected in memory too", async () => {
	await using stage = await open();
	const { database } = stage;
	const monitor = await aMonitor(database, await aTeam(database), { createdAt: noon - 60 * MINUTE });
	const [order] = await stage.claim(noon + 30_000);
	if (!order) throw new Error("nothing was due");
	await stage.record([outcomeOf(order, downObservation)], noon + 30_300);
	const back = order.scheduledAt - 600_000;
	expect(await applyClockRollback(database, back)).toBe(1);
	const [next] = await stage.claim(back);
	if (!next) throw new Error("nothing was due");
	await stage.record([outcomeOf(next, downObservation)], back + 300);
	const { failing_since, failing_streak } = await database.db
		.selectFrom("monitor_states")
		.selectAll()
		.where("monitor_id", "=", monitor)
		.executeTakeFirstOrThrow();
	expect({ failing_since, failing_streak }).toEqual({ failing_since: back, failing_streak: 2 });
});

test("a check that is asked for while another minute's runs is made as soon as that one has ended", async () => {
	await using stage = await open();
	const { database, schedule } = stage;
	const monitor = await aMonitor(database, await aTeam(database), { createdAt: noon });
	const [running] = await stage.claim(noon);
	if (!running) throw new Error("nothing was due");
	// The clock is set back by a second, so that the running check lies ahead of it.
	const asked = noon - 1_000;
	expect(await askForCheck(database, monitor, asked)).toBe(true);
	const [refused] = await stage.claim(asked);
	expect(refused).toMatchObject({ scheduledAt: asked });
	if (refused) await schedule.release([refused], asked + 10);
	await stage.record([outcomeOf(running)], asked + 200);
	expect(await stage.claim(asked + 200)).toMatchObject([{ scheduledAt: asked }]);
});

test("while the database takes no writes, checks are claimed once each; afterwards their outcomes are recorded", async () => {
	await using stage = await open();
	const monitor = await aMonitor(stage.database, await aTeam(stage.database), { createdAt: noon });
	await sql`pragma query_only = 1`.execute(stage.database.db);
	const [order] = await stage.claim(noon);
	if (!order) throw new Error("nothing was due");
	expect(await stage.claim(noon + 5_000)).toEqual([]);
	await expect(stage.record([outcomeOf(order)], noon + 300)).rejects.toThrow();
	expect(await stage.claim(noon + 5_000), "a commit that failed ends no claim").toEqual([]);
	await sql`pragma query_only = 0`.execute(stage.database.db);
	expect((await stage.record([outcomeOf(order)], noon + 10_000)).recorded).toMatchObject([
		{ monitorId: monitor, transition: { from: "pending", to: "up" } },
	]);
	expect(await stage.claim(order.nextDueAt)).toMatchObject([{ scheduledAt: order.nextDueAt }]);
});

const MONITORS = 4;
const step = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ kind: fc.constant("claim" as const) }) },
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant("record" as const),
			/** Which of the orders that are out; some again and again. */
			which: fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }),
			verdict: fc.constantFrom("up", "down", "missed", "slow"),
		}),
	},
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant("wait" as const), seconds: fc.constantFrom(1, 20, 60, 400) }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("edit" as const), monitor: fc.nat(MONITORS - 1) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("ask" as const), monitor: fc.nat(MONITORS - 1) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("rename" as const), monitor: fc.nat(MONITORS - 1) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("pause" as const), monitor: fc.nat(MONITORS - 1) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("release" as const), which: fc.nat(20) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("crash" as const) }) },
);

const OBSERVATIONS = {
	up: upObservation,
	down: downObservation,
	missed: missedObservation,
	slow: { ...upObservation, responseTimeMs: 4_000 },
} satisfies Record<string, Observation>;

/** What a monitor's owner can see, and when it is due: all but where the claim is kept. */
async function seen({ database }: ScheduleStage) {
	const { rows: states } = await sql<Record<string, unknown>>`
		select * from monitor_states order by monitor_id`.execute(database.db);
	const { rows: results } = await sql<Record<string, unknown>>`
		select * from check_results order by minute, monitor_id`.execute(database.db);
	const { rows: transitions } = await sql<Record<string, unknown>>`
		select * from transitions order by id`.execute(database.db);
	return { states: states.map(({ due_at: _due, claimed: _claimed, ...state }) => state), results, transitions };
}

/** After a crash nothing is claimed in memory: made so in the rows too. */
async function endClaims(leased: Database): Promise<void> {
	await sql`update monitor_states set claimed = 0, due_at = slot_at where slot_at is not null`.execute(leased.db);
}

test("whatever happens, the schedule in memory orders and records what leases in rows do", async () => {
	const steps = fc.array(step, { minLength: 1, maxLength: 40 });
	const property = fc.asyncProperty(steps, async (steps) => {
		await using inMemory = await open();
		await using leased = await scheduleStage("leases", "sqlite");
		const stages = [inMemory, leased];
		const monitors: number[] = [];
		for (const { database } of stages) {
			const team = await aTeam(database, "team");
			for (let index = 0; index < MONITORS; index += 1) {
				monitors[index] = await aMonitor(database, team, {
					createdAt: noon + index * 9_000,
					intervalSeconds: index === 0 ? 300 : 60,
				});
			}
		}
		let now = noon;
		const out: CheckOrder[] = [];
		/** Between a crash and the next claim or outcome nobody has read the schedule again. */
		let isDead = false;
		for (const step of steps) {
			if (step.kind === "crash") isDead = true;
			else if (step.kind === "claim" || step.kind === "record") isDead = false;
			switch (step.kind) {
				case "claim": {
					const [ours = [], theirs = []] = await Promise.all(stages.map((stage) => stage.claim(now)));
					const byMonitor = (orders: readonly CheckOrder[]) => orders.toSorted((a, b) => a.monitorId - b.monitorId);
					expect(byMonitor(ours)).toEqual(byMonitor(theirs));
					out.push(...ours);
					break;
				}
				case "record": {
					const orders = step.which.flatMap((index) => out[out.length - 1 - index] ?? []);
					const outcomes = orders.map((order): JudgedOutcome => outcomeOf(order, OBSERVATIONS[step.verdict as "up"]));
					const [ours, theirs] = await Promise.all(stages.map((stage) => stage.record(outcomes, now)));
					expect(ours?.recorded).toEqual(theirs?.recorded);
					break;
				}
				case "wait":
					now += step.seconds * 1_000;
					break;
				case "release": {
					const order = out[out.length - 1 - step.which];
					if (order) for (const stage of stages) await stage.schedule.release([order], now);
					break;
				}
				case "crash":
					inMemory.crash();
					break;
				default: {
					const id = monitors[step.monitor] ?? 0;
					for (const { database } of stages) {
						const timing = { intervalSeconds: step.monitor === 1 ? 120 : 60, timeoutSeconds: 10 };
						if (step.kind === "edit") await makeDueNow(database, id, timing, now);
						else if (step.kind === "ask") await askForCheck(database, id, now);
						else if (step.kind === "pause") await stopChecks(database, [id]);
						else
							await database.db
								.updateTable("monitors")
								.set({ ssl_monitoring_enabled: 0 })
								.where("id", "=", id)
								.execute();
					}
				}
			}
			if (isDead) await endClaims(leased.database);
			expect(await seen(inMemory)).toEqual(await seen(leased));
		}
	});
	await fc.assert(property, { numRuns: 60 });
});
