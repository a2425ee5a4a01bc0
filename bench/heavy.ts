/**
 * How long the API takes while the service does something heavy: rolls up the history of 40 days after a start, runs a
 * backfill, or writes the CSV of a year. One request every 10 ms, due at its own time, so that one that waits hides no
 * other. With --slices it prints instead how much CPU the turns of the event loop take during that work, which a busy
 * machine changes less. With --house it deletes up to 1,000 monitors at once of a house that `lapwing demo` filled:
 * give it a copy.
 *
 *     node --conditions=@lapwing/source bench/heavy.ts [--monitors 60] [--days 40] [--csv-monitors 3000] [--slices]
 *     node --conditions=@lapwing/source bench/heavy.ts --house FILE
 */

import { mkdtemp, rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { SCOPES } from "../packages/server/src/domain/access/scopes.ts";
import { encodeHistogram, LatencyTally } from "../packages/server/src/domain/figures/latency-histogram.ts";
import { createKey } from "../packages/server/src/storage/access/api-keys.ts";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { teamBySlug } from "../packages/server/src/storage/access/teams.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { requestBackfill, stepBackfill } from "../packages/server/src/storage/figures/backfills.ts";
import { foldClosedHours, foldLateHours } from "../packages/server/src/storage/figures/roll-ups.ts";
import {
	ALL_SUBTRACTED,
	countClosedMinutes,
	subtractDeletedMonitor,
} from "../packages/server/src/storage/figures/team-minutes.ts";
import { sealClosedHours } from "../packages/server/src/storage/results/sealed/seal-hours.ts";
import { heavyTurn } from "../packages/server/src/storage/turns/heavy-turn.ts";
import { GRACE_MS, pruneDeletedMonitor, pruneOld } from "../packages/server/src/storage/upkeep/prune.ts";
import { addMonitors } from "./monitors.ts";
import { startService } from "./processes/service-process.ts";

const { values: options } = parseArgs({
	options: {
		monitors: { type: "string", default: "60" },
		days: { type: "string", default: "40" },
		"csv-monitors": { type: "string", default: "3000" },
		slices: { type: "boolean", default: false },
		/** The file of its database. */
		house: { type: "string" },
	},
});
const [monitors, days, csvMonitors] = [options.monitors, options.days, options["csv-monitors"]].map(Number) as [
	number,
	number,
	number,
];
const KEY = "a-key-for-the-benchmark-alone";
const LIST = "/api/v1/monitors?perPage=20";
const EVERY_MS = 10;
const REPORT_DAYS = 366;
/** It takes every monitor of the team, those of the CSV too, and minutes for all of them. */
const BACKFILL_SECONDS = 30;
/** Turns in which nothing heavy was done are not counted. */
const SHORT_TURN_US = 500;

const DELETED_AT_ONCE = 1_000;

const directory = await mkdtemp(join(tmpdir(), "lapwing-heavy-"));
const path = join(directory, "lapwing.db");
const thisMinute = Math.floor(Date.now() / 60_000);
const today = Math.floor(thisMinute / 1_440);
try {
	if (options.house !== undefined) await measureDeleting(options.house);
	else {
		await fill();
		await (options.slices ? measureSlices() : measureApi());
	}
} finally {
	await rm(directory, { recursive: true });
}

async function measureApi(): Promise<void> {
	const straight = new DatabaseSync(path, { readOnly: true });
	const service = await startService({ directory, databaseUrl: `sqlite:${path}`, rootFile: "/dev/null" });
	try {
		const count = (sql: string) => Number(straight.prepare(sql).get()?.["n"]);
		const settled = Math.floor((thisMinute - 61) / 60);
		await beside(service.url, `${days} days of ${monitors} monitors are rolled up`, async () => {
			while (count(`select count(*) as n from roll_up_states where hours_through < ${settled}`) > 0) await pause(200);
		});
		await pause(3_000);
		await beside(service.url, "nothing", () => pause(5_000));
		await beside(service.url, `the CSV of ${csvMonitors} monitors and ${REPORT_DAYS} days`, async () => {
			const day = (at: number) => new Date(at * 86_400_000).toISOString().slice(0, 10);
			const range = `from=${day(today - REPORT_DAYS)}&to=${day(today - 1)}&monitor_type=http`;
			const startedAt = performance.now();
			const csv = await fetch(`${service.url}/api/v1/reports/uptime-daily?${range}`, {
				headers: { authorization: `Bearer ${KEY}`, accept: "text/csv" },
			});
			let rows = -1;
			for await (const chunk of csv.body ?? []) {
				for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
			}
			const seconds = (performance.now() - startedAt) / 1_000;
			process.stdout.write(`${rows} rows, ${Math.round(rows / seconds)} a second\n`);
		});
		await beside(service.url, "a backfill, or its first seconds", async () => {
			const asked = await fetch(`${service.url}/api/v1/backfill-daily-stats`, {
				method: "POST",
				headers: { authorization: `Bearer ${KEY}` },
			});
			if (asked.status !== 202) throw new Error(await asked.text());
			await pause(1_500);
			const until = performance.now() + BACKFILL_SECONDS * 1_000;
			while (count("select count(*) as n from backfills") > 0 && performance.now() < until) await pause(200);
		});
	} finally {
		await service.stop();
		straight.close();
	}
}

async function measureDeleting(house: string): Promise<void> {
	const database = openDatabase(`sqlite:${house}`);
	await migrate(database);
	const team = await teamBySlug(database, "acme");
	if (!team) throw new Error("The house has no team acme");
	await createKey(database, { teamId: team.id, name: "bench", scopes: SCOPES, plaintext: KEY }, Date.now());
	const { rows } = await sql<{ id: string }>`
		select public_id as id from monitors where team_id = ${team.id} and deleted_at is null
		limit ${DELETED_AT_ONCE}`.execute(database.db);
	// A demo that was cut off is far behind: its hours without checks would be folded meanwhile.
	await sql`update roll_up_states set hours_through = ${Math.floor(thisMinute / 60)}`.execute(database.db);
	await database.close();
	const straight = new DatabaseSync(house, { timeout: 10_000 });
	const service = await startService({ directory, databaseUrl: `sqlite:${house}`, rootFile: "/dev/null" });
	const waiting = (condition: string) => () =>
		Number(
			straight.prepare(`select count(*) as n from monitors where deleted_at is not null ${condition}`).get()?.["n"],
		);
	const until = async (left: () => number) => {
		while (left() > 0) await pause(200);
	};
	try {
		await pause(5_000);
		await beside(service.url, "nothing", () => pause(10_000));
		await beside(service.url, `${rows.length} monitors are deleted, and subtracted from their team`, async () => {
			for (let at = 0; at < rows.length; at += 100) {
				const deleted = await fetch(`${service.url}/api/v1/monitors/bulk`, {
					method: "POST",
					headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
					body: JSON.stringify({ ids: rows.slice(at, at + 100).map(({ id }) => id), action: "delete" }),
				});
				if (deleted.status !== 200) throw new Error(await deleted.text());
			}
			await until(waiting(`and counted_from < ${ALL_SUBTRACTED}`));
		});
		straight.exec(`update monitors set deleted_at = deleted_at - ${GRACE_MS} where deleted_at is not null`);
		await beside(service.url, "they are removed", () => until(waiting("")));
	} finally {
		await service.stop();
		straight.close();
	}
}

async function measureSlices(): Promise<void> {
	const database = openDatabase(`sqlite:${path}`);
	await using _thread = database.checkpointInThread((error) => process.stderr.write(`${error.message}\n`));
	const { repeatable } = database;
	const now = Date.now();
	const old = { resultsDays: days / 2, hoursDays: 400, eventsDays: 400 };
	await turns("roll-up of closed hours", () => foldClosedHours(repeatable, now));
	await turns("minutes of teams", () => countClosedMinutes(repeatable, now));
	await requestBackfill(database, 1);
	await turns("backfill", () => stepBackfill(repeatable, now));
	await sql`insert into late_hours select m.id, ${Math.floor(thisMinute / 60) - 50} - 7 * (m.id % 9) from monitors as m`.execute(
		database.db,
	);
	await turns("hours with late checks", () => foldLateHours(repeatable));
	await turns("sealing", () => sealClosedHours(database.background(), now));
	// The first call announces what is pruned.
	await pruneOld(repeatable, old, now);
	await turns("pruning", async () => Object.keys(await pruneOld(repeatable, old, now + GRACE_MS)).length > 0);
	await sql`update monitors set deleted_at = ${now} where id <= ${monitors / 4}`.execute(database.db);
	await turns("subtracting deleted monitors", () => subtractDeletedMonitor(repeatable, now));
	await turns(
		"pruning of deleted monitors",
		async () => Object.keys(await pruneDeletedMonitor(repeatable, now + GRACE_MS)).length > 0,
	);
	await turns("free space", async () => {
		const before = await database.sizeBytes();
		await database.reclaimSpace();
		return (await database.sizeBytes()) < before;
	});
	await database.close();
}

/**
 * Calls `slice` until it has nothing left, or often enough, and prints what the turns of the event loop took meanwhile:
 * a slice may take several.
 */
async function turns(name: string, slice: () => Promise<unknown>): Promise<void> {
	const took: number[] = [];
	let before = process.threadCpuUsage();
	let isOver = false;
	const measure = () => {
		const { user, system } = process.threadCpuUsage(before);
		if (user + system >= SHORT_TURN_US) took.push((user + system) / 1_000);
		before = process.threadCpuUsage();
		if (!isOver) setImmediate(measure);
	};
	setImmediate(measure);
	for (let hasMore = true; hasMore && took.length < 1_000; ) {
		await heavyTurn();
		hasMore = Boolean(await slice());
	}
	isOver = true;
	took.sort((a, b) => a - b);
	const at = (share: number) => `${(took[Math.floor((took.length - 1) * share)] ?? 0).toFixed(1)} ms`;
	process.stdout.write(
		`${name}: ${took.length} turns, CPU of one: median ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, longest ${at(1)}\n`,
	);
}

/** Asks the API until `work` is over, and prints how long the answers took. */
async function beside(url: string, what: string, work: () => Promise<unknown>): Promise<void> {
	const agent = new Agent({ keepAlive: true });
	const asked: Promise<number>[] = [];
	const timer = setInterval(() => asked.push(ask(url, agent, asked.length % 2 === 0 ? "/healthz" : LIST)), EVERY_MS);
	const startedAt = performance.now();
	await work();
	const seconds = (performance.now() - startedAt) / 1_000;
	clearInterval(timer);
	const times = (await Promise.all(asked)).sort((a, b) => a - b);
	agent.destroy();
	const at = (share: number) => `${(times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1)} ms`;
	process.stdout.write(
		`${what}: ${seconds.toFixed(1)} s, ${times.length} requests, median ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, longest ${at(1)}\n`,
	);
}

function ask(url: string, agent: Agent, path: string): Promise<number> {
	const startedAt = performance.now();
	return new Promise((resolve, reject) => {
		get(`${url}${path}`, { agent, headers: { authorization: `Bearer ${KEY}` } }, (response) => {
			if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`));
			response.resume().on("end", () => resolve(performance.now() - startedAt));
		}).on("error", reject);
	});
}

/** Paused monitors, so that nothing else is done: some with single checks, others with the figures of days. */
async function fill(): Promise<void> {
	const database = openDatabase(`sqlite:${path}`);
	await migrate(database);
	await bootstrap(database, KEY, 0);
	const createdAt = (thisMinute - days * 1_440) * 60_000;
	await addMonitors(database, monitors + csvMonitors, {
		now: createdAt,
		intervalMs: 60_000,
		url: (index) => `http://127.0.0.1:9/${index}`,
	});
	await database.close();
	const file = new DatabaseSync(path);
	file.exec("PRAGMA synchronous = OFF");
	file.exec("update monitor_states set due_at = null, slot_at = null; update monitors set enabled_at = null");
	file.exec(`
		insert into check_results (minute, place, monitor_id, revision, outcome, response_status, elapsed_ms, started_ms, attempts)
		with recursive n (minute) as (select ${thisMinute - days * 1_440} union all select minute + 1 from n where minute < ${thisMinute - 1})
		select minute, ((id * 2654435769) & 4294967295) >> 17, id, 1, 4, 200, 60 + (minute * 7919 + id * 104729) % 211, 20000, 1
		from n cross join monitors where id <= ${monitors} order by 1, 2`);
	const tally = new LatencyTally();
	const times = Array.from({ length: 35 }, (_, index) => 60 + 7 * index);
	tally.addAll({ times, counts: times.map(() => 40) });
	file
		.prepare(`
			insert into daily_roll_ups (monitor_id, day, successful, status, up, degraded, down, answered, response_sum_ms,
				response_max_ms, response_times)
			with recursive n (i) as (select 1 union all select i + 1 from n where i < ${REPORT_DAYS})
			select id, ${today} - i, 1439, 2, 1439, 0, 1, 1439, 172680, 300, ? from monitors cross join n where id > ${monitors}`)
		.run(encodeHistogram(tally.histogram()));
	file.exec(`update roll_up_states set hours_through = ${(today + 1) * 24} where monitor_id > ${monitors}`);
	file.close();
}
