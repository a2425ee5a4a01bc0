import { expect, test } from "vitest";
import { SETTLE_MS } from "../../domain/alerts/gathering.ts";
import { updateMonitor } from "../../services/testing/monitors.ts";
import { UNREADABLE_SECRETS } from "../../storage/alerts/alert-channels.ts";
import { deleteAlert } from "../../storage/alerts/alerts.ts";
import { countNotices } from "../../storage/alerts/notice-leases.ts";
import { secretBox } from "../../storage/database/secret-box.ts";
import { deleteMonitors } from "../../storage/monitors/monitors.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { aStage, MINUTE, NOON, SIGNING_SECRET } from "./testing/notice-stage.ts";

onEachEngine("an outage", (name) => {
	test("is notified with all its details, signed, and so is its recovery", async () => {
		await using stage = await aStage(name);
		const { receiver, database } = stage;
		const monitor = await stage.newMonitor("Shop");
		const { public_id } = await database.db
			.selectFrom("monitors")
			.select("public_id")
			.where("id", "=", monitor)
			.executeTakeFirstOrThrow();
		const alert = await stage.newAlert({ failureThreshold: 2 });
		await stage.check("up", monitor);
		await stage.check("down", monitor);
		await stage.deliver();
		expect(receiver.received).toEqual([]);
		await stage.check("down", monitor);
		await stage.deliver();
		const [down] = receiver.received;
		const [row] = await stage.eventRows(monitor);
		expect(row).toMatchObject({ eventType: "down", status: "sent", errorMessage: null, alertPublicId: alert.publicId });
		expect(down?.headers["webhook-id"]).toBe(row?.publicId);
		expect(down?.json).toEqual({
			version: 1,
			type: "monitor.down",
			timestamp: new Date(row?.createdAt ?? 0).toISOString(),
			data: {
				alert: { id: alert.publicId, name: "On call" },
				noticeId: down?.headers["webhook-id"],
				cause: { id: expect.stringMatching(/^cau_/), shared: null, value: null },
				summary: "Shop is down",
				events: [
					{
						id: row?.publicId,
						eventType: "down",
						cause: "check",
						isReminder: false,
						monitor: { id: public_id, name: "Shop", url: "http://127.0.0.1/" },
						since: new Date(NOON + MINUTE + 30).toISOString(),
						checkedAt: new Date(NOON + 2 * MINUTE + 35).toISOString(),
						reason: "refused",
						phase: "connect",
						error: "The connection was refused.",
						location: null,
						machine: "checker-1",
						lastUpAt: new Date(NOON + 110).toISOString(),
						outageMs: null,
						certificate: null,
						kind: null,
						consequences: null,
						consequenceOf: null,
						link: `https://lapwing.example/monitors/${public_id}`,
					},
				],
			},
		});
		await stage.check("up", monitor);
		await stage.deliver();
		const event = receiver.received[1]?.json.data.events[0];
		expect(event).toMatchObject({ eventType: "up", since: new Date(NOON + MINUTE + 30).toISOString(), error: null });
		expect(event.outageMs).toBe(2 * MINUTE + 80);
		expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
		expect(await countNotices(database)).toBe(0);
	});

	test("of which no problem was delivered has no recovery notice", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ cooldownMinutes: 60 });
		for (const verdict of ["down", "up", "down", "up"] as const) {
			await stage.check(verdict, monitor);
			await stage.deliver();
		}
		expect(await stage.events(monitor)).toEqual(["down sent", "up sent", "down skipped_cooldown"]);
		expect(stage.receiver.received).toHaveLength(2);
	});

	test("of a monitor that the alert does not cover, or of another team, is not notified", async () => {
		await using stage = await aStage(name);
		const [watched, other] = [await stage.newMonitor(), await stage.newMonitor()];
		const { public_id } = await stage.database.db
			.selectFrom("monitors")
			.select("public_id")
			.where("id", "=", watched)
			.executeTakeFirstOrThrow();
		await stage.newAlert({ monitorIds: [public_id], events: ["down"] });
		await stage.newAlert({ isEnabled: false });
		await stage.check("down", watched, other);
		await stage.deliver();
		expect(await stage.events(watched)).toEqual(["down sent"]);
		expect(await stage.events(other)).toEqual([]);
	});
});

onEachEngine("a notice about what was deleted or disabled", (name) => {
	test("is removed from its message before the next attempt, which delivers the other notices", async () => {
		await using stage = await aStage(name);
		const { database, receiver, clock } = stage;
		const [gone = 0, ...others] = await Promise.all(["gone", "one", "two"].map((title) => stage.newMonitor(title)));
		stage.shareAddress(gone, ...others);
		await stage.newAlert();
		receiver.answers.push({ status: 503 });
		await stage.check("down", gone, ...others);
		await stage.deliver();
		await deleteMonitors(database, [gone], clock.now);
		stage.pass(MINUTE);
		await stage.deliver();
		const [first, second] = receiver.received;
		expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
		expect(second?.json.data.events.map((event: { monitor: { name: string } }) => event.monitor.name)).toEqual([
			"one",
			"two",
		]);
		for (const monitor of others) expect(await stage.events(monitor)).toEqual(["down sent"]);
		expect(await countNotices(database)).toBe(0);
	});

	test("is not delivered: a paused or deleted monitor, a disabled or deleted alert", async () => {
		await using stage = await aStage(name);
		const { database } = stage;
		const [paused, deleted, other] = [await stage.newMonitor(), await stage.newMonitor(), await stage.newMonitor()];
		const alert = await stage.newAlert();
		await stage.check("down", paused, deleted);
		await updateMonitor(database, paused, { isEnabled: false }, stage.clock.now);
		await deleteMonitors(database, [deleted], stage.clock.now);
		await stage.deliver();
		expect(stage.receiver.received).toEqual([]);
		await stage.check("down", other);
		await stage.changeAlert(alert, { isEnabled: false });
		await stage.deliver();
		expect(stage.receiver.received).toEqual([]);
		await stage.changeAlert(alert, { isEnabled: true });
		await stage.check("up", other);
		await stage.check("down", other);
		await deleteAlert(database, alert.id, stage.clock.now);
		expect(await countNotices(database)).toBe(0);
		await stage.deliver();
		expect(stage.receiver.received).toEqual([]);
	});
});

