import { expect, test } from "vitest";
import { PolicedDialer } from "../../net/dial.ts";
import { VENDOR_ENDPOINTS } from "../../notify/channel.ts";
import { createNotifier } from "../../notify/notifier.ts";
import { startReceiver } from "../../notify/testing/receiver.ts";
import { PUSHOVER_KEYS, pushoverServer } from "../../notify/testing/services/push.ts";
import { acknowledgeOutage } from "../../services/outages/acknowledge.ts";
import { onTheCommandLine } from "../../services/testing/on-the-command-line.ts";
import { openOutages } from "../../storage/on-call/handled-causes.ts";
import { replaceDependencies } from "../../storage/testing/dependencies.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { aStage, MINUTE, type Stage } from "./testing/notice-stage.ts";

/** A service of Pushover, and an alert that sends emergencies to it. */
async function aPhone(stage: Stage) {
	const pushover = pushoverServer();
	const service = await startReceiver(pushover.answer);
	const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });
	const notifier = createNotifier({
		dialer,
		userAgent: "Lapwing/test",
		publicUrl: null,
		smtp: null,
		now: () => stage.clock.now,
		onFault: (error) => {
			throw error;
		},
		endpoints: { ...VENDOR_ENDPOINTS, pushover: service.url },
	});
	await stage.newAlert({ channel: { type: "pushover", ...PUSHOVER_KEYS, urgency: "emergency" } as never });
	return {
		pushover,
		service,
		/** The titles of what was shown since the last call. */
		async deliver() {
			const before = service.received.length;
			stage.pass(10_000);
			await deliverNotices({ ...stage.deps, notifier });
			return service.received.slice(before).flatMap(({ json }) => (json.title === undefined ? [] : [json.title]));
		},
		async [Symbol.asyncDispose]() {
			dialer.close();
			await service[Symbol.asyncDispose]();
		},
	};
}

onEachEngine("an emergency at Pushover", (name) => {
	test("stops when somebody acknowledges, without another message, and its end is told", async () => {
		await using stage = await aStage(name);
		await using phone = await aPhone(stage);
		const monitor = await stage.newMonitor("Shop");
		await stage.check("down", monitor);
		expect(await phone.deliver()).toEqual(["Shop is down"]);
		expect(phone.pushover.sounding).toHaveLength(1);
		const [outage] = await openOutages(stage.database, stage.teamId, 1);
		const id = outage?.publicId ?? "";
		await onTheCommandLine(stage.database, stage.teamId, acknowledgeOutage, { id }, { now: stage.clock.now });
		expect(await phone.deliver()).toEqual([]);
		expect(phone.pushover.sounding).toEqual([]);
		await stage.check("up", monitor);
		expect(await phone.deliver()).toEqual(["Shop is up again after 1 min"]);
	});

	test("stops when the last monitor of its cause is up", async () => {
		await using stage = await aStage(name);
		await using phone = await aPhone(stage);
		const [shop, blog] = [await stage.newMonitor("Shop"), await stage.newMonitor("Blog")];
		stage.shareAddress(shop, blog);
		await stage.check("down", shop, blog);
		expect(await phone.deliver()).toEqual([expect.stringMatching(/^2 monitors are down, both on/)]);
		await stage.check("up", shop);
		stage.pass(40 * MINUTE);
		expect(await phone.deliver()).toEqual(["Shop is up again after 1 min"]);
		expect(phone.pushover.sounding).toHaveLength(1);
		await stage.check("up", blog);
		expect(await phone.deliver()).toEqual(["Both are up again"]);
		expect(phone.pushover.sounding).toEqual([]);
	});

	test("stops with the cause into which its own was merged", async () => {
		await using stage = await aStage(name);
		await using phone = await aPhone(stage);
		const [router, shop] = [await stage.newMonitor("Router"), await stage.newMonitor("Shop")];
		await replaceDependencies(stage.database, shop, [router]);
		await stage.check("down", shop);
		stage.pass(MINUTE);
		expect(await phone.deliver()).toEqual(["Shop is down"]);
		await stage.check("down", router);
		expect(await phone.deliver()).toEqual(["Router is down, and 1 that depends on it"]);
		expect(new Set(phone.pushover.sounding).size).toBe(2);
		const outages = await openOutages(stage.database, stage.teamId, 2);
		expect(new Set(outages.map(({ causeId }) => causeId)).size).toBe(1);
		const id = outages[0]?.publicId ?? "";
		await onTheCommandLine(stage.database, stage.teamId, acknowledgeOutage, { id }, { now: stage.clock.now });
		expect(await phone.deliver()).toEqual([]);
		expect(phone.pushover.sounding).toEqual([]);
	});

	test("is told as over all the same when Pushover does not stop it", async () => {
		await using stage = await aStage(name);
		await using phone = await aPhone(stage);
		const monitor = await stage.newMonitor("Shop");
		await stage.check("down", monitor);
		await phone.deliver();
		await stage.check("up", monitor);
		phone.service.answers.push({ status: 503 });
		expect(await phone.deliver()).toEqual(["Shop is up again after 1 min"]);
		const [, recovery] = await stage.eventRows(monitor);
		expect(recovery).toMatchObject({ status: "sent", errorMessage: expect.stringContaining("could not be stopped") });
	});
});
