import { expect, test } from "vitest";
import { BLIND_AFTER_MISSES } from "../../domain/checks/transition.ts";
import { updateMonitor } from "../../services/testing/monitors.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aStage, SIGNING_SECRET, type Stage } from "./testing/notice-stage.ts";

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
		await checks(stage, monitor, "down", 7);
		expect(await stage.events(monitor)).toEqual([]);
		await checks(stage, monitor, "down", 1);
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
	test("tells what lasts, what began and what ended while it was off", async () => {
		await using stage = await aStage(name);
		const [lasting, ended, begun, next] = await Promise.all(
			["lasting", "ended", "begun", "next"].map((title) => stage.newMonitor(title)),
		);
		const alert = await stage.newAlert();
		const all = [lasting, ended, begun, next] as [number, number, number, number];
		await stage.check("down", all[0], all[1], all[3]);
		await stage.check("up", all[2]);
		await stage.deliver();
		await stage.changeAlert(alert, { isEnabled: false });
		await stage.check("up", all[1], all[3]);
		await stage.check("down", all[0], all[2], all[3]);
		await stage.deliver();
		await stage.changeAlert(alert, { isEnabled: true });
		await stage.deliver();
		expect(await Promise.all(all.map(stage.events))).toEqual([
			["down sent"],
			["down sent", "up sent"],
			[],
			["down sent"],
		]);
		await stage.check("down", all[0], all[2], all[3]);
		await stage.deliver();
		await stage.check("up", ...all);
		await stage.deliver();
		expect(await Promise.all(all.map(stage.events))).toEqual([
			["down sent", "down sent", "up sent"],
			["down sent", "up sent"],
			["down sent", "up sent"],
			["down sent", "down sent", "up sent"],
		]);
	});

	test("tells the end of what lasts even if that comes before it has told of it again", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		const alert = await stage.newAlert();
		await checks(stage, monitor, "down", 11);
		await stage.changeAlert(alert, { isEnabled: false });
		await checks(stage, monitor, "down", 1);
		await stage.changeAlert(alert, { isEnabled: true });
		await checks(stage, monitor, "down", 1);
		await checks(stage, monitor, "up", 1);
		expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
	});

	test("sends nothing of what waited when it was switched off, and no problem twice", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		const alert = await stage.newAlert();
		await stage.check("down", monitor);
		await stage.changeAlert(alert, { isEnabled: false });
		await stage.changeAlert(alert, { isEnabled: true });
		await checks(stage, monitor, "down", 3);
		expect(await stage.events(monitor)).toEqual(["down sent"]);
	});

	test("tells that a monitor can be checked again", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		const alert = await stage.newAlert();
		for (let miss = 0; miss < BLIND_AFTER_MISSES; miss += 1) await stage.check("missed", monitor);
		await stage.deliver();
		await stage.changeAlert(alert, { isEnabled: false });
		await stage.check("up", monitor);
		await stage.changeAlert(alert, { isEnabled: true });
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["blind sent", "checked_again sent"]);
	});
});
