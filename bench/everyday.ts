/**
 * A check as it runs every day: the whole service on SQLite, each monitor checked once a minute at its own instant,
 * beside blackbox_exporter asked for as many probes a second of the same target, at the same time. CPU of each group of
 * threads, bytes written, and lag; medians of slices.
 *
 *     node --conditions=@lapwing/source bench/everyday.ts [--load http|https|mixed|small] [--seconds 30] [--no-peer]
 *
 * A tight benchmark shows less than this: here every check wakes its threads alone, and finds their caches cold. The
 * monitors are as after days of checks: up, on their grids, their certificates known. Slices without a single check
 * more than usual are compared, so a busy machine costs precision and no fairness.
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { setDefaultCACertificates } from "node:tls";
import { parseArgs } from "node:util";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { addMonitors, type SeenCertificate, seenCertificate, settle } from "./monitors.ts";
import { startBlackboxExporter } from "./processes/blackbox-exporter.ts";
import { costOf, type ProcessCost, totalCpuUs } from "./processes/process-cost.ts";
import { type Samples, startService } from "./processes/service-process.ts";

const INTERVAL_MS = 60_000;
/** From the filling of the database until the first check is due: the time in which the service starts. */
const START_MS = 6_000;
/** Until the code is compiled, and each monitor was checked once: its first check reads it. */
const WARM_UP_MS = INTERVAL_MS + 2_000;
const SLICE_MS = 5_000;
const PEER_CONNECTIONS = 32;
const PEER_TICK_MS = 5;

/** Monitors of a load, each checked once a minute. */
const LOADS = {
	http: { http: 24_000, https: 0 },
	https: { http: 0, https: 9_000 },
	mixed: { http: 12_000, https: 4_500 },
	small: { http: 2_400, https: 0 },
} as const;
type LoadName = keyof typeof LOADS;

/** The service's threads by what they do; the names are those that Node gives them. */
const THREADS: readonly (readonly [what: string, name: RegExp])[] = [
	["main thread", /^(node-)?MainThread$|^node$/],
	["probe threads", /probe/],
	["V8 helpers", /V8|Delayed/],
	["other threads", /./],
];

const { values: options } = parseArgs({
	options: {
		load: { type: "string", multiple: true, default: Object.keys(LOADS) },
		seconds: { type: "string", default: "30" },
		"no-peer": { type: "boolean", default: false },
		profile: { type: "boolean", default: false },
	},
});

const target = fork(new URL("./processes/probe-target.ts", import.meta.url), { execArgv: process.execArgv });
const [ports] = (await once(target, "message")) as [{ httpPort: number; httpsPort: number; root: string }];
setDefaultCACertificates([ports.root]);
const urls = { http: `http://127.0.0.1:${ports.httpPort}/`, https: `https://localhost:${ports.httpsPort}/` };
const certificate = await seenCertificate(urls.https);
try {
	for (const name of options.load) await measure(name as LoadName);
} finally {
	target.disconnect();
}

async function measure(name: LoadName): Promise<void> {
	const load = LOADS[name];
	const monitors = load.http + load.https;
	const directory = mkdtempSync(join(tmpdir(), "lapwing-bench-"));
	const rootFile = join(directory, "root.pem");
	writeFileSync(rootFile, ports.root);
	const databaseUrl = `sqlite:${join(directory, "lapwing.db")}`;
	await fill(databaseUrl, load, certificate);
	// Before the service, which nothing would stop where the peer is not installed and this process ends.
	const peer = options["no-peer"]
		? null
		: await startBlackboxExporter({ directory, rootFile, connections: PEER_CONNECTIONS });
	const service = await startService({
		directory,
		databaseUrl,
		rootFile,
		execArgv: options.profile ? ["--cpu-prof", `--cpu-prof-dir=/tmp/lapwing-prof-${name}`] : [],
	});
	const asking = new AbortController();
	try {
		const asked = peer === null ? null : askPaced(peer.probe, load, asking.signal);
		await pause(START_MS + WARM_UP_MS);
		const look = async (): Promise<Look> => ({
			samples: await service.scrape(),
			service: costOf(service.pid),
			peer: peer === null ? null : costOf(peer.pid),
			asked: asked?.count ?? 0,
		});
		const looks = [await look()];
		for (let passed = 0; passed < Number(options.seconds) * 1_000; passed += SLICE_MS) {
			await pause(SLICE_MS);
			looks.push(await look());
		}
		report(name, monitors, looks);
		asking.abort();
		await asked?.ended;
	} finally {
		asking.abort();
		await service.stop();
		await peer?.stop();
		rmSync(directory, { recursive: true, force: true });
	}
}

async function fill(url: string, load: (typeof LOADS)[LoadName], seen: SeenCertificate): Promise<void> {
	const database = openDatabase(url);
	await migrate(database);
	const now = Date.now();
	await bootstrap(database, "a-key-for-the-benchmark-alone", now);
	const count = load.http + load.https;
	// https monitors are spread among the others.
	const isHttps = (index: number) =>
		Math.floor(((index + 1) * load.https) / count) > Math.floor((index * load.https) / count);
	await addMonitors(database, count, {
		now,
		intervalMs: INTERVAL_MS,
		url: (index) => `${isHttps(index) ? urls.https : urls.http}${index}`,
	});
	await settle(database, { firstDueAt: Date.now() + START_MS, certificate: seen });
	await database.close();
}

