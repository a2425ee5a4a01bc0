import { sql } from "kysely";
import { expect, test } from "vitest";
import { claimAlerts, LEASE_MS, nextNoticeAt } from "../../storage/alerts/notice-leases.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { nextDeliveryAt } from "./deliver-notices.ts";
import { aStage, MINUTE } from "./testing/notice-stage.ts";

onEachEngine("the next delivery", (name) => {
	test("is never while the outbox is empty", async () => {
		await using stage = await aStage(name);
		await stage.newAlert();
		expect(await nextDeliveryAt(stage.database, stage.clock.now)).toBe(null);
	});

	test("is now while a notice is ready, and at its time while none is", async () => {
		await using stage = await aStage(name);
		await stage.newAlert();
		await stage.check("down", await stage.newMonitor());
		const { rows } = await sql<{ due_at: number }>`select due_at from notices`.execute(stage.database.db);
		const dueAt = rows[0]?.due_at ?? 0;
		expect(await nextDeliveryAt(stage.database, dueAt - 1)).toBe(dueAt);
		expect(await nextDeliveryAt(stage.database, dueAt)).toBe(dueAt);
		expect(await nextDeliveryAt(stage.database, dueAt + 500)).toBe(dueAt + 500);
	});

	test("of an alert that another deliverer serves is the end of its lease", async () => {
		await using stage = await aStage(name);
		await stage.newAlert();
		await stage.check("down", await stage.newMonitor());
		const at = stage.clock.now + MINUTE;
		const { rows } = await sql<{ id: number }>`select id from alerts`.execute(stage.database.db);
		await claimAlerts(
			stage.database,
			rows.map(({ id }) => id),
			at,
		);
		expect(await nextDeliveryAt(stage.database, at)).toBe(at + LEASE_MS);
	});

	test("is the reminder's once the problem was delivered", async () => {
		await using stage = await aStage(name);
		await stage.newAlert({ reminderMinutes: 30 });
		await stage.check("down", await stage.newMonitor());
		await stage.deliver();
		expect(stage.receiver.received.length).toBe(1);
		const next = await nextNoticeAt(stage.database, stage.clock.now);
		expect(next).toBeGreaterThan(stage.clock.now + 29 * MINUTE);
		expect(await nextDeliveryAt(stage.database, stage.clock.now)).toBe(next);
		expect(await nextDeliveryAt(stage.database, next ?? 0)).toBe(next);
	});
});
