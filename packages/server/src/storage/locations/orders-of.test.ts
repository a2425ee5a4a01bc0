import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { minuteOf } from "../../domain/checks/check.ts";
import { recordChecks } from "../commit/record-checks.ts";
import { secretBox } from "../database/secret-box.ts";
import { leasedSchedule } from "../schedule/leased-schedule.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aLocation, aMonitor, anOutcome, aTeam, downObservation, missedObservation } from "../testing/fixtures.ts";
import { ordersOf } from "./probers.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const BOX = secretBox(randomBytes(32));
const TEN = { total: 10, slow: 10 };

onEachEngine("outcomes that a process did not ask for", (engine) => {
	test("have orders where the monitor is bound to the location, or a hint may have placed it there", async () => {
		await using database = await freshDatabase(engine);
		const team = await aTeam(database);
		const hinted = await aLocation(database, "oregon", { hint: "wnam" });
		const bound = await aLocation(database, "frankfurt", { hint: "weur" });
		const foreign = await aLocation(database, "own", { hint: "wnam", teamId: await aTeam(database) });
		const free = await aMonitor(database, team, { createdAt: NOON });
		const there = await aMonitor(database, team, { createdAt: NOON });
		await sql`insert into monitor_locations (monitor_id, location_id, position)
			values (${there}, ${bound}, 0)`.execute(database.db);
		await sql`update monitor_states set location_id = ${bound} where monitor_id = ${there}`.execute(database.db);
		const checks = [free, there].map((monitorId) => ({ monitorId, revision: 1, scheduledAt: NOON }));
		const foundAt = async (locationId: number) => {
			const { orders, claimed } = await ordersOf(database, checks, locationId, BOX);
			expect(claimed).toEqual([]);
			return orders.map((order) => [order.monitorId, order.locationId]);
		};
		expect(await foundAt(hinted)).toEqual([[free, hinted]]);
		expect(await foundAt(bound)).toEqual([[there, bound]]);
		expect(await foundAt(foreign)).toEqual([]);
		const later = [{ monitorId: free, revision: 1, scheduledAt: NOON + 60_000 }];
		expect(await ordersOf(database, later, hinted, BOX)).toEqual({ orders: [], claimed: [] });
	});

	test("have none once they are recorded, unless as missed, so that nobody is asked anew to confirm them", async () => {
		await using database = await freshDatabase(engine);
		const team = await aTeam(database);
		const location = await aLocation(database, "oregon", { hint: "wnam" });
		const [made, missed] = [await aMonitor(database, team), await aMonitor(database, team)];
		await sql`update monitor_states set location_id = ${location}`.execute(database.db);
		const seen = [
			anOutcome(made, minuteOf(NOON), downObservation, { scheduledAt: NOON }),
			anOutcome(missed, minuteOf(NOON), missedObservation, { scheduledAt: NOON }),
		];
		await recordChecks(database, seen, NOON + 1_000);
		await sql`insert into monitor_locations (monitor_id, location_id, position)
			select monitor_id, ${location}, 0 from monitor_states`.execute(database.db);
		const checks = [made, missed].map((monitorId) => ({ monitorId, revision: 1, scheduledAt: NOON }));
		const { orders, claimed } = await ordersOf(database, checks, location, BOX);
		expect(orders.map(({ monitorId }) => monitorId)).toEqual([missed]);
		expect(claimed).toEqual([]);
	});

	test("are left to the process that waits for them, until its lease ends", async () => {
		await using database = await freshDatabase(engine);
		const team = await aTeam(database);
		const location = await aLocation(database, "oregon", { hint: "wnam" });
		const monitorId = await aMonitor(database, team, { createdAt: NOON });
		const schedule = leasedSchedule(database, null, { id: 7, isSilent: false });
		const { orders: claimed } = await schedule.claim(NOON, TEN);
		const check = { monitorId, revision: 1, scheduledAt: NOON };
		expect(await ordersOf(database, [check], location, BOX)).toEqual({ orders: [], claimed: [check] });
		await schedule.release(claimed, NOON);
		const { orders } = await ordersOf(database, [check], location, BOX);
		expect(orders).toMatchObject([{ ...check, locationId: location, confirmElsewhere: true }]);
	});
});
