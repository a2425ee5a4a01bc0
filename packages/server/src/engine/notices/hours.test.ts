import { expect, test } from "vitest";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aStage, MINUTE, NOON } from "./testing/notice-stage.ts";

/** The stage's clock begins on a Friday at 12:00 UTC. */
const mornings = {
	timeZone: "UTC",
	spans: [{ days: ["friday" as const, "saturday" as const], from: "08:00", to: "11:00" }],
};
const EIGHT_TOMORROW = NOON + 20 * 60 * MINUTE;

onEachEngine("the hours of an alert:", (name) => {
	test("a problem outside of them is held until they begin, and its recovery after them likewise", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ hours: { ...mornings, outside: "hold" } });
		await stage.check("down", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual([]);
		const [waiting] = await stage.waiting(monitor);
		expect([waiting?.heldFor, waiting?.nextAttemptAt]).toEqual(["hours", EIGHT_TOMORROW]);

		stage.pass(EIGHT_TOMORROW - stage.clock.now);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["down sent"]);

		stage.pass(4 * 60 * MINUTE);
		await stage.check("up", monitor);
		await stage.deliver();
		expect((await stage.waiting(monitor)).map(({ heldFor }) => heldFor)).toEqual(["hours"]);
	});

	test("what is over when they begin is not sent", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ hours: { ...mornings, outside: "hold" } });
		await stage.check("down", monitor);
		await stage.deliver();
		await stage.check("up", monitor);
		stage.pass(EIGHT_TOMORROW - stage.clock.now);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["down skipped_outdated"]);
		expect(stage.receiver.received).toEqual([]);
	});

	test("by choice a problem outside of them is not sent at all", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ hours: { ...mornings, outside: "skip" }, reminderMinutes: 60 });
		await stage.check("down", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["down skipped_hours"]);
		stage.pass(EIGHT_TOMORROW - stage.clock.now);
		await stage.deliver();
		await stage.check("up", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["down skipped_hours"]);
	});

	test("hours that are taken away let go what they held", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		const alert = await stage.newAlert({ hours: { ...mornings, outside: "hold" } });
		await stage.check("down", monitor);
		await stage.deliver();
		await stage.changeAlert(alert, { hours: null });
		stage.pass(MINUTE);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["down sent"]);
	});
});
