import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Tx } from "../database/tx.ts";
import { aMonitor, anOutcome, aTeam } from "../testing/fixtures.ts";
import { onEachSchedule } from "../testing/schedules.ts";

const NOON = Date.UTC(2026, 4, 1, 12);

async function aLocation(tx: Tx, name: string): Promise<number> {
	const { rows } = await sql<{ id: number }>`
		insert into locations (public_id, name, label, allows_private_targets, created_at, updated_at)
		values (${`loc_${name}`}, ${name}, ${name}, 0, 0, 0) returning id`.execute(tx.db);
	return rows[0]?.id ?? 0;
}

async function place(tx: Tx, monitorId: number, locationIds: readonly number[]): Promise<void> {
	for (const [position, id] of locationIds.entries()) {
		await sql`insert into monitor_locations (monitor_id, location_id, position)
			values (${monitorId}, ${id}, ${position})`.execute(tx.db);
	}
	await sql`update monitor_states set location_id = ${locationIds[0]} where monitor_id = ${monitorId}`.execute(tx.db);
}

onEachSchedule("claims by location", (open) => {
	test("a location without capacity starves no other, and its monitors stay due", async () => {
		await using stage = await open();
		const { database } = stage;
		const team = await aTeam(database);
		const full = await aLocation(database, "full");
		const free = await aLocation(database, "free");
		for (let index = 0; index < 5; index += 1) {
			await place(database, await aMonitor(database, team, { createdAt: NOON - 30_000 }), [full]);
		}
		const here = await aMonitor(database, team, { createdAt: NOON });
		const away = await aMonitor(database, team, { createdAt: NOON });
		await place(database, away, [free]);
		const limit = { total: 2, slow: 2, elsewhere: new Map([[free, { total: 2, slow: 1 }]]) };
		const { orders, claimed, reachedLimit } = await stage.schedule.claim(NOON, limit);
		expect(orders).toMatchObject([
			{ monitorId: here, locationId: null },
			{ monitorId: away, locationId: free },
		]);
		expect({ claimed, reachedLimit }).toEqual({ claimed: 2, reachedLimit: false });
		expect(await stage.schedule.oldestDue()).toBe(NOON - 30_000);
		const later = { total: 0, slow: 0, elsewhere: new Map([[full, { total: 3, slow: 3 }]]) };
		expect(await stage.schedule.claim(NOON + 1_000, later)).toMatchObject({ claimed: 3, reachedLimit: true });
	});

	test("a check from several locations is claimed once, with an order for each", async () => {
		await using stage = await open();
		const { database } = stage;
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: NOON });
		const [a, b] = [await aLocation(database, "a"), await aLocation(database, "b")];
		await place(database, monitor, [b, a]);
		const elsewhere = new Map([a, b].map((id) => [id, { total: 10, slow: 10 }]));
		const claim = async (now: number) => (await stage.schedule.claim(now, { total: 0, slow: 0, elsewhere })).orders;
		const orders = await claim(NOON);
		expect(orders).toMatchObject([
			{ monitorId: monitor, locationId: b, locationIds: [b, a] },
			{ monitorId: monitor, locationId: a, locationIds: [b, a] },
		]);
		expect(await claim(NOON)).toEqual([]);
		await stage.schedule.release(orders, NOON + 1);
		expect(await claim(NOON + 1)).toEqual(orders);
		const [first] = orders;
		if (!first) throw new Error("nothing was due");
		await stage.record([anOutcome(monitor, 0, undefined, { scheduledAt: NOON, revision: first.revision })], NOON + 2);
		expect(await claim(first.nextDueAt)).toMatchObject([{ locationId: b }, { locationId: a }]);
	});
});
