/**
 * Scripted topologies of monitors that share what breaks, through the code that records checks and delivers notices, on
 * a virtual clock: whether each outage has the right cause, which problems and ends were not told, and how many
 * messages there were; and the same with alerts that do not group by causes. What was wrong is listed.
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
import { TOLD_AFTER_MS, tallyOf } from "../packages/server/src/engine/notices/testing/topologies/verdict.ts";
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
/** On a database of its own, from the same seed: the same topologies. */
async function measured(groups: boolean) {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-causes-"));
	const postgres = options.engine === "postgresql" ? await startPostgres() : null;
	const database = openDatabase(postgres ? `${postgres.url}/postgres` : `sqlite:${join(directory, "lapwing.db")}`);
	try {
		await migrate(database);
		const random = seededRandom(Number(options.seed));
		return await tallyOf(database, await runTopologies(database, Number(options.topologies), random, groups));
	} finally {
		await database.close();
		await postgres?.stop();
		await rm(directory, { recursive: true, force: true });
	}
}

const grouped = await measured(true);
const alone = await measured(false);
const share = (right: number, all: number) => `${right} of ${all} (${((100 * right) / all).toFixed(1)} %)`;
const minutes = TOLD_AFTER_MS / 60_000;
const rows: readonly (readonly [string, (tally: typeof grouped) => string | number])[] = [
	["topologies all of whose causes are right", (tally) => share(tally.rightTopologies, tally.topologies)],
	["causes that are right", (tally) => share(tally.rightCauses, tally.causes)],
	["outages, and problems for an alert", (tally) => `${tally.outages}, ${tally.problems}`],
	["messages, ends and updates included", (tally) => tally.messages],
	["problems told of their own", (tally) => tally.toldAlone],
	["problems told in the message of their cause", (tally) => tally.toldWithCause],
	["problems of monitors told to be flapping", (tally) => tally.toldAsFlapping],
	[`not told, and over within ${minutes} minutes`, (tally) => tally.tooShort],
	["problems not told", (tally) => tally.untold],
	["ends not told", (tally) => tally.endsUntold],
	["events that were not true when they came", (tally) => tally.stale],
	["notices left in the outbox", (tally) => tally.left],
];
const line = (name: string, ...values: (string | number)[]) =>
	process.stdout.write(`${name.padEnd(46)}${values.map((value) => String(value).padEnd(24)).join("")}\n`);
line("", "groupsByCause: true", "groupsByCause: false");
for (const [name, of] of rows) line(name, of(grouped), of(alone));
process.stdout.write(
	`\nA problem that was over within ${minutes} minutes and that no message told does not count as not told: it may wait\n` +
		"90 s for checks of what its monitor depends on and 30 s for others of its cause, and what is over when its turn\n" +
		"comes is not sent.\n",
);
for (const { wrong } of [grouped, alone]) for (const sentence of wrong) process.stdout.write(`  ${sentence}\n`);
const isRight = grouped.rightTopologies >= 0.95 * grouped.topologies;
const missing = [grouped, alone].some((tally) => tally.untold + tally.endsUntold + tally.stale + tally.left > 0);
if (!isRight || missing) process.exitCode = 1;
