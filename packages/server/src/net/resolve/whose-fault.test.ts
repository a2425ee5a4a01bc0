import { afterAll, expect, test } from "vitest";
import { type DnsServer, type Reply, startDnsServer } from "../../probe/targets/dns-server.ts";
import { Deadline } from "../deadline.ts";
import { NameResolver } from "./resolve.ts";

const ADDRESS = { addresses: ["192.0.2.1"] };
/** The least that a monitor may call slow. */
const SLOW_MS = 1_000;
const LONGEST_TICK_MS = 30;

/** Stands still whenever this process does, so that a busy machine does not look like a slow server. */
const clock = { now: () => Date.now(), monotonic: () => monotonicMs };
let monotonicMs = 0;
let readAt = performance.now();
const ticks = setInterval(() => {
	const now = performance.now();
	monotonicMs += Math.min(now - readAt, LONGEST_TICK_MS);
	readAt = now;
}, 10);
afterAll(() => clearInterval(ticks));

interface Looked {
	readonly tookMs: number;
	/** Without the time in which this process stood still. */
	readonly seenMs: number;
	/** How much of it is put on our name servers. */
	readonly oursMs: number;
}

async function lookUp(server: DnsServer): Promise<Looked> {
	const deadline = new Deadline(10_000);
	const [startedAt, begunAt] = [performance.now(), clock.monotonic()];
	const resolver = new NameResolver({ resolvers: [server.address], hostsFile: "/nowhere", clock });
	expect(await resolver.resolve("www.example", deadline)).toMatchObject({ kind: "resolved" });
	const [tookMs, seenMs] = [performance.now() - startedAt, clock.monotonic() - begunAt];
	const ours = await Promise.all(deadline.slowLookups.map(({ oursMs }) => oursMs));
	deadline.end();
	resolver.close();
	return { tookMs, seenMs, oursMs: ours.reduce((sum, each) => sum + each, 0) };
}

/** A server that behaves as `until` says to every question that comes earlier than `ms` after the first one. */
async function lookUpWhileItRecovers(ms: number, until: (leftMs: number) => Reply): Promise<Looked> {
	let recoversAt: number | null = null;
	const reply = (): Reply => {
		recoversAt ??= performance.now() + ms;
		const leftMs = recoversAt - performance.now();
		return leftMs > 0 ? until(leftMs) : ADDRESS;
	};
	await using server = await startDnsServer({ "*": reply });
	return await lookUp(server);
}

/** Through all tries of a question, up to the one that is sent after 2.8 s. */
const INSTANTS = Array.from({ length: 27 }, (_, index) => (index + 1) * 100);

test.concurrent.each<[string, (leftMs: number) => Reply]>([
	["is silent until then", () => "silence"],
	["keeps what it is asked and answers it then", (delayMs) => ({ ...ADDRESS, delayMs })],
	["answers what it was asked before after 8 s", () => ({ ...ADDRESS, delayMs: 8_000 })],
])(
	"leaves nothing slow to the target at whatever instant of a lookup our server recovers that %s",
	async (_, until) => {
		const looked = await Promise.all(INSTANTS.map((ms) => lookUpWhileItRecovers(ms, until)));
		const wrong = looked.flatMap(({ seenMs, oursMs }, index) =>
			seenMs - oursMs < SLOW_MS ? [] : [`${INSTANTS[index]} ms: took ${seenMs} ms, ${oursMs} ms of them ours`],
		);
		expect(wrong).toEqual([]);
		expect(looked.every(({ tookMs }, index) => tookMs >= (INSTANTS[index] ?? 0) - 50)).toBe(true);
	},
);

test("puts nothing on our server when the name's own servers are slow, however its replies come", async () => {
	/** All tries are answered together, as by a server that asks the name's own servers once; the last try first. */
	const together = async (ms: number) => {
		let asked = 0;
		let answersAt: number | null = null;
		const reply = (): Reply => {
			answersAt ??= performance.now() + ms;
			asked += 1;
			return { ...ADDRESS, delayMs: Math.max(1, answersAt - performance.now() - asked * 5) };
		};
		await using server = await startDnsServer({ "www.example": reply });
		return await lookUp(server);
	};
	const apart = async (delayMs: number) => {
		await using server = await startDnsServer({ "www.example": { ...ADDRESS, delayMs } });
		return await lookUp(server);
	};
	const looked = await Promise.all([SLOW_MS, 1_300, 1_700, 2_100].flatMap((ms) => [together(ms), apart(ms)]));
	expect(looked.map(({ oursMs }) => oursMs)).toEqual(looked.map(() => 0));
});

test.concurrent("puts on our server the time before its first reply, and the rest on the name's own servers", async () => {
	let asked = 0;
	// The first packet of each of both questions is lost.
	const reply = (): Reply => {
		asked += 1;
		return asked <= 2 ? "silence" : { ...ADDRESS, delayMs: 1_500 };
	};
	await using server = await startDnsServer({ "www.example": reply });
	const { tookMs, oursMs } = await lookUp(server);
	expect(oursMs).toBeGreaterThan(350);
	expect(tookMs - oursMs).toBeGreaterThan(1_400);
});

test.concurrent("puts on our server no more than the time of whoever joined the lookup late", async () => {
	const startedAt = performance.now();
	const recover = (): Reply => (performance.now() - startedAt < 1_600 ? "silence" : ADDRESS);
	await using server = await startDnsServer({ "*": recover });
	const resolver = new NameResolver({ resolvers: [server.address], hostsFile: "/nowhere" });
	const first = new Deadline(10_000);
	const later = new Deadline(10_000);
	const found = resolver.resolve("www.example", first);
	await new Promise((resolve) => setTimeout(resolve, 900));
	const joinedAt = performance.now();
	await resolver.resolve("www.example", later);
	const waitedMs = performance.now() - joinedAt;
	await found;
	const oursMs = await later.slowLookups[0]?.oursMs;
	expect(oursMs).toBeGreaterThan(waitedMs - 500);
	expect(oursMs).toBeLessThanOrEqual(waitedMs);
	for (const deadline of [first, later]) deadline.end();
	resolver.close();
});
