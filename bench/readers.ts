/**
 * Readers of a public status page: what the service answers from memory beside what a bare HTTP server of Node answers
 * with the same bytes, in turns; and a crowd that holds its connections open while monitors are checked, and a report
 * of a job, the API and health are asked. How late checks start and how long those answers take is measured without the
 * crowd first, then with it. The senders and the target are processes of their own.
 *
 *     node --conditions=@lapwing/source bench/readers.ts [--seconds 3] [--turns 3] [--readers 10000] [--monitors 1200]
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { addMonitors } from "./monitors.ts";
import { type Samples, type ServiceProcess, startService } from "./processes/service-process.ts";

/** Of a sender, kept open: enough that the server never waits. */
const CONNECTIONS = 50;
const INTERVAL_MS = 60_000;
/** With the crowd, and without it: as long as each check needs to be made once. */
const HELD_FOR_MS = INTERVAL_MS;
const PAUSE_MS = 250;
const KEY = "lw_bench-of-readers-0123456789";

interface Job {
	readonly port: number;
	readonly path: string;
	readonly seconds: number;
}

if (process.send !== undefined) process.on("message", (job: Job) => void count(job).then((sum) => process.send?.(sum)));
else await measure();

/** Answers in so many seconds, a request after the other on each connection. */
async function count({ port, path, seconds }: Job): Promise<number> {
	const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`);
	const until = performance.now() + seconds * 1_000;
	const sums = await Promise.all(Array.from({ length: CONNECTIONS }, () => countOn(port, request, until)));
	return sums.reduce((all, sum) => all + sum) / seconds;
}

async function countOn(port: number, request: Buffer, until: number): Promise<number> {
	const socket = connect(port, "127.0.0.1");
	await once(socket, "connect");
	let answers = 0;
	const { promise, resolve } = Promise.withResolvers<number>();
	let wanted = 0;
	let seen = 0;
	socket.on("data", (chunk: Buffer) => {
		if (wanted === 0) {
			const head = chunk.indexOf("\r\n\r\n");
			const length = /content-length: (\d+)/i.exec(chunk.subarray(0, head).toString("latin1"))?.[1];
			if (!chunk.subarray(0, 12).toString().endsWith("200")) {
				process.stderr.write(`${chunk.subarray(0, 400)}\n`);
				process.exit(1);
			}
			wanted = head + 4 + Number(length);
		}
		seen += chunk.length;
		if (seen < wanted) return;
		[wanted, seen] = [0, 0];
		answers += 1;
		if (performance.now() < until) socket.write(request);
		else {
			socket.destroy();
			resolve(answers);
		}
	});
	socket.write(request);
	return promise;
}

async function measure(): Promise<void> {
	const { values } = parseArgs({
		options: {
			seconds: { type: "string", default: "3" },
			turns: { type: "string", default: "3" },
			readers: { type: "string", default: "10000" },
			monitors: { type: "string", default: "1200" },
		},
	});
	const directory = mkdtempSync(join(tmpdir(), "lapwing-bench-"));
	const databaseUrl = `sqlite:${join(directory, "lapwing.db")}`;
	const database = openDatabase(databaseUrl);
	await migrate(database);
	await bootstrap(database, KEY, Date.now());
	const target = fork(new URL("./processes/probe-target.ts", import.meta.url), { execArgv: process.execArgv });
	const [{ httpPort }] = (await once(target, "message")) as [{ httpPort: number }];
	const monitors = {
		now: Date.now(),
		intervalMs: INTERVAL_MS,
		url: (n: number) => `http://127.0.0.1:${httpPort}/${n}`,
	};
	await addMonitors(database, Number(values.monitors), monitors);
	await database.close();
	const service = await startService({ directory, databaseUrl });
	const sender = fork(import.meta.filename, { execArgv: process.execArgv });
	try {
		const call = (method: string, path: string, body: object) =>
			fetch(service.url + path, {
				method,
				headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
				body: JSON.stringify(body),
			});
		const sections = Array.from({ length: 5 }, (_, section) => ({
			name: `Region ${section + 1}`,
			components: Array.from({ length: 10 }, (_, n) => ({ name: `Service ${section * 10 + n + 1}` })),
		}));
		const made = await call("POST", "/api/v1/status-pages", {
			name: "Acme",
			slug: "acme",
			isPublished: true,
			sections,
		});
		if (made.status !== 201) throw new Error(await made.text());
		const answer = await fetch(`${service.url}/status/acme`, { headers: { "accept-encoding": "br" } });
		if (answer.status !== 200) throw new Error(await answer.text());
		const headers = [...answer.headers].filter(([name]) => !["date", "connection", "keep-alive"].includes(name)).flat();
		const raw = await rawBody(Number(new URL(service.url).port));
		const bare = createServer((_request, response) => response.writeHead(200, headers).end(raw));
		bare.listen(0, "127.0.0.1");
		await once(bare, "listening");
		process.stdout.write(`${raw.length} bytes compressed, ${answer.headers.get("content-encoding")}\n`);
		const rate = async (port: number) => {
			sender.send({ port, path: "/status/acme", seconds: Number(values.seconds) });
			const ended = once(sender, "exit").then(() => {
				throw new Error("The sender ended");
			});
			const [sum] = (await Promise.race([once(sender, "message"), ended])) as [number];
			return sum;
		};
		const ports = { service: Number(new URL(service.url).port), bare: (bare.address() as AddressInfo).port };
		// The bare server is in this process, which only waits meanwhile.
		await rate(ports.service);
		await rate(ports.bare);
		const ratios: number[] = [];
		for (let turn = 0; turn < Number(values.turns); turn++) {
			const [ours, theirs] = [await rate(ports.service), await rate(ports.bare)];
			ratios.push(ours / theirs);
			process.stdout.write(
				`service ${Math.round(ours)}/s, bare ${Math.round(theirs)}/s: ${(ours / theirs).toFixed(2)}\n`,
			);
		}
		process.stdout.write(`median ${ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)]?.toFixed(2)}\n`);
		bare.close();
		process.stdout.write(`${values.monitors} monitors checked every ${INTERVAL_MS / 1_000} s\n`);
		for (const readers of [0, Number(values.readers)]) await crowd(service, readers);
	} finally {
		sender.kill();
		target.kill();
		await service.stop();
		rmSync(directory, { recursive: true });
	}
}

