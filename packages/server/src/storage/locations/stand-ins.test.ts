import { expect, test } from "vitest";
import type { Location } from "../../domain/checks/locations/locations.ts";
import type { Database } from "../database/tx.ts";
import { replaceLocations } from "../monitors/monitor-locations.ts";
import { leasedSchedule } from "../schedule/leased-schedule.ts";
import { ScheduleInMemory } from "../schedule/schedule-in-memory.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aLocation, aMonitor, aTeam } from "../testing/fixtures.ts";
import { knownLocations } from "./known-locations.ts";
import { moveStandIns } from "./stand-ins.ts";

const LIMIT = { total: 9, slow: 9 };

async function threeLocations(database: Database) {
	const weur = await aLocation(database, "frankfurt", { hint: "weur" });
	const enam = await aLocation(database, "virginia", { hint: "enam" });
	const oc = await aLocation(database, "sydney", { hint: "oc" });
	return { weur, enam, oc, all: await knownLocations(database) };
}

/** Where the monitor's next check is made, when these locations have probers. */
async function madeAt(database: Database, all: readonly Location[], live: readonly number[]) {
	await moveStandIns(database, all, new Set(live));
	const schedule = database.dialect.isSingleProcess ? new ScheduleInMemory(database) : leasedSchedule(database);
	const elsewhere = new Map(live.map((id) => [id, LIMIT]));
	const { orders } = await schedule.claim(100_000, { ...LIMIT, elsewhere });
	await schedule.release(orders, 100_000);
	return orders.map(({ locationId }) => locationId);
}

onEachEngine("a location without a prober", (name) => {
	test("has the nearest one in its place while it has none, for monitors that allow it", async () => {
		await using database = await freshDatabase(name);
		const { weur, enam, oc, all } = await threeLocations(database);
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: 90_000 });
		await replaceLocations(database, [{ monitorId: monitor, locationIds: [weur], allowsFallback: true }]);
		expect(await madeAt(database, all, [weur, enam, oc])).toEqual([weur]);
		expect(await madeAt(database, all, [enam, oc])).toEqual([enam]);
		expect(await madeAt(database, all, [oc])).toEqual([oc]);
		expect(await madeAt(database, all, [])).toEqual([null]);
		expect(await madeAt(database, all, [weur, oc])).toEqual([weur]);
	});

	test("is nowhere else for monitors that do not, and is one of several for those that name others", async () => {
		await using database = await freshDatabase(name);
		const { weur, enam, oc, all } = await threeLocations(database);
		const team = await aTeam(database);
		const bound = await aMonitor(database, team, { createdAt: 90_000 });
		await replaceLocations(database, [{ monitorId: bound, locationIds: [weur], allowsFallback: false }]);
		expect(await madeAt(database, all, [enam])).toEqual([]);
		const several = await aMonitor(database, team, { createdAt: 90_000 });
		await replaceLocations(database, [{ monitorId: several, locationIds: [weur, enam], allowsFallback: true }]);
		// One vote of each location, so that one that stands in for another has no second one.
		expect(await madeAt(database, all, [enam, oc])).toEqual([enam]);
		expect(await madeAt(database, all, [oc])).toEqual([oc]);
		expect((await madeAt(database, all, [weur, enam, oc])).toSorted()).toEqual([weur, weur, enam].toSorted());
	});

	test("keeps the others of a monitor from no check, and is asked with them", async () => {
		await using database = await freshDatabase(name);
		const { weur, enam, oc, all } = await threeLocations(database);
		const monitor = await aMonitor(database, await aTeam(database), { createdAt: 90_000 });
		await replaceLocations(database, [{ monitorId: monitor, locationIds: [weur, enam], allowsFallback: false }]);
		expect(await madeAt(database, all, [enam, oc])).toEqual([weur, enam]);
		expect(await madeAt(database, all, [oc])).toEqual([]);
		expect(await madeAt(database, all, [weur])).toEqual([weur, enam]);
		expect(await moveStandIns(database, all, new Set([weur]))).toBe(0);
	});

	test("is followed once: what has not changed writes nothing", async () => {
		await using database = await freshDatabase(name);
		const { weur, enam, all } = await threeLocations(database);
		const monitor = await aMonitor(database, await aTeam(database));
		await replaceLocations(database, [{ monitorId: monitor, locationIds: [weur], allowsFallback: true }]);
		expect(await moveStandIns(database, all, new Set([enam]))).toBe(1);
		expect(await moveStandIns(database, all, new Set([enam]))).toBe(0);
		expect(await moveStandIns(database, all, new Set([weur, enam]))).toBe(1);
		expect(await moveStandIns(database, all, new Set([weur, enam]))).toBe(0);
	});
});
