/**
 * What the service does in a house that `lapwing demo` filled, and what it does later: reads that were once as dear as
 * the house, pruning, deleting monitors, backfill. CPU of the process, warm, by the least of some runs; and the longest
 * turn of the event loop. It deletes a part of the house: run it on a copy.
 *
 *     DATABASE_URL=sqlite:/tmp/house/lapwing.db lapwing demo --history --team acme --monitors 1000 --days 40
 *     node --conditions=@lapwing/source bench/house.ts --database sqlite:/tmp/house/lapwing.db [--only reads]
 */

import { parseArgs } from "node:util";
import { sql } from "kysely";
import { dayOf } from "../packages/server/src/domain/figures/roll-up.ts";
import { rollUp } from "../packages/server/src/engine/upkeep/roll-up.ts";
import { type Service, startService } from "../packages/server/src/http/testing/service.ts";
import { createMetrics } from "../packages/server/src/metrics.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { requestBackfill, stepBackfill } from "../packages/server/src/storage/figures/backfills.ts";
import { subtractDeletedMonitor } from "../packages/server/src/storage/figures/team-minutes.ts";
import { heavyTurn } from "../packages/server/src/storage/turns/heavy-turn.ts";
import { GRACE_MS, type Pruned, pruneDeletedMonitor, pruneOld } from "../packages/server/src/storage/upkeep/prune.ts";

const { values: options } = parseArgs({
	options: {
		database: { type: "string" },
		days: { type: "string", default: "40" },
		runs: { type: "string", default: "7" },
		/** midnight, reads, deleting, pruning or backfill; default all. */
		only: { type: "string" },
		/** A part of the names of the reads that are measured. */
		read: { type: "string", default: "" },
	},
});
const PAGE_MONITORS = 20;
const DELETED_AT_ONCE = 1_000;
const WAITING = 800;
const BACKFILL_MS = 10_000;
const DAY = 86_400_000;
const MINUTE = 60_000;

const database = openDatabase(options.database ?? "");
await migrate(database);
await using _thread = database.checkpointInThread((error) => process.stderr.write(`${error.message}\n`));
const { repeatable } = database;
const disposable = Object.assign(database, { [Symbol.asyncDispose]: () => database.close() });
await using service = await startService(disposable);
// A demo that was cut off has no recent rows.
const { rows } = await sql<{ minute: number }>`select coalesce(
	(select max(minute) + 1 from check_results), (select (max(day) + 1) * 1440 from sealed_days)
) as minute`.execute(database.db);
// When the last hour of a day has settled: no report folds it again.
const end = ((rows[0]?.minute ?? 0) + 2) * MINUTE;
const lastMidnight = Math.floor(end / DAY) * DAY;
const ids = await monitorIds(service);
const say = (line: string) => process.stdout.write(`${line}\n`);
say(`${ids.length} monitors on ${options.database?.split(":")[0]}`);

const isWanted = (name: string) => options.only === undefined || options.only === name;
await catchUp(lastMidnight - 10_000);
if (isWanted("midnight")) await midnight();
await catchUp(end);
for (const [name, measure] of Object.entries({ reads, deleting, pruning, backfill }))
	if (isWanted(name)) await measure();

/** Rolls up what a running service has rolled up by then. */
async function catchUp(to: number): Promise<void> {
	service.clock.now = to;
	const deps = { database, metrics: createMetrics(), now: () => to };
	while ((await rollUp(deps)) === "more");
}

/** The last hour of the day is over and not settled. */
async function midnight(): Promise<void> {
	const { clock } = service;
	clock.now = lastMidnight + 10_000;
	const yesterday = new Date(clock.now - DAY).toISOString().slice(0, 10);
	const report = async () => {
		const { status, text } = await service.ask(
			"GET",
			`/api/v1/reports/uptime-by-day?from=${yesterday}&to=${yesterday}`,
		);
		if (status !== 200) throw new Error(text);
	};
	await worked("the first report of a new day", report);
	await worked("the next one", report);
}

