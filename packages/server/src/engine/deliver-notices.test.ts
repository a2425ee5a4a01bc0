import { expect, test } from "vitest";
import { SETTLE_MS } from "../domain/flood.ts";
import { UNREADABLE_SECRETS } from "../storage/alert-channels.ts";
import { deleteAlert, updateAlert } from "../storage/alerts.ts";
import { followClockBack } from "../storage/follow-clock-back.ts";
import { createWindow, endWindow } from "../storage/maintenance-windows.ts";
import { deleteMonitor, updateMonitor } from "../storage/monitors.ts";
import { claimAlerts, countNotices, LEASE_MS } from "../storage/notice-leases.ts";
import { recordDelivery } from "../storage/record-deliveries.ts";
import { secretBox } from "../storage/sealed-secrets.ts";
import { takeUp } from "../storage/take-up-notices.ts";
import { onEachEngine } from "../storage/testing/engines.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { aStage, BOX, MINUTE, NOON, SIGNING_SECRET, type Stage } from "./testing/telling.ts";

onEachEngine("an outage", (name) => {
	test("is told with all there is to know, signed, and so is its end", async () => {
		await using stage = await aStage(name);
		const { receiver, engine } = stage;
		const monitor = await stage.newMonitor("Shop");
		const { public_id } = await engine.db
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
		expect(await countNotices(engine)).toBe(0);
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
		const { public_id } = await stage.engine.db
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
		await updateAlert(stage.engine, BOX, disabled.id, { isEnabled: false }, stage.clock.now);
		settle();
		const ofDisabled = () =>
			stage.engine.db.selectFrom("notices").select("id").where("alert_id", "=", disabled.id).execute();
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
		expect(await countNotices(stage.engine)).toBeGreaterThan(0);
	});
});

