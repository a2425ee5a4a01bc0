/**
 * CPU of one check of each type that is probed, beside blackbox_exporter where it has the type: on the same targets in
 * one run, taking turns; medians of rounds. Ours is probed and judged in this process, its children (ping) included.
 * blackbox_exporter (Debian: prometheus-blackbox-exporter) probes on request over kept-alive connections; what the
 * requests cost here is not counted.
 *
 *     node --conditions=@lapwing/source bench/types.ts [--rate 100] [--seconds 5] [--rounds 5]
 *
 * With `--rate` so many checks a second are started, each at its instant, as in an installation: every one wakes its
 * threads alone and finds their caches cold. Ours then has the timer of this program in it. Pings run at a tenth of
 * the rate. Without `--rate` both make checks as fast as they can.
 */

import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { judge } from "../packages/server/src/domain/checks/judgement.ts";
import type { TypeSettings } from "../packages/server/src/domain/monitors/types.ts";
import { SocketProber } from "../packages/server/src/probe/check.ts";
import { startBlackboxExporter } from "./processes/blackbox-exporter.ts";
import { costOf, totalCpuUs } from "./processes/process-cost.ts";

const CHECKS = 2_000;
/** Each is a process that takes two tenths of a second. */
const PINGS = 60;
const CONCURRENCY = 16;
/** With `--rate`: pings for each hundred of other checks. */
const PINGS_IN_A_HUNDRED = 10;
/** Linux tells the CPU time of children in hundredths of a second. */
const TICKS_PER_SECOND = 100;
const WEBSOCKET_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

let monitorId = 0;

interface Ports {
	readonly http: number;
	readonly tcp: number;
	readonly dns: number;
}

if (process.argv[2] === "target") await serve();
else await measure();

/** The targets, in a process of their own. */
async function serve(): Promise<void> {
	const http = createHttpServer((_request, response) => response.end("ok"));
	http.on("upgrade", (request, socket) => {
		const accept = createHash("sha1").update(`${request.headers["sec-websocket-key"]}${WEBSOCKET_GUID}`);
		const head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n";
		socket.on("error", () => {}).resume();
		socket.write(`${head}Sec-WebSocket-Accept: ${accept.digest("base64")}\r\n\r\n`);
	});
	const tcp = createServer((socket) => {
		socket.on("error", () => {}).once("data", () => socket.end("+PONG\r\n"));
	});
	const dns = createSocket("udp4");
	dns.on("message", (message, from) => {
		const question = message.subarray(12, message.indexOf(0, 12) + 5);
		const head = Buffer.from([message[0] ?? 0, message[1] ?? 0, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
		const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1]);
		dns.send(Buffer.concat([head, question, record]), from.port, from.address);
	});
	await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
	await new Promise<void>((resolve) => tcp.listen(0, "127.0.0.1", resolve));
	await new Promise<void>((resolve) => dns.bind(0, "127.0.0.1", resolve));
	const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
	process.send?.({ http: portOf(http), tcp: portOf(tcp), dns: portOf(dns) } satisfies Ports);
	process.on("disconnect", () => process.exit());
}

async function measure(): Promise<void> {
	const { values: options } = parseArgs({
		options: {
			rate: { type: "string" },
			seconds: { type: "string", default: "5" },
			rounds: { type: "string", default: "5" },
		},
	});
	const rate = options.rate === undefined ? null : Number(options.rate);
	const target = fork(import.meta.filename, ["target"]);
	const [ports] = (await once(target, "message")) as [Ports];
	const prober = new SocketProber({ allowPrivateTargets: true, resolvers: null, userAgent: "Lapwing/bench" });
	const directory = mkdtempSync(join(tmpdir(), "lapwing-bench-"));
	const peer = await startBlackboxExporter({ directory, connections: CONCURRENCY, modules: modulesOfPeer() });
	try {
		process.stdout.write("| type | Lapwing, CPU µs | blackbox_exporter, CPU µs | × |\n|---|--:|--:|--:|\n");
		for (const { name, settings, theirs, isPing = false } of casesOf(ports)) {
			const own: number[] = [];
			const other: number[] = [];
			const pace = paceOf(rate, Number(options.seconds), isPing);
			for (let round = -1; round < Number(options.rounds); round += 1) {
				const mine = await eachCosts(ownCpuUs, pace, () => check(prober, settings));
				const peersCpuUs = () => totalCpuUs(costOf(peer.pid));
				const its = theirs === null ? 0 : await eachCosts(peersCpuUs, pace, () => peer.probe(...theirs));
				// The first round warms up.
				if (round < 0) continue;
				own.push(mine);
				other.push(its);
			}
			const [a, b] = [median(own), median(other)];
			const beside = theirs === null ? "| |" : `${b.toFixed(0)} | ${(b / a).toFixed(1)} |`;
			process.stdout.write(`| ${name} | ${a.toFixed(0)} | ${beside}\n`);
		}
	} finally {
		await peer.stop();
		target.disconnect();
		await prober.close();
		rmSync(directory, { recursive: true, force: true });
	}
}

