import { expect, test } from "vitest";
import { PolicedDialer } from "../../net/dial.ts";
import { VENDOR_ENDPOINTS } from "../../notify/channel.ts";
import { createNotifier } from "../../notify/notifier.ts";
import { acknowledgeOutage } from "../../services/outages/acknowledge.ts";
import { snoozeOutage } from "../../services/outages/snooze.ts";
import { onTheCommandLine } from "../../services/testing/on-the-command-line.ts";
import { openOutages } from "../../storage/on-call/handled-causes.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { aStage, MINUTE, type Stage } from "./testing/notice-stage.ts";

async function openOutage({ database, teamId }: Stage): Promise<string> {
	const [outage] = await openOutages(database, teamId, 1);
	if (outage === undefined) throw new Error("nothing fails");
	return outage.publicId;
}

async function acknowledge(stage: Stage): Promise<void> {
	const { database, teamId, clock } = stage;
	await onTheCommandLine(database, teamId, acknowledgeOutage, { id: await openOutage(stage) }, { now: clock.now });
}

onEachEngine("an outage that somebody has", (name) => {
	test("is repeated no more once it is acknowledged, and its end is told", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ reminderMinutes: 5 });
		await stage.check("down", monitor);
		await stage.deliver();
		stage.pass(5 * MINUTE);
		await stage.check("down", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["down sent", "down sent"]);
		await acknowledge(stage);
		for (let minute = 0; minute < 12; minute += 1) {
			await stage.check("down", monitor);
			await stage.deliver();
		}
		expect(await stage.events(monitor)).toEqual(["down sent", "down sent"]);
		await stage.check("up", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["down sent", "down sent", "up sent"]);
		await stage.check("down", monitor);
		await stage.deliver();
		stage.pass(5 * MINUTE);
		await stage.deliver();
		expect((await stage.events(monitor)).slice(3)).toEqual(["down sent", "down sent"]);
	});

	test("is repeated after the time for which it is put off, and shown as held until then", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ reminderMinutes: 5 });
		await stage.check("down", monitor);
		await stage.deliver();
		const { database, teamId, clock } = stage;
		const id = await openOutage(stage);
		await onTheCommandLine(database, teamId, snoozeOutage, { id, minutes: 30 }, { now: clock.now });
		stage.pass(6 * MINUTE);
		await stage.deliver();
		expect(await stage.waiting(monitor)).toMatchObject([{ status: "held", heldFor: "snooze" }]);
		expect(await stage.events(monitor)).toEqual(["down sent"]);
		stage.pass(25 * MINUTE);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["down sent", "down sent"]);
	});

	test("is acknowledged at PagerDuty under the key under which it was opened and is closed, once it was opened", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ channel: { type: "pagerduty", routingKey: "a".repeat(32), region: "us" } });
		const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });
		const origin = stage.receiver.url;
		const notifier = createNotifier({
			dialer,
			userAgent: "Lapwing/test",
			publicUrl: null,
			smtp: null,
			now: () => stage.clock.now,
			onFault: (error) => {
				throw error;
			},
			endpoints: { ...VENDOR_ENDPOINTS, pagerduty: { us: origin, eu: origin } },
		});
		const deliver = async () => {
			stage.pass(1_000);
			await deliverNotices({ ...stage.deps, notifier });
		};
		// The problem is still in the outbox when it is acknowledged.
		await stage.check("down", monitor);
		await acknowledge(stage);
		await deliver();
		await stage.check("up", monitor);
		await deliver();
		dialer.close();
		const sent = stage.receiver.received.map(({ json }) => json as { event_action: string; dedup_key: string });
		expect(sent.map((body) => body.event_action)).toEqual(["trigger", "acknowledge", "resolve"]);
		expect(new Set(sent.map((body) => body.dedup_key)).size).toBe(1);
	});
});