onEachEngine("an alert", (name) => {
	test("that no longer covers a monitor delivers no more notices of it", async () => {
		await using stage = await aStage(name);
		const [watched, other] = [await stage.newMonitor(), await stage.newMonitor()];
		const alert = await stage.newAlert();
		await stage.check("down", watched, other);
		const rows = await stage.database.db.selectFrom("monitors").select("public_id").where("id", "=", watched).execute();
		await stage.changeAlert(alert, { monitorIds: rows.map((row) => row.public_id) });
		await stage.deliver();
		expect(await stage.events(watched)).toEqual(["down sent"]);
		expect(await stage.events(other)).toEqual([]);
		expect(await countNotices(stage.database)).toBe(0);
	});

	test("whose secrets were encrypted with a lost key fails with the reason, and works with new secrets", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		const alert = await stage.newAlert();
		const deps = { ...stage.deps, secretBox: secretBox(new Uint8Array(32).fill(1)) };
		await stage.check("down", monitor);
		stage.pass(SETTLE_MS);
		await deliverNotices(deps);
		const [event] = await stage.eventRows(monitor);
		expect(event).toMatchObject({ status: "failed", errorMessage: UNREADABLE_SECRETS });
		const channel = { type: "webhook", url: `${stage.receiver.url}/hook`, secret: SIGNING_SECRET } as const;
		expect(await stage.changeAlert(alert, { channel }, deps.secretBox)).toMatchObject({ id: alert.id });
		await stage.check("up", monitor);
		await stage.check("down", monitor);
		stage.pass(SETTLE_MS);
		await deliverNotices(deps);
		expect(await stage.events(monitor)).toEqual(["down failed", "down sent"]);
	});
});

onEachEngine("a certificate", (name) => {
	test("is warned about once at each step, and again after a renewal", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor("Shop");
		await stage.newAlert({ cooldownMinutes: 1440 });
		const day = 1440 * MINUTE;
		const old = { expiresAt: NOON + 31 * day, issuer: "A CA", fingerprint: "aa".repeat(32) };
		const renewed = { expiresAt: NOON + 90 * day, issuer: "A CA", fingerprint: "bb".repeat(32) };
		for (let passed = 0; passed < 31; passed++) {
			stage.clock.now = NOON + passed * day;
			await stage.checkWithCertificate(old, monitor);
			await stage.checkWithCertificate(old, monitor);
			await stage.deliver();
		}
		const warned = stage.receiver.received.map(({ json }) => json.data.events[0].certificate.withinDays);
		expect(warned).toEqual([30, 14, 7, 1]);
		expect(stage.receiver.received[1]?.json.data).toMatchObject({
			summary: "The certificate of Shop expires within 14 days",
			events: [{ eventType: "degraded", cause: "certificate", since: null }],
		});
		stage.clock.now = NOON + 31 * day - 5 * MINUTE;
		for (const shown of [renewed, old, renewed, old]) await stage.checkWithCertificate(shown, monitor);
		await stage.deliver();
		expect(stage.receiver.received).toHaveLength(4);
		stage.clock.now = NOON + 61 * day;
		await stage.checkWithCertificate(renewed, monitor);
		await stage.deliver();
		expect(stage.receiver.received).toHaveLength(5);
		expect(await stage.events(monitor)).toEqual(Array(5).fill("degraded sent"));
	});

	test("is warned about where an alert asks for it, whatever else it asks for", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor("Shop");
		await stage.newAlert({ name: "Outages", events: ["down", "degraded", "up", "blind"] });
		await stage.newAlert({ name: "Certificates", events: ["certificate"] });
		const soon = { expiresAt: NOON + 5 * 1440 * MINUTE, issuer: null, fingerprint: "cc".repeat(32) };
		await stage.checkWithCertificate(soon, monitor);
		await stage.deliver();
		await stage.check("down", monitor);
		await stage.deliver();
		const sent = stage.receiver.received.map(({ json }) => [json.data.alert.name, json.data.events[0].cause]);
		expect(sent.toSorted()).toEqual([
			["Certificates", "certificate"],
			["Outages", "check"],
		]);
	});

	test("that expires soon delays no notice of an outage", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ cooldownMinutes: 60 });
		const soon = { expiresAt: NOON + 5 * 1440 * MINUTE, issuer: null, fingerprint: "cc".repeat(32) };
		await stage.checkWithCertificate(soon, monitor);
		await stage.deliver();
		await stage.check("down", monitor);
		await stage.deliver();
		await stage.check("up", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["degraded sent", "down sent", "up sent"]);
	});
});
