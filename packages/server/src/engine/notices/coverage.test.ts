import { expect, test } from "vitest";
import type { Alert } from "../../domain/alerts/alert.ts";
import { BLIND_AFTER_MISSES } from "../../domain/checks/transition.ts";
import { updateMonitor } from "../../services/testing/monitors.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aStage, type Stage } from "./testing/notice-stage.ts";

onEachEngine("which monitors an alert covers:", (name) => {
	test("by tag, by type and by importance, also those that come later", async () => {
		await using stage = await aStage(name);
		await stage.newAlert({ tags: { any: ["team:web"] }, minimumImportance: "normal" });
		const shop = await stage.newMonitor("Shop", stage.teamId, { tags: ["prod", "team:web"] });
		const blog = await stage.newMonitor("Blog", stage.teamId, { tags: ["team:web"], importance: "low" });
		const mail = await stage.newMonitor("Mail", stage.teamId, { tags: ["prod"] });
		await stage.check("down", shop, blog, mail);
		await stage.deliver();
		expect(await Promise.all([shop, blog, mail].map(stage.events))).toEqual([["down sent"], [], []]);

		await stage.newAlert({ types: ["http"] });
		const later = await stage.newMonitor("Later");
		await stage.check("down", later);
		await stage.deliver();
		expect(await stage.events(later)).toEqual(["down sent"]);
	});

	test("a list that names none covers none", async () => {
		await using stage = await aStage(name);
		await stage.newAlert({ monitorIds: [] });
		const monitor = await stage.newMonitor();
		await stage.check("down", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual([]);
	});

	test("a notice of a monitor that has lost the tag meanwhile is not sent", async () => {
		await using stage = await aStage(name);
		await stage.newAlert({ tags: { all: ["prod"] } });
		const monitor = await stage.newMonitor("Shop", stage.teamId, { tags: ["prod"] });
		await stage.check("down", monitor);
		await updateMonitor(stage.database, monitor, { tags: [] }, stage.clock.now);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual([]);
		expect(stage.receiver.received).toEqual([]);
	});

	const edits = {
		"the monitor's tags": (stage: Stage, _: Alert, monitor: number) =>
			updateMonitor(stage.database, monitor, { tags: [] }, stage.clock.now),
		"the alert's types": (stage: Stage, alert: Alert) => stage.changeAlert(alert, { tags: null, types: ["tcp"] }),
		"the alert's importance": (stage: Stage, alert: Alert) => stage.changeAlert(alert, { minimumImportance: "high" }),
		"the alert's list": (stage: Stage, alert: Alert) => stage.changeAlert(alert, { tags: null, monitorIds: [] }),
	};
	for (const [what, edit] of Object.entries(edits)) {
		test(`after an edit of ${what}, the end of what was notified is sent, and nothing new`, async () => {
			await using stage = await aStage(name);
			const alert = await stage.newAlert({ tags: { all: ["prod"] } });
			const monitor = await stage.newMonitor("Shop", stage.teamId, { tags: ["prod"] });
			await stage.check("down", monitor);
			await stage.deliver();
			await edit(stage, alert, monitor);
			await stage.check("degraded", monitor);
			await stage.check("up", monitor);
			await stage.deliver();
			await stage.check("down", monitor);
			await stage.check("up", monitor);
			await stage.deliver();
			expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
		});
	}

	test("the end that waits when the monitor loses its tag is sent", async () => {
		await using stage = await aStage(name);
		await stage.newAlert({ tags: { all: ["prod"] } });
		const monitor = await stage.newMonitor("Shop", stage.teamId, { tags: ["prod"] });
		await stage.check("down", monitor);
		await stage.deliver();
		await stage.check("up", monitor);
		await updateMonitor(stage.database, monitor, { tags: [] }, stage.clock.now);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
	});

	test("a blindness that was notified is ended, and none begins, without the tag", async () => {
		await using stage = await aStage(name);
		await stage.newAlert({ tags: { all: ["prod"] } });
		const monitor = await stage.newMonitor("Shop", stage.teamId, { tags: ["prod"] });
		const goBlind = async () => {
			for (let miss = 0; miss < BLIND_AFTER_MISSES; miss += 1) await stage.check("missed", monitor);
			await stage.deliver();
		};
		await goBlind();
		await updateMonitor(stage.database, monitor, { tags: [] }, stage.clock.now);
		for (let round = 0; round < 2; round += 1) {
			await stage.check("up", monitor);
			await stage.deliver();
			await goBlind();
		}
		expect(await stage.events(monitor)).toEqual(["blind sent", "checked_again sent"]);
	});
});
