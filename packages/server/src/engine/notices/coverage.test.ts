import { expect, test } from "vitest";
import { updateMonitor } from "../../services/testing/monitors.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aStage } from "./testing/notice-stage.ts";

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
});
