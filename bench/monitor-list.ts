/**
 * Requests a second of GET /api/v1/monitors, 50 on a page, on SQLite: the service in a process of its own, so that its
 * CPU is its own, and a raw-socket client that costs little.
 *
 *     node --conditions=@lapwing/source bench/monitor-list.ts [--monitors 1000] [--seconds 5] [--profile] [--parts]
 *
 * --parts prints instead what each part of a request costs in CPU, called apart and many times.
 */

import { fork } from "node:child_process";
import { connect } from "node:net";
import { parseArgs } from "node:util";
import { z } from "@hono/zod-openapi";
import pino from "pino";
import { listForm } from "../packages/server/src/http/api/monitors/monitor-forms.ts";
import { listQuery } from "../packages/server/src/http/api/monitors/monitors.ts";
import { Cursors } from "../packages/server/src/http/kernel/cursors.ts";
import { pagingQuery } from "../packages/server/src/http/kernel/schemas.ts";
import { createMetrics } from "../packages/server/src/metrics.ts";
import { findPrincipal } from "../packages/server/src/storage/access/api-keys.ts";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import type { Database } from "../packages/server/src/storage/database/session.ts";
import { countMonitors, pageOfMonitors } from "../packages/server/src/storage/monitors/list-monitors.ts";
import { createMonitor } from "../packages/server/src/storage/monitors/monitors.ts";
import { startApi } from "./processes/api-server.ts";

const { values: options } = parseArgs({
	options: {
		monitors: { type: "string", default: "1000" },
		seconds: { type: "string", default: "5" },
		connections: { type: "string", default: "16" },
		profile: { type: "boolean", default: false },
		serve: { type: "boolean", default: false },
		parts: { type: "boolean", default: false },
	},
});

const ROUNDS = 5;
const ROUND_MS = 300;

if (options.serve) await serve();
else if (options.parts) await measureParts();
else await measure();

/** A database in memory with the monitors, and a key for it. */
async function filled(): Promise<{ database: Database; key: string }> {
	const database = openDatabase("sqlite::memory:");
	await migrate(database);
	const key = await bootstrap(database, null, Date.now());
	for (let index = 0; index < Number(options.monitors); index++) {
		await createMonitor(
			database,
			{
				teamId: 1,
				isEnabled: true,
				name: `Monitor ${index}`,
				tags: [],
				settings: {
					type: "http",
					url: `https://host-${index}.example.com/health`,
					method: "HEAD",
					expectedStatus: 200,
				},
				intervalSeconds: 60,
				degradedAfterMs: 5000,
				timeoutSeconds: 10,
				locationHint: "weur",
				sslMonitoringEnabled: true,
				sslExpiryWarningDays: 30,
			},
			Date.now(),
		);
	}
	return { database, key: key ?? "" };
}

async function serve(): Promise<void> {
	const { database, key } = await filled();
	const { port, close } = await startApi(database, unread());
	process.on("message", async (message) => {
		if (message === "cpu") process.send?.(process.cpuUsage());
		else {
			await close();
			process.exit(0);
		}
	});
	process.send?.({ port, key });
}

/** A log that is written and that nobody reads. */
function unread() {
	return pino({ level: "info" }, pino.destination("/dev/null"));
}

