/** What holds a consequence, and what does not: a problem that the alert tells of nowhere else is told by itself. */

import { expect, test } from "vitest";
import { GATHER_MS } from "../../domain/alerts/gathering.ts";
import { updateMonitor } from "../../services/monitors/update.ts";
import { updateMonitor as pauseMonitor } from "../../services/testing/monitors.ts";
import { onTheCommandLine } from "../../services/testing/on-the-command-line.ts";
import { checkCauses } from "../../storage/causes/cause-checks.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import { deleteMonitors } from "../../storage/monitors/monitors.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { anOutcome, downObservation } from "../../storage/testing/fixtures.ts";
import { aStage, BOX, MINUTE, type Stage } from "./testing/notice-stage.ts";

const HOUR = 60 * MINUTE;

interface Event {
	readonly eventType: string;
	readonly monitor: { readonly name: string };
	readonly consequenceOf?: { readonly name: string };
}

/** "router down", or "shop down because of router". */
function told({ receiver }: Stage): string[] {
	return receiver.received
		.flatMap(({ json }): Event[] => json.data.events)
		.map(({ eventType, monitor, consequenceOf }) => {
			return `${monitor.name} ${eventType}${consequenceOf ? ` because of ${consequenceOf.name}` : ""}`;
		});
}

/** Makes a monitor depend on these, as an editor does. */
async function depend({ database, teamId, clock }: Stage, monitor: number, ...on: number[]): Promise<void> {
	const rows = await database.db.selectFrom("monitors").select(["id", "public_id"]).execute();
	const [id = "", ...dependsOn] = [monitor, ...on].map((key) => rows.find((row) => row.id === key)?.public_id ?? "");
	const deps = { now: clock.now, secretBox: BOX, addressRefusal: () => null };
	await onTheCommandLine(database, teamId, updateMonitor, { id, changes: { dependsOn } }, deps);
}

/** A shop that depends on a router, both up. */
async function aNetwork(stage: Stage): Promise<{ router: number; shop: number }> {
	const [router, shop] = [await stage.newMonitor("router"), await stage.newMonitor("shop")];
	await depend(stage, shop, router);
	await stage.check("up", router, shop);
	return { router, shop };
}

/** Half a minute in which a deliverer runs every second. */
async function halfAMinute(stage: Stage): Promise<void> {
	for (let second = 0; second < GATHER_MS / 1_000; second += 1) {
		await checkCauses(stage.database, stage.clock.now);
		await stage.deliver();
	}
}

onEachEngine("a consequence is told by itself within half a minute", (name) => {
	test("when its cause was down before there was the alert", async () => {
		await using stage = await aStage(name);
		const { router, shop } = await aNetwork(stage);
		await stage.check("down", router);
		await stage.newAlert();
		await stage.check("down", shop);
		await halfAMinute(stage);
		expect(told(stage)).toEqual(["shop down because of router"]);
	});

	test("when its cause has not failed as often as the alert wants", async () => {
		await using stage = await aStage(name);
		const { router, shop } = await aNetwork(stage);
		await stage.newAlert({ failureThreshold: 3 });
		await stage.check("down", router);
		for (let count = 0; count < 3; count += 1) await stage.check("down", shop);
		await halfAMinute(stage);
		expect(told(stage)).toEqual(["shop down because of router"]);
	});

	test("when its cause was beyond the daily cap", async () => {
		await using stage = await aStage(name);
		const other = await stage.newMonitor("other");
		const { router, shop } = await aNetwork(stage);
		await stage.newAlert({ dailyCap: 1 });
		await stage.check("down", other);
		await stage.deliver();
		await stage.check("down", router);
		await stage.deliver();
		stage.pass(24 * HOUR);
		await stage.check("down", router, shop);
		await halfAMinute(stage);
		expect(told(stage)).toEqual(["other down", "shop down because of router"]);
	});

	test("when the message about its cause failed for good", async () => {
		await using stage = await aStage(name);
		const { router, shop } = await aNetwork(stage);
		await stage.newAlert();
		await stage.check("down", router);
		await stage.check("down", shop);
		stage.receiver.answers.push({ status: 503 }, { status: 404 });
		await stage.deliver();
		expect(await stage.waiting(shop)).toMatchObject([{ status: "held", heldFor: "dependency" }]);
		await halfAMinute(stage);
		expect(await stage.events(router)).toEqual(["down failed"]);
		expect(told(stage).at(-1)).toBe("shop down because of router");
		expect(await stage.events(shop)).toEqual(["down sent"]);
	});

	test.each(["is paused", "is deleted"])("when its cause %s", async (how) => {
		await using stage = await aStage(name);
		const { router, shop } = await aNetwork(stage);
		await stage.newAlert();
		await stage.check("down", router);
		await stage.check("down", shop);
		await halfAMinute(stage);
		const { database, clock } = stage;
		if (how === "is deleted") await deleteMonitors(database, [router], clock.now);
		else await pauseMonitor(database, router, { isEnabled: false }, clock.now);
		await halfAMinute(stage);
		expect(told(stage)).toEqual(["router down", "shop down"]);
	});

	test.each(["is paused", "is deleted", "is left"])(
		"in one message with the others, when their cause %s",
		async (how) => {
			await using stage = await aStage(name);
			const { database, clock, receiver } = stage;
			const router = await stage.newMonitor("router");
			const shops = await Promise.all(Array.from({ length: 40 }, (_, index) => stage.newMonitor(`shop ${index}`)));
			for (const shop of shops) await depend(stage, shop, router);
			await stage.check("up", router, ...shops);
			await stage.newAlert({ dailyCap: 5 });
			await stage.check("down", router);
			await stage.check("down", ...shops);
			await halfAMinute(stage);
			expect(told(stage)).toEqual(["router down"]);
			if (how === "is deleted") await deleteMonitors(database, [router], clock.now);
			else if (how === "is paused") await pauseMonitor(database, router, { isEnabled: false }, clock.now);
			else for (const shop of shops) await depend(stage, shop);
			await halfAMinute(stage);
			expect(told(stage).slice(1).toSorted()).toEqual(shops.map((_, index) => `shop ${index} down`).toSorted());
			expect(receiver.received).toHaveLength(2);
		},
	);

	test("when its monitor depends on what is down no longer", async () => {
		await using stage = await aStage(name);
		const { router, shop } = await aNetwork(stage);
		const below = await stage.newMonitor("below");
		await depend(stage, below, shop);
		await stage.newAlert();
		await stage.check("down", router);
		await stage.deliver();
		await stage.check("down", shop, below);
		await halfAMinute(stage);
		expect(told(stage)).toEqual(["router down"]);
		await depend(stage, shop);
		await halfAMinute(stage);
		expect(told(stage)).toEqual(["router down", "shop down"]);
		expect(await stage.waiting(below)).toMatchObject([{ status: "held", heldFor: "dependency" }]);
	});
});

