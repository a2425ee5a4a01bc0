/**
 * What figures cost on SQLite: statistics of a monitor with 30 days of minutes and of teams, backfill, and the daily
 * report as CSV. Rows are laid down straight in the tables, as the service would have left them.
 *
 *     node --conditions=@lapwing/source bench/reports.ts [--monitors 10000] [--days 366]
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pino from "pino";
import { HourCounts } from "../packages/server/src/domain/figures/hour-counts.ts";
import { encodeHistogram, LatencyTally } from "../packages/server/src/domain/figures/latency-histogram.ts";
import { createApp } from "../packages/server/src/http/app.ts";
import { PingReceiver } from "../packages/server/src/http/pings/receiver.ts";
import { createMetrics } from "../packages/server/src/metrics.ts";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { requestBackfill, stepBackfill } from "../packages/server/src/storage/figures/backfills.ts";
import { foldClosedHours } from "../packages/server/src/storage/figures/roll-ups.ts";
import { monitorStatistics, teamStatistics } from "../packages/server/src/storage/figures/statistics.ts";
import { countClosedMinutes } from "../packages/server/src/storage/figures/team-minutes.ts";
import { sealClosedHours } from "../packages/server/src/storage/results/sealed/seal-hours.ts";
import { aMonitor, aTeam } from "../packages/server/src/storage/testing/fixtures.ts";

const { values: options } = parseArgs({
	options: { monitors: { type: "string", default: "10000" }, days: { type: "string", default: "366" } },
});
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const DAY = 1_440;
const HISTORY_MONITORS = 20;
const CHECK =
	"minute, place, monitor_id, revision, outcome, response_status, elapsed_ms, started_ms, attempts, location, connect_ms, first_byte_ms";
const placeOf = (monitor: string) => `((cast(${monitor} as integer) * 2654435769) & 4294967295) >> 17`;

const directory = await mkdtemp(join(tmpdir(), "lapwing-reports-"));
const path = join(directory, "lapwing.db");
const database = openDatabase(`sqlite:${path}`);
await migrate(database);
const key = await bootstrap(database, null, 0);
const straight = new DatabaseSync(path, { timeout: 10_000 });
const now = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 37_777_000;
const minute = Math.floor(now / 60_000);
const say = (line: string) => process.stdout.write(`${line}\n`);
const ms = (value: number) => `${value.toFixed(1)} ms`;
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Median and slowest of some runs, after one that warms up. */
async function timed(runs: number, work: () => Promise<unknown>): Promise<string> {
	await work();
	const took: number[] = [];
	for (let run = 0; run < runs; run += 1) {
		const startedAt = performance.now();
		await work();
		took.push(performance.now() - startedAt);
	}
	took.sort((a, b) => a - b);
	return `${ms(took[Math.floor(runs / 2)] ?? 0)} (slowest ${ms(took.at(-1) ?? 0)})`;
}

function inOne(work: () => void): void {
	straight.exec("begin");
	work();
	straight.exec("commit");
}

async function monitorsOf(team: number, count: number, createdAt: number): Promise<number[]> {
	const first = await aMonitor(database, team, { createdAt });
	inOne(() => {
		straight.exec(`
			insert into monitors (public_id, team_id, type, name, target, tags, settings, interval_seconds, degraded_after_ms,
				timeout_seconds, location_hint, ssl_monitoring_enabled, ssl_expiry_warning_days, enabled_at, created_at, updated_at)
			with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count - 1})
			select 'mon_' || ${team} || 'x' || i, ${team}, 'http', 'Monitor, number ' || (i * 7919 % 1000003), target, tags, settings,
				interval_seconds, degraded_after_ms, timeout_seconds, location_hint, 1, 30, 1, created_at, updated_at
			from n, monitors where id = ${first}`);
		straight.exec(`
			insert into monitor_states (monitor_id, team_id, revision, interval_ms, phase_ms, timeout_ms, status)
			select id, team_id, 1, 60000, 0, 10000, 1 from monitors where team_id = ${team} and id > ${first}`);
		straight.exec(`
			insert into roll_up_states select id, created_at / 3600000, 0 from monitors where team_id = ${team} and id > ${first}`);
	});
	const rows = straight.prepare("select id from monitors where team_id = ? order by id").all(team);
	return rows.map(({ id }) => Number(id));
}

