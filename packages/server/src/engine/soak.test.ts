/** Days of a service on a set clock. The long form is bench/soak.ts. */

import { expect, test } from "vitest";
import { freshDatabase, onEachEngine } from "../storage/testing/engines.ts";
import { differences } from "./testing/soak/compare.ts";
import { runSoak } from "./testing/soak/soak.ts";

onEachEngine("three days of a service, in which checks are claimed, recorded, rolled up, sealed and pruned", (name) => {
	test("leave roll-ups, single checks and statistics as counted apart, and nothing for too long", async () => {
		await using database = await freshDatabase(name);
		const soak = await runSoak(database, {
			days: 3,
			monitors: [
				{ count: 10, intervalSeconds: 1_200 },
				{ count: 20, intervalSeconds: 3_600 },
			],
			retention: { resultsDays: 1, hoursDays: 400, eventsDays: 1 },
			stepMs: 1_200_000,
			tasksEveryMs: 6 * 3_600_000,
		});
		expect(soak.checks).toBeGreaterThan(3_500);
		expect(soak.redelivered).toBeGreaterThan(0);
		expect(await differences(soak)).toEqual([]);
	}, 60_000);
});