interface Pace {
	readonly checks: number;
	/** A second; null: as fast as they can be made, CONCURRENCY at once. */
	readonly rate: number | null;
}

function paceOf(rate: number | null, seconds: number, isPing: boolean): Pace {
	if (rate === null) return { checks: isPing ? PINGS : CHECKS, rate };
	const own = isPing ? (rate * PINGS_IN_A_HUNDRED) / 100 : rate;
	return { checks: Math.round(own * seconds), rate: own };
}

interface Case {
	readonly name: string;
	readonly settings: TypeSettings;
	/** What blackbox_exporter probes, and by which module; null where it has none. */
	readonly theirs: readonly [target: string, module: string] | null;
	readonly isPing?: true;
}

function casesOf({ http, tcp, dns }: Ports): Case[] {
	const host = "127.0.0.1";
	const silent = { tls: "none", protocol: null, send: null, expect: null } as const;
	const pong = { type: "contains", value: "+PONG", caseSensitive: true } as const;
	return [
		{
			name: "http",
			settings: { type: "http", url: `http://${host}:${http}/`, method: "GET", expectedStatus: 200 },
			theirs: [`http://${host}:${http}/`, "http"],
		},
		{
			name: "dns, with a resolver",
			settings: {
				type: "dns",
				domain: "example.com",
				recordType: "A",
				resolver: `${host}:${dns}`,
				expected: ["192.0.2.1"],
				mode: "equals",
			},
			theirs: [`${host}:${dns}`, "dns"],
		},
		{
			name: "tcp, connect",
			settings: { type: "tcp", host, port: tcp, ...silent },
			theirs: [`${host}:${tcp}`, "tcp"],
		},
		{
			name: "tcp, send and expect",
			settings: { type: "tcp", host, port: tcp, ...silent, send: "PING\\r\\n", expect: pong },
			theirs: [`${host}:${tcp}`, "pong"],
		},
		{
			name: "websocket",
			settings: { type: "websocket", url: `ws://${host}:${http}/`, send: null, expect: null },
			theirs: null,
		},
		{
			name: "ping, one packet",
			settings: { type: "ping", host, packets: 1 },
			theirs: [host, "icmp"],
			isPing: true,
		},
	];
}

async function check(prober: SocketProber, settings: TypeSettings): Promise<void> {
	const order = {
		monitorId: ++monitorId,
		teamId: 1,
		scheduledAt: 0,
		revision: 1,
		settings,
		degradedAfterMs: 5_000,
		contentChecks: [],
		timeoutMs: 10_000,
		nextDueAt: 0,
		wasSlow: false,
		locationId: null,
	} as const;
	const outcome = await prober.run(order, new AbortController().signal);
	if (outcome === null || judge(outcome.observation, order).verdict !== "up") throw new Error(JSON.stringify(outcome));
}

/** CPU µs that each of the checks of `pace` takes, by the clock `cpuUs`. */
async function eachCosts(cpuUs: () => number, { checks, rate }: Pace, each: () => Promise<void>): Promise<number> {
	const before = cpuUs();
	await (rate === null ? inLanes(checks, each) : atRate(checks, rate, each));
	return (cpuUs() - before) / checks;
}

async function inLanes(count: number, each: () => Promise<void>): Promise<void> {
	let left = count;
	const lane = async () => {
		while (left-- > 0) await each();
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, lane));
}

async function atRate(count: number, rate: number, each: () => Promise<void>): Promise<void> {
	const startedAt = performance.now();
	const running: Promise<void>[] = [];
	for (let index = 0; index < count; index += 1) {
		const waitMs = startedAt + (index * 1_000) / rate - performance.now();
		if (waitMs > 0) await pause(waitMs);
		running.push(each());
	}
	await Promise.all(running);
}

/** Of this process and its ended children; proc_pid_stat(5): the times of the latter are fields 16 and 17. */
function ownCpuUs(): number {
	const { user, system } = process.cpuUsage();
	const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
	const ticks = fields.slice(13, 15).reduce((sum, each) => sum + Number(each), 0);
	return user + system + (ticks / TICKS_PER_SECOND) * 1e6;
}

function modulesOfPeer() {
	const ip = { preferred_ip_protocol: "ip4" };
	const dns = { ...ip, query_name: "example.com", query_type: "A", transport_protocol: "udp" };
	return {
		http: { prober: "http", timeout: "10s", http: ip },
		dns: { prober: "dns", timeout: "10s", dns },
		tcp: { prober: "tcp", timeout: "10s", tcp: ip },
		pong: { prober: "tcp", timeout: "10s", tcp: { ...ip, query_response: [{ send: "PING\r" }, { expect: "PONG" }] } },
		icmp: { prober: "icmp", timeout: "10s", icmp: ip },
	};
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
