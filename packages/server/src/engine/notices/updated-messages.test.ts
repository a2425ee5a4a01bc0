/** Which message of a cause is updated, and which problems are a message of their own. */

import { expect, test } from "vitest";
import { FOLLOWERS_MS } from "../../domain/alerts/gathering.ts";
import { minuteOf, startOfMinute } from "../../domain/checks/check.ts";
import { acknowledgeOutage } from "../../services/outages/acknowledge.ts";
import { onTheCommandLine } from "../../services/testing/on-the-command-line.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import { openOutages } from "../../storage/on-call/handled-causes.ts";
import { replaceDependencies } from "../../storage/testing/dependencies.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { anOutcome, downObservation } from "../../storage/testing/fixtures.ts";
import { aStage, type Stage } from "./testing/notice-stage.ts";

/** An alert to Discord, whose messages can be updated. */
async function alertTo(stage: Stage): Promise<void> {
	await stage.newAlert({ channel: { type: "discord", url: `${stage.receiver.url}/api/webhooks/1/x` } });
}

/** Delivers, and answers with these ids of messages; null: there is no such message. */
async function deliver(stage: Stage, ...ids: (string | null)[]): Promise<void> {
	const answers = ids.map((id) => (id === null ? { status: 404 } : { status: 200, body: `{"id":"${id}"}` }));
	stage.receiver.answers.push(...answers);
	await stage.deliver();
}

/** "POST", or "PATCH 77" for an update. */
function requests({ receiver }: Stage): string[] {
	return receiver.received.map(({ method, path }) =>
		method === "PATCH" ? `PATCH ${/messages\/(\d+)/.exec(path ?? "")?.[1]}` : `${method}`,
	);
}

async function acknowledge({ database, teamId, clock }: Stage): Promise<void> {
	const [outage] = await openOutages(database, teamId, 1);
	const id = outage?.publicId ?? "";
	await onTheCommandLine(database, teamId, acknowledgeOutage, { id }, { now: clock.now });
}

onEachEngine("the message of a cause", (name) => {
	test("is the one that was sent anew when an update found no message", async () => {
		await using stage = await aStage(name);
		const [shop, blog] = [await stage.newMonitor("Shop"), await stage.newMonitor("Blog")];
		stage.shareAddress(shop, blog);
		await alertTo(stage);
		await stage.check("down", shop, blog);
		await deliver(stage, "77");
		await acknowledge(stage);
		await deliver(stage, null, "78");
		await stage.check("up", shop);
		await deliver(stage, "78");
		expect(requests(stage)).toEqual(["POST", "PATCH 77", "POST", "PATCH 78"]);
	});

	test("is the last one of causes that were found to be one, whatever the order of their texts", async () => {
		await using stage = await aStage(name);
		const router = await stage.newMonitor("router", stage.teamId, { importance: "high" });
		const shop = await stage.newMonitor("shop");
		await replaceDependencies(stage.database, shop, [router]);
		await alertTo(stage);
		await stage.check("down", shop);
		await deliver(stage, "99");
		stage.clock.now -= 10_000;
		await stage.check("down", router);
		stage.pass(5_000);
		await deliver(stage, "100");
		await acknowledge(stage);
		await deliver(stage, "100");
		expect(requests(stage)).toEqual(["POST", "POST", "PATCH 100"]);
	});

	test("is a new one for problems that may be strangers: an update makes no sound", async () => {
		await using stage = await aStage(name);
		const [first, stranger] = [await stage.newMonitor("shop.example"), await stage.newMonitor("blog.example")];
		await alertTo(stage);
		const unresolved = { ...downObservation, fault: "dns_failure", phase: "dns", address: null } as const;
		for (const monitor of [first, stranger]) {
			const scheduledAt = startOfMinute(minuteOf(stage.clock.now));
			await recordChecks(stage.database, [anOutcome(monitor, 0, unresolved, { scheduledAt })], stage.clock.now);
			await deliver(stage, String(monitor));
			stage.pass(FOLLOWERS_MS);
		}
		await deliver(stage, "9");
		expect(requests(stage)).toEqual(["POST", "POST"]);
	});
});
