/**
 * Requests a second of GET /api/v1/monitors, 50 on a page, on SQLite: the service in a process of its own, so that its
 * CPU is its own, and a raw-socket client that costs little.
 *
 *     node --conditions=@lapwing/source bench/monitor-list.ts [--monitors 1000] [--seconds 5] [--profile]
 */

import { fork } from "node:child_process";
import { connect } from "node:net";
import { parseArgs } from "node:util";
import pino from "pino";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { createMonitor } from "../packages/server/src/storage/monitors/monitors.ts";
import { startApi } from "./processes/api-server.ts";

const { values: options } = parseArgs({
	options: {
		monitors: { type: "string", default: "1000" },
		seconds: { type: "string", default: "5" },
		connections: { type: "string", default: "16" },
		profile: { type: "boolean", default: false },
		serve: { type: "boolean", default: false },
	},
});

if (options.serve) await serve();
else await measure();

async function serve(): Promise<void> {
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
	const log = pino({ level: "info" }, pino.destination("/dev/null"));
	const { port, close } = await startApi(database, log);
	process.on("message", async (message) => {
		if (message === "cpu") process.send?.(process.cpuUsage());
		else {
			await close();
			process.exit(0);
		}
	});
	process.send?.({ port, key });
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
