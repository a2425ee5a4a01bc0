import { createSocket } from "node:dgram";
import { createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { bindBoth, startDnsServer } from "../../probe/targets/dns-server.ts";
import { unusedPort } from "../../probe/targets/listening.ts";
import { DnsClient } from "./dns-client.ts";

const RECORDS = { addresses: ["192.0.2.1"], ttlSeconds: 60 } as const;
const FOUND = { kind: "records", records: ["192.0.2.1"], ttlMs: 60_000 };

const REFUSED = { code: "ECONNREFUSED", isImmediate: false };

const clients: DnsClient[] = [];
afterEach(() => {
	for (const client of clients.splice(0)) client.close();
});

function clientOf(...servers: readonly string[]): DnsClient {
	const client = new DnsClient(servers);
	clients.push(client);
	return client;
}

function ask(client: DnsClient, name: string, lifetimeMs = 10_000) {
	return client.ask({ name, type: "A" }, lifetimeMs).answer;
}

function udpSockets(): number {
	const { libuv } = process.report.getReport() as unknown as { libuv: { type: string }[] };
	return libuv.filter(({ type }) => type === "udp").length;
}

describe("a malformed reply", () => {
	test("fails its own question and no concurrent one", async () => {
		await using server = await startDnsServer({
			"*": { ...RECORDS, delayMs: 200 },
			"bad.example": "malformed",
		});
		const client = clientOf(server.address);
		const healthy = Array.from({ length: 50 }, (_, i) => ask(client, `healthy-${i}.example`));
		const bad = Array.from({ length: 50 }, () => ask(client, "bad.example"));
		for (const answer of await Promise.all(bad)) expect(answer).toStrictEqual({ kind: "failure", code: "BADRESP" });
		for (const answer of await Promise.all(healthy)) expect(answer).toStrictEqual(FOUND);
	});

	test("is asked for again over TCP before the question fails", async () => {
		let replies = 0;
		await using server = await startDnsServer({ "x.example": () => (++replies === 1 ? "malformed" : RECORDS) });
		expect(await ask(clientOf(server.address), "x.example")).toStrictEqual(FOUND);
		expect(server.questions).toStrictEqual(["x.example A", "x.example A over TCP"]);
	});

	test.each([
		[9, FOUND, 5_000],
		[10, { kind: "failure", code: "TIMEOUT" }, 300],
	])("comes %i times before a good one over UDP: %o", async (count, expected, lifetimeMs) => {
		const udp = createSocket("udp4");
		// Takes the question over TCP, and says nothing.
		const tcp = createServer(() => {});
		const port = await bindBoth(udp, tcp);
		udp.on("message", (message, { port, address }) => {
			const malformed = Buffer.alloc(40, 0xc0);
			message.copy(malformed, 0, 0, 2);
			malformed.writeUInt16BE(0x8180, 2);
			for (let sent = 0; sent < count; sent++) udp.send(malformed, port, address);
			const question = message.subarray(0, 12 + "\x01x\x07example\0".length + 4);
			const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1]);
			const good = Buffer.concat([question, record]);
			good.writeUInt16BE(0x8180, 2);
			good.writeUInt16BE(1, 6);
			good.writeUInt16BE(0, 10);
			udp.send(good, port, address);
		});
		expect(await ask(clientOf(`127.0.0.1:${port}`), "x.example", lifetimeMs)).toStrictEqual(expected);
		udp.close();
		tcp.close();
	});

	test("to another question or from another port is ignored", async () => {
		await using server = await startDnsServer({ "x.example": "another_question" });
		const client = clientOf(server.address);
		expect(await ask(client, "x.example", 600)).toStrictEqual({ kind: "failure", code: "TIMEOUT" });
	});
});

test("a late reply counts while the question is pending", async () => {
	await using server = await startDnsServer({ "slow.example": { ...RECORDS, delayMs: 4_000 } });
	expect(await ask(clientOf(server.address), "slow.example", 6_000)).toStrictEqual(FOUND);
});

test("a question is repeated after a while, because datagrams get lost", async () => {
	let asked = 0;
	await using server = await startDnsServer({ "x.example": () => (++asked < 3 ? "silence" : RECORDS) });
	expect(await ask(clientOf(server.address), "x.example")).toStrictEqual(FOUND);
	expect(server.questions).toHaveLength(3);
});