onEachEngine("consequences that outlast their cause", (name) => {
	test("are gathered and told within half a minute, though something else of that cause lasts", async () => {
		await using stage = await aStage(name);
		const { router, shop } = await aNetwork(stage);
		const neighbour = await stage.newMonitor("neighbour");
		const others = [await stage.newMonitor("blog"), await stage.newMonitor("wiki")];
		for (const other of others) await depend(stage, other, router);
		stage.shareAddress(router, neighbour);
		await stage.check("up", ...others);
		await stage.newAlert();
		await stage.check("down", router, neighbour);
		await stage.deliver();
		stage.pass(5 * MINUTE);
		await stage.check("down", shop, ...others);
		await halfAMinute(stage);
		await stage.check("up", router);
		for (const monitor of [shop, ...others]) {
			await stage.check("down", monitor);
			stage.clock.now -= MINUTE - 500;
			await checkCauses(stage.database, stage.clock.now);
			await stage.deliver();
		}
		await halfAMinute(stage);
		const messages = stage.receiver.received.map(({ json }) =>
			json.data.events.map(({ eventType, monitor }: Event) => `${monitor.name} ${eventType}`),
		);
		expect(messages.slice(1)).toEqual([["shop down", "blog down", "wiki down"]]);
	});
});

onEachEngine("a check that began before the cause's recovery", (name) => {
	test("says nothing of the time after it: one that begins later is waited for", async () => {
		await using stage = await aStage(name);
		const { router, shop } = await aNetwork(stage);
		await stage.newAlert({ events: ["down"] });
		await stage.check("down", router);
		await stage.check("down", shop);
		await stage.deliver();
		const beganAt = stage.clock.now - 5_000;
		await stage.check("up", router);
		stage.clock.now -= MINUTE - 500;
		await checkCauses(stage.database, stage.clock.now);
		const { outcome, judgement } = anOutcome(shop, 0, downObservation, { scheduledAt: beganAt });
		const late = { outcome: { ...outcome, completedAt: stage.clock.now }, judgement };
		await recordChecks(stage.database, [late], stage.clock.now);
		await checkCauses(stage.database, stage.clock.now);
		await stage.deliver();
		expect(told(stage)).toEqual(["router down"]);
		expect(await stage.waiting(shop)).toMatchObject([{ status: "held", heldFor: "dependency_check" }]);
		stage.pass(MINUTE);
		await stage.check("down", shop);
		stage.clock.now -= MINUTE - 500;
		await checkCauses(stage.database, stage.clock.now);
		await stage.deliver();
		expect(told(stage)).toEqual(["router down", "shop down"]);
	});
});
