import { expect, test } from "vitest";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { applyClockRollback } from "../../storage/upkeep/clock-rollback.ts";
import { aStage, MINUTE } from "./testing/notice-stage.ts";

onEachEngine("a monitor that can't be checked", (name) => {
	test("is notified once with the reason, and again when it is checked", async () => {
		await using stage = await aStage(name);
		await stage.newAlert();
		const monitor = await stage.newMonitor("Shop");
		for (let miss = 0; miss < 4; miss += 1) await stage.check("missed", monitor);
		await stage.deliver();
		expect(stage.receiver.received).toEqual([]);
		for (let miss = 0; miss < 4; miss += 1) await stage.check("missed", monitor);
		await stage.deliver();
		expect(stage.receiver.received.map(({ json }) => [json.type, json.data.summary])).toEqual([
			["monitor.blind", "Shop can't be checked"],
		]);
		expect(stage.receiver.received[0]?.json.data.events[0]).toMatchObject({
			eventType: "blind",
			reason: "resolver",
			error: "Our resolver does not answer.",
			lastUpAt: null,
		});
		await stage.check("up", monitor);
		await stage.deliver();
		expect(stage.receiver.received[1]?.json).toMatchObject({
			type: "monitor.checked_again",
			data: { events: [{ reason: null, error: null, outageMs: 480_080 }] },
		});
		expect(await stage.events(monitor)).toEqual(["blind sent", "checked_again sent"]);
	});

	test("that is down at its next check is notified as down at once, regardless of the cooldown", async () => {
		await using stage = await aStage(name);
		await stage.newAlert({ cooldownMinutes: 60 });
		const monitor = await stage.newMonitor("Shop");
		for (let miss = 0; miss < 5; miss += 1) await stage.check("missed", monitor);
		await stage.deliver();
		await stage.check("down", monitor);
		await stage.deliver();
		await stage.check("up", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["blind sent", "checked_again sent", "down sent", "up sent"]);
	});

	test("is notified as checked again after the clock was set back before the first notice", async () => {
		await using stage = await aStage(name);
		await stage.newAlert();
		const monitor = await stage.newMonitor();
		for (let miss = 0; miss < 5; miss += 1) await stage.check("missed", monitor);
		stage.pass(-60 * MINUTE);
		await applyClockRollback(stage.database, stage.clock.now);
		await stage.deliver();
		await stage.check("up", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["blind sent", "checked_again sent"]);
	});

	test("is not notified through an alert without this event", async () => {
		await using stage = await aStage(name);
		await stage.newAlert({ events: ["down", "up"] });
		const monitor = await stage.newMonitor("Shop");
		for (let miss = 0; miss < 6; miss += 1) await stage.check("missed", monitor);
		await stage.check("up", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual([]);
	});
});
