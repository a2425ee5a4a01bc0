/**
 * Scripted topologies of monitors that share what breaks, through the code that records checks and delivers notices, on
 * a virtual clock: whether each outage has the right cause, which problems and ends were not told, and how many
 * messages there were. What was wrong is listed.
 *
 *     node --conditions=@lapwing/source bench/causes.ts [--topologies 200] [--seed 1] [--engine sqlite]
 *
 * It ends with 1 when a problem or an end was not told, something stale was, or fewer than 95 in 100 are right.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { seededRandom } from "../packages/server/src/cli/demo/demo-history.ts";
import { runTopologies } from "../packages/server/src/engine/notices/testing/topologies/run.ts";
import { tallyOf } from "../packages/server/src/engine/notices/testing/topologies/verdict.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { startPostgres } from "../packages/server/src/storage/testing/postgres.ts";

const { values: options } = parseArgs({
	options: {
		topologies: { type: "string", default: "200" },
		seed: { type: "string", default: "1" },
		engine: { type: "string", default: "sqlite" },
	},
});
const directory = await mkdtemp(join(tmpdir(), "lapwing-causes-"));
const postgres = options.engine === "postgresql" ? await startPostgres() : null;
const database = openDatabase(postgres ? `${postgres.url}/postgres` : `sqlite:${join(directory, "lapwing.db")}`);
try {
	await migrate(database);
	const run = await runTopologies(database, Number(options.topologies), seededRandom(Number(options.seed)));
	const { wrong, ...tally } = await tallyOf(database, run);
	const share = (right: number, all: number) => `${right} of ${all} (${((100 * right) / all).toFixed(1)} %)`;
	const rows: [string, string | number][] = [
		["topologies all of whose causes are right", share(tally.rightTopologies, tally.topologies)],
		["causes that are right", share(tally.rightCauses, tally.causes)],
		["outages, and problems for an alert", `${tally.outages}, ${tally.problems}`],
		["messages, ends included", tally.messages],
		["problems not told", tally.untold],
		["ends not told", tally.endsUntold],
		["events that were not true when they came", tally.stale],
		["notices left in the outbox", tally.left],
	];
	for (const [name, value] of rows) process.stdout.write(`${name.padEnd(44)}${value}\n`);
	for (const sentence of wrong) process.stdout.write(`  ${sentence}\n`);
	const isRight = tally.rightTopologies >= 0.95 * tally.topologies;
	if (!isRight || tally.untold + tally.endsUntold + tally.stale + tally.left > 0) process.exitCode = 1;
} finally {
	await database.close();
	await postgres?.stop();
	await rm(directory, { recursive: true, force: true });
}
