import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type CheckOrder, minuteOf } from "../../domain/checks/check.ts";
import { longestCheckMs } from "../../domain/checks/confirmation.ts";
import type { Observation } from "../../domain/checks/observation.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import { slotToClaim } from "../../domain/schedule/schedule.ts";
import type { Database, Tx } from "../database/tx.ts";
import { aMonitor, anOutcome, aTeam, downObservation, missedObservation, upObservation } from "../testing/fixtures.ts";
import { type ScheduleStage, scheduleStage } from "../testing/schedules.ts";
import { slotStates } from "../testing/slot-states.ts";
import { applyClockRollback } from "../upkeep/clock-rollback.ts";
import { askForCheck, LEASE_SLACK_MS, makeDueNow, REDO_WITHIN_MS, stopChecks } from "./monitor-states.ts";
import { ScheduleInMemory, SLOTS_AT_ONCE } from "./schedule-in-memory.ts";

const noon = Date.UTC(2026, 4, 1, 12);
const MINUTE = 60_000;
const open = () => scheduleStage("memory", "sqlite");
const outcomeOf = ({ monitorId, scheduledAt, revision }: CheckOrder, observation: Observation = upObservation) =>
	anOutcome(monitorId, 0, observation, { scheduledAt, revision });

test("a check that was running at a crash is made again at once for its own minute, also when its interval has passed", async () => {
	await using stage = await open();
	await aMonitor(stage.database, await aTeam(stage.database), { createdAt: noon });
	await stage.claim(noon);
	stage.crash();
	expect(await stage.claim(noon + 1)).toMatchObject([{ scheduledAt: noon }]);
	stage.crash();
	expect(await stage.claim(noon + 5 * MINUTE)).toMatchObject([{ scheduledAt: noon }]);
	stage.crash();
	const [order] = await stage.claim(noon + REDO_WITHIN_MS + MINUTE);
	expect(order?.scheduledAt).toBeGreaterThan(noon + REDO_WITHIN_MS);
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

test("after slots were skipped, a check that was running at a crash is made again for its own minute", async () => {
	await using stage = await open();
	await aMonitor(stage.database, await aTeam(stage.database), { createdAt: noon });
	const back = noon + 60 * MINUTE;
	const [order] = await stage.claim(back);
	expect(order?.scheduledAt).toBeGreaterThan(back - MINUTE);
	stage.crash();
	expect(await stage.claim(back + 3 * MINUTE)).toMatchObject([{ scheduledAt: order?.scheduledAt }]);
});

test("a power failure while slots are skipped does not make them look as if their checks had been running", async () => {
	await using stage = await open();
	const { database } = stage;
	await aMonitor(database, await aTeam(database), { createdAt: noon });
	const [first] = await stage.claim(noon);
	if (!first) throw new Error("nothing was due");
	await stage.record([outcomeOf(first)], noon + 300);
	stage.crash();
	await sql`
		create trigger power_fails before update of slot_at on monitor_states
		begin select raise(abort, 'power'); end`.execute(database.db);
	await expect(stage.claim(noon + 5 * MINUTE)).rejects.toThrow("power");
	await sql`drop trigger power_fails`.execute(database.db);
	stage.crash();
	const [order] = await stage.claim(noon + 7 * MINUTE);
	expect(order?.scheduledAt, "nothing was made in the minute of the first slot").toBeGreaterThan(noon + 6 * MINUTE);
});

test("slots that could not be written when they were claimed are written with the next claim", async () => {
	await using stage = await open();
	const { database } = stage;
	const team = await aTeam(database);
	const monitor = await aMonitor(database, team, { createdAt: noon });
	const back = noon + 5 * MINUTE;
	await sql`pragma query_only = 1`.execute(database.db);
	const [order] = await stage.claim(back);
	await sql`pragma query_only = 0`.execute(database.db);
	await aMonitor(database, team, { createdAt: back });
	expect(await stage.claim(back + 1_000)).toHaveLength(1);
	stage.crash();
	const again = await stage.claim(back + 3 * MINUTE);
	expect(again.find(({ monitorId }) => monitorId === monitor)?.scheduledAt).toBe(order?.scheduledAt);
});

test("slots that are moved within the time that was written ahead are written too, and once", async () => {
	await using stage = await open();
	const { database } = stage;
	const team = await aTeam(database);
	await aMonitor(database, team, { createdAt: noon });
	await aMonitor(database, team, { createdAt: noon });
	const changes = async () => {
		const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(database.db);
		return rows[0]?.changes;
	};
	const back = noon + 5 * MINUTE;
	const one = { total: 1, slow: 1 };
	const orders = [...(await stage.claim(back, one)), ...(await stage.claim(back + 1_000, one))];
	expect(orders).toHaveLength(2);
	const written = await changes();
	await aMonitor(database, team, { createdAt: back + 1_500 });
	const created = await changes();
	expect(await stage.claim(back + 1_500)).toHaveLength(1);
	expect(await changes(), "a claim within that time writes nothing").toBe(created);
	expect(created).not.toBe(written);
	stage.crash();
	const again = await stage.claim(back + 3 * MINUTE);
	expect(again).toEqual(
		expect.arrayContaining(orders.map((order) => expect.objectContaining({ scheduledAt: order.scheduledAt }))),
	);
});

test("many moved slots are written in transactions of a bounded size, and the time of the claim with the last", async () => {
	await using stage = await open();
	const { database } = stage;
	const team = await aTeam(database);
	await database.transaction(async (tx) => {
		for (let index = 0; index <= SLOTS_AT_ONCE; index += 1) await aMonitor(tx, team, { createdAt: noon });
	});
	const back = noon + 5 * MINUTE;
	const written: number[] = [];
	const requests: Tx = {
		...database.requests,
		async transaction(work) {
			const result = await database.requests.transaction(work);
			const { rows } = await sql<{ slots: number }>`
				select count(*) as slots from monitor_states, schedule_progress
				where slot_at > ${noon + MINUTE} and claimed_through < ${back}`.execute(database.db);
			written.push(rows[0]?.slots ?? 0);
			return result;
		},
	};
	const schedule = new ScheduleInMemory({ ...database, requests });
	const { claimed } = await schedule.claim(back, { total: 2 * SLOTS_AT_ONCE, slow: 0 });
	expect(claimed).toBe(SLOTS_AT_ONCE + 1);
	expect(written, "after the last transaction no slot is without its time").toEqual([SLOTS_AT_ONCE, 0]);
	const left = await database.db
		.selectFrom("monitor_states")
		.select("slot_at")
		.where("slot_at", "<", back - MINUTE)
		.execute();
	expect(left).toEqual([]);
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

test("after a clock that was set back, claims are written ahead of the right time", async () => {
	await using stage = await open();
	const { database } = stage;
	const team = await aTeam(database);
	await aMonitor(database, team, { createdAt: noon + 60 * MINUTE });
	await stage.claim(noon + 60 * MINUTE);
	await aMonitor(database, team, { createdAt: noon });
	await stage.claim(noon);
	const { rows } = await sql<{ ahead: number }>`
		select claimed_through - ${noon} as ahead from schedule_progress`.execute(database.db);
	expect(rows[0]?.ahead).toBeGreaterThan(0);
	expect(rows[0]?.ahead).toBeLessThanOrEqual(10_000);
});

test("the beginning of an outage that a clock which was ahead has written is corrected in memory too", async () => {
	await using stage = await open();
	const { database } = stage;
	const monitor = await aMonitor(database, await aTeam(database), { createdAt: noon - 60 * MINUTE });
	const [order] = await stage.claim(noon + 30_000);
	if (!order) throw new Error("nothing was due");
	await stage.record([outcomeOf(order, downObservation)], noon + 30_300);
	const [next] = await stage.claim(order.nextDueAt);
	if (!next) throw new Error("nothing was due");
	const back = order.scheduledAt - 20_000;
	expect(await applyClockRollback(database, back), "a step of seconds makes nothing due").toBe(0);
	await stage.record([outcomeOf(next, downObservation)], order.nextDueAt);
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

test("a claim gives a check the slot that the domain's rule gives it", async () => {
	await using stage = await open();
	const { database } = stage;
	const monitor = await aMonitor(database, await aTeam(database));
	const property = fc.asyncProperty(slotStates, fc.nat(86_400_000), async (from, offset) => {
		const now = noon + offset;
		const slotAt = now - from.slotBefore;
		await sql`
			update monitor_states set interval_ms = ${from.intervalMs}, phase_ms = ${from.phaseMs}, slot_at = ${slotAt},
				due_at = ${slotAt} where monitor_id = ${monitor}`.execute(database.db);
		await sql`update schedule_progress set claimed_through = ${from.isClaimed ? slotAt : 0}`.execute(database.db);
		stage.crash();
		const mayRepeat = from.isClaimed && from.slotBefore < REDO_WITHIN_MS;
		const orders = await stage.claim(now);
		expect(orders.map((order) => order.scheduledAt)).toEqual([slotToClaim(from, slotAt, now, mayRepeat)]);
	});
	await fc.assert(property, { numRuns: 200 });
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

/** After a crash, slots up to the time that was written ahead count as claimed in memory: made so in the rows too. */
async function claimInRows(inMemory: Database, leased: Database, now: number): Promise<void> {
	const { rows } = await sql<{ through: number }>`
		select claimed_through as through from schedule_progress`.execute(inMemory.db);
	await sql`
		update monitor_states set claimed = 1, due_at = slot_at where slot_at <= ${rows[0]?.through ?? 0}`.execute(
		leased.db,
	);
	await sql`update monitor_states set due_at = ${now} where claimed = 1 and due_at > ${now}`.execute(leased.db);
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
			if (isDead) await claimInRows(inMemory.database, leased.database, now);
			expect(await seen(inMemory)).toEqual(await seen(leased));
		}
	});
	await fc.assert(property, { numRuns: 60 });
});
