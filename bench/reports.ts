/**
 * What figures cost: statistics of a monitor with 30 days of minutes and of teams, backfill, and the daily report as
 * CSV. On SQLite in a temporary file, or on a PostgreSQL of its own, whose CPU is not counted.
 *
 *     node --conditions=@lapwing/source bench/reports.ts [--monitors 10000] [--days 366] [--engine postgresql]
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "kysely";
import pino from "pino";
import { createApp } from "../packages/server/src/http/app.ts";
import { ReportReceiver } from "../packages/server/src/http/job-reports/receiver.ts";
import { createMetrics } from "../packages/server/src/metrics.ts";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { requestBackfill, stepBackfill } from "../packages/server/src/storage/figures/backfills.ts";
import { foldClosedHours } from "../packages/server/src/storage/figures/roll-ups.ts";
import { monitorStatistics, teamStatistics } from "../packages/server/src/storage/figures/statistics.ts";
import { countClosedMinutes } from "../packages/server/src/storage/figures/team-minutes.ts";
import { sealClosedHours } from "../packages/server/src/storage/results/sealed/seal-hours.ts";
import { aTeam } from "../packages/server/src/storage/testing/fixtures.ts";
import { startPostgres } from "../packages/server/src/storage/testing/postgres.ts";
import { checksOf, countedHoursOf, daysOf, monitorsOf } from "./report-rows.ts";

const { values: options } = parseArgs({
	options: {
		monitors: { type: "string", default: "10000" },
		days: { type: "string", default: "366" },
		engine: { type: "string", default: "sqlite" },
	},
});
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const DAY = 1_440;
const HISTORY_MONITORS = 20;

const directory = await mkdtemp(join(tmpdir(), "lapwing-reports-"));
const postgres = options.engine === "postgresql" ? await startPostgres() : null;
const database = openDatabase(postgres ? `${postgres.url}/postgres` : `sqlite:${join(directory, "lapwing.db")}`);
await migrate(database);
const key = await bootstrap(database, null, 0);
const now = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 37_777_000;
const minute = Math.floor(now / 60_000);
const say = (line: string) => process.stdout.write(`${line}\n`);
const ms = (value: number) => `${value.toFixed(1)} ms`;
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Median and slowest of some runs by the clock, and the CPU of this thread in all of them, after one that warms up. */
async function timed(runs: number, work: () => Promise<unknown>): Promise<string> {
	await work();
	const took: number[] = [];
	const before = process.threadCpuUsage();
	for (let run = 0; run < runs; run += 1) {
		const startedAt = performance.now();
		await work();
		took.push(performance.now() - startedAt);
	}
	const { user, system } = process.threadCpuUsage(before);
	took.sort((a, b) => a - b);
	const [median = 0, slowest = 0] = [took[Math.floor(runs / 2)], took.at(-1)];
	return `${ms(median)} (slowest ${ms(slowest)}; ${ms((user + system) / 1000 / runs)} of CPU)`;
}

// --- one monitor, and backfill ---------------------------------------------------------------------------------------
{
	const team = await aTeam(database);
	const since = minute - 31 * DAY;
	const monitors = await monitorsOf(database, team, HISTORY_MONITORS, since * 60_000);
	await checksOf(database, team, since, minute);
	const [id = 0] = monitors;
	const subject = { id, type: "http" } as const;
	say(
		`statistics of a monitor, 43,200 checks, nothing folded: ${await timed(5, () => monitorStatistics(database, subject, now))}`,
	);
	let checks = 0;
	let slowest = 0;
	let startedAt = performance.now();
	for (;;) {
		const sliceAt = performance.now();
		const folded = await foldClosedHours(database, now);
		if (!folded) break;
		slowest = Math.max(slowest, performance.now() - sliceAt);
		checks += folded.checks;
	}
	const rate = (count: number) => Math.round(count / ((performance.now() - startedAt) / 1000)).toLocaleString("en");
	say(`rolled up: ${rate(checks)} checks/s, slowest slice ${ms(slowest)}`);
	say(
		`statistics of a monitor, 43,200 checks, folded: ${await timed(50, () => monitorStatistics(database, subject, now))}`,
	);
	startedAt = performance.now();
	checks = 0;
	for (;;) {
		const sealed = await sealClosedHours(database.background(), now);
		if (!sealed) break;
		checks += sealed.checks;
	}
	say(`sealed: ${rate(checks)} checks/s`);
	say(
		`statistics of a monitor, 43,200 checks, folded and sealed: ${await timed(50, () => monitorStatistics(database, subject, now))}`,
	);
	await requestBackfill(database, team);
	checks = 0;
	slowest = 0;
	startedAt = performance.now();
	for (;;) {
		const sliceAt = performance.now();
		const step = await stepBackfill(database, now);
		if (!step) break;
		slowest = Math.max(slowest, performance.now() - sliceAt);
		checks += step.folded.checks;
	}
	say(`backfill: ${rate(checks)} checks/s (${checks.toLocaleString("en")} checks), slowest slice ${ms(slowest)}`);
	while (await countClosedMinutes(database, now));
	await sql`update monitors set deleted_at = ${now} where team_id = ${team}`.execute(database.db);
	say(
		`statistics of a team, ${HISTORY_MONITORS} monitors of a month just deleted: ${await timed(5, () => teamStatistics(database, team, now))}`,
	);
}