// --- one monitor, and backfill ---------------------------------------------------------------------------------------
{
	const team = await aTeam(database);
	const since = minute - 31 * DAY;
	const monitors = await monitorsOf(team, HISTORY_MONITORS, since * 60_000);
	const insert = straight.prepare(
		`insert into check_results (${CHECK}) values (?1, ${placeOf("?2")}, ?2, 1, ?3, ?4, ?5, 20000, 1, 2, 3, 40)`,
	);
	inOne(() => {
		for (let at = since; at <= minute; at += 1) {
			for (const monitor of monitors) {
				const isDown = (at * 31 + monitor * 7) % 997 === 0;
				insert.run(at, monitor, isDown ? 42 : 4, isDown ? null : 200, 60 + ((at * 7919 + monitor * 104_729) % 211));
			}
		}
	});
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
	straight.exec(`update monitors set deleted_at = ${now} where team_id = ${team}`);
	say(
		`statistics of a team, ${HISTORY_MONITORS} monitors of a month just deleted: ${await timed(5, () => teamStatistics(database, team, now))}`,
	);
}

// --- teams -----------------------------------------------------------------------------------------------------------
for (const count of [1_000, 10_000]) {
	const team = await aTeam(database);
	await monitorsOf(team, count, 0);
	inOne(() => {
		const counts = new HourCounts();
		for (let place = 0; place < 60; place += 1) counts.set(place, count, count - (place % 50));
		straight
			.prepare(`insert into team_hours (team_id, hour, counts)
				with recursive n (i) as (select 0 union all select i + 1 from n where i < ${31 * 24})
				select ${team}, ${Math.floor(minute / 60)} - i, ? from n`)
			.run(counts.encode());
		straight.exec(`insert or replace into check_results (${CHECK})
			select ${minute} - m.value, ${placeOf("monitors.id")}, monitors.id, 1, 4, 200, 80, 20000, 1, 2, 3, 40
			from monitors, json_each('[0,1,2,3]') as m where team_id = ${team}`);
		straight.exec(`update roll_up_progress set minutes_through = ${minute - 2}`);
	});
	const took = await timed(20, () => teamStatistics(database, team, now));
	say(`statistics of a team of ${count.toLocaleString("en")} monitors: ${took}`);
}

// --- reports ---------------------------------------------------------------------------------------------------------
{
	const [count, days] = [Number(options.monitors), Number(options.days)];
	const team = 1;
	await monitorsOf(team, count, 0);
	const today = Math.floor(minute / DAY);
	const tally = new LatencyTally();
	for (let time = 60; time < 300; time += 7) tally.add(time, 40);
	const histogram = encodeHistogram(tally.histogram());
	inOne(() => {
		straight
			.prepare(`insert into daily_roll_ups (monitor_id, day, successful, status, up, degraded, down, answered, response_sum_ms,
				response_max_ms, response_times)
				with recursive n (i) as (select 1 union all select i + 1 from n where i < ${days})
				select id, ${today} - i, 1439, 2, 1439, 0, 1, 1439, 172680, 300, ? from monitors, n where team_id = ${team}`)
			.run(histogram);
		straight.exec(
			`insert or replace into roll_up_states select id, ${(today + 1) * 24}, 0 from monitors where team_id = ${team}`,
		);
	});
	const log = pino({ level: "silent" });
	const metrics = createMetrics();
	const app = createApp({
		database,
		log,
		metrics,
		now: () => now,
		pings: new PingReceiver({ database, metrics, log, now: () => now }),
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
	const { body } = await ask("uptime-daily", "text/csv");
	for await (const chunk of body ?? []) {
		bytes += chunk.length;
		for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
		peak = Math.max(peak, process.memoryUsage.rss());
	}
	const seconds = (performance.now() - startedAt) / 1000;
	clearInterval(turns);
	say(
		`CSV: ${rows.toLocaleString("en")} rows, ${mb(bytes)} in ${seconds.toFixed(1)} s: ${Math.round(rows / seconds).toLocaleString("en")} rows/s; ` +
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

straight.close();
await database.close();
await rm(directory, { recursive: true });
