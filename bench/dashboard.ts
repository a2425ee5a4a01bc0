/**
 * What open dashboards cost the service: CPU and bytes of the board, and CPU of streams of live changes. The service
 * runs in a process of its own, where the checks of a team are recorded at their real pace; seconds with and without
 * streams take turns.
 *
 *     node --conditions=@lapwing/source bench/dashboard.ts [--monitors 10000] [--streams 50] [--rounds 4]
 */

import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pino from "pino";
import { demoSlot, PlausibleHistory } from "../packages/server/src/cli/demo/demo-history.ts";
import { minuteOf } from "../packages/server/src/domain/checks/check.ts";
import type { Monitor } from "../packages/server/src/domain/monitors/settings.ts";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { recordChecks } from "../packages/server/src/storage/commit/record-checks.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { createMonitor } from "../packages/server/src/storage/monitors/monitors.ts";
import { plausibleCheck } from "./plausible-check.ts";
import { startApi } from "./processes/api-server.ts";
import { costOf, totalCpuUs } from "./processes/process-cost.ts";

/** As many as the board shows. */
const HISTORY_MINUTES = 60;
const ROUND_SECONDS = 8;
/** Two seconds apart: over more than a minute, so that at least one is the first of its minute. */
const BOARDS = 35;
const NAMES = ["Shop", "Checkout", "Search", "Sign-in", "API", "Images", "Mail", "Billing", "Docs", "Admin"];

const { values: options } = parseArgs({
	options: {
		monitors: { type: "string", default: "10000" },
		streams: { type: "string", default: "50" },
		rounds: { type: "string", default: "4" },
		serve: { type: "string" },
	},
});
const monitors = Number(options.monitors);

if (options.serve !== undefined) await serve(options.serve);
else await measure();

interface Watched {
	readonly monitor: Monitor;
	readonly history: PlausibleHistory;
}

async function serve(directory: string): Promise<void> {
	const database = openDatabase(`sqlite:${join(directory, "bench.db")}`);
	await migrate(database);
	const key = await bootstrap(database, null, Date.now());
	const checks = await team();
	const log = pino({ level: "silent" });
	const { port, close } = await startApi(database, log);
	let timer: NodeJS.Timeout | undefined;
	process.on("message", async (message) => {
		if (message === "record") timer = setInterval(() => void checks.recordSecond(), 1_000);
		else {
			clearInterval(timer);
			await close();
			await database.close();
			process.exit(0);
		}
	});
	process.send?.({ port, key });

	/** The team's monitors with an hour of history; a second of their checks at each call. */
	async function team() {
		const made: Watched[] = [];
		const createdAt = Date.now() - 86_400_000;
		for (let index = 0; index < monitors; index++) {
			const kind = NAMES[index % NAMES.length] ?? "";
			const settings = {
				type: "http",
				url: `https://${kind.toLowerCase()}-${index}.example.com/health`,
				method: "GET",
				expectedStatus: 200,
			} as const;
			const common = { intervalSeconds: 60, degradedAfterMs: 5000, timeoutSeconds: 10, locationHint: "weur" } as const;
			const monitor = await createMonitor(
				database,
				{
					...common,
					teamId: 1,
					isEnabled: true,
					name: `${kind} ${index}`,
					tags: [`team:${kind.toLowerCase()}`],
					settings,
					sslMonitoringEnabled: false,
					sslExpiryWarningDays: 30,
				},
				createdAt,
			);
			made.push({ monitor, history: new PlausibleHistory(index) });
		}
		const first = minuteOf(Date.now()) - HISTORY_MINUTES;
		for (let minute = first; minute < minuteOf(Date.now()); minute++) {
			for (let at = 0; at < made.length; at += 2_000) {
				const batch = made
					.slice(at, at + 2_000)
					.map((each) => plausibleCheck(each.monitor, each.history, demoSlot(minute, (each.monitor.id * 37) % 60_000)));
				await recordChecks(database, batch, Date.now(), { notifies: false });
			}
		}
		let next = 0;
		return {
			async recordSecond() {
				const size = Math.ceil(made.length / 60);
				const batch = Array.from({ length: size }, (_, index) => made[(next + index) % made.length]);
				next = (next + size) % made.length;
				const scheduledAt = Date.now() - 500;
				await recordChecks(
					database,
					batch.flatMap((each) => (each ? plausibleCheck(each.monitor, each.history, scheduledAt) : [])),
					Date.now(),
				);
			},
		};
	}
}

