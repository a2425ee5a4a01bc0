/** Which message of a cause is updated, and which problems are a message of their own. */

import { expect, test } from "vitest";
import { FOLLOWERS_MS, SETTLE_MS } from "../../domain/alerts/gathering.ts";
import { minuteOf, startOfMinute } from "../../domain/checks/check.ts";
import { acknowledgeOutage } from "../../services/outages/acknowledge.ts";
import { onTheCommandLine } from "../../services/testing/on-the-command-line.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import { openOutages } from "../../storage/on-call/handled-causes.ts";
import { replaceDependencies } from "../../storage/testing/dependencies.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { anOutcome, downObservation } from "../../storage/testing/fixtures.ts";
import { aStage, MINUTE, type Stage } from "./testing/notice-stage.ts";

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

/** A router on which shops depend, all up. */
async function aNetwork(stage: Stage, count: number): Promise<{ router: number; shops: number[] }> {
	const router = await stage.newMonitor("router");
	const shops: number[] = [];
	for (let n = 1; n <= count; n += 1) shops.push(await stage.newMonitor(`shop ${n}`));
	for (const shop of shops) await replaceDependencies(stage.database, shop, [router]);
	await stage.check("up", router, ...shops);
	return { router, shops };
}

/** In which a deliverer runs every second. */
async function aMinute(stage: Stage): Promise<void> {
	for (let second = 0; second < 60; second += 1) await stage.deliver();
}

/** The title of each request. */
function titles({ receiver }: Stage): string[] {
	return receiver.received.map(({ json }) => json.embeds[0].title.replaceAll("\\", ""));
}

onEachEngine("the message of a cause", (name) => {
	test("counts what falls after it was sent, in its place and a few times at most", async () => {
		await using stage = await aStage(name);
		const { router, shops } = await aNetwork(stage, 3);
		await alertTo(stage);
		await stage.check("down", router);
		await deliver(stage, "77");
		for (const shop of shops) {
			await stage.check("down", shop);
			stage.clock.now -= MINUTE - 500;
			await deliver(stage);
		}
		await aMinute(stage);
		expect(requests(stage)).toEqual(["POST", "PATCH 77"]);
		expect(titles(stage)).toEqual(["router is down", "router is down, and 3 that depend on it"]);
		await stage.check("up", router, ...shops);
		await deliver(stage, "78");
		expect(titles(stage).slice(2)).toEqual(["router is up again after 2 min"]);
		expect(stage.receiver.received.at(-1)?.json.embeds[0].description).toContain("3 that depend on it failed, too");
		expect(await stage.events(router)).toEqual(["down sent", "down sent", "up sent"]);
	});

	test("is not updated for what it counted when it was sent, nor after its end", async () => {
		await using stage = await aStage(name);
		const { router, shops } = await aNetwork(stage, 2);
		const [first = 0, second = 0] = shops;
		await alertTo(stage);
		await stage.check("down", router, first);
		await deliver(stage, "77");
		await aMinute(stage);
		expect(titles(stage)).toEqual(["router is down, and 1 that depends on it"]);
		await stage.check("down", second);
		stage.clock.now -= MINUTE - 500;
		await deliver(stage);
		expect(await stage.waiting(second)).toMatchObject([{ heldFor: "dependency" }]);
		stage.pass(MINUTE);
		await stage.check("up", router, first, second);
		await aMinute(stage);
		expect(titles(stage).slice(1)).toEqual(["router is up again after 3 min"]);
		expect(await stage.waiting(router)).toEqual([]);
	});

	test("is not updated for what it counted while the notices of that settled", async () => {
		await using stage = await aStage(name);
		const { router, shops } = await aNetwork(stage, 3);
		const [first = 0, second = 0, third = 0] = shops;
		/** Delivers 400 ms after the check, when its own notice is not due. */
		const failAndDeliver = async (monitor: number) => {
			await stage.check("down", monitor);
			stage.clock.now -= MINUTE + 500;
			await deliver(stage, "77");
		};
		await alertTo(stage);
		await stage.check("down", router);
		await failAndDeliver(first);
		for (let times = 0; times < 50; times += 1) await stage.deliver();
		expect(titles(stage)).toEqual(["router is down, and 1 that depends on it"]);
		expect(await stage.waiting(first)).toMatchObject([{ heldFor: "dependency" }]);
		await stage.check("down", second);
		// So the update is due half a second after the minute, and the third fails before.
		stage.clock.now -= FOLLOWERS_MS + 500;
		await stage.deliver();
		stage.pass(MINUTE);
		await failAndDeliver(third);
		expect(titles(stage).slice(1)).toEqual(["router is down, and 3 that depend on it"]);
		await aMinute(stage);
		expect(titles(stage)).toHaveLength(2);
		expect(await stage.waiting(third)).toMatchObject([{ heldFor: "dependency" }]);
	});

	test.each([
		["refused", 404, 1],
		["given up", 503, 5],
	])("is updated again for what an update counted that was %s", async (_, status, attempts) => {
		await using stage = await aStage(name);
		const { router, shops } = await aNetwork(stage, 2);
		const [first = 0, second = 0] = shops;
		await alertTo(stage);
		await stage.check("down", router);
		await deliver(stage, "77");
		await stage.check("down", first);
		stage.clock.now -= FOLLOWERS_MS + 500;
		await stage.deliver();
		stage.pass(MINUTE);
		// The update counts the second 400 ms after its check, before the notice of that is held.
		await stage.check("down", second);
		stage.clock.now -= MINUTE + 500;
		stage.receiver.answers.push(...Array.from({ length: attempts }, () => ({ status })));
		await stage.deliver();
		expect(titles(stage).slice(1)).toEqual(["router is down, and 2 that depend on it"]);
		// Twenty minutes, in which a deliverer that runs every ten seconds misses nothing that is due.
		for (let run = 0; run < 120; run += 1) {
			stage.pass(10_000 - SETTLE_MS);
			await stage.deliver();
		}
		const all = "router is down, and 2 that depend on it";
		expect(new Set(titles(stage).slice(1))).toEqual(new Set([all]));
		// One that was taken.
		expect(titles(stage).length).toBeGreaterThan(1 + attempts);
	});

	test("is not sent a second time for consequences where the channel can't update", async () => {
		await using stage = await aStage(name);
		const { router, shops } = await aNetwork(stage, 2);
		await stage.newAlert();
		await stage.check("down", router);
		await stage.deliver();
		await stage.check("down", ...shops);
		await aMinute(stage);
		expect(stage.receiver.received).toHaveLength(1);
		await stage.check("up", router, ...shops);
		await stage.deliver();
		const [event] = stage.receiver.received.at(-1)?.json.data.events ?? [];
		expect([event.eventType, event.consequences.count]).toEqual(["up", 2]);
	});

	test("is not sent a second time for consequences when somebody has deleted it, and its end is told", async () => {
		await using stage = await aStage(name);
		const { router, shops } = await aNetwork(stage, 2);
		await alertTo(stage);
		await stage.check("down", router);
		await deliver(stage, "77");
		await stage.check("down", ...shops);
		await deliver(stage, null);
		await aMinute(stage);
		expect(requests(stage)).toEqual(["POST", "PATCH 77"]);
		await stage.check("up", router, ...shops);
		await deliver(stage, "78");
		expect(titles(stage).slice(2)).toEqual(["router is up again after 3 min"]);
		expect(await stage.events(router)).toEqual(["down sent", "down sent", "up sent"]);
	});

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
