import { expect, test } from "vitest";
import { SETTLE_MS } from "../../domain/alerts/gathering.ts";
import { BLIND_AFTER_MISSES } from "../../domain/checks/transition.ts";
import type { Notifier } from "../../notify/interface.ts";
import { updateMonitor } from "../../services/testing/monitors.ts";
import { countNotices } from "../../storage/alerts/notice-leases.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { aStage, MINUTE, SIGNING_SECRET, type Stage } from "./testing/notice-stage.ts";

/** Checks, each of which is delivered before the next one. */
async function checks(stage: Stage, monitor: number, verdict: "down" | "up" | "degraded", times: number) {
	for (let time = 0; time < times; time += 1) {
		await stage.check(verdict, monitor);
		await stage.deliver();
	}
}

onEachEngine("an outage that lasts", (name) => {
	test("is notified when the alert's threshold is lowered below its checks, and not again when it is raised", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		const alert = await stage.newAlert({ failureThreshold: 10 });
		await checks(stage, monitor, "down", 4);
		await stage.changeAlert(alert, { failureThreshold: 2 });
		await checks(stage, monitor, "down", 1);
		expect(await stage.events(monitor)).toEqual(["down sent"]);
		await stage.changeAlert(alert, { failureThreshold: 7 });
		await checks(stage, monitor, "down", 6);
		await checks(stage, monitor, "up", 1);
		expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
	});

	test("is notified by an alert that covers its monitor late, within ten checks", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor("Shop", stage.teamId, { tags: [] });
		await stage.newAlert({ tags: { any: ["prod"] } });
		await checks(stage, monitor, "down", 12);
		await updateMonitor(stage.database, monitor, { tags: ["prod"] }, stage.clock.now);
		await checks(stage, monitor, "down", 10);
		expect(await stage.events(monitor)).toEqual(["down sent"]);
	});

	test("that began before the alert was created is not, except by one that it reaches the threshold of", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await checks(stage, monitor, "down", 3);
		await stage.newAlert({ failureThreshold: 2 });
		await checks(stage, monitor, "down", 18);
		await checks(stage, monitor, "up", 1);
		expect(await stage.events(monitor)).toEqual([]);
		await checks(stage, monitor, "down", 1);
		await stage.newAlert({ failureThreshold: 3 });
		await checks(stage, monitor, "down", 2);
		expect(await stage.events(monitor)).toEqual(["down sent", "down sent"]);
	});

	test("is not lost when its monitor loses the tag while the notice waits, and gets it again", async () => {
		await using stage = await aStage(name);
		const channel = { type: "webhook", url: `${stage.receiver.url}/step`, secret: SIGNING_SECRET } as const;
		const escalation = { steps: [{ afterMinutes: 5, channels: [channel] }], repeats: 0 };
		await stage.newAlert({ tags: { any: ["prod"] }, escalation });
		const monitor = await stage.newMonitor("Shop", stage.teamId, { tags: ["prod"] });
		await stage.check("down", monitor);
		await updateMonitor(stage.database, monitor, { tags: [] }, stage.clock.now);
		await stage.deliver();
		await updateMonitor(stage.database, monitor, { tags: ["prod"] }, stage.clock.now);
		await checks(stage, monitor, "down", 8);
		expect(await stage.events(monitor)).toEqual(["down sent", "down sent"]);
		expect(stage.receiver.received.map(({ path }) => path)).toEqual(["/hook", "/step"]);
	});
});

onEachEngine("an alert that is switched on again", (name) => {
	test("tells what began and what ended while it was off, and what lasts no second time", async () => {
		await using stage = await aStage(name);
		const all = await Promise.all(["lasting", "ended", "begun", "next"].map((title) => stage.newMonitor(title)));
		const [lasting, ended, begun, next] = all as [number, number, number, number];
		const alert = await stage.newAlert();
		await stage.check("down", lasting, ended, next);
		await stage.check("up", begun);
		await stage.deliver();
		await stage.changeAlert(alert, { isEnabled: false });
		await stage.check("up", ended, next);
		await stage.check("down", lasting, begun, next);
		await stage.deliver();
		expect(stage.receiver.received).toHaveLength(3);
		await stage.changeAlert(alert, { isEnabled: true });
		await stage.check("down", lasting, begun, next);
		await stage.deliver();
		await stage.check("up", ...all);
		await stage.deliver();
		expect(await Promise.all(all.map(stage.events))).toEqual([
			["down sent", "up sent"],
			["down sent", "up sent"],
			["down sent", "up sent"],
			// The end of the later outage is sent in the place of that one.
			["down sent", "up skipped_outdated", "down sent", "up sent"],
		]);
	});

	test("sends what waited if it is still true, its steps and reminders too", async () => {
		await using stage = await aStage(name);
		const [told, untold] = [await stage.newMonitor("told"), await stage.newMonitor("untold")];
		const channel = { type: "webhook", url: `${stage.receiver.url}/step`, secret: SIGNING_SECRET } as const;
		const escalation = { steps: [{ afterMinutes: 5, channels: [channel] }], repeats: 0 };
		const alert = await stage.newAlert({ reminderMinutes: 5, escalation, groupsByCause: false });
		await stage.check("down", told);
		await stage.deliver();
		await stage.check("down", untold);
		await stage.changeAlert(alert, { isEnabled: false });
		for (let minute = 0; minute < 8; minute += 1) {
			await stage.check("down", told, untold);
			await stage.deliver();
		}
		expect(stage.receiver.received).toHaveLength(1);
		await stage.changeAlert(alert, { isEnabled: true });
		for (let minute = 0; minute < 3; minute += 1) {
			await stage.check("down", told, untold);
			await stage.deliver();
		}
		expect((await stage.events(untold)).slice(0, 1)).toEqual(["down sent"]);
		expect(await stage.events(told)).toEqual(["down sent", "down sent", "down sent"]);
		expect(stage.receiver.received.some(({ path }) => path === "/step")).toBe(true);
	});

	test("was told of a problem in its last moment, and tells the end of it", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		const alert = await stage.newAlert();
		await stage.check("down", monitor);
		stage.pass(SETTLE_MS);
		const { notifier } = stage.deps;
		const deliver: Notifier["deliver"] = async (...sent) => {
			await stage.changeAlert(alert, { isEnabled: false });
			await stage.check("up", monitor);
			return notifier.deliver(...sent);
		};
		await deliverNotices({ ...stage.deps, notifier: { ...notifier, deliver } });
		await stage.changeAlert(alert, { isEnabled: true });
		stage.pass(MINUTE);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
	});

	test("tells that a monitor can be checked again, and keeps no ends of what it did not tell", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		const alert = await stage.newAlert();
		const goBlind = async () => {
			for (let miss = 0; miss < BLIND_AFTER_MISSES; miss += 1) await stage.check("missed", monitor);
			await stage.deliver();
		};
		await goBlind();
		await stage.changeAlert(alert, { isEnabled: false });
		for (let round = 0; round < 3; round += 1) {
			await stage.check("up", monitor);
			await goBlind();
		}
		stage.pass(MINUTE);
		await stage.deliver();
		expect(await countNotices(stage.database)).toBe(1);
		await stage.check("up", monitor);
		await stage.changeAlert(alert, { isEnabled: true });
		stage.pass(MINUTE);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["blind sent", "checked_again sent"]);
	});
});
