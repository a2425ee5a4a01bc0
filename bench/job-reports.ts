/**
 * Reports of jobs at a fixed pace, beside monitors that are checked: the whole service on SQLite, the senders in a
 * process of their own. Every report is durable before it is answered. Tells how long the answers took, what became of
 * the reports, and what the service used.
 *
 *     node --conditions=@lapwing/source bench/job-reports.ts [--rate 2000] [--jobs 10000] [--monitors 10000] [--seconds
 * 20]
 *
 * Compare with `--rate 0`: what the checks cost alone.
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { COMMON_DEFAULTS } from "../packages/server/src/domain/monitors/common-settings.ts";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { secretBox } from "../packages/server/src/storage/database/secret-box.ts";
import { decryptReportKey } from "../packages/server/src/storage/jobs/report-keys.ts";
import { createMonitor } from "../packages/server/src/storage/monitors/monitors.ts";
import { addMonitors } from "./monitors.ts";
import { type Samples, startService } from "./processes/service-process.ts";

/** Connections of the senders, kept open. */
const CONNECTIONS = 100;
const TICK_MS = 10;
/** Of the service: it encrypts the ping addresses. */
const SECRET = new Uint8Array(32).fill(7);

if (process.send !== undefined) await sendAll();
else await measure();

async function measure(): Promise<void> {
	const { values: options } = parseArgs({
		options: {
			rate: { type: "string", default: "2000" },
			jobs: { type: "string", default: "10000" },
			monitors: { type: "string", default: "10000" },
			seconds: { type: "string", default: "20" },
		},
	});
	const directory = mkdtempSync(join(tmpdir(), "lapwing-bench-"));
	const path = join(directory, "lapwing.db");
	const target = fork(new URL("./processes/probe-target.ts", import.meta.url), { execArgv: process.execArgv });
	const [ports] = (await once(target, "message")) as [{ httpPort: number; root: string }];
	writeFileSync(join(directory, "root.pem"), ports.root);
	const keys = await fill(path, Number(options.jobs), Number(options.monitors), ports.httpPort);
	writeFileSync(join(directory, "keys"), keys.join("\n"));
	writeFileSync(join(directory, "secret"), Buffer.from(SECRET).toString("base64"));
	const rootFile = join(directory, "root.pem");
	const service = await startService({ directory, databaseUrl: `sqlite:${path}`, rootFile });
	try {
		await pause(5_000);
		const before = await service.scrape();
		const seconds = Number(options.seconds);
		const args = [service.url, join(directory, "keys"), options.rate, options.seconds];
		const senders = fork(new URL(import.meta.url), args, { execArgv: process.execArgv });
		const [answers] = (await once(senders, "message")) as [Answers];
		report(answers, { before, after: await service.scrape(), seconds });
		await pause(2_000);
		const file = new DatabaseSync(path, { readOnly: true });
		const { left } = file.prepare("select count(*) as left from job_reports where is_new = 1").get() as {
			left: number;
		};
		file.close();
		process.stdout.write(`${left} reports not evaluated two seconds later\n`);
	} finally {
		await service.stop();
		target.kill();
		rmSync(directory, { recursive: true, force: true });
	}
}

async function fill(path: string, jobs: number, monitors: number, port: number): Promise<string[]> {
	const database = openDatabase(`sqlite:${path}`);
	await migrate(database);
	await bootstrap(database, "a-key-for-the-benchmark-alone", Date.now());
	const now = Date.now();
	await addMonitors(database, monitors, {
		now,
		intervalMs: 60_000,
		url: (index) => `http://127.0.0.1:${port}/${index}`,
	});
	const box = secretBox(SECRET);
	const cron = { type: "cron", schedule: "* * * * *", timeZone: "UTC", every: null } as const;
	const settings = { ...cron, graceSeconds: 300, maxRuntimeSeconds: null };
	const keys: string[] = [];
	await database.transaction(async (tx) => {
		for (let index = 0; index < jobs; index += 1) {
			const job = { ...COMMON_DEFAULTS, teamId: 1, isEnabled: true, name: `Job ${index}`, settings };
			const { reportKey } = await createMonitor(tx, job, now, box);
			if (reportKey !== null) keys.push(decryptReportKey(box, reportKey) ?? "");
		}
	});
	await database.close();
	return keys;
}

interface Answers {
	readonly statuses: Readonly<Record<string, number>>;
	/** Milliseconds, ascending. */
	readonly times: readonly number[];
}

/** The process of the senders. */
async function sendAll(): Promise<void> {
	const [url = "", keyFile = "", rate = "0", seconds = "0"] = process.argv.slice(2);
	const keys = readFileSync(keyFile, "utf8").split("\n");
	const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
	const statuses: Record<string, number> = {};
	const times: number[] = [];
	const pending = new Set<Promise<void>>();
	const startedAt = performance.now();
	let sent = 0;
	while (performance.now() - startedAt < Number(seconds) * 1_000) {
		const due = Math.floor(((performance.now() - startedAt) / 1_000) * Number(rate));
		for (; sent < due; sent += 1) {
			const key = keys[sent % keys.length] ?? "";
			const report = send(agent, `${url}/ping/${key}`).then(({ status, ms }) => {
				statuses[status] = (statuses[status] ?? 0) + 1;
				times.push(ms);
				pending.delete(report);
			});
			pending.add(report);
		}
		await pause(TICK_MS);
	}
	await Promise.all(pending);
	agent.destroy();
	const answers: Answers = { statuses, times: times.sort((a, b) => a - b) };
	process.send?.(answers, () => process.exit(0));
}

function send(agent: Agent, url: string): Promise<{ status: string; ms: number }> {
	const startedAt = performance.now();
	return new Promise((resolve) => {
		const end = (status: string) => resolve({ status, ms: performance.now() - startedAt });
		request(url, { agent }, (response) => response.resume().on("end", () => end(String(response.statusCode))))
			.on("error", (error) => end(error.message))
			.end();
	});
}

function report(answers: Answers, run: { before: Samples; after: Samples; seconds: number }): void {
	const { times, statuses } = answers;
	const grown = (name: string) => (run.after.get(name) ?? 0) - (run.before.get(name) ?? 0);
	const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(0) ?? "-";
	const cores = grown("process_cpu_seconds_total") / run.seconds;
	process.stdout.write(`${times.length} reports in ${run.seconds} s: ${JSON.stringify(statuses)}\n`);
	process.stdout.write(`answered in ms: median ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}\n`);
	for (const verdict of ["up", "degraded", "down", "missed"]) {
		process.stdout.write(`results ${verdict}: ${grown(`lapwing_checks_total{verdict="${verdict}"}`)}\n`);
	}
	process.stdout.write(`slots skipped: ${grown("lapwing_slots_skipped_total")}; ${cores.toFixed(2)} cores in use\n`);
}
