/**
 * What a service costs that has little or nothing to check: CPU of the main thread and of the others, and how often
 * each wakes, on SQLite, after its start is over. Monitors are http, checked once a minute, their target a process of
 * its own.
 *
 *     node --conditions=@lapwing/source bench/idle.ts [--monitors 0] [--monitors 100] [--seconds 60] [--profile]
 *         [--root /another/tree]
 *
 * With --root the service of another tree runs beside this one, measured in the same seconds: the machine is faster at
 * some hours than at others, so only figures of one run compare.
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { addMonitors } from "./monitors.ts";
import { costOf, type ProcessCost, totalCpuUs, wakeUpsOf } from "./processes/process-cost.ts";
import { type ServiceProcess, startService } from "./processes/service-process.ts";

const INTERVAL_MS = 60_000;
/** The start is over, and each monitor was checked once. */
const WARM_UP_MS = INTERVAL_MS + 5_000;
const MAIN_THREAD = /^(node-)?MainThread$|^node$/;

const { values: options } = parseArgs({
	options: {
		monitors: { type: "string", multiple: true, default: ["0", "100"] },
		seconds: { type: "string", default: "60" },
		profile: { type: "boolean", default: false },
		root: { type: "string" },
	},
});
const seconds = Number(options.seconds);
const here = resolve(import.meta.dirname, "..");

const target = fork(new URL("./processes/probe-target.ts", import.meta.url), { execArgv: process.execArgv });
const [ports] = (await once(target, "message")) as [{ httpPort: number }];
const directory = mkdtempSync(join(tmpdir(), "lapwing-bench-"));
try {
	for (const monitors of options.monitors) await measure(Number(monitors));
} finally {
	target.disconnect();
	rmSync(directory, { recursive: true, force: true });
}

async function measure(monitors: number): Promise<void> {
	const roots = options.root === undefined ? [here] : [here, resolve(options.root)];
	const services = await Promise.all(roots.map((root, index) => start(root, monitors, `${monitors}-${index}`)));
	try {
		await pause(WARM_UP_MS);
		const before = services.map(({ pid }) => look(pid));
		await pause(seconds * 1_000);
		for (const [index, { pid }] of services.entries()) {
			report(`${monitors} monitors, ${roots[index]}`, before[index] as Look, look(pid));
		}
	} finally {
		await Promise.all(services.map((service) => service.stop()));
	}
}

async function start(root: string, monitors: number, name: string): Promise<ServiceProcess> {
	const databaseUrl = `sqlite:${join(directory, `${name}.db`)}`;
	const database = openDatabase(databaseUrl);
	await migrate(database);
	const now = Date.now();
	await bootstrap(database, "a-key-for-the-benchmark-alone", now);
	await addMonitors(database, monitors, {
		now,
		intervalMs: INTERVAL_MS,
		url: (index) => `http://127.0.0.1:${ports.httpPort}/${index}`,
	});
	await database.close();
	return startService({
		directory,
		databaseUrl,
		root,
		execArgv: options.profile ? ["--cpu-prof", `--cpu-prof-dir=/tmp/lapwing-prof-idle-${monitors}`] : [],
	});
}

interface Look {
	readonly cost: ProcessCost;
	readonly wakeUps: ReadonlyMap<string, number>;
	readonly residentMiB: number;
}

function look(pid: number): Look {
	const status = readFileSync(`/proc/${pid}/status`, "utf8");
	return {
		cost: costOf(pid),
		wakeUps: wakeUpsOf(pid),
		residentMiB: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024,
	};
}

function report(title: string, before: Look, after: Look): void {
	const row = (what: string, cpuUs: number, wakeUps: number) =>
		`${what.padEnd(20)}${(cpuUs / seconds / 1_000).toFixed(2).padStart(8)} ms/s${(wakeUps / seconds).toFixed(1).padStart(8)} wake-ups/s\n`;
	process.stdout.write(`\n${title}\n`);
	const names = [...after.cost.cpuUs.keys()].sort((a, b) => Number(MAIN_THREAD.test(b)) - Number(MAIN_THREAD.test(a)));
	let allWakeUps = 0;
	for (const name of names) {
		const cpuUs = (after.cost.cpuUs.get(name) ?? 0) - (before.cost.cpuUs.get(name) ?? 0);
		const wakeUps = (after.wakeUps.get(name) ?? 0) - (before.wakeUps.get(name) ?? 0);
		allWakeUps += wakeUps;
		if (wakeUps > 0) process.stdout.write(row(MAIN_THREAD.test(name) ? "main thread" : name, cpuUs, wakeUps));
	}
	process.stdout.write(row("all threads", totalCpuUs(after.cost) - totalCpuUs(before.cost), allWakeUps));
	process.stdout.write(`${"memory".padEnd(20)}${after.residentMiB.toFixed(0).padStart(8)} MiB\n`);
}