test("a truncated answer is asked for again over TCP", async () => {
	const addresses = Array.from({ length: 100 }, (_, i) => `192.0.2.${i}`);
	await using server = await startDnsServer({ "big.example": { addresses, ttlSeconds: 60 } });
	expect(await ask(clientOf(server.address), "big.example")).toMatchObject({ records: addresses });
	expect(server.questions).toStrictEqual(["big.example A", "big.example A over TCP"]);
});

test("a server without EDNS support is asked again without it", async () => {
	await using server = await startDnsServer({ "x.example": RECORDS }, { refusesExtensions: true });
	expect(await ask(clientOf(server.address), "x.example")).toStrictEqual(FOUND);
	expect(server.questions).toHaveLength(2);
});

describe("of several servers", () => {
	test.each(["servfail", "refused", "malformed"] as const)("the next is asked when one replies %s", async (reply) => {
		await using first = await startDnsServer({ "*": reply });
		await using second = await startDnsServer({ "x.example": RECORDS });
		expect(await ask(clientOf(first.address, second.address), "x.example")).toStrictEqual(FOUND);
	});

	test("the next is asked when one is silent or unreachable", async () => {
		await using silent = await startDnsServer({ "*": "silence" });
		await using second = await startDnsServer({ "x.example": RECORDS });
		const unreachable = `127.0.0.1:${await unusedPort()}`;
		expect(await ask(clientOf(unreachable, silent.address, second.address), "x.example")).toStrictEqual(FOUND);
	});

	test("one that cannot be reached costs no socket that stays", async () => {
		await using first = await startDnsServer({ "*": "servfail" });
		const client = clientOf(first.address, `127.0.0.1:${await unusedPort()}`);
		expect(await ask(client, "x.example")).toStrictEqual({ kind: "failure", code: "ECONNREFUSED", fault: REFUSED });
		const before = udpSockets();
		for (let i = 0; i < 5; i++) await ask(client, `x-${i}.example`);
		await expect.poll(udpSockets).toBeLessThanOrEqual(before);
	});

	test("the first NXDOMAIN is final", async () => {
		await using first = await startDnsServer({});
		await using second = await startDnsServer({ "x.example": RECORDS });
		expect(await ask(clientOf(first.address, second.address), "x.example")).toStrictEqual({ kind: "not_found" });
		expect(second.questions).toStrictEqual([]);
	});
});

test("names that can't be written in a question do not exist, and no server is asked", async () => {
	await using server = await startDnsServer({ "*": RECORDS });
	const client = clientOf(server.address);
	for (const name of ["a..b", "", `${"x".repeat(64)}.example`, "x.".repeat(140)]) {
		expect(await ask(client, name)).toStrictEqual({ kind: "not_found" });
	}
	expect(server.questions).toStrictEqual([]);
});

test("a cancelled question ends, and closing ends all", async () => {
	await using server = await startDnsServer({ "*": "silence" });
	const client = clientOf(server.address);
	const one = client.ask({ name: "x.example", type: "A" }, 60_000);
	const other = client.ask({ name: "y.example", type: "AAAA" }, 60_000);
	one.cancel();
	expect(await one.answer).toStrictEqual({ kind: "failure", code: "CANCELLED" });
	client.close();
	expect(await other.answer).toStrictEqual({ kind: "failure", code: "CANCELLED" });
});

test("arbitrary bytes from a server fail no other question", async () => {
	const server = createSocket("udp4");
	await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
	await using healthy = await startDnsServer({ "x.example": { ...RECORDS, delayMs: 100 } });
	server.on("message", (message, { port, address }) => {
		const garbage = [Buffer.alloc(0), Buffer.from([1]), Buffer.alloc(12, 0xff), Buffer.alloc(600, 0xc0)];
		for (const bytes of garbage) server.send(bytes, port, address);
		const sameId = Buffer.alloc(40, 0xc0);
		message.copy(sameId, 0, 0, 2);
		server.send(sameId, port, address);
	});
	const client = clientOf(`127.0.0.1:${server.address().port}`, healthy.address);
	expect(await ask(client, "x.example")).toStrictEqual(FOUND);
	server.close();
});
