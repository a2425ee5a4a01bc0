import { expect, test } from "vitest";
import { pageOfOutages } from "../../storage/results/outages.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aStage, MINUTE } from "./testing/notice-stage.ts";

onEachEngine("an outage", (name) => {
	test("lists each alert that delivered a problem of it, with the time of the first delivery", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		const alert = await stage.newAlert({ reminderMinutes: 5 });
		await stage.newAlert({ isEnabled: false });
		await stage.check("down", monitor);
		await stage.deliver();
		const firstAt = stage.clock.now;
		stage.pass(6 * MINUTE);
		await stage.check("down", monitor);
		await stage.deliver();
		await stage.check("up", monitor);
		await stage.deliver();
		await stage.check("down", monitor);
		const outages = await pageOfOutages(
			stage.database,
			{ id: monitor, teamId: stage.teamId },
			{ limit: 10, direction: "forward", from: null },
		);
		expect(await stage.events(monitor)).toEqual(["down sent", "down sent", "up sent"]);
		expect(outages.map(({ checks, notified }) => ({ checks, notified }))).toEqual([
			{ checks: 1, notified: [] },
			{ checks: 2, notified: [{ alertId: alert.publicId, alertName: alert.name, at: firstAt }] },
		]);
	});
});
