/**
 * A running service moved from SQLite to PostgreSQL, or back: how long the switch took, what was compared, and what
 * became of each slot before, during and after it.
 *
 *     node --conditions=@lapwing/source bench/move.ts [--monitors 30000] [--seconds 60] [--from postgresql]
 *
 * `lapwing move --live` runs beside the service after a while; the service on the other database is started at its
 * first line, and waits until all is there. Each monitor is due once a minute, so from its first result to its last
 * each minute has one, or is counted as missed.
 */

import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { VERDICTS } from "../packages/server/src/domain/checks/judgement.ts";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { startPostgres } from "../packages/server/src/storage/testing/postgres.ts";
import { addMonitors } from "./monitors.ts";
import { type ServiceProcess, startService } from "./processes/service-process.ts";

const { values: options } = parseArgs({
	options: {
		monitors: { type: "string", default: "30000" },
		seconds: { type: "string", default: "60" },
		from: { type: "string", default: "sqlite" },
	},
});
const [monitors, seconds] = [Number(options.monitors), Number(options.seconds)];
process.env["LAPWING_SECRET"] = "of the benchmark, for both services";

const directory = mkdtempSync(join(tmpdir(), "lapwing-bench-move-"));
const postgres = await startPostgres();
const [sqlite, postgresql] = [`sqlite:${join(directory, "lapwing.db")}`, `${postgres.url}/postgres`];
const [from, to] = options.from === "postgresql" ? [postgresql, sqlite] : [sqlite, postgresql];
const target = fork(new URL("./processes/probe-target.ts", import.meta.url), { execArgv: process.execArgv });
const [{ httpPort }] = (await once(target, "message")) as [{ httpPort: number }];
const running: ServiceProcess[] = [];
try {
	await fill();
	running.push(await startService({ directory, databaseUrl: from }));
	process.stderr.write(`${Math.round(monitors / 60)} checks a second; moving after ${seconds + 60} s\n`);
	await pause((seconds + 60) * 1000);
	process.stdout.write(await moved());
	await pause(seconds * 1000);
	for (const service of running) await service.stop();
	running.length = 0;
	await report();
} finally {
	for (const service of running) await service.stop();
	target.kill();
	await postgres.stop();
	rmSync(directory, { recursive: true, force: true });
}

async function fill(): Promise<void> {
	const database = openDatabase(from);
	await migrate(database);
	await bootstrap(database, "a-key-for-the-benchmark-alone", Date.now());
	const url = (index: number) => `http://127.0.0.1:${httpPort}/${index}`;
	await addMonitors(database, monitors, { now: Date.now(), intervalMs: 60_000, url });
	await database.close();
}

/** What the move printed. */
async function moved(): Promise<string> {
	const main = new URL("../packages/server/src/main.ts", import.meta.url).pathname;
	const arguments_ = [...process.execArgv, main, "move", "--live", "--from", from, "--to", to];
	const child = spawn(process.execPath, arguments_, { stdio: ["ignore", "pipe", "pipe"] });
	const next = join(directory, "next");
	mkdirSync(next);
	let nextService: Promise<ServiceProcess | Error> | undefined;
	child.stderr.once("data", () => {
		nextService = startService({ directory: next, databaseUrl: to }).catch((error: Error) => error);
	});
	child.stderr.pipe(process.stderr);
	const [printed, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
	const service = await nextService;
	if (service !== undefined && !(service instanceof Error)) running.push(service);
	if (code !== 0) throw new Error(`The move ended with ${code}`);
	if (service instanceof Error) throw service;
	return printed;
}

/** The minutes of all monitors from the first result of each to its last. */
async function report(): Promise<void> {
	const database = openDatabase(to);
	const one = async (statement: ReturnType<typeof sql<{ n: number }>>) =>
		Number((await statement.execute(database.db)).rows[0]?.n ?? 0);
	const minutes = await one(sql`
		select sum(n) as n from (select max(minute) - min(minute) + 1 as n from check_results group by monitor_id) as each`);
	const recorded = await one(sql`select count(*) as n from check_results`);
	const inSpans = await one(sql`select sum(last_minute - first_minute + 1) as n from missed_spans`);
	const verdicts = await Promise.all(
		VERDICTS.map((_, code) => one(sql`select count(*) as n from check_results where outcome % 4 = ${code}`)),
	);
	await database.close();
	const rows: [string, string | number][] = [
		["minutes of monitors", minutes],
		[`results: ${VERDICTS.join(" / ")}`, `${recorded}: ${verdicts.join(" / ")}`],
		["minutes that are missed as spans", inSpans],
		["minutes without either: lost", Math.max(0, minutes - recorded - inSpans)],
	];
	for (const [name, value] of rows) process.stdout.write(`${name.padEnd(46)}${value}\n`);
}