onEachEngine("restraint", (name) => {
	test("a cooldown skips, and tells what is still so at its end", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ cooldownMinutes: 10 });
		await stage.check("degraded", monitor);
		await stage.deliver();
		await stage.check("down", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["degraded sent", "down skipped_cooldown"]);
		for (let minute = 0; minute < 10; minute++) {
			await stage.check("down", monitor);
			await stage.deliver();
		}
		expect(await stage.events(monitor)).toEqual(["degraded sent", "down skipped_cooldown", "down sent"]);
		await stage.check("up", monitor);
		await stage.deliver();
		expect((await stage.events(monitor)).at(-1)).toBe("up sent");
		expect(await countNotices(stage.engine)).toBe(0);
	});

	test("the cap counts a day's messages of an alert, over all monitors, but no recoveries", async () => {
		await using stage = await aStage(name);
		const [one, two] = [await stage.newMonitor(), await stage.newMonitor()];
		await stage.newAlert({ dailyCap: 2 });
		for (const verdict of ["down", "up", "down", "up", "down", "up"] as const) {
			await stage.check(verdict, one);
			await stage.deliver();
		}
		await stage.check("down", two);
		await stage.deliver();
		expect(await stage.events(one)).toEqual(["down sent", "up sent", "down sent", "up sent", "down skipped_cap"]);
		expect(await stage.events(two)).toEqual(["down skipped_cap"]);
		stage.pass(24 * 60 * MINUTE);
		await stage.check("up", two);
		await stage.check("down", two);
		await stage.deliver();
		expect(await stage.events(two)).toEqual(["down skipped_cap", "down sent"]);
	});

	test("the cap holds also for what is being tried again, and what gave up leaves its place", async () => {
		await using stage = await aStage(name);
		const [one = 0, two = 0, three = 0] = await Promise.all(Array.from({ length: 3 }, () => stage.newMonitor()));
		await stage.newAlert({ dailyCap: 1 });
		stage.receiver.answers.push({ status: 503 }, { status: 400 });
		await stage.check("down", one);
		await stage.deliver();
		await stage.check("down", two);
		stage.pass(-58_000);
		await stage.deliver();
		// The first is still under way, the second waits for what becomes of it.
		expect([await stage.events(one), await stage.events(two)]).toEqual([[], []]);
		for (let minute = 0; minute < 3; minute++) {
			stage.pass(MINUTE);
			await stage.deliver();
		}
		expect([await stage.events(one), await stage.events(two)]).toEqual([["down failed"], ["down sent"]]);
		await stage.check("down", three);
		await stage.deliver();
		expect(await stage.events(three)).toEqual(["down skipped_cap"]);
	});

	test("reminders come while the problem lasts", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ reminderMinutes: 5 });
		for (let minute = 0; minute < 12; minute++) {
			await stage.check("down", monitor);
			await stage.deliver();
		}
		const flags = stage.receiver.received.map(({ json }) => [json.data.summary, json.data.events[0].isReminder]);
		expect(flags).toEqual([
			["a monitor is down", false],
			["a monitor is still down", true],
			["a monitor is still down", true],
		]);
		await stage.check("up", monitor);
		for (let minute = 0; minute < 12; minute++) {
			await stage.check("up", monitor);
			await stage.deliver();
		}
		expect(await stage.events(monitor)).toEqual(["down sent", "down sent", "down sent", "up sent"]);
		expect(await countNotices(stage.engine)).toBe(0);
	});

	test("new rules hold for what is waiting: a shorter cooldown, reminders that come sooner or no more", async () => {
		await using stage = await aStage(name);
		const { engine, clock } = stage;
		const monitor = await stage.newMonitor();
		const alert = await stage.newAlert({ cooldownMinutes: 1440, reminderMinutes: 1440 });
		const change = (rules: { cooldownMinutes?: number; reminderMinutes?: number | null }) =>
			updateAlert(engine, BOX, alert.id, rules, clock.now);
		await stage.check("degraded", monitor);
		await stage.deliver();
		await stage.check("down", monitor);
		await stage.deliver();
		await change({ cooldownMinutes: 5 });
		await stage.deliver();
		const before = ["degraded sent", "down skipped_cooldown"];
		expect(await stage.events(monitor)).toEqual(before);
		clock.now = NOON + 10 * MINUTE;
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual([...before, "down sent"]);
		await change({ reminderMinutes: 30 });
		await stage.deliver();
		clock.now = NOON + 41 * MINUTE;
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual([...before, "down sent", "down sent"]);
		expect(stage.receiver.received.at(-1)?.json.data.events[0].isReminder).toBe(true);
		await change({ reminderMinutes: null });
		await stage.deliver();
		expect(await countNotices(engine)).toBe(0);
	});

	test("of reminders one is to come, however often the status changed", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ reminderMinutes: 10 });
		for (const verdict of ["down", "degraded", "down"] as const) {
			await stage.check(verdict, monitor);
			await stage.deliver();
		}
		expect(await countNotices(stage.engine)).toBe(1);
		for (let minute = 0; minute < 25; minute++) {
			await stage.check("down", monitor);
			await stage.deliver();
		}
		const reminders = stage.receiver.received.filter(({ json }) => json.data.events[0].isReminder);
		expect(reminders).toHaveLength(2);
		expect(await countNotices(stage.engine)).toBe(1);
	});

	test("what a window holds keeps its order, also when the window is ended early", async () => {
		await using stage = await aStage(name);
		const { engine, teamId, clock } = stage;
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		await stage.check("down", monitor);
		await stage.deliver();
		const schedule = { kind: "once", startsAt: NOON, endsAt: NOON + 60 * MINUTE } as const;
		const window = await createWindow(engine, teamId, { name: "Upgrade", monitorIds: null, schedule }, NOON);
		if (window === "full") throw new Error("There is no room for a window");
		const at = async (minute: number, seconds: number) => {
			clock.now = NOON + minute * MINUTE + seconds * 1000 - SETTLE_MS;
			await stage.deliver();
		};
		// The two are looked at every minute, half a minute apart.
		await stage.check("up", monitor);
		await at(1, 31);
		clock.now = NOON + 2 * MINUTE;
		await stage.check("down", monitor);
		await at(2, 5);
		await at(2, 40);
		await endWindow(engine, window, NOON, NOON + 2 * MINUTE + 50_000);
		await at(3, 10);
		await at(3, 45);
		expect(await stage.events(monitor)).toEqual(["down sent", "up sent", "down sent"]);
		expect(await countNotices(engine)).toBe(0);
	});

	test("what a pause holds is told after it by the first check that finds it still so", async () => {
		await using stage = await aStage(name);
		const { engine, clock } = stage;
		const [lasting, passing] = [await stage.newMonitor(), await stage.newMonitor()];
		await stage.newAlert({ cooldownMinutes: 10, reminderMinutes: 15 });
		for (const verdict of ["down", "up", "down"] as const) {
			await stage.check(verdict, lasting, passing);
			await stage.deliver();
		}
		const before = ["down sent", "up sent", "down skipped_cooldown"];
		expect(await stage.events(lasting)).toEqual(before);
		for (const monitor of [lasting, passing]) await updateMonitor(engine, monitor, { isEnabled: false }, clock.now);
		clock.now = NOON + 30 * MINUTE;
		await stage.deliver();
		clock.now = NOON + 60 * MINUTE;
		for (const monitor of [lasting, passing]) await updateMonitor(engine, monitor, { isEnabled: true }, clock.now);
		await stage.deliver();
		expect(await stage.events(lasting)).toEqual(before);
		await stage.check("down", lasting);
		await stage.check("up", passing);
		await stage.deliver();
		expect(await stage.events(lasting)).toEqual([...before, "down sent"]);
		expect(await stage.events(passing)).toEqual(before);
		clock.now = NOON + 80 * MINUTE;
		await stage.deliver();
		expect(stage.receiver.received.at(-1)?.json.data.events[0].isReminder).toBe(true);
	});

	test("a maintenance window counts that was over before anybody came to tell", async () => {
		await using stage = await aStage(name);
		const { engine, teamId } = stage;
		const [lasting, passing] = [await stage.newMonitor(), await stage.newMonitor()];
		await stage.newAlert();
		const schedule = { kind: "once", startsAt: NOON, endsAt: NOON + 10 * MINUTE } as const;
		await createWindow(engine, teamId, { name: "Upgrade", monitorIds: null, schedule }, NOON);
		await stage.check("down", lasting, passing);
		await stage.check("up", passing);
		stage.clock.now = NOON + 60 * MINUTE;
		await stage.deliver();
		expect(await stage.events(lasting)).toEqual(["down sent"]);
		expect(await stage.events(passing)).toEqual([]);
	});

	test("a maintenance window holds; what is still wrong at its end, or when it is ended early, is told then", async () => {
		await using stage = await aStage(name);
		const { engine, teamId } = stage;
		const [lasting, passing] = [await stage.newMonitor("lasting"), await stage.newMonitor("passing")];
		await stage.newAlert();
		const window = await createWindow(
			engine,
			teamId,
			{ name: "Upgrade", monitorIds: null, schedule: { kind: "once", startsAt: NOON, endsAt: NOON + 60 * MINUTE } },
			NOON,
		);
		if (window === "full") throw new Error("There is no room for a window");
		await stage.check("down", lasting, passing);
		await stage.deliver();
		await stage.check("up", passing);
		await stage.deliver();
		expect(stage.receiver.received).toEqual([]);
		// Held ones are looked at every minute, and what is over is dropped.
		expect(await countNotices(engine)).toBe(1);
		stage.clock.now = NOON + 10 * MINUTE;
		await endWindow(engine, window, NOON, stage.clock.now);
		await stage.deliver();
		expect(await stage.events(lasting)).toEqual(["down sent"]);
		expect(await stage.events(passing)).toEqual([]);
		expect(await countNotices(engine)).toBe(0);
	});
});

