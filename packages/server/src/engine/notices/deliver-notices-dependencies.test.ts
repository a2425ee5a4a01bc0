/** Dependencies, whichever monitor fails first: held, told with the cause, sent after all when they outlast it. */

import { expect, test } from "vitest";
import { CONSEQUENCES_MS, SETTLE_MS } from "../../domain/alerts/gathering.ts";
import { BLIND_AFTER_MISSES } from "../../domain/checks/transition.ts";
import { updateMonitor } from "../../services/testing/monitors.ts";
import { checkCauses } from "../../storage/causes/cause-checks.ts";
import { LONGEST_WAIT_MS } from "../../storage/causes/dependencies.ts";
import { createWindow } from "../../storage/maintenance/maintenance-windows.ts";
import { replaceDependencies } from "../../storage/testing/dependencies.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aStage, MINUTE, NOON, type Stage } from "./testing/notice-stage.ts";

interface Network {
	readonly router: number;
	readonly shops: readonly number[];
}

/** A router on which two shops depend. */
async function aNetwork(stage: Stage): Promise<Network> {
	const router = await stage.newMonitor("router");
	const shops = [await stage.newMonitor("shop 1"), await stage.newMonitor("shop 2")];
	for (const shop of shops) await replaceDependencies(stage.database, shop, [router]);
	return { router, shops };
}

function summaries({ receiver }: Stage): string[] {
	return receiver.received.map(({ json }) => json.data.summary);
}

/** As {@link Stage.check}, and a second later the notices are delivered. */
async function checked(stage: Stage, verdict: "up" | "down", ...monitors: number[]): Promise<void> {
	await stage.check(verdict, ...monitors);
	stage.clock.now -= MINUTE - 500;
	await checkCauses(stage.database, stage.clock.now);
	await stage.deliver();
	stage.clock.now += MINUTE - SETTLE_MS - 500;
}

/** Whether a check of the monitor was asked for, and is waited for. */
async function isAskedFor({ database }: Stage, monitor: number): Promise<boolean> {
	const rows = await database.db
		.selectFrom("cause_checks")
		.select("asked_at")
		.where("monitor_id", "=", monitor)
		.execute();
	return rows.length > 0 && rows.every(({ asked_at }) => asked_at !== null);
}