// --- teams -----------------------------------------------------------------------------------------------------------
for (const count of [1_000, 10_000]) {
	const team = await aTeam(database);
	await monitorsOf(database, team, count, 0);
	await countedHoursOf(database, team, count, minute);
	const took = await timed(20, () => teamStatistics(database, team, now));
	say(`statistics of a team of ${count.toLocaleString("en")} monitors: ${took}`);
}

// --- reports ---------------------------------------------------------------------------------------------------------
{
	const [count, days] = [Number(options.monitors), Number(options.days)];
	const team = 1;
	await monitorsOf(database, team, count, 0);
	const today = Math.floor(minute / DAY);
	await daysOf(database, team, today - days, today - 1);
	const log = pino({ level: "silent" });
	const metrics = createMetrics();
	const app = createApp({
		database,
		log,
		metrics,
		now: () => now,
		jobReports: new ReportReceiver({ database, metrics, log, now: () => now }),
		secret: new Uint8Array(32),
		publicUrl: null,
		rateLimitPerMinute: null,
		stopping: new AbortController().signal,
		health: async () => ({ status: "ok", database: true, schedulerTickedAt: now, lagMs: 0, missedChecks: null }),
	});
	const day = (at: number) => new Date(at * 86_400_000).toISOString().slice(0, 10);
	const ask = (path: string, accept: string, covered = days) =>
		app.request(`/api/v1/reports/${path}?from=${day(today - covered)}&to=${day(today - 1)}`, {
			headers: { authorization: `Bearer ${key}`, accept },
		});
	say(
		`a page of the daily report: ${await timed(20, async () => (await ask("uptime-daily", "application/json")).text())}`,
	);
	const summaryAt = performance.now();
	const summary = await (await ask("uptime-summary", "application/json")).text();
	say(
		`summary of ${count.toLocaleString("en")} monitors × ${days} days: ${ms(performance.now() - summaryAt)}, ${(summary.length / 1e6).toFixed(1)} MB`,
	);
	const before = process.memoryUsage.rss();
	let [peak, rows, bytes, longest] = [before, -1, 0, 0];
	let last = performance.now();
	const turns = setInterval(() => {
		longest = Math.max(longest, performance.now() - last);
		last = performance.now();
	}, 1);
	const startedAt = performance.now();
	const cpuBefore = process.threadCpuUsage();
	const { body } = await ask("uptime-daily", "text/csv");
	for await (const chunk of body ?? []) {
		bytes += chunk.length;
		for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
		peak = Math.max(peak, process.memoryUsage.rss());
	}
	const seconds = (performance.now() - startedAt) / 1000;
	const { user, system } = process.threadCpuUsage(cpuBefore);
	clearInterval(turns);
	say(
		`CSV: ${rows.toLocaleString("en")} rows, ${mb(bytes)} in ${seconds.toFixed(1)} s: ${Math.round(rows / seconds).toLocaleString("en")} rows/s, ` +
			`${((user + system) / rows).toFixed(2)} µs of CPU each; ` +
			`RSS ${mb(before)} → at most ${mb(peak)}; longest wait of others ${ms(longest)}`,
	);
	for (const covered of [30, 90, 366].filter((length) => length <= days)) {
		say(`CSV of ${covered} days, live memory: ${await liveMemory(covered, ask)}`);
	}
}

/** What is in use, garbage collected: at the beginning of a download, at each tenth of it, and when it is over. */
async function liveMemory(
	covered: number,
	ask: (path: string, accept: string, covered: number) => Response | Promise<Response>,
): Promise<string> {
	const live = () => {
		collectGarbage();
		// What array buffers hold is in `external`.
		const { heapUsed, external } = process.memoryUsage();
		return heapUsed + external;
	};
	const lines = covered * Number(options.monitors);
	const before = live();
	const during: number[] = [];
	let rows = -1;
	const { body } = await ask("uptime-daily", "text/csv", covered);
	for await (const chunk of body ?? []) {
		for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
		if (rows >= (lines * (during.length + 1)) / 10) during.push(live());
	}
	return `before ${mb(before)}, at each tenth ${during.map(mb).join(", ")}, after ${mb(live())}`;
}

await database.close();
await postgres?.stop();
await rm(directory, { recursive: true });
