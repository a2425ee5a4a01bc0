import { expect, test } from "vitest";
import { SETTLE_MS } from "../../domain/alerts/gathering.ts";
import { snoozeOutage } from "../../services/outages/snooze.ts";
import { updateMonitor } from "../../services/testing/monitors.ts";
import { onTheCommandLine } from "../../services/testing/on-the-command-line.ts";
import { countNotices } from "../../storage/alerts/notice-leases.ts";
import { createWindow, endWindow } from "../../storage/maintenance/maintenance-windows.ts";
import { openOutages } from "../../storage/on-call/handled-causes.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aStage, MINUTE, NOON } from "./testing/notice-stage.ts";

onEachEngine("cooldown, cap, reminders and windows:", (name) => {
	test("a cooldown skips a problem, which is delivered at its end if it still lasts", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ cooldownMinutes: 10 });
		await stage.check("degraded", monitor);
		await stage.deliver();
		await stage.check("down", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["degraded sent", "down skipped_cooldown"]);
		for (let minute = 0; minute < 10; minute++) {
			await stage.check("down", monitor);
			await stage.deliver();
		}
		expect(await stage.events(monitor)).toEqual(["degraded sent", "down skipped_cooldown", "down sent"]);
		await stage.check("up", monitor);
		await stage.deliver();
		expect((await stage.events(monitor)).at(-1)).toBe("up sent");
		expect(await countNotices(stage.database)).toBe(0);
	});

	test("the cap counts a day's messages of an alert, over all monitors, but no recoveries", async () => {
		await using stage = await aStage(name);
		const [one, two] = [await stage.newMonitor(), await stage.newMonitor()];
		await stage.newAlert({ dailyCap: 2 });
		for (const verdict of ["down", "up", "down", "up", "down", "up"] as const) {
			await stage.check(verdict, one);
			await stage.deliver();
		}
		await stage.check("down", two);
		await stage.deliver();
		expect(await stage.events(one)).toEqual(["down sent", "up sent", "down sent", "up sent", "down skipped_cap"]);
		expect(await stage.events(two)).toEqual(["down skipped_cap"]);
		stage.pass(24 * 60 * MINUTE);
		await stage.check("up", two);
		await stage.check("down", two);
		await stage.deliver();
		expect(await stage.events(two)).toEqual(["down skipped_cap", "down sent"]);
	});

	test("retries count towards the cap, and notices that failed for good do not", async () => {
		await using stage = await aStage(name);
		const [one = 0, two = 0, three = 0] = await Promise.all(Array.from({ length: 3 }, () => stage.newMonitor()));
		await stage.newAlert({ dailyCap: 1 });
		stage.receiver.answers.push({ status: 503 }, { status: 400 });
		await stage.check("down", one);
		await stage.deliver();
		await stage.check("down", two);
		stage.pass(-58_000);
		await stage.deliver();
		// The first is still in delivery; the second waits for its outcome.
		expect([await stage.events(one), await stage.events(two)]).toEqual([[], []]);
		for (let minute = 0; minute < 3; minute++) {
			stage.pass(MINUTE);
			await stage.deliver();
		}
		expect([await stage.events(one), await stage.events(two)]).toEqual([["down failed"], ["down sent"]]);
		await stage.check("down", three);
		await stage.deliver();
		expect(await stage.events(three)).toEqual(["down skipped_cap"]);
	});

	test("reminders come while the problem lasts", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ reminderMinutes: 5 });
		for (let minute = 0; minute < 12; minute++) {
			await stage.check("down", monitor);
			await stage.deliver();
		}
		const flags = stage.receiver.received.map(({ json }) => [json.data.summary, json.data.events[0].isReminder]);
		expect(flags).toEqual([
			["a monitor is down", false],
			["a monitor is still down", true],
			["a monitor is still down", true],
		]);
		await stage.check("up", monitor);
		for (let minute = 0; minute < 12; minute++) {
			await stage.check("up", monitor);
			await stage.deliver();
		}
		expect(await stage.events(monitor)).toEqual(["down sent", "down sent", "down sent", "up sent"]);
		expect(await countNotices(stage.database)).toBe(0);
	});

	test("changed rules apply to waiting notices: a shorter cooldown, earlier reminders, or none", async () => {
		await using stage = await aStage(name);
		const { database, clock } = stage;
		const monitor = await stage.newMonitor();
		const alert = await stage.newAlert({ cooldownMinutes: 1440, reminderMinutes: 1440 });
		const change = (rules: { cooldownMinutes?: number; reminderMinutes?: number | null }) =>
			stage.changeAlert(alert, rules);
		await stage.check("degraded", monitor);
		await stage.deliver();
		await stage.check("down", monitor);
		await stage.deliver();
		await change({ cooldownMinutes: 5 });
		await stage.deliver();
		const before = ["degraded sent", "down skipped_cooldown"];
		expect(await stage.events(monitor)).toEqual(before);
		clock.now = NOON + 10 * MINUTE;
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual([...before, "down sent"]);
		await change({ reminderMinutes: 30 });
		await stage.deliver();
		clock.now = NOON + 41 * MINUTE;
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual([...before, "down sent", "down sent"]);
		expect(stage.receiver.received.at(-1)?.json.data.events[0].isReminder).toBe(true);
		await change({ reminderMinutes: null });
		await stage.deliver();
		expect(await countNotices(database)).toBe(0);
	});

	test("one reminder is pending at most, however often the status changed", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ reminderMinutes: 10 });
		for (const verdict of ["down", "degraded", "down"] as const) {
			await stage.check(verdict, monitor);
			await stage.deliver();
		}
		expect(await countNotices(stage.database)).toBe(1);
		for (let minute = 0; minute < 25; minute++) {
			await stage.check("down", monitor);
			await stage.deliver();
		}
		const reminders = stage.receiver.received.filter(({ json }) => json.data.events[0].isReminder);
		expect(reminders).toHaveLength(2);
		expect(await countNotices(stage.database)).toBe(1);
	});

	test("a recovery that a window held is not sent once the monitor fails again, and the later one is", async () => {
		await using stage = await aStage(name);
		const { database, teamId, clock } = stage;
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		await stage.check("down", monitor);
		await stage.deliver();
		const schedule = { kind: "once", startsAt: NOON, endsAt: NOON + 60 * MINUTE } as const;
		const window = await createWindow(database, teamId, { name: "Upgrade", monitorIds: null, schedule }, NOON);
		const at = async (minute: number, seconds: number) => {
			clock.now = NOON + minute * MINUTE + seconds * 1000 - SETTLE_MS;
			await stage.deliver();
		};
		// The two are decided again every minute, half a minute apart.
		await stage.check("up", monitor);
		await at(1, 31);
		clock.now = NOON + 2 * MINUTE;
		await stage.check("down", monitor);
		await at(2, 5);
		await at(2, 40);
		await endWindow(database, window, NOON, NOON + 2 * MINUTE + 50_000);
		await at(3, 10);
		await at(3, 45);
		expect(await stage.events(monitor)).toEqual(["down sent", "up skipped_outdated", "down sent"]);
		await stage.check("up", monitor);
		await stage.deliver();
		expect((await stage.events(monitor)).slice(3)).toEqual(["up sent"]);
		expect(await countNotices(database)).toBe(0);
	});

	test("a reminder that was tried in vain waits once somebody has put the outage off", async () => {
		await using stage = await aStage(name);
		const { database, teamId } = stage;
		const monitor = await stage.newMonitor();
		await stage.newAlert({ reminderMinutes: 5 });
		const lasts = async (minutes: number) => {
			for (let minute = 0; minute < minutes; minute++) {
				await stage.check("down", monitor);
				await stage.deliver();
			}
		};
		await lasts(5);
		stage.receiver.answers.push({ status: 503 });
		await lasts(1);
		const sent = stage.receiver.received.length;
		const [outage] = await openOutages(database, teamId, 1);
		const snooze = { id: outage?.publicId ?? "", minutes: 20 };
		await onTheCommandLine(database, teamId, snoozeOutage, snooze, { now: stage.clock.now });
		await lasts(10);
		expect(stage.receiver.received).toHaveLength(sent);
		expect(await stage.waiting(monitor)).toMatchObject([{ kind: "reminder", heldFor: "snooze" }]);
		await lasts(12);
		expect(stage.receiver.received.length).toBeGreaterThan(sent);
	});

	test("a problem that was tried in vain waits once its monitor is paused", async () => {
		await using stage = await aStage(name);
		const paused = await stage.newMonitor();
		await stage.newAlert();
		stage.receiver.answers.push({ status: 503 });
		await stage.check("down", paused);
		await stage.deliver();
		await updateMonitor(stage.database, paused, { isEnabled: false }, stage.clock.now);
		stage.pass(2 * MINUTE);
		await stage.deliver();
		expect(stage.receiver.received).toHaveLength(1);
		expect(await stage.waiting(paused)).toMatchObject([{ heldFor: "pause" }]);
		await updateMonitor(stage.database, paused, { isEnabled: true }, stage.clock.now);
		for (let minute = 0; minute < 3; minute++) {
			await stage.check("down", paused);
			await stage.deliver();
		}
		const ids = stage.receiver.received.map(({ json }) => json.id);
		// The same message, under its id: nobody has it yet.
		expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
		expect(await stage.events(paused)).toEqual(["down sent"]);
		expect(await countNotices(stage.database)).toBe(0);
	});

	test("of a message that was tried in vain, what is held waits and the rest is sent", async () => {
		await using stage = await aStage(name);
		const [paused, failing] = [await stage.newMonitor("Paused"), await stage.newMonitor("Failing")];
		stage.shareAddress(paused, failing);
		await stage.newAlert();
		stage.receiver.answers.push({ status: 503 });
		await stage.check("down", paused, failing);
		await stage.deliver();
		expect(stage.receiver.received[0]?.json.data.events).toHaveLength(2);
		await updateMonitor(stage.database, paused, { isEnabled: false }, stage.clock.now);
		stage.pass(2 * MINUTE);
		await stage.deliver();
		expect(stage.receiver.received.at(-1)?.json.data.events).toMatchObject([{ monitor: { name: "Failing" } }]);
		expect(await stage.events(failing)).toEqual(["down sent"]);
		expect(await stage.waiting(paused)).toMatchObject([{ heldFor: "pause" }]);
	});

	test("a problem held by a pause is delivered after the first check that confirms it", async () => {
		await using stage = await aStage(name);
		const { database, clock } = stage;
		const [lasting, passing] = [await stage.newMonitor(), await stage.newMonitor()];
		await stage.newAlert({ cooldownMinutes: 10, reminderMinutes: 15 });
		for (const verdict of ["down", "up", "down"] as const) {
			await stage.check(verdict, lasting, passing);
			await stage.deliver();
		}
		const before = ["down sent", "up sent", "down skipped_cooldown"];
		expect(await stage.events(lasting)).toEqual(before);
		for (const monitor of [lasting, passing]) await updateMonitor(database, monitor, { isEnabled: false }, clock.now);
		clock.now = NOON + 30 * MINUTE;
		await stage.deliver();
		clock.now = NOON + 60 * MINUTE;
		for (const monitor of [lasting, passing]) await updateMonitor(database, monitor, { isEnabled: true }, clock.now);
		await stage.deliver();
		expect(await stage.events(lasting)).toEqual(before);
		await stage.check("down", lasting);
		await stage.check("up", passing);
		await stage.deliver();
		expect(await stage.events(lasting)).toEqual([...before, "down sent"]);
		expect(await stage.events(passing)).toEqual(before);
		clock.now = NOON + 80 * MINUTE;
		await stage.deliver();
		expect(stage.receiver.received.at(-1)?.json.data.events[0].isReminder).toBe(true);
	});

	test("a maintenance window holds a change within it even if the window is over before the decision", async () => {
		await using stage = await aStage(name);
		const { database, teamId } = stage;
		const [lasting, passing] = [await stage.newMonitor(), await stage.newMonitor()];
		await stage.newAlert();
		const schedule = { kind: "once", startsAt: NOON, endsAt: NOON + 10 * MINUTE } as const;
		await createWindow(database, teamId, { name: "Upgrade", monitorIds: null, schedule }, NOON);
		await stage.check("down", lasting, passing);
		await stage.check("up", passing);
		stage.clock.now = NOON + 60 * MINUTE;
		await stage.deliver();
		expect(await stage.events(lasting)).toEqual(["down sent"]);
		expect(await stage.events(passing)).toEqual(["down skipped_outdated"]);
	});

	test("a maintenance window holds problems, and one that lasts is delivered when it ends", async () => {
		await using stage = await aStage(name);
		const { database, teamId } = stage;
		const [lasting, passing] = [await stage.newMonitor("lasting"), await stage.newMonitor("passing")];
		await stage.newAlert();
		const window = await createWindow(
			database,
			teamId,
			{ name: "Upgrade", monitorIds: null, schedule: { kind: "once", startsAt: NOON, endsAt: NOON + 60 * MINUTE } },
			NOON,
		);
		await stage.check("down", lasting, passing);
		await stage.deliver();
		await stage.check("up", passing);
		await stage.deliver();
		expect(stage.receiver.received).toEqual([]);
		// Held notices are decided again every minute, and those about a problem that has ended are skipped.
		expect(await countNotices(database)).toBe(1);
		stage.clock.now = NOON + 10 * MINUTE;
		await endWindow(database, window, NOON, stage.clock.now);
		await stage.deliver();
		expect(await stage.events(lasting)).toEqual(["down sent"]);
		expect(await stage.events(passing)).toEqual(["down skipped_outdated"]);
		expect(await countNotices(database)).toBe(0);
	});
});
