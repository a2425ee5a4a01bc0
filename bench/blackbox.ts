/**
 * A check from end to end beside blackbox_exporter and `openssl s_time`: CPU time of everything that makes it, on the
 * same target in one run, taking turns; medians of rounds. Ours is claimed when due, probed, judged and recorded on
 * SQLite, in this process. blackbox_exporter (Debian: prometheus-blackbox-exporter) probes on request and records
 * nothing; requests come over kept-alive connections, and their cost in this process is not counted. s_time makes
 * handshakes, one after the other, and nothing else.
 *
 *     node --conditions=@lapwing/source bench/blackbox.ts
 */

import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setDefaultCACertificates } from "node:tls";
import { judge } from "../packages/server/src/domain/checks/judgement.ts";
import { SocketProber } from "../packages/server/src/probe/check.ts";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { recordChecks } from "../packages/server/src/storage/commit/record-checks.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { ScheduleInMemory } from "../packages/server/src/storage/schedule/schedule-in-memory.ts";
import { addMonitors } from "./monitors.ts";
import { startBlackboxExporter } from "./processes/blackbox-exporter.ts";
import { costOf, totalCpuUs } from "./processes/process-cost.ts";

const ROUNDS = 9;
const CHECKS = 1_000;
const CONCURRENCY = 32;
/** Checks in one commit, as a service with 60,000 monitors would have them. */
const COMMIT = 250;
const INTERVAL_MS = 60_000;
const S_TIME_SECONDS = 2;

const directory = mkdtempSync(join(tmpdir(), "lapwing-bench-"));
const target = fork(new URL("./processes/probe-target.ts", import.meta.url), { execArgv: process.execArgv });
const [ports] = (await once(target, "message")) as [{ httpPort: number; httpsPort: number; root: string }];
const rootFile = join(directory, "root.pem");
writeFileSync(rootFile, ports.root);
setDefaultCACertificates([ports.root]);
const urls = { http: `http://127.0.0.1:${ports.httpPort}/`, https: `https://localhost:${ports.httpsPort}/` };

const prober = new SocketProber({ allowPrivateTargets: true, resolvers: null, userAgent: "Lapwing/bench" });
const { signal } = new AbortController();
const peer = await startBlackboxExporter({ directory, rootFile, connections: CONCURRENCY });
try {
	for (const scheme of ["http", "https"] as const) {
		const own = await ours(scheme);
		const contenders: Record<string, () => Promise<number>> = {
			"Lapwing, claimed, probed, judged, recorded": own.round,
			"blackbox_exporter, probed": () => theirs(scheme),
		};
		if (scheme === "https") contenders["openssl s_time -new, handshake alone"] = handshakes;
		const rounds = new Map<string, number[]>();
		for (let round = -1; round < ROUNDS; round += 1) {
			for (const [name, measure] of Object.entries(contenders)) {
				const cost = await measure();
				// The first round warms up.
				if (round >= 0) rounds.set(name, [...(rounds.get(name) ?? []), cost]);
			}
		}
		report(scheme, rounds);
		await own.close();
	}
} finally {
	await peer.stop();
	target.disconnect();
	await prober.close();
	rmSync(directory, { recursive: true, force: true });
}

/** CPU µs of a check through our own parts, put together as the service does. */
async function ours(scheme: "http" | "https") {
	const database = openDatabase(`sqlite:${join(directory, `${scheme}.db`)}`);
	await migrate(database);
	let now = Date.now();
	await bootstrap(database, null, now);
	await addMonitors(database, CHECKS, { now, intervalMs: INTERVAL_MS, url: () => urls[scheme] });
	const schedule = new ScheduleInMemory(database);
	async function round(): Promise<number> {
		now += 2 * INTERVAL_MS;
		const before = process.cpuUsage();
		for (let checks = 0; checks < CHECKS; checks += COMMIT) {
			const { orders } = await schedule.claim(now, { total: COMMIT, slow: COMMIT });
			const outcomes = await inLanes(orders, async (order) => {
				const outcome = await prober.run(order, signal);
				if (outcome?.observation.kind !== "answered") throw new Error(JSON.stringify(outcome));
				return { outcome, judgement: judge(outcome.observation, order) };
			});
			const { accepted } = await recordChecks(database, outcomes, now, { held: schedule });
			if (accepted.length !== COMMIT) throw new Error(`${accepted.length} of ${COMMIT} checks were recorded`);
		}
		const { user, system } = process.cpuUsage(before);
		return (user + system) / CHECKS;
	}
	return { round, close: () => database.close() };
}

async function theirs(scheme: "http" | "https"): Promise<number> {
	const before = totalCpuUs(costOf(peer.pid));
	await inLanes(Array.from({ length: CHECKS }), () => peer.probe(urls[scheme]));
	return (totalCpuUs(costOf(peer.pid)) - before) / CHECKS;
}

async function handshakes(): Promise<number> {
	const command = `openssl s_time -new -time ${S_TIME_SECONDS} -connect 127.0.0.1:${ports.httpsPort} -CAfile ${rootFile}; times`;
	const said = execFileSync("bash", ["-c", command], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
	const connections = Number(/(\d+) connections in .* real seconds/.exec(said)?.[1]);
	// The last line of bash's `times`: user and system time of its children.
	const seconds = [...(said.trim().split("\n").at(-1) ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
	const cpu = seconds.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
	return (cpu / connections) * 1e6;
}

async function inLanes<In, Out>(items: readonly In[], each: (item: In) => Promise<Out>): Promise<Out[]> {
	const results: Out[] = [];
	let next = 0;
	await Promise.all(
		Array.from({ length: CONCURRENCY }, async () => {
			while (next < items.length) {
				const item = items[next] as In;
				next += 1;
				results.push(await each(item));
			}
		}),
	);
	return results;
}

function report(scheme: string, rounds: Map<string, number[]>): void {
	const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
	const own = median([...rounds.values()][0] ?? []);
	process.stdout.write(
		`\n| ${scheme.padEnd(44)} | CPU µs | per core | × ours |\n|${"-".repeat(46)}|-------:|---------:|-------:|\n`,
	);
	for (const [name, costs] of rounds) {
		const cost = median(costs);
		const cells = [
			cost.toFixed(0).padStart(6),
			(1e6 / cost).toFixed(0).padStart(8),
			(cost / own).toFixed(2).padStart(6),
		];
		process.stdout.write(`| ${name.padEnd(44)} | ${cells.join(" | ")} |\n`);
	}
}