async function reads(): Promise<void> {
	const { clock } = service;
	const day = (daysAgo: number) => new Date(clock.now - daysAgo * DAY).toISOString().slice(0, 10);
	const [month, year] = [30, 366].map((days) => `from=${day(days)}&to=${day(1)}`);
	const page = await aPage();
	const series = `from=${new Date(clock.now - 30 * DAY).toISOString()}&to=${new Date(clock.now).toISOString()}`;
	const [flow] = (await service.ask("GET", "/api/v1/monitors?type=flow&perPage=1")).json.data.monitors;
	const reports = "/api/v1/reports";
	await read("uptime-by-day, 30 days", `${reports}/uptime-by-day?${month}`);
	await read("uptime-by-day, a year", `${reports}/uptime-by-day?${year}`);
	await read("uptime-daily, one page", `${reports}/uptime-daily?${month}`);
	await read("uptime-summary, a year", `${reports}/uptime-summary?${year}`);
	for (const report of ["uptime-summary", "uptime-daily", "uptime-by-day", "uptime-by-monitor"]) {
		await read(`${report} of a page with ${PAGE_MONITORS}`, `${reports}/${report}?${month}&status_page_id=${page}`);
	}
	await read("monitors/stats", "/api/v1/monitors/stats");
	await read("outages that last", "/api/v1/outages");
	await read("outages of a monitor", `/api/v1/monitors/${ids[0]}/outages`);
	await read("series of 30 days", `/api/v1/monitors/${ids[0]}/series?${series}`);
	if (flow) await read("series of 30 days, a flow", `/api/v1/monitors/${flow.id}/series?${series}`);
	await read("CSV of 30 days", `${reports}/uptime-daily?${month}`, "text/csv");
	await read("CSV of a year", `${reports}/uptime-daily?${year}`, "text/csv");
	await read("summary as CSV of a year", `${reports}/uptime-summary?${year}`, "text/csv");
	const monitors = [{ key: "one", name: "A monitor of files", url: "https://one.example/" }];
	await read("a plan of one monitor", "/api/v1/config?dryRun=1", "application/json", { monitors });
}

async function deleting(): Promise<void> {
	const { clock } = service;
	// The first one also loads what the others find loaded.
	for (const which of ["the first", "another", "another"]) {
		const made = await service.newMonitor({ enabled: false });
		clock.now += MINUTE;
		await remove([made.id]);
		await worked(`deleting one that lived a minute, afterwards, ${which}`, untilPruned);
	}
	const [http] = ids.splice(0, 1);
	const [flow] = (await service.ask("GET", "/api/v1/monitors?type=flow&perPage=1")).json.data.monitors;
	await remove([http ?? ""]);
	await worked(`deleting one of ${options.days} days, afterwards`, untilPruned);
	if (flow) {
		await remove([flow.id]);
		await worked(`deleting a flow of ${options.days} days, afterwards`, untilPruned);
	}
	const left = ids.filter((id) => id !== flow?.id);
	const some = left.slice(0, Math.min(DELETED_AT_ONCE, left.length / 2));
	await worked(`deleting ${some.length}, the request`, () => remove(some.slice(0, WAITING)));
	const waiting = `${Math.min(WAITING, some.length)} deleted ones`;
	await read(`monitors/stats, ${waiting} not subtracted yet`, "/api/v1/monitors/stats");
	await worked(`subtracting ${waiting}`, async () => {
		while (await subtractDeletedMonitor(repeatable, clock.now)) await heavyTurn();
	});
	await read(`monitors/stats while ${waiting} wait`, "/api/v1/monitors/stats");
	await remove(some.slice(WAITING));
	await worked(`${some.length} deleted at once, afterwards`, untilPruned);
}

async function pruning(): Promise<void> {
	const before = dayOf(service.clock.now / MINUTE);
	const retention = { resultsDays: Number(options.days) - 3, hoursDays: 400, eventsDays: 400 };
	await pruneOld(repeatable, retention, service.clock.now);
	service.clock.now += GRACE_MS;
	let checks = 0;
	const took = await worked("pruning what is too old", async () => {
		for (;;) {
			await heavyTurn();
			const pruned = await pruneOld(repeatable, retention, service.clock.now);
			checks += pruned["check_results"] ?? 0;
			if (Object.keys(pruned).length === 0) return;
		}
	});
	const days = checks / 1_440;
	say(`  ${checks} checks up to day ${before - retention.resultsDays}: ${(took / days).toFixed(2)} ms a monitor's day`);
}