async function measure(): Promise<void> {
	const directory = mkdtempSync(join(tmpdir(), "lapwing-bench-"));
	const service = fork(import.meta.filename, [`--serve=${directory}`, `--monitors=${monitors}`], {
		execArgv: ["--conditions=@lapwing/source", "--disable-warning=ExperimentalWarning"],
	});
	const answer = <T>() => new Promise<T>((resolve) => service.once("message", (message) => resolve(message as T)));
	const cpuMs = () => totalCpuUs(costOf(service.pid ?? 0)) / 1_000;
	const { port, key } = await answer<{ port: number; key: string }>();
	const headers = { authorization: `Bearer ${key}`, "accept-encoding": "gzip" };

	const board = async () => {
		const before = cpuMs();
		const response = await fetch(`http://127.0.0.1:${port}/api/v1/board`, { headers });
		const bytes = Number(response.headers.get("content-length"));
		await response.arrayBuffer();
		return { cpu: cpuMs() - before, bytes, minute: minuteOf(Date.now()) };
	};
	const first = await board();
	service.send("record");
	const later: Awaited<ReturnType<typeof board>>[] = [];
	for (let count = 0; count < BOARDS; count++) {
		// A board is answered again for a second; after two, checks have been recorded since.
		await pause(2_000);
		later.push(await board());
	}
	show("first board of a team", `${first.cpu.toFixed(0)} ms of CPU, ${(first.bytes / 1024).toFixed(0)} KB gzip`);
	const firstOfMinute = later.filter(({ minute }, index) => minute !== (later[index - 1] ?? first).minute);
	show("later boards, median", `${median(later.map(({ cpu }) => cpu)).toFixed(0)} ms of CPU`);
	show("of them the first of a minute, median", `${median(firstOfMinute.map(({ cpu }) => cpu)).toFixed(0)} ms of CPU`);

	const without: number[] = [];
	const withStreams: number[] = [];
	let streamedBytes = 0;
	for (let round = 0; round < Number(options.rounds); round++) {
		without.push(await share());
		const streams = await openStreams();
		await pause(2_000);
		withStreams.push(await share());
		for (const stream of streams) stream.destroy();
		await pause(1_000);
	}
	const extra = withStreams.map((share, round) => share - (without[round] ?? 0));
	show("recording alone, of a core, median", `${(median(without) * 100).toFixed(1)} %`);
	show(`${options.streams} streams on top, of a core, median`, `${(median(extra) * 100).toFixed(1)} %`);
	show("bytes of the streams", `${(streamedBytes / 2 ** 20).toFixed(1)} MB`);
	show("rounds", extra.map((share) => `${(share * 100).toFixed(1)} %`).join(", "));
	service.send("end");
	service.once("exit", () => rmSync(directory, { recursive: true, force: true }));

	async function share(): Promise<number> {
		const [startedAt, before] = [performance.now(), cpuMs()];
		await pause(ROUND_SECONDS * 1_000);
		return (cpuMs() - before) / (performance.now() - startedAt);
	}

	/** Sockets that read what comes and do nothing with it: the reader's CPU is not the service's, but on its cores. */
	async function openStreams(): Promise<Socket[]> {
		const request = `GET /api/v1/live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n\r\n`;
		return Promise.all(
			Array.from({ length: Number(options.streams) }, async () => {
				const socket = connect(port, "127.0.0.1");
				socket.write(request);
				await new Promise<void>((resolve) => socket.once("data", () => resolve()));
				socket.on("data", (chunk) => {
					streamedBytes += chunk.length;
				});
				return socket;
			}),
		);
	}
}

function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function show(what: string, figure: string): void {
	process.stdout.write(`${what.padEnd(44)} ${figure}\n`);
}