/** Asks for probes at an even pace, http and https in turn as the load has them. */
function askPaced(probe: (url: string) => Promise<void>, load: (typeof LOADS)[LoadName], signal: AbortSignal) {
	const all = load.http + load.https;
	const perMs = all / INTERVAL_MS;
	const asked = { count: 0 };
	const ended = (async () => {
		const startedAt = performance.now();
		let sent = 0;
		while (!signal.aborted) {
			const owed = Math.floor((performance.now() - startedAt) * perMs);
			for (; sent < owed; sent += 1) {
				const isHttps = Math.floor(((sent + 1) * load.https) / all) > Math.floor((sent * load.https) / all);
				void probe(isHttps ? urls.https : urls.http).then(
					() => {
						asked.count += 1;
					},
					(error) => {
						if (!signal.aborted) throw error;
					},
				);
			}
			await pause(PEER_TICK_MS);
		}
	})();
	return {
		get count() {
			return asked.count;
		},
		ended,
	};
}

interface Look {
	readonly samples: Samples;
	readonly service: ProcessCost;
	readonly peer: ProcessCost | null;
	/** Probes that the peer made. */
	readonly asked: number;
}

function groupOf(thread: string): string {
	return THREADS.find(([, name]) => name.test(thread))?.[0] ?? "other threads";
}

function report(name: string, monitors: number, looks: readonly Look[]): void {
	const slices = looks.slice(1).map((after, index) => ({ before: looks[index] as Look, after }));
	const checksOf = ({ before, after }: (typeof slices)[number]) =>
		grown(before, after, "lapwing_check_lag_seconds_count");
	const perCheck = (amount: (look: Look) => number) =>
		median(slices.map((slice) => (amount(slice.after) - amount(slice.before)) / checksOf(slice)));
	const cpuOf = (group: string) => (look: Look) =>
		[...look.service.cpuUs].reduce((sum, [thread, spent]) => (groupOf(thread) === group ? sum + spent : sum), 0);
	const [first, last] = [looks[0] as Look, looks.at(-1) as Look];
	const seconds = (slices.length * SLICE_MS) / 1_000;
	const checks = grown(first, last, "lapwing_check_lag_seconds_count");
	const own = perCheck(({ service }) => totalCpuUs(service));
	const rows: (readonly [string, string])[] = [
		["checks recorded a second", (checks / seconds).toFixed(0)],
		["lag, 50 % and 99 % within", `${lagWithin(first, last, 0.5)} s, ${lagWithin(first, last, 0.99)} s`],
		["up, other verdicts, slots skipped", verdicts(first, last)],
		["CPU a check, all threads", `${own.toFixed(0)} µs`],
		...THREADS.map(([group]) => [`  ${group}`, `${perCheck(cpuOf(group)).toFixed(0)} µs`] as const),
		["written to disk a check", `${perCheck(({ service }) => service.diskBytes).toFixed(0)} bytes`],
		["write calls a check, sockets included", `${perCheck(({ service }) => service.writtenBytes).toFixed(0)} bytes`],
		["mean commit", meanCommit(first, last)],
		["memory", `${Math.round((last.samples.get("process_resident_memory_bytes") ?? 0) / 1_048_576)} MiB`],
	];
	if (first.peer !== null) {
		const theirs = median(
			slices.map(({ before, after }) => (cpu(after.peer) - cpu(before.peer)) / (after.asked - before.asked)),
		);
		rows.push(
			["blackbox_exporter, probes a second", ((last.asked - first.asked) / seconds).toFixed(0)],
			["blackbox_exporter, CPU a probe", `${theirs.toFixed(0)} µs (× ${(theirs / own).toFixed(2)})`],
		);
	}
	process.stdout.write(`\n${name}: ${monitors} monitors, ${slices.length} slices of ${SLICE_MS / 1_000} s\n`);
	for (const [what, value] of rows) process.stdout.write(`${what.padEnd(40)}${value}\n`);
}

function cpu(cost: ProcessCost | null): number {
	return cost === null ? Number.NaN : totalCpuUs(cost);
}

function grown(before: Look, after: Look, sample: string): number {
	return (after.samples.get(sample) ?? 0) - (before.samples.get(sample) ?? 0);
}

/** The upper end of the bucket below which this share of the lags lies, seconds. */
function lagWithin(before: Look, after: Look, share: number): string {
	const checks = grown(before, after, "lapwing_check_lag_seconds_count");
	const buckets = [...after.samples.keys()].filter((sample) => sample.startsWith("lapwing_check_lag_seconds_bucket"));
	const bucket = buckets.find((sample) => grown(before, after, sample) >= checks * share);
	return bucket?.match(/le="([^"]+)"/)?.[1] ?? "?";
}

function verdicts(before: Look, after: Look): string {
	const of = (verdict: string) => grown(before, after, `lapwing_checks_total{verdict="${verdict}"}`);
	return `${of("up")}, ${of("degraded") + of("down") + of("missed")}, ${grown(before, after, "lapwing_slots_skipped_total")}`;
}

function meanCommit(before: Look, after: Look): string {
	const commits = grown(before, after, "lapwing_commit_duration_seconds_count");
	const ms = (grown(before, after, "lapwing_commit_duration_seconds_sum") / commits) * 1_000;
	return `${ms.toFixed(1)} ms for ${(grown(before, after, "lapwing_commit_checks_sum") / commits).toFixed(0)} checks`;
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
