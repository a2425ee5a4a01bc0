/**
 * What open dashboards cost the service: CPU and bytes of the board, and CPU of streams of live changes. The service
 * runs in a process of its own (./processes/board-service.ts); CPU is that of all its threads, compression and HTTP
 * included. Its clock is moved from minute to minute, so that the first board of many minutes is measured; once while
 * nothing else runs, once while the team's checks are recorded at their real pace.
 *
 *     node --conditions=@lapwing/source bench/dashboard.ts
 *         [--engine sqlite] [--monitors 10000] [--starts 3] [--minutes 7] [--streams 50] [--rounds 4]
 */

import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { startPostgres } from "../packages/server/src/storage/testing/postgres.ts";
import { makeBoardHistory } from "./board-history.ts";
import { type BoardService, startBoardService } from "./processes/board-service.ts";
import { costOf, totalCpuUs } from "./processes/process-cost.ts";

const ROUND_SECONDS = 8;
const HOUR_MS = 3_600_000;
/** A board is answered again for a second; after two, checks have been recorded since. */
const PAUSE_MS = 2_000;
const LATER_BOARDS = 2;

const { values: options } = parseArgs({
	options: {
		engine: { type: "string", default: "sqlite" },
		monitors: { type: "string", default: "10000" },
		starts: { type: "string", default: "3" },
		minutes: { type: "string", default: "7" },
		streams: { type: "string", default: "50" },
		rounds: { type: "string", default: "4" },
	},
});
const directory = mkdtempSync(join(tmpdir(), "lapwing-bench-"));
const server = options.engine === "postgresql" ? await startPostgres() : null;
const databaseUrl = server ? `${server.url}/postgres` : `sqlite:${join(directory, "bench.db")}`;
// Half an hour of checks is not rolled up yet.
const clock = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS / 2;
let key = "";
try {
	const database = openDatabase(databaseUrl);
	key = await database.withoutTimeLimit(() => makeBoardHistory(database, Number(options.monitors), clock));
	// As autovacuum would.
	if (server) await database.withoutTimeLimit(() => sql`vacuum analyze`.execute(database.db));
	await database.close();
	await measure();
} finally {
	await server?.stop();
	rmSync(directory, { recursive: true, force: true });
}

async function measure(): Promise<void> {
	let service = await startBoardService(databaseUrl, clock);
	try {
		const starts = [await board(service)];
		while (starts.length < Number(options.starts)) {
			await service.order("end");
			service = await startBoardService(databaseUrl, clock);
			starts.push(await board(service));
		}
		show("size of the board", `${((starts[0]?.bytes ?? 0) / 1024).toFixed(0)} KB gzip`);
		show("first board after each start", boards(starts));
		for (const records of [false, true]) await measureBoards(service, records);
		if (Number(options.rounds) > 0) await measureStreams(service, Number(options.rounds));
	} finally {
		await service.order("end");
	}
}

/** @param records whether checks are recorded at their real pace meanwhile */
async function measureBoards(service: BoardService, records: boolean): Promise<void> {
	const first: BoardCost[] = [];
	const later: BoardCost[] = [];
	for (let minute = 0; minute < Number(options.minutes); minute += 1) {
		await service.order("minute");
		if (records) await service.order("seconds");
		await pause(PAUSE_MS);
		first.push(await board(service));
		for (let count = 0; count < LATER_BOARDS; count += 1) {
			await pause(PAUSE_MS);
			later.push(await board(service));
		}
		await service.order("stop");
	}
	const beside = records ? ", checks recorded meanwhile" : "";
	show(`first board of a minute${beside}`, boards(first));
	show(`later boards${beside}`, boards(later));
}

interface BoardCost {
	readonly cpu: number;
	readonly bytes: number;
}

async function board({ pid, port }: BoardService): Promise<BoardCost> {
	const before = cpuMs(pid);
	const headers = { authorization: `Bearer ${key}`, "accept-encoding": "gzip" };
	const response = await fetch(`http://127.0.0.1:${port}/api/v1/board`, { headers });
	if (!response.ok) throw new Error(`The board was answered with ${response.status}: ${await response.text()}`);
	const bytes = Number(response.headers.get("content-length"));
	await response.arrayBuffer();
	return { cpu: cpuMs(pid) - before, bytes };
}

async function measureStreams(service: BoardService, rounds: number): Promise<void> {
	await service.order("seconds");
	const without: number[] = [];
	const withStreams: number[] = [];
	const read = { bytes: 0 };
	for (let round = 0; round < rounds; round += 1) {
		without.push(await share(service.pid));
		const streams = await openStreams(service.port, read);
		await pause(PAUSE_MS);
		withStreams.push(await share(service.pid));
		for (const stream of streams) stream.destroy();
		if (read.bytes === 0) throw new Error("The streams sent no change");
		await pause(1_000);
	}
	const extra = withStreams.map((share, round) => share - (without[round] ?? 0));
	show("recording alone, of a core, median", `${(median(without) * 100).toFixed(1)} %`);
	show(`${options.streams} streams on top, of a core, median`, `${(median(extra) * 100).toFixed(1)} %`);
	show("bytes of the streams", `${(read.bytes / 2 ** 20).toFixed(1)} MB`);
	show("rounds", extra.map((share) => `${(share * 100).toFixed(1)} %`).join(", "));
}

/** Of a core, in some seconds. */
async function share(pid: number): Promise<number> {
	const [startedAt, before] = [performance.now(), cpuMs(pid)];
	await pause(ROUND_SECONDS * 1_000);
	return (cpuMs(pid) - before) / (performance.now() - startedAt);
}

/** Sockets that read what comes and do nothing with it: the reader's CPU is not the service's, but on its cores. */
async function openStreams(port: number, read: { bytes: number }): Promise<Socket[]> {
	const request = `GET /api/v1/live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n\r\n`;
	return Promise.all(
		Array.from({ length: Number(options.streams) }, async () => {
			const socket = connect(port, "127.0.0.1");
			socket.write(request);
			await new Promise<void>((resolve) => socket.once("data", () => resolve()));
			socket.on("data", (chunk) => {
				read.bytes += chunk.length;
			});
			return socket;
		}),
	);
}

function cpuMs(pid: number): number {
	return totalCpuUs(costOf(pid)) / 1_000;
}

function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function boards(costs: readonly BoardCost[]): string {
	const each = costs.map(({ cpu }) => cpu.toFixed(0)).join(", ");
	return `${median(costs.map(({ cpu }) => cpu)).toFixed(0)} ms of CPU, median of ${each}`;
}

function show(what: string, figure: string): void {
	process.stdout.write(`${what.padEnd(52)} ${figure}\n`);
}
