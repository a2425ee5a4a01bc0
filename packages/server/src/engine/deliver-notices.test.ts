import { expect, test } from "vitest";
import { SETTLE_MS } from "../domain/alerts/flood.ts";
import { UNREADABLE_SECRETS } from "../storage/alerts/alert-channels.ts";
import { deleteAlert, updateAlert } from "../storage/alerts/alerts.ts";
import { claimAlerts, countNotices, LEASE_MS } from "../storage/alerts/notice-leases.ts";
import { secretBox } from "../storage/database/sealed-secrets.ts";
import { deleteMonitor, updateMonitor } from "../storage/monitors/monitors.ts";
import { onEachEngine } from "../storage/testing/engines.ts";
import { applyClockRollback } from "../storage/upkeep/clock-rollback.ts";
import { claimNotices } from "./claim-notices.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { recordDelivery } from "./record-delivery.ts";
import { aStage, BOX, MINUTE, NOON, SIGNING_SECRET, type Stage } from "./testing/telling.ts";

onEachEngine("an outage", (name) => {
	test("is told with all there is to know, signed, and so is its end", async () => {
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
			type: "monitor.down",
			timestamp: new Date(row?.createdAt ?? 0).toISOString(),
			data: {
				alert: { id: alert.publicId, name: "On call" },
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
						location: "wnam",
						lastUpAt: new Date(NOON + 110).toISOString(),
						outageMs: null,
						certificate: null,
						link: `https://lapwing.example/api/v1/monitors/${public_id}`,
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

	test("that its owner knows nothing of has no end that is told", async () => {
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

	test("of a monitor or an alert that is another's business is not told", async () => {
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

onEachEngine("a receiver in trouble", (name) => {
	test("is tried five times within a quarter of an hour, under one id; then the event is failed", async () => {
		await using stage = await aStage(name);
		const { receiver } = stage;
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		receiver.answers.push({ status: 500 }, { status: 503 }, { status: 408 }, { status: 429 }, { status: 502 });
		await stage.check("down", monitor);
		const before = stage.clock.now;
		for (let minute = 0; minute < 25; minute++) {
			await stage.deliver();
			expect(receiver.received.length === 5 || (await stage.events(monitor)).length === 0).toBe(true);
			if (receiver.received.length === 5) break;
			stage.pass(MINUTE);
		}
		// 14 minutes, a fifth more by jitter, and up to a minute for each of the four pauses, because we look once a minute.
		expect(stage.clock.now - before).toBeLessThan(21 * MINUTE);
		expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
		const [event] = await stage.eventRows(monitor);
		expect(event).toMatchObject({ status: "failed", errorMessage: "The receiver answered with status 502." });
		await stage.check("up", monitor);
		await stage.deliver();
		expect(receiver.received).toHaveLength(5);
		expect(await stage.events(monitor)).toEqual(["down failed"]);
	});

	test("is asked again when it wants to be", async () => {
		await using stage = await aStage(name);
		const { receiver } = stage;
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		receiver.answers.push({ status: 429, headers: { "retry-after": "300" } });
		await stage.check("down", monitor);
		await stage.deliver();
		stage.pass(298_000);
		await stage.deliver();
		expect(receiver.received).toHaveLength(1);
		stage.pass(2_000);
		await stage.deliver();
		expect(receiver.received).toHaveLength(2);
		expect(await stage.events(monitor)).toEqual(["down sent"]);
	});

	test("that says no is not asked again", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		stage.receiver.answers.push({ status: 410, body: "secret words" });
		await stage.check("down", monitor);
		await stage.deliver();
		const [event] = await stage.eventRows(monitor);
		expect(event).toMatchObject({ status: "failed", errorMessage: "The receiver answered with status 410." });
	});

	test("hears of the problem and then of its end, in this order, also when both come late", async () => {
		await using stage = await aStage(name);
		const { receiver } = stage;
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		receiver.answers.push("reset");
		await stage.check("down", monitor);
		await stage.deliver();
		await stage.check("up", monitor);
		stage.pass(-50_000);
		await stage.deliver();
		expect(receiver.received).toHaveLength(1);
		stage.pass(MINUTE);
		await stage.deliver();
		expect(receiver.received.map(({ json }) => json.type)).toEqual(["monitor.down", "monitor.down", "monitor.up"]);
		expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
	});

	test("shows in the number of what is owed while it is silent, not when it has answered", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		stage.receiver.answers.push("hang");
		await stage.check("down", monitor);
		stage.clock.now += SETTLE_MS;
		const ending = new AbortController();
		const delivering = deliverNotices({ ...stage.deps, signal: ending.signal });
		const owed = async () => (await stage.deps.metrics.noticesPending.get()).values[0]?.value;
		await expect.poll(owed, { timeout: 5_000 }).toBe(1);
		ending.abort();
		await delivering;
	});

	test("keeps no other alert waiting, nor does one that is disabled while it owes something", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({
			channel: { type: "webhook", fields: { url: `${stage.receiver.url}/slow`, secret: SIGNING_SECRET } },
		});
		stage.receiver.answers.push("hang");
		await stage.check("down", monitor);
		stage.clock.now += SETTLE_MS;
		const ending = new AbortController();
		const delivering = deliverNotices({ ...stage.deps, signal: ending.signal });
		await stage.receiver.until(1);
		const disabled = await stage.newAlert({
			channel: { type: "webhook", fields: { url: "http://127.0.0.1:9/", secret: SIGNING_SECRET } },
		});
		// The lease of the first must not end meanwhile.
		const settle = () => stage.pass(-MINUTE + 2 * SETTLE_MS);
		await stage.check("down", await stage.newMonitor());
		await updateAlert(stage.database, BOX, disabled.id, { isEnabled: false }, stage.clock.now);
		settle();
		const ofDisabled = () =>
			stage.database.db.selectFrom("notices").select("id").where("alert_id", "=", disabled.id).execute();
		await expect.poll(ofDisabled).toEqual([]);
		await stage.newAlert();
		await stage.check("down", await stage.newMonitor());
		settle();
		await stage.receiver.until(2);
		ending.abort();
		await delivering;
		expect(stage.receiver.received[1]?.path).toBe("/hook");
		// What was cut off by the stop is still owed.
		expect(await stage.events(monitor)).toEqual([]);
		expect(await countNotices(stage.database)).toBeGreaterThan(0);
	});
});

onEachEngine("what is gone", (name) => {
	test("is not told of at the next attempt either, and holds up nobody it was to be told with", async () => {
		await using stage = await aStage(name);
		const { database, receiver, clock } = stage;
		const [gone = 0, ...others] = await Promise.all(["gone", "one", "two"].map((title) => stage.newMonitor(title)));
		await stage.newAlert();
		receiver.answers.push({ status: 503 });
		await stage.check("down", gone, ...others);
		await stage.deliver();
		await deleteMonitor(database, gone, clock.now);
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

	test("is not told of: a paused or deleted monitor, a disabled or deleted alert", async () => {
		await using stage = await aStage(name);
		const { database } = stage;
		const [paused, deleted, other] = [await stage.newMonitor(), await stage.newMonitor(), await stage.newMonitor()];
		const alert = await stage.newAlert();
		await stage.check("down", paused, deleted);
		await updateMonitor(database, paused, { isEnabled: false }, stage.clock.now);
		await deleteMonitor(database, deleted, stage.clock.now);
		await stage.deliver();
		expect(stage.receiver.received).toEqual([]);
		await stage.check("down", other);
		await updateAlert(database, BOX, alert.id, { isEnabled: false }, stage.clock.now);
		await stage.deliver();
		expect(await countNotices(database)).toBe(0);
		await updateAlert(database, BOX, alert.id, { isEnabled: true }, stage.clock.now);
		await stage.check("up", other);
		await stage.check("down", other);
		await deleteAlert(database, alert.id, stage.clock.now);
		expect(await countNotices(database)).toBe(0);
		await stage.deliver();
		expect(stage.receiver.received).toEqual([]);
	});
});

onEachEngine("an alert", (name) => {
	test("that is no longer for a monitor tells no more of it", async () => {
		await using stage = await aStage(name);
		const [watched, other] = [await stage.newMonitor(), await stage.newMonitor()];
		const alert = await stage.newAlert();
		await stage.check("down", watched, other);
		const rows = await stage.database.db.selectFrom("monitors").select("public_id").where("id", "=", watched).execute();
		await updateAlert(stage.database, BOX, alert.id, { monitorIds: rows.map((row) => row.public_id) }, stage.clock.now);
		await stage.deliver();
		expect(await stage.events(watched)).toEqual(["down sent"]);
		expect(await stage.events(other)).toEqual([]);
		expect(await countNotices(stage.database)).toBe(0);
	});

	test("whose secrets were sealed under a lost key fails, says why, and can be mended", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		const alert = await stage.newAlert();
		const deps = { ...stage.deps, secretBox: secretBox(new Uint8Array(32).fill(1)) };
		await stage.check("down", monitor);
		stage.pass(SETTLE_MS);
		await deliverNotices(deps);
		const [event] = await stage.eventRows(monitor);
		expect(event).toMatchObject({ status: "failed", errorMessage: UNREADABLE_SECRETS });
		const fields = { url: `${stage.receiver.url}/hook`, secret: SIGNING_SECRET };
		const mended = { channel: { type: "webhook", fields } } as const;
		expect(await updateAlert(stage.database, deps.secretBox, alert.id, mended, stage.clock.now)).toMatchObject({
			id: alert.id,
		});
		await stage.check("up", monitor);
		await stage.check("down", monitor);
		stage.pass(SETTLE_MS);
		await deliverNotices(deps);
		expect(await stage.events(monitor)).toEqual(["down failed", "down sent"]);
	});
});

onEachEngine("a certificate", (name) => {
	test("is announced once at each step, and a renewed one starts anew", async () => {
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

	test("that is about to end holds back no outage", async () => {
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

onEachEngine("several deliverers", (name) => {
	test("send each notice once", async () => {
		await using stage = await aStage(name);
		const monitors = await Promise.all(Array.from({ length: 20 }, () => stage.newMonitor()));
		for (let index = 0; index < 15; index++) await stage.newAlert({ events: ["down"] });
		for (const monitor of monitors.slice(0, 2)) await stage.check("down", monitor);
		stage.pass(SETTLE_MS);
		await Promise.all(Array.from({ length: 4 }, () => deliverNotices(stage.deps)));
		const ids = stage.receiver.received.map(({ headers }) => headers["webhook-id"]);
		expect(ids).toHaveLength(30);
		expect(new Set(ids).size).toBe(30);
		expect(await countNotices(stage.database)).toBe(0);
	});

	test("go on when the clock was ahead and is set back", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		stage.clock.now = NOON + 60 * MINUTE;
		await stage.check("down", monitor);
		await stage.deliver();
		stage.clock.now = NOON + 10 * MINUTE;
		const other = await stage.newMonitor();
		await stage.check("down", other);
		await stage.deliver();
		expect(await stage.events(other)).toEqual(["down sent"]);
	});

	test("agree on what its listeners know when one finds its way back after another has gone on", async () => {
		await using stage = await aStage(name);
		const { database, clock, receiver } = stage;
		const monitor = await stage.newMonitor();
		const alert = await stage.newAlert({ reminderMinutes: 5 });
		await stage.check("down", monitor);
		stage.pass(SETTLE_MS);
		const [lease] = await claimAlerts(database, [alert.id], clock.now);
		if (!lease) throw new Error("There was nothing to claim");
		const context = { box: BOX, gathers: () => true, windowUntil: () => null };
		const [late] = (await claimNotices(database, lease, context, clock.now)).messages;
		if (!late) throw new Error("There was nothing to deliver");
		stage.pass(LEASE_MS);
		await stage.deliver();
		await stage.check("up", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
		const states = () =>
			database.db.selectFrom("alert_states").select(["notified_outage", "problem_notified_at"]).execute();
		const before = [await states(), await countNotices(database)];
		await recordDelivery(database, late, { kind: "sent" }, { now: clock.now, random: 0 });
		expect([await states(), await countNotices(database)]).toEqual(before);
		expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
		expect(receiver.received).toHaveLength(2);
	});

	test("a lease that runs out is taken over, one that has not is left alone", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		const alert = await stage.newAlert();
		await stage.check("down", monitor);
		stage.pass(SETTLE_MS);
		expect(await claimAlerts(stage.database, [alert.id], stage.clock.now)).toHaveLength(1);
		expect(await claimAlerts(stage.database, [alert.id], stage.clock.now)).toEqual([]);
		await stage.deliver();
		expect(stage.receiver.received).toEqual([]);
		stage.pass(LEASE_MS);
		await stage.deliver();
		expect(stage.receiver.received).toHaveLength(1);
	});
});

onEachEngine("after a clock that was ahead was set back, people hear", (name) => {
	const DAY = 24 * 60 * MINUTE;
	const setBack = async ({ database, clock }: Stage, to: number) => {
		clock.now = to;
		await applyClockRollback(database, to);
	};

	test("of an outage that is still to be told, and of what comes behind it", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		stage.pass(DAY);
		stage.receiver.answers.push({ status: 503 });
		await stage.check("down", monitor);
		await stage.deliver();
		await setBack(stage, NOON);
		await stage.deliver();
		await stage.check("up", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
	});

	test("of a monitor that was resumed by the wrong clock", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		stage.pass(DAY);
		await updateMonitor(stage.database, monitor, { isEnabled: false }, stage.clock.now);
		await updateMonitor(stage.database, monitor, { isEnabled: true }, stage.clock.now);
		await setBack(stage, NOON);
		await stage.check("down", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["down sent"]);
	});

	test("though what was sent by the wrong clock had used up the cap", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ dailyCap: 1 });
		stage.pass(DAY);
		await stage.check("down", monitor);
		await stage.deliver();
		await stage.check("up", monitor);
		await stage.deliver();
		await setBack(stage, NOON);
		await stage.check("down", monitor);
		await stage.deliver();
		expect(stage.receiver.received.map(({ json }) => (json as { type: string }).type)).toEqual([
			"monitor.down",
			"monitor.up",
			"monitor.down",
		]);
	});
});
