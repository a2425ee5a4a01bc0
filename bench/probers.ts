/**
 * Checks of a prober elsewhere: PostgreSQL, a control, a NATS server and one prober, all on this machine with a target
 * that answers at once. What each of the processes spends on a check, bytes on the wire, and lag.
 *
 *     node --conditions=@lapwing/source bench/probers.ts [--monitors 100000] [--seconds 30]
 */

import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { lapwing } from "../packages/server/e2e/testing/lapwing.ts";
import { startNats } from "../packages/server/src/dispatch/nats/testing/nats-server.ts";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { startPostgres } from "../packages/server/src/storage/testing/postgres.ts";
import { addMonitors, seenCertificate, settle } from "./monitors.ts";
import { childrenCpuUs, costOf, totalCpuUs } from "./processes/process-cost.ts";
import { NODE_OPTIONS, type Samples, startService } from "./processes/service-process.ts";

const INTERVAL_MS = 60_000;
/** From the last write until the first check is due. */
const START_MS = 15_000;
/** Each monitor is checked once before it counts: its first check reads more. */
const WARM_UP_MS = INTERVAL_MS + 2_000;
const QUANTILE = 0.99;

const { values: options } = parseArgs({
	options: { monitors: { type: "string", default: "100000" }, seconds: { type: "string", default: "30" } },
});
const monitors = Number(options.monitors);

await using stack = new AsyncDisposableStack();
const directory = mkdtempSync(join(tmpdir(), "lapwing-bench-"));
stack.defer(() => rmSync(directory, { recursive: true, force: true }));
const target = fork(new URL("./processes/probe-target.ts", import.meta.url), { execArgv: process.execArgv });
stack.defer(() => target.disconnect());
const [{ httpPort }] = (await once(target, "message")) as [{ httpPort: number }];
const url = `http://127.0.0.1:${httpPort}/`;

const nats = stack.use(await startNats());
const postgres = await startPostgres();
stack.defer(() => postgres.stop());
const postgresPid = Number(readFileSync(join(postgres.directory, "data/postmaster.pid"), "utf8").split("\n")[0]);
const databaseUrl = `${postgres.url}/postgres`;
const env = {
	NATS_URL: nats.url,
	NATS_CREDENTIALS: nats.credentialsFile,
	LAPWING_SECRET: "a-secret-for-the-benchmark-alone-0123456789",
};

const database = openDatabase(databaseUrl);
await migrate(database);
const now = Date.now();
await bootstrap(database, "a-key-for-the-benchmark-alone", now);
const add = ["probers", "add", "--name", "bench", "--location", "bench", "--json"];
const { token } = JSON.parse((await lapwing({ ...env, DATABASE_URL: databaseUrl }, ...add)).stdout) as {
	token: string;
};
await addMonitors(database, monitors, { now, intervalMs: INTERVAL_MS, url: (index) => `${url}${index}` });
await sql`insert into monitor_locations (monitor_id, location_id, position)
	select m.id, l.id, 0 from monitors m, locations l`.execute(database.db);
await sql`update monitor_states set location_id = (select id from locations)`.execute(database.db);
await settle(database, { firstDueAt: Date.now() + START_MS, certificate: await seenCertificate(url) });
await database.close();

const service = await startService({ directory, databaseUrl, args: ["--role", "control"], env });
stack.defer(() => service.stop());
const main = join(import.meta.dirname, "../packages/server/src/main.ts");
const prober = spawn(process.execPath, [...NODE_OPTIONS, main, "prober"], {
	env: { ...process.env, LAPWING_PROBER_TOKEN: token, LOG_LEVEL: "warn" },
	stdio: ["ignore", "inherit", "inherit"],
});
stack.defer(() => void prober.kill("SIGKILL"));

await pause(START_MS + WARM_UP_MS);
const before = await look();
await pause(Number(options.seconds) * 1_000);
const after = await look();

const checks = after.checks - before.checks;
const seconds = (after.at - before.at) / 1_000;
const perCheck = (name: keyof typeof after.cpuUs) => ((after.cpuUs[name] - before.cpuUs[name]) / checks).toFixed(0);
const lines = {
	load: `${monitors} monitors, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
	recorded: `${(checks / seconds).toFixed(0)} checks per second, missed ${after.missed - before.missed}`,
	lag: `p99 below ${lagBelow(before.samples, after.samples)} s`,
	"µs of CPU a check": Object.keys(after.cpuUs)
		.map((name) => `${name} ${perCheck(name as keyof typeof after.cpuUs)}`)
		.join(", "),
	wire: `${((after.wireBytes - before.wireBytes) / checks).toFixed(0)} bytes a check, sent by NATS to both sides`,
	memory: `prober ${rssMb(prober.pid ?? 0)} MB, control ${rssMb(service.pid)} MB, NATS ${rssMb(nats.pid)} MB`,
};
for (const [name, line] of Object.entries(lines)) process.stdout.write(`${name}: ${line}\n`);

async function look() {
	const samples = await service.scrape();
	const sumOf = (name: string) =>
		[...samples].filter(([key]) => key.startsWith(name)).reduce((sum, [, value]) => sum + value, 0);
	const natsCost = costOf(nats.pid);
	return {
		at: performance.now(),
		samples,
		checks: sumOf("lapwing_checks_total"),
		missed: sumOf("lapwing_missed_checks_total"),
		wireBytes: natsCost.writtenBytes,
		cpuUs: {
			control: totalCpuUs(costOf(service.pid)),
			nats: totalCpuUs(natsCost),
			prober: totalCpuUs(costOf(prober.pid ?? 0)),
			postgresql: childrenCpuUs(postgresPid) + endedChildrenCpuUs(postgresPid),
		},
	};
}

/** The least bound of the histogram that as many checks as the quantile stay below. */
function lagBelow(first: Samples, last: Samples): string {
	const bounds = [...last.keys()].filter((key) => key.startsWith("lapwing_check_lag_seconds_bucket"));
	const counted = (key: string) => (last.get(key) ?? 0) - (first.get(key) ?? 0);
	const all = Math.max(...bounds.map(counted));
	const found = bounds.find((key) => counted(key) >= QUANTILE * all) ?? "";
	return /le="([^"]+)"/.exec(found)?.[1] ?? "?";
}

/** Of those that it has waited for: cutime and cstime of proc_pid_stat(5), hundredths of a second. */
function endedChildrenCpuUs(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(" ");
	return (Number(fields[15]) + Number(fields[16])) * 10_000;
}

function rssMb(pid: number): number {
	return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024);
}
