/**
 * What a check costs the prober, in CPU time of this process (user and system, all threads), beside the clients of Node
 * that one would use instead and beside the least that a socket can do. A fresh connection for each; the target is
 * another process. The contenders take turns, so that what the machine does besides hits all of them; medians of
 * rounds.
 *
 *     node --conditions=@lapwing/source bench/probe.ts
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { get as getTls } from "node:https";
import { connect } from "node:net";
import { createSecureContext, setDefaultCACertificates, connect as tlsConnect } from "node:tls";
import type { CheckOrder } from "../packages/server/src/domain/checks/check.ts";
import { SocketProber } from "../packages/server/src/probe/check.ts";

const ROUNDS = 11;
const CONCURRENCY = 32;
const CHECKS = { http: 3_000, https: 500 } as const;

interface TargetAddress {
	readonly httpPort: number;
	readonly httpsPort: number;
	readonly root: string;
}

const target = fork(new URL("./processes/probe-target.ts", import.meta.url), { execArgv: process.execArgv });
const [{ httpPort, httpsPort, root }] = (await once(target, "message")) as [TargetAddress];
setDefaultCACertificates([root]);

const prober = new SocketProber({ allowPrivateTargets: true, resolvers: null, userAgent: "Lapwing/bench" });
const { signal } = new AbortController();
const secureContext = createSecureContext();
const where = { host: "127.0.0.1", port: httpPort };
const whereTls = { host: "127.0.0.1", port: httpsPort, servername: "localhost" };
/** node:https hands its options on to node:tls, which its types don't say. */
const sharing = { ...whereTls, agent: false, secureContext } as const;
const REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench\r\nAccept: */*\r\nConnection: close\r\n\r\n";

const contenders = {
	http: {
		"Lapwing, a whole check": () => look(`http://127.0.0.1:${httpPort}/`),
		"Lapwing, with a content check": () => look(`http://127.0.0.1:${httpPort}/`, "world"),
		"node:http, bare": () => whole((done, fail) => get({ ...where, agent: false }, done).on("error", fail)),
		"net.Socket, first bytes, unparsed": () => firstBytes(connect(where), "connect"),
	},
	https: {
		"Lapwing, a whole check": () => look(`https://localhost:${httpsPort}/`),
		"node:https, bare": () => whole((done, fail) => getTls({ ...whereTls, agent: false }, done).on("error", fail)),
		"node:https, shared SecureContext": () => whole((done, fail) => getTls(sharing, done).on("error", fail)),
		"tls.connect, shared SecureContext, first bytes": () =>
			firstBytes(tlsConnect({ ...whereTls, secureContext }), "secureConnect"),
	},
};

for (const scheme of ["http", "https"] as const) {
	const rounds = new Map<string, { total: number; user: number }[]>();
	for (let round = -1; round < ROUNDS; round++) {
		for (const [name, once] of Object.entries(contenders[scheme])) {
			const cost = await measure(once, CHECKS[scheme]);
			// The first round warms up.
			if (round >= 0) rounds.set(name, [...(rounds.get(name) ?? []), cost]);
		}
	}
	report(scheme, rounds);
}
await prober.close();
target.disconnect();

async function measure(once: () => Promise<unknown>, times: number) {
	let left = times;
	const lane = async () => {
		while (left-- > 0) await once();
	};
	const before = process.cpuUsage();
	await Promise.all(Array.from({ length: CONCURRENCY }, lane));
	const { user, system } = process.cpuUsage(before);
	return { total: (user + system) / times, user: user / times };
}

function report(scheme: string, rounds: Map<string, { total: number; user: number }[]>): void {
	const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
	const own = median([...rounds.values()][0]?.map(({ total }) => total) ?? []);
	const lines = [...rounds].map(([name, costs]) => {
		const total = median(costs.map((cost) => cost.total));
		const user = median(costs.map((cost) => cost.user));
		const cells = [total.toFixed(0), user.toFixed(0), (1e6 / total).toFixed(0), (total / own).toFixed(2)];
		return `| ${name.padEnd(46)} | ${cells.map((cell) => cell.padStart(9)).join(" | ")} |`;
	});
	const head = ["CPU µs", "user µs", "per core", "× ours"].map((cell) => cell.padStart(9)).join(" | ");
	process.stdout.write(
		`\n| ${scheme.padEnd(46)} | ${head} |\n|${"-".repeat(48)}|${"----------:|".repeat(4)}\n${lines.join("\n")}\n`,
	);
}

async function look(url: string, contains?: string): Promise<void> {
	const contentChecks =
		contains === undefined ? [] : [{ id: "chk", type: "contains", value: contains, caseSensitive: true } as const];
	const order: CheckOrder = {
		monitorId: 1,
		teamId: 1,
		scheduledAt: 0,
		revision: 1,
		settings: { type: "http", url, method: "GET", expectedStatus: 200 },
		degradedAfterMs: 30_000,
		contentChecks,
		timeoutMs: 10_000,
		nextDueAt: 0,
		wasSlow: false,
		locationId: null,
	};
	const outcome = await prober.run(order, signal);
	if (outcome?.observation.kind !== "answered") throw new Error(JSON.stringify(outcome));
}

function whole(start: (done: (response: IncomingMessage) => void, fail: (error: Error) => void) => void) {
	return new Promise<void>((resolve, reject) => {
		start((response) => {
			response.on("end", () => resolve()).resume();
		}, reject);
	});
}

function firstBytes(socket: import("node:net").Socket, ready: "connect" | "secureConnect"): Promise<void> {
	return new Promise((resolve, reject) => {
		socket.once(ready, () => socket.write(REQUEST, "latin1"));
		socket.on("error", reject).once("data", () => {
			socket.destroy();
			resolve();
		});
	});
}
