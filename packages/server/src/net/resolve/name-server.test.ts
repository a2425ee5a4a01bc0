import { expect, test } from "vitest";
import { startDnsServer } from "../../probe/targets/dns-server.ts";
import { SYSTEM_CLOCK } from "../clock.ts";
import { NameServer } from "./name-server.ts";

test("the system is asked for a few names at a time, and no name server of ours", async () => {
	await using server = await startDnsServer({});
	const names = new NameServer([server.address], SYSTEM_CLOCK);
	const answers = await Promise.all(Array.from({ length: 10 }, () => names.askSystem("localhost")));
	for (const answer of answers) expect(answer).toMatchObject({ kind: "records" });
	expect(server.questions).toStrictEqual([]);
});

test("an answer has the shortest of its records' times to live", async () => {
	await using server = await startDnsServer({ "www.example": { addresses: ["192.0.2.1"], ttlSeconds: 7 } });
	const names = new NameServer([server.address], SYSTEM_CLOCK);
	expect(await names.ask({ name: "www.example", type: "A" }).answer).toStrictEqual({
		kind: "records",
		records: ["192.0.2.1"],
		ttlMs: 7_000,
	});
	expect(await names.ask({ name: "www.example", type: "AAAA" }).answer).toStrictEqual({ kind: "no_record" });
	expect(await names.ask({ name: "gone.example", type: "A" }).answer).toStrictEqual({ kind: "not_found" });
});

test("a resolver that answers NXDOMAIN for a random name works", async () => {
	await using server = await startDnsServer({});
	const names = new NameServer([server.address], SYSTEM_CLOCK);
	expect(await names.works()).toBe(true);
	expect(server.questions[0]).toMatch(/^[0-9a-f]{16}\.com A$/);
	server.zone = { "*": "refused" };
	expect(await names.works()).toBe(false);
});

test("after close it sends no question", async () => {
	await using server = await startDnsServer({});
	const names = new NameServer([server.address], SYSTEM_CLOCK);
	names.close();
	expect(await names.works()).toBe(false);
	expect(server.questions).toStrictEqual([]);
});

test("a name is reported as queued until its lookup by the system begins", async () => {
	const names = new NameServer(null, SYSTEM_CLOCK);
	const hosts = ["a.invalid", "b.invalid", "c.invalid"];
	const answers = hosts.map((name) => names.askSystem(name));
	expect(hosts.map((name) => names.isQueued(name))).toStrictEqual([false, false, true]);
	await Promise.all(answers);
	expect(names.isQueued("c.invalid")).toBe(false);
	names.close();
});
