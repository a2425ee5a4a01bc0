/**
 * No address that somebody gives makes this service connect to where it must not: each trick of the corpus on each way
 * out, with private targets denied and allowed. Dialers get a `connect` that shows where they go, and the sockets of
 * this thread are watched below it.
 */

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PolicedDialer } from "../net/dial.ts";
import { readTricks, type Trick } from "../net/testing/ssrf-corpus.ts";
import { type WatchedConnections, watchConnections } from "../net/testing/watched-connections.ts";
import { SocketProber } from "../probe/check.ts";
import { startDnsServer } from "../probe/targets/dns-server.ts";
import type { RecordServer } from "../probe/targets/record-server.ts";
import { ExpectedConnections } from "./testing/expected-connections.ts";
import { FRONT_ADDRESS, type Front, startFront } from "./testing/front.ts";
import { startTrickNames } from "./testing/trick-names.ts";
import { GROUPS, openExits, pingWay, type WayOut } from "./testing/ways-out.ts";

const tricks = readTricks();
const expected = new ExpectedConnections(tricks);
const nameServerPorts = new Set<number>();
let names: RecordServer;
let front: Front;
let watched: WatchedConnections;

beforeAll(async () => {
	names = await startTrickNames(tricks);
	front = await startFront();
	watched = watchConnections({
		standIns: new Map([[FRONT_ADDRESS, front.port]]),
		nameServerPorts,
	});
	nameServerPorts.add(names.port);
});
afterAll(async () => {
	watched[Symbol.dispose]();
	await front[Symbol.asyncDispose]();
	await names[Symbol.asyncDispose]();
});

interface Tried {
	/** Texts that the way took. */
	readonly taken: number;
	/** Of those, the ones that led to a connection. */
	readonly connected: number;
	/** What went wrong, with the trick and its reason. */
	readonly problems: readonly string[];
}

async function tryAll(
	way: WayOut,
	{
		allowsPrivate,
		of = tricks,
		connections,
	}: { allowsPrivate: boolean; of?: readonly Trick[]; connections: () => string[] },
): Promise<Tried> {
	const problems: string[] = [];
	let taken = 0;
	let connected = 0;
	for (const trick of of) {
		const text = way.textOf(trick);
		if (text === null) continue;
		taken++;
		await way.go(text);
		const made = connections();
		if (made.length > 0) connected++;
		const problem = expected.problemOf(trick, way, made, allowsPrivate);
		if (problem !== null) problems.push(`${JSON.stringify(text)} (${trick.expected}: ${trick.reason}): ${problem}`);
	}
	return { taken, connected, problems };
}

test("the corpus has more than 800 tricks, each with a reason", () => {
	expect(tricks.length).toBeGreaterThan(800);
});

describe.each([
	["private targets denied", false],
	["private targets allowed", true],
])("with %s", (_, allowsPrivate) => {
	const exits = () =>
		openExits({
			allowPrivateTargets: allowsPrivate,
			nameServer: names.address,
			front,
			connect: watched.connect,
		});

	// The operator's own are dialed as if private targets were allowed.
	const groups = GROUPS.filter((group) => allowsPrivate || group !== "addresses of the operator");
	test.each(groups)("%s connect where they may, and nowhere else", async (group) => {
		await using opened = exits();
		const counts: [name: string, taken: number, connected: number][] = [];
		const problems: string[] = [];
		for (const way of opened.ways[group]) {
			const tried = await tryAll(way, { allowsPrivate, connections: () => watched.taken() });
			problems.push(...tried.problems.map((problem) => `${way.name}: ${problem}`));
			if (way.follows !== false) counts.push([way.name, tried.taken, tried.connected]);
		}
		expect(problems).toEqual([]);
		// Nothing is shown by a way that takes no trick, or that never connects.
		expect(counts.filter(([, taken, connected]) => taken < 100 || connected < 20)).toEqual([]);
	});

	test("ping runs for addresses that it may ping, and for no others", async () => {
		const folder = mkdtempSync(join(tmpdir(), "lapwing-pings-"));
		const log = join(folder, "log");
		const pingProgram = join(folder, "ping");
		const reply = 'echo "64 bytes from $last: icmp_seq=1 ttl=64 time=0.1 ms"';
		writeFileSync(pingProgram, `#!/bin/sh\nfor last; do :; done\necho "$last" >>'${log}'\n${reply}\n`);
		chmodSync(pingProgram, 0o755);
		writeFileSync(log, "");
		let read = 0;
		const connections = () => {
			const addresses = readFileSync(log, "utf8").split("\n").slice(0, -1);
			// The program is tried once, with this machine's own address.
			const made = addresses.slice(Math.max(read, 1));
			read = addresses.length;
			return made;
		};
		const prober = new SocketProber({
			...{ allowPrivateTargets: allowsPrivate, resolvers: [names.address], hostsFile: "/dev/null" },
			...{ pingProgram, userAgent: "Lapwing/test" },
		});
		try {
			// Each ping is a process, so of those that run only some are tried.
			const of = tricks.filter((trick, at) => trick.expected !== "private" || !allowsPrivate || at % 12 === 0);
			const { problems, taken } = await tryAll(pingWay(prober), { allowsPrivate, of, connections });
			expect(problems).toEqual([]);
			expect(taken).toBeGreaterThan(500);
			expect(read).toBeGreaterThan(20);
		} finally {
			await prober.close();
			rmSync(folder, { recursive: true });
		}
	});
});

test("a name that is public when it is asked for and private a moment later leads to the public address alone", async () => {
	const [open, inside] = ["93.184.216.34", "127.0.0.1"];
	let address = open;
	let asked = 0;
	await using rebinding = await startDnsServer({
		"rebind.test"(type) {
			if (type === "AAAA") return "nodata";
			asked += 1;
			return { addresses: [address], ttlSeconds: 0 };
		},
	});
	nameServerPorts.add(Number(rebinding.address.split(":")[1]));
	const options = { resolvers: [rebinding.address], hostsFile: "/dev/null", connect: watched.connect };
	const dialer = new PolicedDialer({ allowPrivateTargets: false, ...options });
	const dial = () => dialer.dial({ host: "rebind.test", port: 80, timeoutMs: 20_000 });
	try {
		// A connection that fails makes the next attempt ask again.
		expect(await dial()).toMatchObject({ kind: "failed", fault: "refused", address: open });
		expect(watched.taken()).toEqual([open]);
		const askedBefore = asked;
		address = inside;
		expect(await dial()).toMatchObject({ kind: "failed", fault: "target_forbidden" });
		expect(asked).toBeGreaterThan(askedBefore);
		expect(watched.taken()).toEqual([]);
	} finally {
		dialer.close();
	}
});
