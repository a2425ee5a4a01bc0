import { expect, test } from "vitest";
import { alertFigures } from "../../storage/alerts/alert-figures.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aStage, MINUTE } from "./testing/notice-stage.ts";

onEachEngine("the figures of an alert", (name) => {
	test("count messages, the outages that they were about, and those that were soon over", async () => {
		await using stage = await aStage(name);
		const [one, two] = [await stage.newMonitor("One"), await stage.newMonitor("Two")];
		const alert = await stage.newAlert({ cooldownMinutes: 10 });
		for (const verdict of ["down", "up", "down", "up"] as const) {
			await stage.check(verdict, one);
			await stage.deliver();
		}
		for (const verdict of ["degraded", "down", "down", "down", "up"] as const) {
			await stage.check(verdict, two);
			await stage.deliver();
		}
		const figures = await alertFigures(stage.database, alert.id, 0);
		expect(figures).toMatchObject({
			outages: 2,
			shortOutages: 1,
			notices: { sent: 4, skipped_cooldown: 2, failed: 0 },
		});
		expect(figures.messages).toBe(stage.receiver.received.length);
		expect(await alertFigures(stage.database, alert.id, stage.clock.now + MINUTE)).toMatchObject({
			messages: 0,
			outages: 0,
		});
	});
});
