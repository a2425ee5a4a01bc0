/** A monitor that fails again while its recovery waits for those of its cause. */

import { expect, test } from "vitest";
import { SETTLE_MS } from "../../domain/alerts/gathering.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aStage, MINUTE } from "./testing/notice-stage.ts";

onEachEngine("a problem behind a recovery that is held", (name) => {
	test.each([1, 2])("goes out at once, where %i failing checks make one", async (failureThreshold) => {
		await using stage = await aStage(name);
		const [shop, blog] = [await stage.newMonitor("shop"), await stage.newMonitor("blog")];
		stage.shareAddress(shop, blog);
		await stage.newAlert({ failureThreshold });
		const fail = async (...monitors: number[]) => {
			for (let count = 0; count < failureThreshold; count += 1) {
				await stage.check("down", ...monitors);
				if (count < failureThreshold - 1) await stage.deliver();
			}
			stage.clock.now += 500 - MINUTE;
		};
		await fail(shop, blog);
		await stage.deliver();
		stage.pass(5 * MINUTE);
		await stage.check("up", shop);
		stage.pass(MINUTE / 2 - SETTLE_MS);
		await stage.deliver();
		expect(await stage.waiting(shop)).toMatchObject([{ eventType: "up", heldFor: "cause" }]);
		stage.pass(MINUTE / 2);
		await fail(shop);
		await stage.deliver();
		expect(await stage.events(shop)).toEqual(["down sent", "up skipped_outdated", "down sent"]);
	});
});