onEachEngine("what is gone", (name) => {
	test("is not told of at the next attempt either, and holds up nobody it was to be told with", async () => {
		await using stage = await aStage(name);
		const { engine, receiver, clock } = stage;
		const [gone = 0, ...others] = await Promise.all(["gone", "one", "two"].map((title) => stage.newMonitor(title)));
		await stage.newAlert();
		receiver.answers.push({ status: 503 });
		await stage.check("down", gone, ...others);
		await stage.deliver();
		await deleteMonitor(engine, gone, clock.now);
		stage.pass(MINUTE);
		await stage.deliver();
		const [first, second] = receiver.received;
		expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
		expect(second?.json.data.events.map((event: { monitor: { name: string } }) => event.monitor.name)).toEqual([
			"one",
			"two",
		]);
		for (const monitor of others) expect(await stage.events(monitor)).toEqual(["down sent"]);
		expect(await countNotices(engine)).toBe(0);
	});

	test("is not told of: a paused or deleted monitor, a disabled or deleted alert", async () => {
		await using stage = await aStage(name);
		const { engine } = stage;
		const [paused, deleted, other] = [await stage.newMonitor(), await stage.newMonitor(), await stage.newMonitor()];
		const alert = await stage.newAlert();
		await stage.check("down", paused, deleted);
		await updateMonitor(engine, paused, { isEnabled: false }, stage.clock.now);
		await deleteMonitor(engine, deleted, stage.clock.now);
		await stage.deliver();
		expect(stage.receiver.received).toEqual([]);
		await stage.check("down", other);
		await updateAlert(engine, BOX, alert.id, { isEnabled: false }, stage.clock.now);
		await stage.deliver();
		expect(await countNotices(engine)).toBe(0);
		await updateAlert(engine, BOX, alert.id, { isEnabled: true }, stage.clock.now);
		await stage.check("up", other);
		await stage.check("down", other);
		await deleteAlert(engine, alert.id, stage.clock.now);
		expect(await countNotices(engine)).toBe(0);
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
		const rows = await stage.engine.db.selectFrom("monitors").select("public_id").where("id", "=", watched).execute();
		await updateAlert(stage.engine, BOX, alert.id, { monitorIds: rows.map((row) => row.public_id) }, stage.clock.now);
		await stage.deliver();
		expect(await stage.events(watched)).toEqual(["down sent"]);
		expect(await stage.events(other)).toEqual([]);
		expect(await countNotices(stage.engine)).toBe(0);
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
		expect(await updateAlert(stage.engine, deps.secretBox, alert.id, mended, stage.clock.now)).toMatchObject({
			id: alert.id,
		});
		await stage.check("up", monitor);
		await stage.check("down", monitor);
		stage.pass(SETTLE_MS);
		await deliverNotices(deps);
		expect(await stage.events(monitor)).toEqual(["down failed", "down sent"]);
	});
});

