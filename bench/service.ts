/**
 * The whole service under load: `bin/up`'s process on SQLite with so many monitors at 60 s, half of them https, their
 * target in a process of its own on the same machine. Tells the lag, what was missed, and what a check cost the
 * service.
 *
 *     node --conditions=@lapwing/source bench/service.ts [--monitors 10000] [--seconds 120]
 *
 * The service is measured from its own /metrics, after a warm-up in which every monitor was checked once.
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { addMonitors } from "./monitors.ts";
import { type Samples, startService } from "./processes/service-process.ts";

const { values: options } = parseArgs({
	options: { monitors: { type: "string", default: "10000" }, seconds: { type: "string", default: "120" } },
});
const monitors = Number(options.monitors);
const seconds = Number(options.seconds);
const INTERVAL_SECONDS = 60;

const directory = mkdtempSync(join(tmpdir(), "lapwing-bench-"));
const databasePath = join(directory, "lapwing.db");

const target = fork(new URL("./processes/probe-target.ts", import.meta.url), { execArgv: process.execArgv });
const [ports] = (await once(target, "message")) as [{ httpPort: number; httpsPort: number; root: string }];
writeFileSync(join(directory, "root.pem"), ports.root);
await fill(ports);

const service = await startService({
	directory,
	databaseUrl: `sqlite:${databasePath}`,
	rootFile: join(directory, "root.pem"),
});
try {
	process.stderr.write(
		`${monitors} monitors, ${Math.round(monitors / INTERVAL_SECONDS)} checks a second; warming up\n`,
	);
	// First checks are off the grid, so it takes two intervals until every monitor is on its own.
	await pause((2 * INTERVAL_SECONDS + 10) * 1000);
	const before = await service.scrape();
	for (let elapsed = 0; elapsed < seconds; elapsed += 10) {
		await pause(10_000);
		process.stderr.write(`${elapsed + 10} of ${seconds} s\n`);
	}
	report(before, await service.scrape());
} finally {
	await service.stop();
	target.kill();
	failures();
	rmSync(directory, { recursive: true, force: true });
}

async function fill({ httpPort, httpsPort }: { httpPort: number; httpsPort: number }): Promise<void> {
	const database = openDatabase(`sqlite:${databasePath}`);
	await migrate(database);
	await bootstrap(database, "a-key-for-the-benchmark-alone", Date.now());
	await addMonitors(database, monitors, {
		now: Date.now(),
		intervalMs: INTERVAL_SECONDS * 1_000,
		url: (index) =>
			index % 2 === 1 ? `https://localhost:${httpsPort}/${index}` : `http://127.0.0.1:${httpPort}/${index}`,
	});
	await database.close();
}

/** What the checks that were not up had to say, most frequent first; addresses and numbers are taken for one. */
function failures(): void {
	const file = new DatabaseSync(databasePath, { readOnly: true });
	const rows = file.prepare("select message, count(*) as times from check_failures group by message").all();
	file.close();
	const times = new Map<string, number>();
	for (const row of rows) {
		const message = String(row["message"]).replace(/\d+/g, "N");
		times.set(message, (times.get(message) ?? 0) + Number(row["times"]));
	}
	for (const [message, count] of [...times].sort((a, b) => b[1] - a[1]).slice(0, 5)) {
		process.stdout.write(`${String(count).padStart(8)} × ${message}\n`);
	}
}

function report(before: Samples, after: Samples): void {
	const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
	const checks = grown("lapwing_check_lag_seconds_count");
	const cpu = grown("process_cpu_seconds_total");
	const buckets = [...after.keys()].filter((name) => name.startsWith("lapwing_check_lag_seconds_bucket"));
	const within = (share: number) =>
		buckets.find((name) => grown(name) >= checks * share)?.match(/le="([^"]+)"/)?.[1] ?? "?";
	const rows: [string, string][] = [
		["checks recorded", `${checks} in ${seconds} s (${(checks / seconds).toFixed(0)}/s)`],
		["lag", `p50 ≤ ${within(0.5)} s, p99 ≤ ${within(0.99)} s, all ≤ ${within(1)} s`],
		[
			"up / degraded / down / missed",
			["up", "degraded", "down", "missed"]
				.map((verdict) => grown(`lapwing_checks_total{verdict="${verdict}"}`))
				.join(" / "),
		],
		["slots skipped", String(grown("lapwing_slots_skipped_total"))],
		[
			"CPU of the service",
			`${((cpu / seconds) * 100).toFixed(0)} % of a core, ${((cpu / checks) * 1e6).toFixed(0)} µs a check, everything included`,
		],
		["memory (RSS)", `${Math.round((after.get("process_resident_memory_bytes") ?? 0) / 1_048_576)} MiB`],
		[
			"mean commit",
			`${((grown("lapwing_commit_duration_seconds_sum") / grown("lapwing_commit_duration_seconds_count")) * 1000).toFixed(1)} ms for ${(grown("lapwing_commit_checks_sum") / grown("lapwing_commit_checks_count")).toFixed(0)} checks`,
		],
		["database", `${(statSync(databasePath).size / 1_048_576).toFixed(1)} MiB`],
	];
	for (const [name, value] of rows) process.stdout.write(`${name.padEnd(32)}${value}\n`);
}