async function backfill(): Promise<void> {
	await requestBackfill(database, service.team.id);
	let checks = 0;
	const took = await worked("backfill, its first seconds", async () => {
		const until = performance.now() + BACKFILL_MS;
		while (performance.now() < until) {
			await heavyTurn();
			const step = await stepBackfill(repeatable, service.clock.now);
			if (!step) return;
			checks += step.folded.checks;
		}
	});
	say(`  ${checks} checks: ${((took * 1_440) / checks).toFixed(2)} ms a monitor's day`);
}

/** All monitors, in the order in which they were made. */
async function monitorIds({ database, team }: Service): Promise<string[]> {
	const found = await database.db
		.selectFrom("monitors")
		.select("public_id")
		.where("team_id", "=", team.id)
		.where("deleted_at", "is", null)
		.orderBy("id")
		.execute();
	return found.map(({ public_id }) => public_id);
}

async function aPage(): Promise<string> {
	const name = `Page ${Date.now()}`;
	const body = {
		name,
		slug: `page-${Date.now()}`,
		sections: [{ name: "All", components: ids.slice(0, PAGE_MONITORS).map((id) => ({ name: id, monitorIds: [id] })) }],
	};
	const { status, json, text } = await service.ask("POST", "/api/v1/status-pages", { body });
	if (status !== 201) throw new Error(text);
	return json.data.id;
}

async function read(name: string, path: string, accept = "application/json", body?: object): Promise<void> {
	if (!name.includes(options.read)) return;
	let [least, longest, bytes] = [Number.POSITIVE_INFINITY, 0, 0];
	for (let run = 0; run < Number(options.runs); run += 1) {
		const measured = await turns(async () => {
			const headers = { authorization: `Bearer ${service.key}`, accept, "content-type": "application/json" };
			const sent = body === undefined ? {} : { method: "PUT", body: JSON.stringify(body) };
			const answer = await service.app.request(path, { headers, ...sent });
			if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
			bytes = 0;
			for await (const part of answer.body ?? []) bytes += part.length;
		});
		if (measured.cpuMs < least) [least, longest] = [measured.cpuMs, measured.longestMs];
	}
	const rate = bytes > 1e6 ? `, ${(bytes / 1e3 / least).toFixed(0)} MB/s` : "";
	say(`${name}: ${least.toFixed(1)} ms, longest turn ${longest.toFixed(1)} ms, ${(bytes / 1e3).toFixed(1)} KB${rate}`);
}

async function remove(some: readonly string[]): Promise<void> {
	for (let at = 0; at < some.length; at += 100) {
		const body = { ids: some.slice(at, at + 100), action: "delete" };
		const { status, text } = await service.ask("POST", "/api/v1/monitors/bulk", { body });
		if (status !== 200) throw new Error(text);
	}
}

async function untilPruned(): Promise<void> {
	service.clock.now += GRACE_MS;
	while (await subtractDeletedMonitor(repeatable, service.clock.now)) await heavyTurn();
	for (;;) {
		await heavyTurn();
		const pruned: Pruned = await pruneDeletedMonitor(repeatable, service.clock.now);
		if (Object.keys(pruned).length === 0) return;
	}
}

/** Does it once. Returns its milliseconds of CPU. */
async function worked(name: string, work: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	const { cpuMs, longestMs } = await turns(work);
	const seconds = (performance.now() - startedAt) / 1_000;
	say(
		`${name}: ${cpuMs.toFixed(1)} ms, longest turn ${longestMs.toFixed(1)} ms (${seconds.toFixed(2)} s by the clock)`,
	);
	return cpuMs;
}

/** CPU of the process, and the longest turn of this thread, CPU too. */
async function turns(work: () => Promise<unknown>): Promise<{ cpuMs: number; longestMs: number }> {
	const whole = process.cpuUsage();
	let before = process.threadCpuUsage();
	let longest = 0;
	let isOver = false;
	const measure = () => {
		const { user, system } = process.threadCpuUsage(before);
		longest = Math.max(longest, user + system);
		before = process.threadCpuUsage();
		if (!isOver) setImmediate(measure);
	};
	setImmediate(measure);
	await work();
	isOver = true;
	measure();
	const { user, system } = process.cpuUsage(whole);
	return { cpuMs: (user + system) / 1_000, longestMs: longest / 1_000 };
}
