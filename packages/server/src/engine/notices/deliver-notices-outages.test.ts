import { expect, test } from "vitest";
import { deleteAlert } from "../../storage/alerts/alerts.ts";
import { pageOfOutages } from "../../storage/results/outages.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aStage, MINUTE } from "./testing/notice-stage.ts";

onEachEngine("an outage", (name) => {
	test("lists each alert that delivered a problem of it, deleted ones too, with the time of the first one", async () => {
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
		expect(await stage.events(monitor)).toEqual(["down sent", "down sent", "up sent"]);
		const outages = async () => {
			const page = { limit: 10, direction: "forward", from: null } as const;
			const found = await pageOfOutages(stage.database, { id: monitor, teamId: stage.teamId }, page);
			return found.map(({ checks, notified }) => ({ checks, notified }));
		};
		const before = await outages();
		expect(before).toEqual([
			{ checks: 1, notified: [] },
			{ checks: 2, notified: [{ alertId: alert.publicId, alertName: alert.name, at: firstAt }] },
		]);
		await deleteAlert(stage.database, alert.id, stage.clock.now);
		expect(await outages()).toEqual(before);
	});
});
