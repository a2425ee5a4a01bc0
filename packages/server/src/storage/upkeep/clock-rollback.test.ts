import { expect, test } from "vitest";
import { minuteOf } from "../../domain/checks/check.ts";
import { recordChecks } from "../commit/record-checks.ts";
import type { Engine } from "../database/engine.ts";
import { foldClosedHours } from "../figures/roll-ups.ts";
import { monitorStatistics, teamStatistics } from "../figures/statistics.ts";
import { countClosedMinutes } from "../figures/team-minutes.ts";
import { checksBetween } from "../results/check-results.ts";
import { claimDue, makeDueNow, releaseAllClaims, stopChecks } from "../schedule/monitor-states.ts";
import { freshEngine, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation } from "../testing/fixtures.ts";
import { applyClockRollback } from "./clock-rollback.ts";

const noon = Date.UTC(2026, 4, 1, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const stateOf = (engine: Engine, monitor: number) =>
	engine.db.selectFrom("monitor_states").selectAll().where("monitor_id", "=", monitor).executeTakeFirstOrThrow();

onEachEngine("a clock that was set back", (name) => {
	test("after the clock was an hour ahead, checks go on at once, and what they see counts and takes its minute", async () => {
		await using engine = await freshEngine(name);
		const team = await aTeam(engine);
		const monitor = await aMonitor(engine, team, { createdAt: noon });
		const paused = await aMonitor(engine, team, { createdAt: noon, isEnabled: false });
		const ahead = noon + 60 * MINUTE;
		await claimDue(engine, ahead, 10);
		const bySight = anOutcome(monitor, 0, undefined, { scheduledAt: ahead });
		await recordChecks(engine, [bySight, anOutcome(monitor, minuteOf(noon))], ahead + 300);
		expect(await claimDue(engine, noon, 10)).toEqual([]);

		expect(await applyClockRollback(engine, noon)).toBe(1);
		const [claim] = await claimDue(engine, noon, 10);
		expect(claim).toMatchObject({ monitorId: monitor, slotAt: noon, revision: 2 });
		const down = anOutcome(monitor, 0, downObservation, { scheduledAt: noon, revision: 2 });
		expect((await recordChecks(engine, [down], noon + 300)).recorded).toMatchObject([
			{ transition: { from: "up", to: "down" } },
		]);
		expect(await checksBetween(engine, monitor, minuteOf(noon), minuteOf(noon) + 1)).toMatchObject([
			{ verdict: "down" },
		]);
		expect(await stateOf(engine, monitor)).toMatchObject({ status: 3, last_minute: minuteOf(noon) });
		expect((await stateOf(engine, paused)).due_at).toBeNull();
	});

	test("a clock that is right finds nothing to follow, whatever is scheduled or out under a lease", async () => {
		await using engine = await freshEngine(name);
		const team = await aTeam(engine);
		const [slow, quick] = [
			await aMonitor(engine, team, { createdAt: noon, intervalSeconds: 60, timeoutSeconds: 60 }),
			await aMonitor(engine, team, { createdAt: noon, intervalSeconds: 3600, timeoutSeconds: 1 }),
		];
		await claimDue(engine, noon, 10);
		expect(await applyClockRollback(engine, noon)).toBe(0);
		await recordChecks(
			engine,
			[slow, quick].map((each) => anOutcome(each, 0, undefined, { scheduledAt: noon })),
			noon,
		);
		expect(await applyClockRollback(engine, noon)).toBe(0);
	});

	test("a check that was out when we were killed, given back at the start, does not wait for the wrong time", async () => {
		await using engine = await freshEngine(name);
		const ahead = noon + 24 * HOUR;
		const monitor = await aMonitor(engine, await aTeam(engine), { createdAt: ahead });
		await claimDue(engine, ahead, 10);
		await releaseAllClaims(engine, noon);
		expect(await applyClockRollback(engine, noon)).toBe(1);
		expect(await claimDue(engine, noon, 10)).toMatchObject([{ monitorId: monitor, slotAt: noon }]);
	});

	test("what is edited or resumed after a pause is judged by what is seen now", async () => {
		await using engine = await freshEngine(name);
		const team = await aTeam(engine);
		const ahead = noon + 24 * HOUR;
		const timing = { intervalSeconds: 60, timeoutSeconds: 10 };
		const [edited, paused] = [
			await aMonitor(engine, team, { createdAt: ahead }),
			await aMonitor(engine, team, { createdAt: ahead }),
		];
		const before = [edited, paused].map((each) => anOutcome(each, 0, undefined, { scheduledAt: ahead }));
		await recordChecks(engine, before, ahead);
		await makeDueNow(engine.db, edited, timing, noon);
		await stopChecks(engine.db, paused);
		expect(await applyClockRollback(engine, noon)).toBe(2);
		expect((await stateOf(engine, paused)).due_at).toBeNull();
		await makeDueNow(engine.db, paused, timing, noon);
		const claims = await claimDue(engine, noon, 10);
		const down = claims.map(({ monitorId, revision }) =>
			anOutcome(monitorId, 0, downObservation, { scheduledAt: noon, revision }),
		);
		await recordChecks(engine, down, noon);
		expect((await stateOf(engine, edited)).status).toBe(3);
		expect((await stateOf(engine, paused)).status).toBe(3);
	});

	test("figures of the hours that are lived through a second time are told", async () => {
		await using engine = await freshEngine(name);
		const team = await aTeam(engine);
		const ahead = noon + 24 * HOUR;
		const monitor = await aMonitor(engine, team, { createdAt: noon });
		while (await foldClosedHours(engine, ahead));
		while (await countClosedMinutes(engine, ahead));
		await applyClockRollback(engine, noon);
		const { revision } = await stateOf(engine, monitor);
		const now = noon + 3 * HOUR;
		for (const at of [noon, noon + HOUR]) {
			await recordChecks(engine, [anOutcome(monitor, 0, downObservation, { scheduledAt: at, revision })], at);
		}
		const told = async () => ({
			ofMonitor: (await monitorStatistics(engine, { id: monitor, type: "http" }, now)).checks.down,
			ofTeam: (await teamStatistics(engine, team, now)).checks.last24Hours,
		});
		expect(await told()).toEqual({ ofMonitor: 2, ofTeam: 2 });
		while (await foldClosedHours(engine, now));
		while (await countClosedMinutes(engine, now));
		expect(await told()).toEqual({ ofMonitor: 2, ofTeam: 2 });
		const days = await engine.db
			.selectFrom("daily_roll_ups")
			.select("down")
			.where("monitor_id", "=", monitor)
			.execute();
		expect(days).toEqual([{ down: 2 }]);
	});
});
