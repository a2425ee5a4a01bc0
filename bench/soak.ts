/**
 * Ninety days of a service with 1,000 monitors on a set clock, in minutes, on SQLite: live memory and the size of the
 * file day by day, and everything stored compared with counts that were kept apart. The short form, on both
 * databases, is packages/server/src/engine/soak.test.ts.
 *
 *     node --conditions=@lapwing/source --expose-gc bench/soak.ts [--days 90] [--monitors 1000]
 *         [--directory /dev/shm]
 *
 * The file lies in memory where the system has /dev/shm: commits would wait for the disk for an hour in all.
 *
 * One monitor in a hundred is checked every minute, four are every five minutes, and the others every hour: 4.4 million
 * checks in 90 days. It ends with 1 when something is not as counted, when live memory grows, or when the file is
 * larger than its checks explain.
 */

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { differences } from "../packages/server/src/engine/testing/soak/compare.ts";
import { explainedBytes } from "../packages/server/src/engine/testing/soak/file-size.ts";
import { runSoak, type Soak } from "../packages/server/src/engine/testing/soak/soak.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";

const { values: args } = parseArgs({
	options: {
		days: { type: "string", default: "90" },
		monitors: { type: "string", default: "1000" },
		directory: { type: "string", default: existsSync("/dev/shm") ? "/dev/shm" : tmpdir() },
	},
});
const collectGarbage = globalThis.gc;
if (!collectGarbage) throw new Error("Run it with --expose-gc");
const [days, count] = [Number(args.days), Number(args.monitors)];
const [everyMinute, everyFive] = [Math.ceil(count / 100), Math.ceil(count / 25)];
/** Single checks and hourly figures are pruned for the first time on the 36th and on the 51st day. */
const RETENTION = { resultsDays: 35, hoursDays: 50, eventsDays: 50 };
/** From here on as many checks are added as are pruned. */
const STEADY_FROM_DAY = RETENTION.hoursDays + 2;
const MOST_GROWTH = 1.1;
const REPORTED_EACH_DAYS = 10;

const directory = mkdtempSync(join(args.directory, "lapwing-soak-"));
const database = openDatabase(`sqlite:${join(directory, "lapwing.db")}`);
await migrate(database);
const startedAt = performance.now();
const samples: { readonly day: number; readonly live: number; readonly file: number; readonly explained: number }[] =
	[];
const problems: string[] = [];
const soak = await runSoak(database, {
	days,
	monitors: [
		{ count: everyMinute, intervalSeconds: 60 },
		{ count: everyFive, intervalSeconds: 300 },
		{ count: count - everyMinute - everyFive, intervalSeconds: 3_600 },
	],
	retention: RETENTION,
	stepMs: 60_000,
	tasksEveryMs: 3_600_000,
	onDay: sample,
});
const elapsed = (performance.now() - startedAt) / 1000;
say(`${soak.checks} checks in ${elapsed.toFixed(0)} s: ${Math.round(soak.checks / elapsed)} a second`);
say(`${soak.redelivered} outcomes were delivered again five hours later`);
problems.push(...(await differences(soak)).slice(0, 20));
const steady = samples.filter(({ day }) => day >= STEADY_FROM_DAY);
const [first, last] = [steady[0], steady.at(-1)];
if (first && last && last.live > first.live * MOST_GROWTH) problems.push("Live memory grew");
for (const { day, file, explained } of samples) {
	if (file > explained * MOST_GROWTH) problems.push(`The file is larger on day ${day} than its checks explain`);
}
say(problems.length === 0 ? "Everything is as counted" : `Problems: ${problems.length}`);
for (const problem of problems) say(`  ${problem.slice(0, 400)}`);
for (const line of await tables()) say(line);
await database.close();
rmSync(directory, { recursive: true, force: true });
process.exitCode = problems.length === 0 ? 0 : 1;

async function sample(soak: Soak): Promise<void> {
	const day = Math.round((soak.now - soak.start) / 86_400_000);
	if (day % REPORTED_EACH_DAYS !== 0 && day !== STEADY_FROM_DAY) return;
	collectGarbage?.();
	const { heapUsed, external } = process.memoryUsage();
	const taken = {
		day,
		live: heapUsed + external,
		file: await database.sizeBytes(),
		explained: explainedBytes(soak),
	};
	samples.push(taken);
	const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
	say(
		`day ${day}: ${soak.checks} checks, live memory ${mb(taken.live)}, ` +
			`file ${mb(taken.file)}, of which its checks explain ${mb(taken.explained)}`,
	);
}

/** Where the bytes are. */
async function tables(): Promise<string[]> {
	const { rows } = await sql<{ name: string; bytes: number; entries: number }>`
		select name, sum(pgsize) as bytes, sum(ncell) as entries from dbstat group by name order by 2 desc limit 8`.execute(
		database.db,
	);
	return rows.map(({ name, bytes, entries }) => `  ${name}: ${(bytes / 1e6).toFixed(1)} MB, ${entries} entries`);
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}
