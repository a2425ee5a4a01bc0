import { expect, test } from "vitest";
import { SETTLE_MS } from "../../domain/alerts/gathering.ts";
import type { ClaimedMessage } from "../../domain/alerts/outbox.ts";
import { updateMonitor } from "../../services/testing/monitors.ts";
import { claimAlerts, countNotices, LEASE_MS } from "../../storage/alerts/notice-leases.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { applyClockRollback } from "../../storage/upkeep/clock-rollback.ts";
import { claimNotices } from "./claim-notices.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { recordDelivery } from "./record-delivery.ts";
import { aStage, BOX, MINUTE, NOON, type Stage } from "./testing/notice-stage.ts";

const CONTEXT = {
	box: BOX,
	acknowledgePage: null,
	gathers: () => true,
	updates: () => false,
	windowUntil: () => null,
};

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

	test("continue when the clock was ahead and is set back", async () => {
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

	test("record an outcome once when one returns after another has taken over its lease", async () => {
		await using stage = await aStage(name);
		const { database, clock, receiver } = stage;
		const monitor = await stage.newMonitor();
		const alert = await stage.newAlert({ reminderMinutes: 5 });
		await stage.check("down", monitor);
		stage.pass(SETTLE_MS);
		const [lease] = await claimAlerts(database, [alert.id], clock.now);
		if (!lease) throw new Error("There was nothing to claim");
		const [late] = (await claimNotices(database, lease, CONTEXT, clock.now)).messages;
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

	test("leave no attempt open when both are refused, the second after the lease of the first", async () => {
		await using stage = await aStage(name);
		const { database, clock } = stage;
		const alert = await stage.newAlert();
		await stage.check("down", await stage.newMonitor());
		stage.pass(SETTLE_MS);
		const claimed: ClaimedMessage[] = [];
		for (let deliverer = 0; deliverer < 2; deliverer += 1) {
			const [lease] = await claimAlerts(database, [alert.id], clock.now);
			if (!lease) throw new Error("There was nothing to claim");
			claimed.push(...(await claimNotices(database, lease, CONTEXT, clock.now)).messages);
			stage.pass(LEASE_MS);
		}
		const refused = { kind: "failed", again: true, retryAfterMs: null, message: "503" } as const;
		for (const message of claimed) await recordDelivery(database, message, refused, { now: clock.now, random: 0 });
		const notices = await database.db.selectFrom("notices").select(["attempts", "in_attempt"]).execute();
		expect(notices).toEqual([{ attempts: 1, in_attempt: 0 }]);
	});

	test("end when all their deliveries have, also where the outcome of one can't be recorded", async () => {
		await using stage = await aStage(name);
		const monitors = [await stage.newMonitor(), await stage.newMonitor()];
		await stage.newAlert({ groupsByCause: false });
		await stage.check("down", ...monitors);
		stage.pass(SETTLE_MS);
		const { database, notifier } = stage.deps;
		const stopping = new AbortController();
		let [delivered, running] = [0, 0];
		await deliverNotices({
			...stage.deps,
			signal: stopping.signal,
			notifier: {
				...notifier,
				async deliver() {
					delivered += 1;
					if (delivered === 1) return { kind: "sent" };
					running += 1;
					while (!stopping.signal.aborted) await new Promise(setImmediate);
					for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
					running -= 1;
					return { kind: "aborted" };
				},
			},
			database: {
				...database,
				async transaction(work) {
					if (delivered < 2) return database.transaction(work);
					stopping.abort();
					throw new Error("The disk is full");
				},
			},
		});
		expect([delivered, running]).toEqual([2, 0]);
	});

	test("an expired lease is taken over, a valid one is not", async () => {
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

onEachEngine("after a clock that was ahead was set back, notices are delivered", (name) => {
	const DAY = 24 * 60 * MINUTE;
	const setBack = async ({ database, clock }: Stage, to: number) => {
		clock.now = to;
		await applyClockRollback(database, to);
	};

	test("of an outage whose notice was pending, and of later changes", async () => {
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

	test("even if messages sent under the wrong clock reached the cap", async () => {
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