onEachEngine("dependencies", (name) => {
	test.each([["the cause first"], ["the consequences first"]])(
		"%s: one message, which counts the consequences",
		async (order) => {
			await using stage = await aStage(name);
			const { router, shops } = await aNetwork(stage);
			await stage.newAlert();
			await stage.check("up", router, ...shops);
			await stage.deliver();
			if (order === "the cause first") {
				await checked(stage, "down", router);
				await checked(stage, "down", ...shops);
			} else {
				await checked(stage, "down", ...shops);
				expect(await stage.waiting(shops[0] ?? 0)).toMatchObject([{ status: "held", heldFor: "dependency_check" }]);
				expect(stage.receiver.received).toEqual([]);
				await checked(stage, "down", router);
			}
			stage.pass(5 * MINUTE);
			await stage.deliver();
			expect(stage.receiver.received).toHaveLength(1);
			const [event] = stage.receiver.received[0]?.json.data.events ?? [];
			expect(event.monitor.name).toBe("router");
			if (order === "the consequences first") {
				expect(event.consequences.count).toBe(2);
				expect(event.consequences.monitors.map((one: { name: string }) => one.name)).toEqual(["shop 1", "shop 2"]);
				expect(summaries(stage)).toEqual(["router is down, and 2 that depend on it"]);
			}
			for (const shop of shops) {
				expect(await stage.waiting(shop)).toMatchObject([{ status: "held", heldFor: "dependency" }]);
			}

			await checked(stage, "up", router);
			expect(summaries(stage).at(-1)).toMatch(/^router is up again/);
			await checked(stage, "up", ...shops);
			expect(stage.receiver.received).toHaveLength(2);
			expect(await stage.events(shops[0] ?? 0)).toEqual(["down skipped_outdated"]);
		},
	);

	test("make what a monitor depends on due at once, and end the wait when it was checked and is up", async () => {
		await using stage = await aStage(name);
		const { router, shops } = await aNetwork(stage);
		await stage.newAlert();
		await stage.check("up", router, ...shops);
		await checked(stage, "down", shops[0] ?? 0);
		expect(await isAskedFor(stage, router)).toBe(true);
		expect(stage.receiver.received).toEqual([]);
		await checked(stage, "up", router);
		expect(summaries(stage)).toEqual(["shop 1 is down"]);
	});

	test("hold a problem no longer than the interval of its cause, at most 90 s, when that can't be checked", async () => {
		await using stage = await aStage(name);
		const { router, shops } = await aNetwork(stage);
		await stage.newAlert();
		await stage.check("up", router, ...shops);
		await checked(stage, "down", shops[0] ?? 0);
		stage.pass(LONGEST_WAIT_MS);
		await checkCauses(stage.database, stage.clock.now);
		await stage.deliver();
		expect(summaries(stage)).toEqual(["shop 1 is down"]);
	});

	test("check a consequence when its cause has recovered, and notify it if it still fails", async () => {
		await using stage = await aStage(name);
		const { router, shops } = await aNetwork(stage);
		const [lasting = 0, passing = 0] = shops;
		await stage.newAlert();
		await checked(stage, "down", router);
		await checked(stage, "down", ...shops);
		await checked(stage, "up", router);
		expect(await isAskedFor(stage, lasting)).toBe(true);
		expect(summaries(stage)).toEqual(["router is down", "router is up again after 2 min"]);
		await stage.check("up", passing);
		stage.clock.now -= MINUTE;
		await checked(stage, "down", lasting);
		expect(summaries(stage).slice(2)).toEqual(["shop 1 is down"]);
	});

	test("of monitors that are paused or pending hold nothing", async () => {
		await using stage = await aStage(name);
		const { router, shops } = await aNetwork(stage);
		await stage.newAlert();
		await checked(stage, "down", shops[0] ?? 0);
		expect(summaries(stage)).toEqual(["shop 1 is down"]);
		await checked(stage, "down", router);
		await updateMonitor(stage.database, router, { isEnabled: false }, stage.clock.now);
		stage.pass(5 * MINUTE);
		await checked(stage, "down", shops[1] ?? 0);
		expect(summaries(stage)).toContain("shop 2 is down");
	});

	test("of a monitor that can't be checked hold nothing, though it was down", async () => {
		await using stage = await aStage(name);
		const { router, shops } = await aNetwork(stage);
		await stage.newAlert({ events: ["down", "up"] });
		await checked(stage, "down", router);
		for (let miss = 0; miss < BLIND_AFTER_MISSES; miss += 1) await stage.check("missed", router);
		await checked(stage, "down", shops[0] ?? 0);
		expect(summaries(stage)).toEqual(["router is down", "shop 1 is down"]);
	});

	test("of a monitor in a maintenance window hold what they hold else, and one that outlasts it is told", async () => {
		await using stage = await aStage(name);
		const { database, teamId, clock } = stage;
		const { router, shops } = await aNetwork(stage);
		const [first = 0, second = 0] = shops;
		await stage.newAlert();
		const schedule = { kind: "once", startsAt: NOON, endsAt: NOON + 30 * MINUTE } as const;
		await createWindow(database, teamId, { name: "Upgrade", monitorIds: new Set([router]), schedule }, NOON);
		await stage.check("up", router, ...shops);
		await checked(stage, "down", router);
		await checked(stage, "down", ...shops);
		expect(summaries(stage)).toEqual([]);
		expect((await stage.waiting(first)).map(({ heldFor }) => heldFor)).toEqual(["dependency"]);
		await checked(stage, "up", second);
		clock.now = NOON + 31 * MINUTE;
		await checked(stage, "down", router, first);
		expect(summaries(stage)).toEqual(["router is down, and 1 that depends on it"]);
	});

	test("of a monitor in a maintenance window are held where the alert does not cover it, too, and told after it", async () => {
		await using stage = await aStage(name);
		const { database, teamId, clock } = stage;
		const { router, shops } = await aNetwork(stage);
		const rows = await database.db.selectFrom("monitors").select(["id", "public_id"]).execute();
		await stage.newAlert({ monitorIds: rows.filter(({ id }) => id !== router).map((row) => row.public_id) });
		const schedule = { kind: "once", startsAt: NOON, endsAt: NOON + 30 * MINUTE } as const;
		await createWindow(database, teamId, { name: "Upgrade", monitorIds: new Set([router]), schedule }, NOON);
		await stage.check("up", router, ...shops);
		await checked(stage, "down", router);
		for (let minute = 0; minute < 5; minute += 1) await checked(stage, "down", ...shops);
		expect(summaries(stage)).toEqual([]);
		expect((await stage.waiting(shops[0] ?? 0)).map(({ heldFor }) => heldFor)).toEqual(["dependency"]);
		clock.now = NOON + 31 * MINUTE;
		await checked(stage, "down", router, ...shops);
		stage.pass(CONSEQUENCES_MS);
		await stage.deliver();
		expect(stage.receiver.received.map(({ json }) => json.data.events.length)).toEqual([2]);
	});

	test("are told where the alert does not want to be told that something is down", async () => {
		await using stage = await aStage(name);
		const { router, shops } = await aNetwork(stage);
		await stage.newAlert({ events: ["degraded", "up"] });
		await stage.check("up", router, ...shops);
		await checked(stage, "down", router);
		await stage.check("degraded", ...shops);
		stage.pass(CONSEQUENCES_MS);
		await stage.deliver();
		expect(stage.receiver.received.map(({ json }) => json.data.events.length)).toEqual([2]);
	});

	test("are told where the alert does not cover the cause: which are down, and of what they are a consequence", async () => {
		await using stage = await aStage(name);
		const { router, shops } = await aNetwork(stage);
		const rows = await stage.database.db.selectFrom("monitors").select(["id", "public_id"]).execute();
		const idOf = (monitor: number) => rows.find(({ id }) => id === monitor)?.public_id ?? "";
		await stage.newAlert({ monitorIds: shops.map(idOf) });
		await checked(stage, "down", router);
		await checked(stage, "down", ...shops);
		expect(stage.receiver.received).toEqual([]);
		stage.pass(CONSEQUENCES_MS);
		await stage.deliver();
		expect(stage.receiver.received).toHaveLength(1);
		const { events } = stage.receiver.received[0]?.json.data ?? {};
		expect(events.map((event: { monitor: { name: string } }) => event.monitor.name)).toEqual(["shop 1", "shop 2"]);
		expect(events[0].consequenceOf).toEqual({ id: idOf(router), name: "router" });
	});
});
