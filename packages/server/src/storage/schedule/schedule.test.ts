import { sql } from "kysely";
import { expect, test } from "vitest";
import { minuteOf } from "../../domain/checks/check.ts";
import { longestCheckMs, SLOW_CHECK_MS } from "../../domain/checks/confirmation.ts";
import { explainedCheck } from "../results/explained-check.ts";
import { checksBetween } from "../results/read-checks.ts";
import {
	aMonitor,
	anOutcome,
	aTeam,
	downObservation,
	missedObservation,
	TEN_AT_MOST,
	upObservation,
} from "../testing/fixtures.ts";
import { onEachSchedule, overdueOutcome, type ScheduleStage } from "../testing/schedules.ts";
import { applyClockRollback } from "../upkeep/clock-rollback.ts";
import { askForCheck, LEASE_SLACK_MS, makeDueNow, stopChecks } from "./monitor-states.ts";

const noon = Date.UTC(2026, 4, 1, 12);
const MINUTE = 60_000;
const TIMING = { intervalSeconds: 60, timeoutSeconds: 10 };
const stateOf = ({ database }: ScheduleStage, monitor: number) =>
	database.db.selectFrom("monitor_states").selectAll().where("monitor_id", "=", monitor).executeTakeFirstOrThrow();
const at = (monitor: number, scheduledAt: number, revision = 1) =>
	anOutcome(monitor, 0, undefined, { scheduledAt, revision });

