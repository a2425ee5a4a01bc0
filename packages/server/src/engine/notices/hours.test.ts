import { expect, test } from "vitest";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aStage, MINUTE, NOON, SIGNING_SECRET } from "./testing/notice-stage.ts";

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

	test("a problem that was told within them goes on with its steps and reminders when they begin again", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		const step = { type: "webhook", url: `${stage.receiver.url}/step`, secret: SIGNING_SECRET } as const;
		await stage.newAlert({
			hours: { ...mornings, outside: "skip" },
			reminderMinutes: 60,
			escalation: { steps: [{ afterMinutes: 15, channels: [step] }], repeats: 0 },
		});
		stage.clock.now = NOON - 65 * MINUTE;
		await stage.check("down", monitor);
		await stage.deliver();
		for (let minute = 0; minute < 120; minute += 15) {
			stage.pass(15 * MINUTE);
			await stage.deliver();
		}
		expect(stage.receiver.received.map(({ path }) => path)).toEqual(["/hook"]);

		stage.clock.now = EIGHT_TOMORROW;
		await stage.deliver();
		await stage.deliver();
		expect(stage.receiver.received.map(({ path }) => path).toSorted()).toEqual(["/hook", "/hook", "/step"]);
		stage.pass(61 * MINUTE);
		await stage.deliver();
		expect(stage.receiver.received.map(({ path }) => path).toSorted()).toEqual(["/hook", "/hook", "/hook", "/step"]);
		await stage.check("up", monitor);
		await stage.deliver();
		expect(
			stage.receiver.received
				.map(({ path }) => path)
				.slice(-2)
				.toSorted(),
		).toEqual(["/hook", "/step"]);
	});

	test("what got worse outside of them is sent when they begin, of a problem that was told", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ hours: { ...mornings, outside: "skip" } });
		stage.clock.now = NOON - 90 * MINUTE;
		await stage.check("degraded", monitor);
		await stage.deliver();
		stage.clock.now = NOON;
		await stage.check("down", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["degraded sent"]);
		stage.clock.now = EIGHT_TOMORROW;
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["degraded sent", "down sent"]);
	});

	test("a problem that began outside of them has no steps, until it gets worse within them", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		const step = { type: "webhook", url: `${stage.receiver.url}/step`, secret: SIGNING_SECRET } as const;
		await stage.newAlert({
			hours: { ...mornings, outside: "skip" },
			escalation: { steps: [{ afterMinutes: 15, channels: [step] }], repeats: 0 },
		});
		await stage.check("degraded", monitor);
		await stage.deliver();
		stage.clock.now = EIGHT_TOMORROW + 20 * MINUTE;
		await stage.deliver();
		expect(stage.receiver.received).toEqual([]);
		await stage.check("down", monitor);
		await stage.deliver();
		expect(stage.receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
		stage.pass(16 * MINUTE);
		await stage.deliver();
		await stage.deliver();
		expect(stage.receiver.received.map(({ path }) => path)).toEqual(["/hook", "/step"]);
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
