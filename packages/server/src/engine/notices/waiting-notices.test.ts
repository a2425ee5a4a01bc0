import { expect, test } from "vitest";
import { updateMonitor } from "../../services/testing/monitors.ts";
import { createWindow } from "../../storage/maintenance/maintenance-windows.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aStage, MINUTE, NOON } from "./testing/notice-stage.ts";

onEachEngine("alert events of notices that wait:", (name) => {
	test("a delivery that failed is pending, with the error and the next attempt, until it is sent", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		stage.receiver.answers.push({ status: 503 });
		await stage.check("down", monitor);
		expect(await stage.waiting(monitor)).toEqual([]);
		await stage.deliver();
		const [pending, ...others] = await stage.waiting(monitor);
		expect(others).toEqual([]);
		expect(pending).toMatchObject({
			eventType: "down",
			status: "pending",
			sentAt: null,
			errorMessage: "The receiver answered with status 503.",
			heldFor: null,
		});
		// 15 seconds, a fifth shorter or longer.
		const pauseMs = (pending?.nextAttemptAt ?? 0) - stage.clock.now;
		expect(pauseMs).toBeGreaterThanOrEqual(12_000);
		expect(pauseMs).toBeLessThanOrEqual(18_000);
		stage.pass(MINUTE);
		await stage.deliver();
		expect(await stage.waiting(monitor)).toEqual([]);
		expect(await stage.eventRows(monitor)).toMatchObject([{ publicId: pending?.publicId, status: "sent" }]);
	});

	test("a notice in a maintenance window is held until the end of the window", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		const schedule = { kind: "once", startsAt: NOON, endsAt: NOON + 60 * MINUTE } as const;
		await createWindow(stage.database, stage.teamId, { name: "Upgrade", monitorIds: null, schedule }, NOON);
		await stage.check("down", monitor);
		await stage.deliver();
		expect(await stage.waiting(monitor)).toMatchObject([
			{ eventType: "down", status: "held", heldFor: "maintenance", nextAttemptAt: NOON + 60 * MINUTE },
		]);
		stage.clock.now = NOON + 61 * MINUTE;
		await stage.deliver();
		expect(await stage.waiting(monitor)).toEqual([]);
		expect(await stage.events(monitor)).toEqual(["down sent"]);
	});

	test("a notice of a paused monitor is held with no time that is known", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		await stage.check("down", monitor);
		await updateMonitor(stage.database, monitor, { isEnabled: false }, stage.clock.now);
		await stage.deliver();
		expect(await stage.waiting(monitor)).toMatchObject([{ status: "held", heldFor: "pause", nextAttemptAt: null }]);
	});

	test("a problem that the cooldown skipped is held until its end, beside the event of the skip", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ cooldownMinutes: 10 });
		await stage.check("degraded", monitor);
		await stage.deliver();
		const sentAt = (await stage.eventRows(monitor))[0]?.sentAt ?? 0;
		await stage.check("down", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["degraded sent", "down skipped_cooldown"]);
		expect(await stage.waiting(monitor)).toMatchObject([
			{ eventType: "down", status: "held", heldFor: "cooldown", nextAttemptAt: sentAt + 10 * MINUTE },
		]);
	});

	test("a reminder that is not due is no event", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ reminderMinutes: 30 });
		await stage.check("down", monitor);
		await stage.deliver();
		stage.pass(5 * MINUTE);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["down sent"]);
		expect(await stage.waiting(monitor)).toEqual([]);
	});
});