async function measureParts(): Promise<void> {
	const { database, key } = await filled();
	const [log, metrics, now] = [unread(), createMetrics(), Date.now()];
	const url = new URL("http://127.0.0.1:7070/api/v1/monitors");
	const subject = { teamId: 1, filter: {}, sort: "created" } as const;
	const readPage = () => pageOfMonitors(database, subject, { direction: "forward", from: null, limit: 51 }, now);
	const page = (await readPage()).slice(0, 50);
	const showing = { services: { publicUrl: null } as never, url };
	const forms = page.map((monitor) => listForm(showing, monitor));
	const query = z.object({ ...pagingQuery.shape, ...listQuery.shape });
	const cursors = new Cursors(new Uint8Array(32));
	const name = ["monitors", "created", "{}", 1] as const;
	const labels = { method: "GET", route: "/api/v1/monitors" };
	const line = { requestId: "0", ...labels, status: 200, elapsedMs: 1, actor: "key_1" };
	const parts: [string, () => unknown][] = [
		["key look-up", () => findPrincipal(database, key, now)],
		["query validated", () => query.safeParse({})],
		["page of 51 read", readPage],
		["monitors counted", () => countMonitors(database, 1, {})],
		["50 forms", () => page.map((monitor) => listForm(showing, monitor))],
		["50 forms as JSON", () => JSON.stringify(forms)],
		["cursor signed", () => cursors.write(name, { direction: "forward", from: [now, 950] })],
		["line of the log", () => log.info(line, "request")],
		[
			"metrics",
			() => {
				metrics.httpRequests.inc({ ...labels, status: 200 });
				metrics.httpDuration.observe(labels, 0.001);
			},
		],
	];
	for (const [part, work] of parts) process.stdout.write(`${part.padEnd(36)}${await cpuOf(work)} µs\n`);
	await database.close();
}

/** Microseconds of CPU of this thread, the least of some rounds: other processes lengthen the others. */
async function cpuOf(work: () => unknown): Promise<number> {
	let least = Number.POSITIVE_INFINITY;
	for (let round = 0; round < ROUNDS; round += 1) {
		const before = process.threadCpuUsage();
		// The system counts in ticks of some milliseconds.
		const until = performance.now() + ROUND_MS;
		let calls = 0;
		for (; performance.now() < until; calls += 1) await work();
		const { user, system } = process.threadCpuUsage(before);
		least = Math.min(least, (user + system) / calls);
	}
	return Math.round(least * 10) / 10;
}

async function measure(): Promise<void> {
	const service = fork(import.meta.filename, ["--serve", `--monitors=${options.monitors}`], {
		execArgv: ["--conditions=@lapwing/source", ...(options.profile ? ["--cpu-prof", "--cpu-prof-dir=/tmp"] : [])],
	});
	const answer = <T>() => new Promise<T>((resolve) => service.once("message", (message) => resolve(message as T)));
	const cpuMs = async () => {
		const told = answer<NodeJS.CpuUsage>();
		service.send("cpu");
		const { user, system } = await told;
		return (user + system) / 1000;
	};
	const { port, key } = await answer<{ port: number; key: string }>();
	const request = `GET /api/v1/monitors HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n\r\n`;
	const run = async (seconds: number) => {
		const until = performance.now() + seconds * 1000;
		const counts = await Promise.all(
			Array.from({ length: Number(options.connections) }, () => askUntil({ port, request, until })),
		);
		return counts.reduce((sum, count) => sum + count, 0);
	};
	await run(2);
	const [cpuBefore, startedAt] = [await cpuMs(), performance.now()];
	const answers = await run(Number(options.seconds));
	const [cpu, elapsed] = [(await cpuMs()) - cpuBefore, performance.now() - startedAt];
	const perSecond = Math.round(answers / (elapsed / 1000));
	process.stdout.write(
		`${perSecond} requests/s, ${Math.round((1000 * cpu) / answers)} µs of CPU each (all threads), ${options.monitors} monitors\n`,
	);
	service.send("stop");
}

/** Sends the request again and again on one connection; answers how often. */
function askUntil({ port, request, until }: { port: number; request: string; until: number }): Promise<number> {
	return new Promise((resolve, reject) => {
		const socket = connect(port, "127.0.0.1", () => socket.write(request));
		let count = 0;
		let missing = -1;
		socket.on("error", reject);
		socket.on("data", (chunk) => {
			if (missing < 0) {
				const head = chunk.indexOf("\r\n\r\n");
				const text = chunk.toString("latin1", 0, head);
				if (!text.startsWith("HTTP/1.1 200")) return reject(new Error(text));
				missing = Number(/content-length: (\d+)/i.exec(text)?.[1]) - (chunk.length - head - 4);
			} else missing -= chunk.length;
			if (missing > 0) return;
			missing = -1;
			count += 1;
			if (performance.now() < until) socket.write(request);
			else {
				socket.end();
				resolve(count);
			}
		});
	});
}
