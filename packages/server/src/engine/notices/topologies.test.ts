/** Some scripted topologies of each kind on each engine. bench/causes.ts runs two hundred, and shows what was wrong. */

import { expect, test } from "vitest";
import { seededRandom } from "../../cli/demo/demo-history.ts";
import { freshDatabase, onEachEngine } from "../../storage/testing/engines.ts";
import { runTopologies } from "./testing/topologies/run.ts";
import { tallyOf } from "./testing/topologies/verdict.ts";

const TOPOLOGIES = { sqlite: 30, postgresql: 10 };

onEachEngine("causes of scripted topologies", (name) => {
	test("are right in 95 of 100, and every problem and every end is told", { timeout: 300_000 }, async () => {
		const topologies = TOPOLOGIES[name];
		await using database = await freshDatabase(name);
		const run = await runTopologies(database, topologies, seededRandom(1));
		const { wrong, ...tally } = await tallyOf(database, run);
		expect({ ...tally, wrong }).toMatchObject({ untold: 0, endsUntold: 0, stale: 0, left: 0 });
		expect(tally.rightTopologies).toBeGreaterThanOrEqual(0.95 * topologies);
		expect(tally.rightCauses).toBeGreaterThanOrEqual(0.95 * tally.causes);
	});
});