/** How late checks started, and what became of them. */
function lagBetween(before: Samples, after: Samples): string {
	const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
	const checks = grown("lapwing_check_lag_seconds_count");
	const buckets = [...after.keys()].filter((name) => name.startsWith("lapwing_check_lag_seconds_bucket"));
	const within = (share: number) =>
		buckets.find((name) => grown(name) >= checks * share)?.match(/le="([^"]+)"/)?.[1] ?? "?";
	const [missed, skipped] = [grown('lapwing_checks_total{verdict="missed"}'), grown("lapwing_slots_skipped_total")];
	return (
		`${checks} checks: lag p50 ≤ ${within(0.5)} s, p99 ≤ ${within(0.99)} s, all ≤ ${within(1)} s; ` +
		`${missed} missed, ${skipped} skipped`
	);
}

/** The compressed bytes, as they lie on the wire. */
async function rawBody(port: number): Promise<Buffer> {
	const socket = connect(port, "127.0.0.1");
	socket.write("GET /status/acme HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n");
	const chunks: Buffer[] = [];
	for await (const chunk of socket) chunks.push(chunk);
	const all = Buffer.concat(chunks);
	return all.subarray(all.indexOf("\r\n\r\n") + 4);
}

/** Every reader has its connection and asks again and again; the others must be answered meanwhile. */
async function crowd({ url, scrape }: ServiceProcess, readers: number): Promise<void> {
	const port = Number(new URL(url).port);
	const request = "GET /status/acme HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\n\r\n";
	let answered = 0;
	let refused = 0;
	const sockets: Socket[] = [];
	const beganAt = performance.now();
	for (let n = 0; n < readers; n++) {
		// Each address holds a hundredth of the readers.
		const socket = connect({ port, host: "127.0.0.1", localAddress: `127.0.2.${1 + (n % 100)}` });
		socket.on("error", () => {});
		socket.on("connect", () => socket.write(request));
		socket.on("data", (chunk: Buffer) => {
			if (!chunk.subarray(0, 5).equals(Buffer.from("HTTP/"))) return;
			if (chunk.subarray(9, 12).toString() === "200") answered += 1;
			else refused += 1;
		});
		sockets.push(socket);
		if (n % 500 === 499) await pause(10);
	}
	const times: Record<string, number[]> = {};
	const before = await scrape();
	const until = performance.now() + HELD_FOR_MS;
	while (performance.now() < until) {
		for (const path of ["/healthz", "/ping/unknown", "/api/v1/monitors"]) {
			const at = performance.now();
			const { status } = await fetch(`http://127.0.0.1:${port}${path}`, {
				method: path.startsWith("/ping") ? "POST" : "GET",
				headers: { authorization: `Bearer ${KEY}` },
			});
			if (status === 503 || status === 429) throw new Error(`${path} was answered ${status}`);
			times[path] = [...(times[path] ?? []), performance.now() - at];
		}
		for (let n = 0; n < readers / 20; n++) sockets[Math.floor(Math.random() * readers)]?.write(request);
		await pause(PAUSE_MS);
	}
	const after = await scrape();
	const open = sockets.filter(({ destroyed, readyState }) => !destroyed && readyState === "open").length;
	const seconds = ((performance.now() - beganAt) / 1_000).toFixed(1);
	process.stdout.write(
		`${readers} readers: ${open} connections open at the end, ${answered} answered, ${refused} refused in ${seconds} s`,
	);
	process.stdout.write(`\n  ${lagBetween(before, after)}\n`);
	for (const [path, of] of Object.entries(times)) {
		const sorted = of.toSorted((a, b) => a - b);
		const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(0);
		process.stdout.write(`  ${path}: median ${at(0.5)} ms, longest ${at(1)} ms\n`);
	}
	for (const socket of sockets) socket.destroy();
}
