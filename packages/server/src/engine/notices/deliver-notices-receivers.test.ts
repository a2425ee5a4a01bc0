import { sql } from "kysely";
import pino from "pino";
import { expect, test } from "vitest";
import { SETTLE_MS } from "../../domain/alerts/gathering.ts";
import { claimAlerts, countNotices, LEASE_MS } from "../../storage/alerts/notice-leases.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { claimNotices } from "./claim-notices.ts";
import { countPendingNotices, deliverNotices } from "./deliver-notices.ts";
import { recordDelivery } from "./record-delivery.ts";
import { aStage, BOX, MINUTE, SIGNING_SECRET, type Stage } from "./testing/notice-stage.ts";

onEachEngine("a receiver that fails", (name) => {
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
		// 14 minutes, a fifth more by jitter, and up to a minute for each of the four pauses, because notices are claimed
		// once a minute.
		expect(stage.clock.now - before).toBeLessThan(21 * MINUTE);
		expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
		const [event] = await stage.eventRows(monitor);
		expect(event).toMatchObject({ status: "failed", errorMessage: "The receiver answered with status 502." });
		await stage.check("up", monitor);
		await stage.deliver();
		expect(receiver.received).toHaveLength(5);
		expect(await stage.events(monitor)).toEqual(["down failed"]);
	});

	test("is retried after the pause that its Retry-After names", async () => {
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

	test("that refuses a notice permanently is not retried", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		stage.receiver.answers.push({ status: 410, body: "secret words" });
		await stage.check("down", monitor);
		await stage.deliver();
		const [event] = await stage.eventRows(monitor);
		expect(event).toMatchObject({ status: "failed", errorMessage: "The receiver answered with status 410." });
	});

	test("is not told of a problem that is over by then, and of its end only when it may know of the problem", async () => {
		await using stage = await aStage(name);
		const { receiver } = stage;
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		for (const answer of ["reset", { status: 503 }] as const) {
			receiver.answers.push(answer);
			await stage.check("down", monitor);
			await stage.deliver();
			await stage.check("up", monitor);
			stage.pass(-50_000);
			await stage.deliver();
			stage.pass(MINUTE);
			await stage.deliver();
		}
		expect(receiver.received.map(({ json }) => json.type)).toEqual(["monitor.down", "monitor.up", "monitor.down"]);
		const events = await stage.eventRows(monitor);
		expect(events.map(({ eventType, status, errorMessage }) => [eventType, status, errorMessage])).toEqual([
			["down", "skipped_outdated", "127.0.0.1 closed the connection without answering."],
			["up", "sent", null],
			["down", "skipped_outdated", "The receiver answered with status 503."],
		]);
		expect(await countNotices(stage.database)).toBe(0);
	});

	test("gets what a crash left undelivered if it is still true, and else its end", async () => {
		await using stage = await aStage(name);
		const { database, clock, receiver } = stage;
		const [lasting, passing] = [await stage.newMonitor("lasting"), await stage.newMonitor("passing")];
		const alert = await stage.newAlert();
		await stage.check("down", lasting, passing);
		stage.pass(SETTLE_MS);
		const [lease] = await claimAlerts(database, [alert.id], clock.now);
		if (!lease) throw new Error("There was nothing to claim");
		const context = {
			box: BOX,
			acknowledgePage: null,
			gathers: () => true,
			updates: () => false,
			windowUntil: () => null,
		};
		expect((await claimNotices(database, lease, context, clock.now)).messages).toHaveLength(2);
		await stage.check("up", passing);
		stage.pass(LEASE_MS);
		await stage.deliver();
		expect(receiver.received.map(({ json }) => json.data.summary)).toEqual([
			"lasting is down",
			"passing is up again after 1 min",
		]);
		expect(await stage.events(passing)).toEqual(["down skipped_outdated", "up sent"]);
	});

	/** Claims what is due, as a process that is killed during the deliveries. */
	const crash = async (stage: Stage, alert: { readonly id: number }) => {
		const { database, clock } = stage;
		const [lease] = await claimAlerts(database, [alert.id], clock.now);
		if (!lease) throw new Error("There was nothing to claim");
		const none = { box: BOX, acknowledgePage: null, windowUntil: () => null };
		const { messages } = await claimNotices(
			database,
			lease,
			{ ...none, gathers: () => true, updates: () => false },
			clock.now,
		);
		stage.pass(LEASE_MS);
		return messages;
	};

	test.each(["after", "before"])("is told the end of what a crash cut short %s a refused attempt", async (order) => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		const alert = await stage.newAlert();
		await stage.check("down", monitor);
		stage.receiver.answers.push({ status: 503 });
		const attempts = [() => crash(stage, alert), () => stage.deliver()];
		for (const attempt of order === "after" ? attempts.toReversed() : attempts) {
			stage.pass(MINUTE);
			await attempt();
		}
		await stage.check("up", monitor);
		stage.pass(LEASE_MS);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["down skipped_outdated", "up sent"]);
	});

	test("is told the end of what a crash cut short while the deliverer before was refused late", async () => {
		await using stage = await aStage(name);
		const { database, clock } = stage;
		const monitor = await stage.newMonitor();
		const alert = await stage.newAlert();
		await stage.check("down", monitor);
		stage.pass(SETTLE_MS);
		const [late] = await crash(stage, alert);
		if (late === undefined) throw new Error("There was nothing to deliver");
		// The first one was told the outcome of the second attempt in the alert's state, which is not what is tried here.
		await crash(stage, alert);
		await database.db.updateTable("alert_states").set({ notified_outage: null }).execute();
		const refused = { kind: "failed", again: true, retryAfterMs: null, message: "refused" } as const;
		await recordDelivery(database, late, refused, { now: clock.now, random: 0 });
		await stage.check("up", monitor);
		stage.pass(LEASE_MS);
		await stage.deliver();
		expect(await stage.events(monitor)).toEqual(["down skipped_outdated", "up sent"]);
	});

	test("is not told the end of what was decided before a crash and not attempted", async () => {
		await using stage = await aStage(name);
		const monitors = await Promise.all(Array.from({ length: 21 }, () => stage.newMonitor()));
		const alert = await stage.newAlert();
		await stage.check("down", ...monitors);
		stage.pass(SETTLE_MS);
		expect(await crash(stage, alert)).toHaveLength(20);
		await stage.check("up", ...monitors);
		await stage.deliver();
		const ends = stage.receiver.received.map(({ json }) => json.data.events[0].eventType);
		expect(ends).toEqual(Array.from({ length: 20 }, () => "up"));
	});

	test("is retried with what is still true of a message, under the same id", async () => {
		await using stage = await aStage(name);
		const { receiver } = stage;
		const monitors = await Promise.all(["one", "two", "three"].map((title) => stage.newMonitor(title)));
		stage.shareAddress(...monitors);
		await stage.newAlert();
		receiver.answers.push({ status: 503 });
		await stage.check("down", ...monitors);
		await stage.deliver();
		await stage.check("up", ...monitors.slice(0, 1));
		await stage.deliver();
		const [first, second, ...others] = receiver.received;
		expect(others).toEqual([]);
		expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
		const names = second?.json.data.events.map((event: { monitor: { name: string } }) => event.monitor.name);
		expect(names).toEqual(["two", "three"]);
		expect(await stage.events(monitors[0] ?? 0)).toEqual(["down skipped_outdated"]);
	});

	test("counts in the metric of pending notices until it has answered", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert();
		stage.receiver.answers.push("hang");
		await stage.check("down", monitor);
		stage.clock.now += SETTLE_MS;
		const ending = new AbortController();
		const delivering = deliverNotices({ ...stage.deps, signal: ending.signal });
		const pending = async () => {
			await countPendingNotices(stage.deps);
			return (await stage.deps.metrics.noticesPending.get()).values[0]?.value;
		};
		await expect.poll(pending, { timeout: 5_000 }).toBe(1);
		ending.abort();
		await delivering;
	});

	test("delays no other alert, and neither does an alert that is disabled with notices in the outbox", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({
			channel: { type: "webhook", url: `${stage.receiver.url}/slow`, secret: SIGNING_SECRET },
		});
		stage.receiver.answers.push("hang");
		await stage.check("down", monitor);
		stage.clock.now += SETTLE_MS;
		const ending = new AbortController();
		const delivering = deliverNotices({ ...stage.deps, signal: ending.signal });
		await stage.receiver.until(1);
		const disabled = await stage.newAlert({
			channel: { type: "webhook", url: "http://127.0.0.1:9/", secret: SIGNING_SECRET },
		});
		// The lease of the first must not end meanwhile.
		const settle = () => stage.pass(-MINUTE + 2 * SETTLE_MS);
		await stage.check("down", await stage.newMonitor());
		await stage.changeAlert(disabled, { isEnabled: false });
		settle();
		const { db } = stage.database;
		const dueOfDisabled = () => {
			const notices = db.selectFrom("notices").select("id").where("alert_id", "=", disabled.id);
			return notices.where("due_at", "<=", stage.clock.now).execute();
		};
		await expect.poll(dueOfDisabled).toEqual([]);
		await stage.newAlert();
		await stage.check("down", await stage.newMonitor());
		settle();
		await stage.receiver.until(2);
		ending.abort();
		await delivering;
		expect(stage.receiver.received[1]?.path).toBe("/hook");
		// The aborted notice is still in the outbox.
		expect(await stage.events(monitor)).toEqual([]);
		expect(await countNotices(stage.database)).toBeGreaterThan(0);
	});

	test("delays no other alert, also after an error of the database meanwhile", async () => {
		await using stage = await aStage(name);
		const { database, receiver } = stage;
		await stage.newAlert({ channel: { type: "webhook", url: `${receiver.url}/slow`, secret: SIGNING_SECRET } });
		receiver.answers.push("hang");
		await stage.check("down", await stage.newMonitor());
		stage.clock.now += SETTLE_MS;
		const ending = new AbortController();
		const logged: string[] = [];
		const log = pino({ level: "warn" }, { write: (line: string) => logged.push(line) });
		const delivering = deliverNotices({ ...stage.deps, log, signal: ending.signal });
		await receiver.until(1);
		await sql`alter table deferred_changes rename to away`.execute(database.db);
		await expect.poll(() => logged.length, { timeout: 5_000 }).toBeGreaterThan(0);
		await sql`alter table away rename to deferred_changes`.execute(database.db);
		await stage.newAlert();
		await stage.check("down", await stage.newMonitor());
		// The lease of the first must not end meanwhile.
		stage.pass(-MINUTE + 2 * SETTLE_MS);
		await receiver.until(2);
		ending.abort();
		await delivering;
		expect(receiver.received[1]?.path).toBe("/hook");
	});
});