onEachSchedule("a monitor's schedule", (open) => {
	test("claims each due check once: immediately after creation, then on its grid", async () => {
		await using stage = await open();
		const monitor = await aMonitor(stage.database, await aTeam(stage.database), { createdAt: noon });
		const [order, ...none] = await stage.claim(noon);
		expect(none).toEqual([]);
		expect(order).toMatchObject({ monitorId: monitor, revision: 1, scheduledAt: noon });
		expect(await stage.claim(noon + 1_000)).toEqual([]);
		await stage.record([at(monitor, noon)], noon + 300);
		const { slot_at, phase_ms } = await stateOf(stage, monitor);
		expect(slot_at).toBe(order?.nextDueAt);
		expect((slot_at ?? 0) % MINUTE).toBe(phase_ms);
		expect(minuteOf(slot_at ?? 0)).toBe(minuteOf(noon) + 1);
		expect(await stage.claim((slot_at ?? 0) - 1)).toEqual([]);
		expect(await stage.claim(slot_at ?? 0)).toMatchObject([{ scheduledAt: slot_at }]);
	});

	test("after a lease runs out, the check is due again for its own minute; recording it twice changes nothing", async () => {
		await using stage = await open();
		const team = await aTeam(stage.database);
		const monitor = await aMonitor(stage.database, team, { createdAt: noon, timeoutSeconds: 10 });
		await stage.claim(noon);
		const leaseEnds = noon + LEASE_SLACK_MS + longestCheckMs(10_000);
		expect(await stage.claim(leaseEnds - 1)).toEqual([]);
		expect(await stage.claim(leaseEnds)).toMatchObject([{ monitorId: monitor, scheduledAt: noon }]);
		await stage.record([at(monitor, noon)], noon + 5 * MINUTE);
		const after = await stateOf(stage, monitor);
		expect((await stage.record([at(monitor, noon)], noon + 6 * MINUTE)).accepted).toEqual([]);
		expect(await stateOf(stage, monitor)).toEqual(after);
		expect(await checksBetween(stage.database, monitor, minuteOf(noon), minuteOf(noon) + 10)).toHaveLength(1);
	});

	test("after an hour without a service one check is due, for the present minute", async () => {
		await using stage = await open();
		const monitor = await aMonitor(stage.database, await aTeam(stage.database), { createdAt: noon });
		await stage.claim(noon);
		await stage.record([at(monitor, noon)], noon + 300);
		stage.crash();
		const back = noon + 60 * MINUTE + 30_000;
		const { orders, overdue } = await stage.schedule.claim(back, TEN_AT_MOST);
		expect({ orders, overdue }).toMatchObject({ orders: [], overdue: [{ monitorId: monitor }] });
		// Its slot is at 13:00, within two seconds: those of 12:01 to 12:59 are missed.
		expect((await stage.record(overdue.map(overdueOutcome), back)).missedSlots).toBe(59);
		const [order] = await stage.claim(back);
		const slot = order?.scheduledAt ?? 0;
		expect(slot).toBeGreaterThan(back - MINUTE);
		expect(slot).toBeLessThanOrEqual(back);
		await stage.record([at(monitor, slot)], back + 100);
		expect(await stage.claim(back + 200)).toEqual([]);
		const checks = await checksBetween(stage.database, monitor, minuteOf(noon), minuteOf(back) + 1);
		expect(checks.map(({ minute }) => minute - minuteOf(noon))).toEqual(
			Array.from({ length: 61 }, (_, index) => index),
		);
		const [first, ...rest] = checks.slice(0, -1);
		expect(first).toMatchObject({ verdict: "up" });
		for (const check of rest) expect(check).toMatchObject({ verdict: "missed", reason: "too_late", completedAt: null });
		const spans = await stage.database.db.selectFrom("missed_spans").selectAll().execute();
		expect(spans, "one row, whatever its length").toHaveLength(1);
	});

	test("an edit makes it due at once; the outcome of the older settings is history only and postpones nothing", async () => {
		await using stage = await open();
		const monitor = await aMonitor(stage.database, await aTeam(stage.database), { createdAt: noon });
		await stage.claim(noon);
		await makeDueNow(stage.database, monitor, TIMING, noon + 2_000);
		const old = anOutcome(monitor, 0, downObservation, { scheduledAt: noon, revision: 1 });
		await stage.record([old], noon + 3_000);
		expect(await stateOf(stage, monitor)).toMatchObject({ slot_at: noon + 2_000, status: 0, revision: 2 });
		expect(await stage.claim(noon + 3_000)).toMatchObject([{ revision: 2, scheduledAt: noon + 2_000 }]);
		await stage.record([at(monitor, noon + 2_000, 2)], noon + 3_100);
		await stage.record([old], noon + 3_200);
		expect(await stateOf(stage, monitor)).toMatchObject({ status: 1 });
		const [only, ...more] = await checksBetween(stage.database, monitor, minuteOf(noon), minuteOf(noon) + 1);
		expect(more).toEqual([]);
		expect(only).toMatchObject({ verdict: "up", revision: 2 });
	});

	test("pausing stops the checks, keeps the status, and a running check only adds to the history", async () => {
		await using stage = await open();
		const monitor = await aMonitor(stage.database, await aTeam(stage.database), { createdAt: noon });
		await stage.claim(noon);
		await stage.record([at(monitor, noon)], noon + 300);
		await stopChecks(stage.database, [monitor]);
		await stage.record([anOutcome(monitor, minuteOf(noon) + 1, downObservation)], noon + MINUTE);
		expect(await stateOf(stage, monitor)).toMatchObject({ slot_at: null, status: 1, failing_streak: 0 });
		expect(await stage.claim(noon + 10 * MINUTE)).toEqual([]);
		await makeDueNow(stage.database, monitor, TIMING, noon + 11 * MINUTE);
		expect(await stage.claim(noon + 11 * MINUTE)).toMatchObject([{ scheduledAt: noon + 11 * MINUTE }]);
	});

	test("a deleted monitor is claimed no more, and the outcome of its running check is dropped", async () => {
		await using stage = await open();
		const monitor = await aMonitor(stage.database, await aTeam(stage.database), { createdAt: noon });
		await stage.claim(noon);
		await stage.database.db.updateTable("monitors").set({ deleted_at: noon }).where("id", "=", monitor).execute();
		await stopChecks(stage.database, [monitor]);
		expect((await stage.record([at(monitor, noon)], noon + 300)).accepted).toEqual([]);
		expect(await stage.claim(noon + 10 * MINUTE)).toEqual([]);
	});

	test("an edit of what is not checked leaves a running check alone, and the next order has it", async () => {
		await using stage = await open();
		const monitor = await aMonitor(stage.database, await aTeam(stage.database), { createdAt: noon });
		const [before] = await stage.claim(noon);
		expect(before?.degradedAfterMs).toBe(5_000);
		const settings = JSON.stringify({ url: "http://127.0.0.1/", common: { degradedAfterMs: 2_000 } });
		const edit = { name: "another", settings, ssl_expiry_warning_days: 3 };
		await stage.database.db.updateTable("monitors").set(edit).where("id", "=", monitor).execute();
		expect(await stage.claim(noon + 1_000)).toEqual([]);
		await stage.record([at(monitor, noon)], noon + 2_000);
		const next = before?.nextDueAt ?? 0;
		expect(await stage.claim(next)).toMatchObject([{ scheduledAt: next, degradedAfterMs: 2_000 }]);
	});

	test("a check that somebody asks for is made at once, and takes the place of the one of its minute", async () => {
		await using stage = await open();
		const { database } = stage;
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: noon, intervalSeconds: 3_600 });
		await stage.claim(noon);
		await stage.record([at(monitor, noon)], noon + 300);
		const asked = noon + 20_000;
		expect(await askForCheck(database, monitor, asked)).toBe(true);
		expect(await stage.claim(asked)).toMatchObject([{ scheduledAt: asked, revision: 1 }]);
		const down = anOutcome(monitor, 0, downObservation, { scheduledAt: asked });
		expect((await stage.record([down], asked + 300)).recorded).toMatchObject([
			{ transition: { from: "up", to: "down" }, after: { failingStreak: 1 } },
		]);
		const minute = minuteOf(noon);
		const checks = await checksBetween(database, monitor, minute, minute + 10);
		expect(checks.map((check) => [check.minute, check.verdict])).toEqual([[minute, "down"]]);
		expect((await explainedCheck(database, monitor, minute))?.replaced).toMatchObject([
			{ startedAt: noon + 30, verdict: "up" },
		]);
		expect((await stateOf(stage, monitor)).slot_at, "later checks follow it").toBe(asked + 3_600_000);
	});

	test("a check that is asked for while one of its minute runs is claimed beside it, also after a crash", async () => {
		await using stage = await open();
		const { database } = stage;
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: noon });
		await stage.claim(noon);
		await askForCheck(database, monitor, noon + 5_000);
		expect(await stage.claim(noon + 5_000)).toMatchObject([{ scheduledAt: noon + 5_000 }]);
		stage.crash();
		expect(await stage.claim(noon + 64_000)).toMatchObject([{ scheduledAt: noon + 5_000 }]);
		await stage.record([at(monitor, noon + 5_000)], noon + 64_300);
		// The one that ran before comes late: it is older.
		expect((await stage.record([at(monitor, noon)], noon + 65_000)).accepted).toEqual([]);
	});

	test("a check that is asked for while one of an earlier minute runs is made after it, also after a crash", async () => {
		await using stage = await open();
		const { database } = stage;
		const team = await aTeam(database);
		const monitor = await aMonitor(database, team, { createdAt: noon, intervalSeconds: 300 });
		await stage.claim(noon);
		const asked = noon + 65_000;
		expect(await askForCheck(database, monitor, asked)).toBe(true);
		await stage.record([at(monitor, noon)], noon + 66_000);
		stage.crash();
		expect(await stage.claim(noon + 120_000)).toMatchObject([{ scheduledAt: asked }]);
		await stage.record([at(monitor, asked)], noon + 120_300);
		const minute = minuteOf(noon);
		const checks = await checksBetween(database, monitor, minute, minute + 10);
		expect(checks.map((check) => check.minute - minute)).toEqual([0, 1]);
		expect((await stateOf(stage, monitor)).slot_at).toBe(asked + 300_000);
	});

	test("of two checks of one minute in one commit the later one stays, and the other explains it", async () => {
		await using stage = await open();
		const { database } = stage;
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: noon });
		await stage.claim(noon);
		await askForCheck(database, monitor, noon + 5_000);
		await stage.claim(noon + 5_000);
		const down = anOutcome(monitor, 0, downObservation, { scheduledAt: noon });
		await stage.record([down, at(monitor, noon + 5_000), down], noon + 6_000);
		const explained = await explainedCheck(database, monitor, minuteOf(noon));
		expect(explained).toMatchObject({ check: { verdict: "up" }, replaced: [{ verdict: "down", reason: "refused" }] });
		const missed = anOutcome(monitor, 0, missedObservation, { scheduledAt: noon + 8_000 });
		expect((await stage.record([missed], noon + 9_000)).accepted, "what was seen stays").toEqual([]);
	});

	test("a paused monitor is not checked, whoever asks", async () => {
		await using stage = await open();
		const monitor = await aMonitor(stage.database, await aTeam(stage.database), { isEnabled: false });
		expect(await askForCheck(stage.database, monitor, noon)).toBe(false);
		expect(await stage.claim(noon)).toEqual([]);
	});

	test("a claim that fails claims nothing: later the check is made for the present minute", async () => {
		await using stage = await open();
		const { database } = stage;
		await aMonitor(database, await aTeam(database), { createdAt: noon });
		await sql`alter table content_checks rename to renamed`.execute(database.db);
		await expect(stage.claim(noon)).rejects.toThrow("content_checks");
		await sql`alter table renamed rename to content_checks`.execute(database.db);
		const [order] = await stage.claim(noon + 5 * MINUTE);
		expect(order?.scheduledAt).toBeGreaterThan(noon + 4 * MINUTE);
	});

	test("a monitor of a type that only a newer version knows keeps no other from being checked", async () => {
		await using stage = await open();
		const { database } = stage;
		const team = await aTeam(database);
		const [newer, known] = [
			await aMonitor(database, team, { createdAt: noon }),
			await aMonitor(database, team, { createdAt: noon }),
		];
		await sql`update monitors set type = 'of a newer version' where id = ${newer}`.execute(database.db);
		expect(await stage.claim(noon)).toMatchObject([{ monitorId: known }]);
	});

	test("released checks are due at once for their own minute", async () => {
		await using stage = await open();
		const team = await aTeam(stage.database);
		const one = await aMonitor(stage.database, team, { createdAt: noon });
		await aMonitor(stage.database, team, { createdAt: noon });
		const orders = await stage.claim(noon);
		expect(orders).toHaveLength(2);
		await stage.schedule.release(
			orders.filter(({ monitorId }) => monitorId === one),
			noon + 100,
		);
		expect(await stage.claim(noon + 100)).toMatchObject([{ monitorId: one, scheduledAt: noon }]);
	});

	test("claims fast monitors first, even if slow ones have been due for longer, and no more slow ones than asked for", async () => {
		await using stage = await open();
		const team = await aTeam(stage.database);
		const monitors: number[] = [];
		for (let index = 0; index < 4; index += 1) {
			monitors.push(await aMonitor(stage.database, team, { createdAt: noon + index }));
		}
		const [a = 0, b = 0, c = 0, d = 0] = monitors;
		await stage.claim(noon + 10);
		const answer = (index: number, responseTimeMs: number) =>
			anOutcome(monitors[index] ?? 0, 0, { ...upObservation, responseTimeMs }, { scheduledAt: noon + index });
		const slow = SLOW_CHECK_MS;
		await stage.record([answer(0, slow), answer(1, slow - 1), answer(2, slow), answer(3, slow)], noon + 9_000);
		// A missed check says nothing about how long a target takes.
		await stage.record([anOutcome(d, minuteOf(noon) + 1, missedObservation)], noon + 110_000);
		const later = noon + 3_600_000;
		const claims = await stage.claim(later, { total: 3, slow: 1 });
		expect(claims.map(({ wasSlow }) => wasSlow)).toEqual([false, true]);
		expect(claims[0]?.monitorId).toBe(b);
		expect(await stage.claim(later, { total: 3, slow: 0 })).toEqual([]);
		const rest = await stage.claim(later, { total: 3, slow: 3 });
		expect([...claims.slice(1), ...rest].map(({ monitorId }) => monitorId).sort()).toEqual([a, c, d].sort());
	});

	test("says of a monitor whether its last check was answered slowly, not when that took long and was down", async () => {
		await using stage = await open();
		const team = await aTeam(stage.database);
		const slowly = await aMonitor(stage.database, team, { createdAt: noon });
		const failing = await aMonitor(stage.database, team, { createdAt: noon });
		await stage.claim(noon + 10);
		const slow = { ...upObservation, responseTimeMs: SLOW_CHECK_MS };
		const wrong = { ...slow, status: 503 };
		await stage.record(
			[anOutcome(slowly, 0, slow, { scheduledAt: noon }), anOutcome(failing, 0, wrong, { scheduledAt: noon })],
			noon + 10_000,
		);
		// It hides the check, and says nothing about how long a target takes.
		await stage.record([anOutcome(slowly, minuteOf(noon) + 1, missedObservation)], noon + 110_000);
		const claims = await stage.claim(noon + 3_600_000);
		const seen = claims.map(({ monitorId, wasSlow, answersSlowly }) => ({ monitorId, wasSlow, answersSlowly }));
		expect(seen.sort((a, b) => a.monitorId - b.monitorId)).toEqual([
			{ monitorId: slowly, wasSlow: true, answersSlowly: true },
			{ monitorId: failing, wasSlow: true, answersSlowly: false },
		]);
	});

	test("after the clock was set back every monitor is due at once, under a new revision", async () => {
		await using stage = await open();
		const ahead = noon + 3_600_000;
		const monitor = await aMonitor(stage.database, await aTeam(stage.database), { createdAt: ahead });
		await stage.claim(ahead);
		await stage.record([at(monitor, ahead)], ahead + 300);
		expect(await stage.claim(noon)).toEqual([]);
		await applyClockRollback(stage.database, noon);
		await stage.schedule.reload();
		expect(await stage.claim(noon)).toMatchObject([{ revision: 2, scheduledAt: noon }]);
		const down = anOutcome(monitor, 0, downObservation, { scheduledAt: noon, revision: 2 });
		expect((await stage.record([down], noon + 300)).recorded).toMatchObject([
			{ transition: { from: "up", to: "down" } },
		]);
	});

	test("the instant of the longest overdue check is known, and none when nothing is scheduled", async () => {
		await using stage = await open();
		expect(await stage.schedule.oldestDue()).toBeNull();
		await aMonitor(stage.database, await aTeam(stage.database), { createdAt: noon });
		await stage.claim(noon - 1);
		expect(await stage.schedule.oldestDue()).toBe(noon);
		await stage.claim(noon);
		expect(await stage.schedule.oldestDue()).toBeGreaterThan(noon);
	});
});