onEachEngine("a flood", (name) => {
	test("of many monitors is told in one message, with an event for each", async () => {
		await using stage = await aStage(name);
		const monitors = await Promise.all(Array.from({ length: 40 }, (_, index) => stage.newMonitor(`shop ${index}`)));
		await stage.newAlert({ dailyCap: 1 });
		await stage.check("down", ...monitors.slice(0, 30));
		stage.pass(-59_000);
		await stage.deliver();
		const [message, ...others] = stage.receiver.received;
		expect(others).toEqual([]);
		expect(message?.json.type).toBe("monitors.changed");
		expect(message?.json.data.summary).toBe("30 monitors changed: 30 down");
		const ids: string[] = message?.json.data.events.map(({ id }: { id: string }) => id);
		expect(message?.headers["webhook-id"]).toBe(ids[0]);
		const rows = await Promise.all(monitors.slice(0, 30).map((monitor) => stage.eventRows(monitor)));
		expect(rows.map((events) => events.map(({ publicId, status }) => [publicId, status]))).toEqual(
			ids.map((id) => [[id, "sent"]]),
		);
		expect(new Set(ids).size).toBe(30);
	});

	test("is one message for the cap", async () => {
		await using stage = await aStage(name);
		const monitors = await Promise.all(Array.from({ length: 10 }, () => stage.newMonitor()));
		const [next = 0, last = 0] = [await stage.newMonitor(), await stage.newMonitor()];
		await stage.newAlert({ dailyCap: 2 });
		await stage.check("down", ...monitors);
		await stage.deliver();
		for (const monitor of [next, last]) {
			stage.pass(2 * MINUTE);
			await stage.check("down", monitor);
			await stage.deliver();
		}
		expect([await stage.events(next), await stage.events(last)]).toEqual([["down sent"], ["down skipped_cap"]]);
	});

	test("is one message for the cap also where a recovery is the first in it", async () => {
		await using stage = await aStage(name);
		const [recovering = 0, ...failing] = await Promise.all(Array.from({ length: 4 }, () => stage.newMonitor()));
		await stage.newAlert({ dailyCap: 2 });
		await stage.check("down", recovering);
		await stage.deliver();
		await stage.check("up", recovering);
		await stage.check("down", ...failing.slice(0, 2));
		await stage.deliver();
		expect(stage.receiver.received[1]?.json.data.summary).toBe("3 monitors changed: 2 down, 1 up again");
		stage.pass(2 * MINUTE);
		await stage.check("down", failing[2] ?? 0);
		await stage.deliver();
		expect(await stage.events(failing[2] ?? 0)).toEqual(["down skipped_cap"]);
	});

	test("that goes on is gathered, and each monitor's end is told", async () => {
		await using stage = await aStage(name);
		const monitors = await Promise.all(Array.from({ length: 9 }, () => stage.newMonitor()));
		await stage.newAlert();
		await stage.check("down", ...monitors.slice(0, 3));
		stage.pass(-59_000);
		await stage.deliver();
		for (const late of monitors.slice(3)) {
			await stage.check("down", late);
			stage.pass(-57_000);
			await stage.deliver();
		}
		expect(stage.receiver.received).toHaveLength(1);
		stage.pass(30_000);
		await stage.deliver();
		expect(stage.receiver.received[1]?.json.data.events).toHaveLength(6);
		stage.pass(2 * MINUTE);
		await stage.check("up", ...monitors);
		await stage.deliver();
		expect(stage.receiver.received).toHaveLength(3);
		expect(stage.receiver.received[2]?.json.data.summary).toBe("9 monitors changed: 9 up again");
		for (const monitor of monitors) expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
	});

	test("whose message fails keeps its members and its id", async () => {
		await using stage = await aStage(name);
		const monitors = await Promise.all(Array.from({ length: 5 }, () => stage.newMonitor()));
		await stage.newAlert();
		stage.receiver.answers.push({ status: 500 });
		await stage.check("down", ...monitors.slice(0, 4));
		await stage.deliver();
		await stage.check("down", monitors[4] ?? 0);
		await stage.deliver();
		stage.pass(MINUTE);
		await stage.deliver();
		const [first, ...rest] = stage.receiver.received;
		const again = rest.find(({ headers }) => headers["webhook-id"] === first?.headers["webhook-id"]);
		expect(again?.json.data).toEqual(first?.json.data);
		for (const monitor of monitors) expect(await stage.events(monitor)).toEqual(["down sent"]);
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
		expect(await countNotices(stage.engine)).toBe(0);
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
		const { engine, clock, receiver } = stage;
		const monitor = await stage.newMonitor();
		await stage.newAlert({ reminderMinutes: 5 });
		await stage.check("down", monitor);
		stage.pass(SETTLE_MS);
		const [lease] = await claimAlerts(engine, clock.now, 1);
		if (!lease) throw new Error("There was nothing to claim");
		const context = { box: BOX, gathers: () => true, windowUntil: () => null };
		const [late] = (await takeUp(engine, lease, context, clock.now)).messages;
		if (!late) throw new Error("There was nothing to deliver");
		stage.pass(LEASE_MS);
		await stage.deliver();
		await stage.check("up", monitor);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
		const states = () => engine.db.selectFrom("alert_states").select(["told_outage", "problem_told_at"]).execute();
		const before = [await states(), await countNotices(engine)];
		await recordDelivery(engine, late, { kind: "sent" }, { now: clock.now, random: 0 });
		expect([await states(), await countNotices(engine)]).toEqual(before);
		expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
		expect(receiver.received).toHaveLength(2);
	});

	test("a lease that runs out is taken over, one that has not is left alone", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		await stage.check("down", monitor);
		stage.pass(SETTLE_MS);
		expect(await claimAlerts(stage.engine, stage.clock.now, 5)).toHaveLength(1);
		await stage.deliver();
		expect(stage.receiver.received).toEqual([]);
		stage.pass(LEASE_MS);
		await stage.deliver();
		expect(stage.receiver.received).toHaveLength(1);
	});
});

onEachEngine("after a clock that was ahead was set back, people hear", (name) => {
	const DAY = 24 * 60 * MINUTE;
	const setBack = async ({ engine, clock }: Stage, to: number) => {
		clock.now = to;
		await followClockBack(engine, to);
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
		await updateMonitor(stage.engine, monitor, { isEnabled: false }, stage.clock.now);
		await updateMonitor(stage.engine, monitor, { isEnabled: true }, stage.clock.now);
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
