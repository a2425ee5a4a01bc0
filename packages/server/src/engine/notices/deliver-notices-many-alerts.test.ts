import { expect, test } from "vitest";
import { OUTBOX_LIMITS } from "../../storage/alerts/enqueue/deferred-changes.ts";
import { enqueueDeferred } from "../../storage/alerts/enqueue/enqueue-notices.ts";
import { countNotices } from "../../storage/alerts/notice-leases.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aTeam } from "../../storage/testing/fixtures.ts";
import { applyClockRollback } from "../../storage/upkeep/clock-rollback.ts";
import { countPendingNotices } from "./deliver-notices.ts";
import { aStage, type Stage } from "./testing/notice-stage.ts";

const ALERTS = 25;
/** Together more notices than one transaction enqueues. */
const MONITORS = 48;

async function withManyAlerts(stage: Stage): Promise<number[]> {
	for (let index = 0; index < ALERTS; index += 1) await stage.newAlert();
	const monitors: number[] = [];
	for (let index = 0; index < MONITORS; index += 1) monitors.push(await stage.newMonitor());
	return monitors;
}

async function eventsOfAll(stage: Stage, monitors: readonly number[]): Promise<Record<string, number>> {
	const events = await Promise.all(monitors.map((monitor) => stage.events(monitor)));
	return Object.fromEntries([...Map.groupBy(events.flat(), String)].map(([event, { length }]) => [event, length]));
}

onEachEngine("a team with many alerts whose monitors all go down together", (name) => {
	test("enqueues a bounded number of notices per commit, and is notified of everything", async () => {
		await using stage = await aStage(name);
		const monitors = await withManyAlerts(stage);
		await stage.check("down", ...monitors);
		expect(ALERTS * MONITORS).toBeGreaterThan(OUTBOX_LIMITS.atOnce);
		expect(await countNotices(stage.database)).toBeLessThanOrEqual(OUTBOX_LIMITS.atOnce);
		await stage.deliver();
		expect(await eventsOfAll(stage, monitors)).toEqual({ "down sent": ALERTS * MONITORS });

		await stage.check("up", ...monitors);
		await stage.deliver();
		stage.pass(60_000);
		await stage.deliver();
		expect(await eventsOfAll(stage, monitors)).toEqual({
			"down sent": ALERTS * MONITORS,
			"up sent": ALERTS * MONITORS,
		});
		expect(await countNotices(stage.database)).toBe(0);
	});

	test("is not notified of an outage that was over before its deferred beginning could be sent", async () => {
		await using stage = await aStage(name);
		const monitors = await withManyAlerts(stage);
		await stage.check("down", ...monitors);
		const first = monitors[0] ?? 0;
		await stage.check("up", first);
		await stage.deliver();
		stage.pass(60_000);
		await stage.deliver();
		expect(await stage.events(first)).toEqual(Array(ALERTS).fill("down skipped_outdated"));
	});

	test("has a bounded number of pending notices, and uses none of another team's capacity", async () => {
		await using stage = await aStage(name);
		const monitors = await withManyAlerts(stage);
		const another = await aTeam(stage.database);
		await stage.newAlert({}, another);
		const victim = await stage.newMonitor("victim", another);
		await stage.check("down", ...monitors);
		const limits = { atOnce: 2 * ALERTS, waitingOfTeam: 4 * ALERTS };
		while ((await enqueueDeferred(stage.database, stage.clock.now, limits)) === "more");
		expect(await countNotices(stage.database)).toBe(limits.waitingOfTeam);
		await countPendingNotices(stage.deps);
		const { noticesPending, deferredChanges } = stage.deps.metrics;
		const values = await Promise.all(
			[noticesPending, deferredChanges].map(async (gauge) => (await gauge.get()).values),
		);
		expect(values.map(([first]) => first?.value)).toEqual([limits.waitingOfTeam, MONITORS - 4]);
		await stage.check("down", victim);
		expect(await countNotices(stage.database)).toBe(limits.waitingOfTeam + 1);
	});

	test("is notified of the end of a deferred outage even after the clock was set back", async () => {
		await using stage = await aStage(name);
		const monitors = await withManyAlerts(stage);
		await stage.check("down", ...monitors);
		stage.clock.now -= 3_600_000;
		await applyClockRollback(stage.database, stage.clock.now);
		await stage.deliver();
		const first = monitors[0] ?? 0;
		stage.pass(60_000);
		await stage.check("up", ...monitors);
		await stage.deliver();
		stage.pass(60_000);
		await stage.deliver();
		expect(new Set(await stage.events(first))).toEqual(new Set(["down sent", "up sent"]));
	});

	test("loses the deferred changes of a monitor that is deleted, and no others", async () => {
		await using stage = await aStage(name);
		const [deleted = 0, ...others] = await withManyAlerts(stage);
		await stage.check("down", deleted, ...others);
		await stage.database.db
			.updateTable("monitors")
			.set({ deleted_at: stage.clock.now })
			.where("id", "=", deleted)
			.execute();
		await stage.deliver();
		expect(await stage.events(deleted)).toEqual([]);
		expect(await eventsOfAll(stage, others)).toEqual({ "down sent": ALERTS * others.length });
	});
});
