import { expect, test } from "vitest";
import { PolicedDialer } from "../../net/dial.ts";
import { VENDOR_ENDPOINTS } from "../../notify/channel.ts";
import { createNotifier } from "../../notify/notifier.ts";
import { acknowledgeOutage } from "../../services/outages/acknowledge.ts";
import { snoozeOutage } from "../../services/outages/snooze.ts";
import { onTheCommandLine } from "../../services/testing/on-the-command-line.ts";
import { openOutages } from "../../storage/on-call/handled-causes.ts";
import { replaceDependencies } from "../../storage/testing/dependencies.ts";
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

/** Two monitors at one address, and an alert by a channel that updates its messages. */
async function twoAtDiscord(engine: "sqlite" | "postgresql") {
	const stage = await aStage(engine);
	const [shop, blog] = [await stage.newMonitor("Shop"), await stage.newMonitor("Blog")];
	stage.shareAddress(shop, blog);
	await stage.newAlert({ channel: { type: "discord", url: `${stage.receiver.url}/api/webhooks/1/x` } });
	const deliver = async () => {
		stage.receiver.answers.push({ status: 200, body: '{"id":"77"}' });
		await stage.deliver();
	};
	return { stage, shop, blog, deliver };
}

/** Of each request to Discord: its method, the first words of its title, and whether it says that somebody has it. */
function textsOf({ receiver }: Stage): string[] {
	return receiver.received.map(({ method, json }) => {
		const { title, description } = (json as { embeds: { title: string; description: string }[] }).embeds[0] ?? {};
		return `${method} ${title?.split(/[,\\]/)[0]}${description?.includes("Acknowledged") ? ", acknowledged" : ""}`;
	});
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

	test("is repeated no more by a reminder that is tried again when somebody acknowledges", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		const alert = await stage.newAlert({ reminderMinutes: 5 });
		await stage.check("down", monitor);
		await stage.deliver();
		stage.pass(5 * MINUTE);
		await stage.check("down", monitor);
		stage.receiver.answers.push({ status: 503 });
		await stage.deliver();
		await acknowledge(stage);
		for (let minute = 0; minute < 12; minute += 1) {
			await stage.check("down", monitor);
			await stage.deliver();
		}
		expect(stage.receiver.received).toHaveLength(2);
		expect(await stage.events(monitor)).toEqual(["down sent", "down skipped_outdated"]);
		// Kept, for an outage that leaves its cause.
		const waiting = stage.database.db.selectFrom("notices").select("held").where("alert_id", "=", alert.id);
		expect(await waiting.execute()).toEqual([{ held: 1 }]);
		await stage.check("up", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["down sent", "down skipped_outdated", "up sent"]);
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

	test("is not asked about again when what it depends on is found to be down, too", async () => {
		await using stage = await aStage(name);
		const [router, shop] = [await stage.newMonitor("router"), await stage.newMonitor("shop")];
		await replaceDependencies(stage.database, shop, [router]);
		await stage.newAlert({ reminderMinutes: 5 });
		await stage.check("down", shop);
		await stage.deliver();
		await acknowledge(stage);
		stage.clock.now -= 10_000;
		await stage.check("down", router);
		await stage.deliver();
		for (let minute = 0; minute < 12; minute += 1) {
			await stage.check("down", router, shop);
			await stage.deliver();
		}
		expect([await stage.events(shop), await stage.events(router)]).toEqual([["down sent"], ["down sent"]]);
		const handled = await openOutages(stage.database, stage.teamId, 2);
		expect(new Set(handled.map(({ causeId }) => causeId)).size).toBe(1);
		expect(handled.map(({ handling }) => handling.acknowledged?.by.kind)).toEqual(["cli", "cli"]);
		await stage.check("up", router, shop);
		await stage.deliver();
		for (const monitor of [shop, router]) expect((await stage.events(monitor)).at(-1)).toBe("up sent");
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

	test("is told in place of the message, which goes on saying all that still fails", async () => {
		const { stage, shop, blog, deliver: answerDelivery } = await twoAtDiscord(name);
		await using _ = stage;
		const deliver = async () => {
			await answerDelivery();
			const last = stage.receiver.received.at(-1) ?? { json: { embeds: [] }, method: "" };
			const { title, description } =
				(last.json as { embeds: { title: string; description: string }[] }).embeds[0] ?? {};
			const text = `${title}\n${description}`.replaceAll("\\", "");
			return { sent: stage.receiver.received.length, method: last.method, text };
		};
		await stage.check("down", shop, blog);
		expect(await deliver()).toMatchObject({
			sent: 1,
			method: "POST",
			text: expect.stringContaining("2 monitors are down"),
		});
		await acknowledge(stage);
		const told = await deliver();
		expect(told).toMatchObject({ sent: 2, method: "PATCH" });
		expect(told.text).toMatch(/^2 monitors are down.*\nAcknowledged: the command line, /);
		for (const words of ["Shop is down", "Blog is down", "refused"]) expect(told.text).toContain(words);
		// An early recovery is an update that keeps what still fails, and who has it.
		await stage.check("up", shop);
		const early = await deliver();
		expect(early).toMatchObject({ sent: 3, method: "PATCH" });
		for (const words of ["Acknowledged: the command line", "Shop is up again", "Blog is down"]) {
			expect(early.text).toContain(words);
		}
		await stage.check("up", blog);
		const end = await deliver();
		expect(end).toMatchObject({ sent: 4, method: "POST", text: expect.stringContaining("Blog is up again") });
		expect(end.text).toMatch(/^Both are up again\nThe last of them: Blog is up again/);
		expect(end.text).not.toContain("Acknowledged");
	});

	test("is told in place once, though another monitor of its cause is told later", async () => {
		const { stage, shop, blog, deliver } = await twoAtDiscord(name);
		await using _ = stage;
		await stage.check("down", shop);
		await deliver();
		await stage.check("down", blog);
		// It waits for others of its cause.
		stage.clock.now -= MINUTE - 500;
		await deliver();
		await acknowledge(stage);
		for (let seconds = 0; seconds < 60; seconds += 1) await deliver();
		expect(textsOf(stage)).toEqual([
			"POST Shop is down",
			"PATCH Shop is down, acknowledged",
			"PATCH 2 monitors are down, acknowledged",
		]);
	});

	test("is told in place, and not in the message of another monitor that has to be heard", async () => {
		const { stage, shop, blog, deliver } = await twoAtDiscord(name);
		await using _ = stage;
		await stage.check("degraded", blog);
		await deliver();
		await stage.check("down", shop);
		await deliver();
		await stage.check("down", blog);
		await acknowledge(stage);
		for (let seconds = 0; seconds < 20; seconds += 1) await deliver();
		expect(textsOf(stage)).toEqual([
			"POST Blog is degraded",
			"PATCH 2 monitors changed",
			"POST Blog is down",
			"PATCH 2 monitors are down, acknowledged",
		]);
	});

	test("is told with the consequences that there are by then", async () => {
		await using stage = await aStage(name);
		const [router, shop, blog] = [
			await stage.newMonitor("router"),
			await stage.newMonitor("Shop"),
			await stage.newMonitor("Blog"),
		];
		for (const monitor of [shop, blog]) await replaceDependencies(stage.database, monitor, [router]);
		await stage.newAlert({ channel: { type: "discord", url: `${stage.receiver.url}/api/webhooks/1/x` } });
		const titleAfter = async () => {
			stage.receiver.answers.push({ status: 200, body: '{"id":"77"}' });
			await stage.deliver();
			const last = stage.receiver.received.at(-1) ?? { json: { embeds: [] } };
			const { embeds } = last.json as { embeds: { title: string }[] };
			return embeds[0]?.title;
		};
		await stage.check("down", router);
		expect(await titleAfter()).toBe("router is down");
		await stage.check("down", shop, blog);
		await acknowledge(stage);
		expect(await titleAfter()).toBe("router is down, and 2 that depend on it");
		expect(stage.receiver.received.map(({ method }) => method)).toEqual(["POST", "PATCH"]);
	});

	test("is told nowhere else: a channel that updates has no message of it when there is none to update", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ channel: { type: "discord", url: `${stage.receiver.url}/api/webhooks/1/x` } });
		await stage.check("down", monitor);
		// Sent, and nothing names the message.
		await stage.deliver();
		await acknowledge(stage);
		await stage.deliver();
		expect(stage.receiver.received).toHaveLength(1);
		expect(await stage.events(monitor)).toEqual(["down sent"]);
	});
});
