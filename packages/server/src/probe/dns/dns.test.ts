import type { Answer } from "dns-packet";
import { describe, expect, test } from "vitest";
import type { DnsSettings } from "../../domain/monitors/types.ts";
import { unusedPort } from "../targets/listening.ts";
import { byteByByte } from "../targets/raw-target.ts";
import { type Asked, answer, lengthOf, type Reply, rawAnswer, startRecordServer } from "../targets/record-server.ts";
import { type ObserveOptions, observe } from "../testing/observe.ts";

const NAME = "www.example";
const A: Answer = { type: "A", name: NAME, ttl: 60, data: "192.0.2.1" };
const good: Reply = (asked) => answer(asked, [A]);

function settings(over: Partial<DnsSettings> = {}): DnsSettings {
	return { type: "dns", domain: NAME, recordType: "A", resolver: null, expected: null, mode: "equals", ...over };
}

/** Asks `reply` as the resolver that the owner named. */
async function look(reply: Reply, over: Partial<DnsSettings> = {}, options: ObserveOptions = {}) {
	await using server = await startRecordServer(reply);
	const seen = await observe(settings({ resolver: server.address, ...over }), { timeoutMs: 5_000, ...options });
	return { ...seen, asked: server.asked };
}

/** Over UDP: look at TCP. */
function truncatedThen(overTcp: Reply): Reply {
	return (asked) => (asked.transport === "udp" ? answer(asked, [], { isTruncated: true }) : overTcp(asked));
}

const reverse = "1.2.0.192.in-addr.arpa";

describe.concurrent("the records of a name", () => {
	test.each<[DnsSettings["recordType"], string, readonly Answer[], readonly string[]]>([
		["A", NAME, [A, { ...A, data: "192.0.2.2" }, A], ["192.0.2.1", "192.0.2.2"]],
		["AAAA", NAME, [{ type: "AAAA", name: NAME, data: "2001:db8:0:0::1" }], ["2001:db8::1"]],
		["CNAME", NAME, [{ type: "CNAME", name: NAME, data: "Edge.Example.NET" }], ["edge.example.net"]],
		["NS", NAME, [{ type: "NS", name: NAME, data: "NS1.example.net" }], ["ns1.example.net"]],
		["PTR", "192.0.2.1", [{ type: "PTR", name: reverse, data: "mail.example" }], ["mail.example"]],
		["MX", NAME, [{ type: "MX", name: NAME, data: { preference: 10, exchange: "MX.example" } }], ["10 mx.example"]],
		["MX", NAME, [{ type: "MX", name: NAME, data: { preference: 0, exchange: "." } }], ["0 ."]],
		[
			"SRV",
			NAME,
			[{ type: "SRV", name: NAME, data: { priority: 1, weight: 2, port: 5060, target: "sip.example" } }],
			["1 2 5060 sip.example"],
		],
		[
			"SOA",
			NAME,
			[
				{
					type: "SOA",
					name: NAME,
					data: { mname: "ns.a", rname: "host.a", serial: 2 ** 32 - 1, refresh: 2, retry: 3, expire: 4, minimum: 5 },
				},
			],
			["ns.a host.a 4294967295 2 3 4 5"],
		],
		[
			"CAA",
			NAME,
			[{ type: "CAA", name: NAME, data: { flags: 128, tag: "issue", value: "ca.test" } }],
			['128 issue "ca.test"'],
		],
		["TXT", NAME, [{ type: "TXT", name: NAME, data: ["v=spf1 ", "-all"] }], ["v=spf1 -all"]],
		["TXT", NAME, [{ type: "TXT", name: NAME, data: [Buffer.from("a\0b\n")] }], ["a\\000b\\010"]],
	])("%s of %s", async (recordType, domain, records, expected) => {
		const { observation, judgement } = await look((asked) => answer(asked, records), {
			recordType,
			domain,
			expected: [...expected],
		});
		expect(observation).toMatchObject({ kind: "answered", type: "dns", records: expected, exists: true });
		expect(judgement.verdict).toBe("up");
	});

	test("an alias is followed, whatever the order and the case of its records", async () => {
		const { observation } = await look((asked) =>
			answer(asked, [
				{ ...A, name: "EDGE.example.net" },
				{ type: "CNAME", name: "mid.example", data: "edge.example.net" },
				{ type: "CNAME", name: NAME, data: "MID.example" },
			]),
		);
		expect(observation).toMatchObject({ records: ["192.0.2.1"] });
	});

	test("the time that the question took is the response time, in the phase dns; the server's address is shown", async () => {
		let tookMs = 0;
		const { observation } = await look((asked) => {
			const askedAt = performance.now();
			setTimeout(() => {
				tookMs = performance.now() - askedAt;
				asked.send(answer(asked, [A]));
			}, 100);
			return null;
		});
		if (observation.kind !== "answered") throw new Error("not answered");
		expect(tookMs).toBeGreaterThan(0);
		expect(observation.responseTimeMs).toBeGreaterThanOrEqual(tookMs);
		expect(observation.phases).toMatchObject({ connect: 0, tls: 0, first_byte: 0, transfer: 0 });
		expect(observation.phases.dns).toBeLessThanOrEqual(observation.responseTimeMs);
		expect(observation.address).toBe("127.0.0.1");
	});

	test("what does not fit into a datagram is asked for over TCP", async () => {
		const many = Array.from({ length: 200 }, (_, index) => ({ ...A, data: `192.0.2.${index}` }));
		const { observation, asked } = await look(truncatedThen((each) => answer(each, many)));
		expect(observation).toMatchObject({ records: { length: 200 } });
		expect(asked.map(({ transport }) => transport)).toEqual(["udp", "tcp"]);
	});

	test("a reply over TCP is read however many pieces it comes in", async () => {
		const inPieces: Reply = (asked) => {
			const reply = answer(asked, [A]);
			byteByByte(Buffer.concat([lengthOf(reply), reply]), asked.send);
			return null;
		};
		const { judgement } = await look(truncatedThen(inPieces));
		expect(judgement.verdict).toBe("up");
	});

	test("a reply that comes late is degraded", async () => {
		const slow: Reply = (asked) => {
			setTimeout(() => asked.send(answer(asked, [A])), 700);
			return null;
		};
		const { judgement } = await look(slow, {}, { degradedAfterMs: 200 });
		expect(judgement).toMatchObject({ verdict: "degraded", reason: "slow" });
	});
});

/** Over TCP without the length in front. */
function sends(asked: Asked, bytes: Buffer): null {
	asked.send(bytes);
	return null;
}

function ends(asked: Asked, bytes = Buffer.alloc(0)): null {
	asked.send(bytes);
	asked.end();
	return null;
}

describe.concurrent("a name server that misbehaves", () => {
	// What it does; how; the reason; part of the message. Names of the settings where they matter.
	test.each<[string, Reply, string, RegExp, Partial<DnsSettings>?]>([
		["says that there is no such name", (a) => answer(a, [], { rcode: 3 }), "dns_records", /the name does not exist/],
		["has no such record", (a) => answer(a, []), "dns_records", /no such record\. Expected: at least one/],
		["has another record", good, "dns_records", /192\.0\.2\.1\. Expected: 192\.0\.2\.9/, { expected: ["192.0.2.9"] }],
		[
			"has one too many",
			(a) => answer(a, [A, { ...A, data: "192.0.2.2" }]),
			"dns_records",
			/192\.0\.2\.2/,
			{ expected: ["192.0.2.1"] },
		],
		[
			"has an alias that leads nowhere",
			(a) => answer(a, [{ type: "CNAME", name: NAME, data: "b.example" }]),
			"dns_records",
			/no such record/,
		],
		[
			"has aliases in a circle",
			(a) =>
				answer(a, [
					{ type: "CNAME", name: NAME, data: "b.example" },
					{ type: "CNAME", name: "b.example", data: NAME },
				]),
			"dns_records",
			/no such record/,
		],
		[
			"answers with another name's record",
			(a) => answer(a, [{ ...A, name: "other.example" }]),
			"dns_records",
			/no such record/,
		],
		[
			"answers with another type",
			(a) => answer(a, [{ type: "TXT", name: NAME, data: "x" }]),
			"dns_records",
			/no such record/,
		],
		[
			"answers with another class",
			(a) => rawAnswer(a, [{ type: 1, data: Buffer.alloc(4), class: 3 }]),
			"dns_records",
			/no such record/,
		],
		[
			"puts the answer among the authorities",
			(a) => answer(a, [], { authorities: [A] }),
			"dns_records",
			/no such record/,
		],
		["fails (SERVFAIL)", (a) => answer(a, [], { rcode: 2 }), "dns_failure", /SERVFAIL/],
		["refuses (REFUSED)", (a) => answer(a, [], { rcode: 5 }), "dns_failure", /REFUSED/],
		["does not understand (FORMERR)", (a) => answer(a, [], { rcode: 1 }), "dns_failure", /FORMERR/],
		["does not do that (NOTIMP)", (a) => answer(a, [], { rcode: 4 }), "dns_failure", /NOTIMP/],
		["invents a response code", (a) => answer(a, [], { rcode: 11 }), "dns_failure", /RCODE 11/],
		["leaves out the question", (a) => answer(a, [A], { question: null }), "dns_failure", /malformed/],
		["states a record that is not there", (a) => rawAnswer(a, [], 3), "dns_failure", /malformed/],
		[
			"breaks off within a record",
			(a) => rawAnswer(a, [{ type: 1, data: Buffer.alloc(2), length: 4 }]),
			"dns_failure",
			/malformed/,
		],
		[
			"has an address of five bytes",
			(a) => rawAnswer(a, [{ type: 1, data: Buffer.alloc(5) }]),
			"dns_failure",
			/malformed/,
		],
		[
			"has an address of three bytes",
			(a) => rawAnswer(a, [{ type: 1, data: Buffer.alloc(3) }]),
			"dns_failure",
			/malformed/,
		],
		[
			"has an address without bytes",
			(a) => rawAnswer(a, [{ type: 1, data: Buffer.alloc(0) }]),
			"dns_failure",
			/malformed/,
		],
		[
			"has a name that points to itself",
			(a) => rawAnswer(a, [{ type: 1, data: Buffer.alloc(4), owner: Buffer.from([0xc0, 29]) }]),
			"dns_failure",
			/malformed/,
		],
		[
			"has a name that points into the header",
			(a) => rawAnswer(a, [{ type: 1, data: Buffer.alloc(4), owner: Buffer.from([0xc0, 2]) }]),
			"dns_failure",
			/malformed/,
		],
		[
			"has a name that points ahead",
			(a) => rawAnswer(a, [{ type: 1, data: Buffer.alloc(4), owner: Buffer.from([0xc0, 200]) }]),
			"dns_failure",
			/malformed/,
		],
		[
			"has a label of a reserved kind",
			(a) => rawAnswer(a, [{ type: 1, data: Buffer.alloc(4), owner: Buffer.from([0x41, 0x61, 0]) }]),
			"dns_failure",
			/malformed/,
		],
		[
			"has a name of 300 bytes",
			(a) =>
				rawAnswer(a, [
					{
						type: 1,
						data: Buffer.alloc(4),
						owner: Buffer.concat([...Array(60).fill(Buffer.from("\x04abcd")), Buffer.alloc(1)]),
					},
				]),
			"dns_failure",
			/malformed/,
		],
		[
			"has a text that is longer than its record",
			(a) => rawAnswer(a, [{ type: 16, data: Buffer.from([200, 65]) }]),
			"dns_failure",
			/malformed/,
			{ recordType: "TXT" },
		],
		[
			"has a mail exchanger without a name",
			(a) => rawAnswer(a, [{ type: 15, data: Buffer.from([0, 10]) }]),
			"dns_failure",
			/malformed/,
			{ recordType: "MX" },
		],
		[
			"has bytes after a name",
			(a) => rawAnswer(a, [{ type: 2, data: Buffer.from([1, 0x61, 0, 9, 9]) }]),
			"dns_failure",
			/malformed/,
			{ recordType: "NS" },
		],
		[
			"has a start of authority that is too short",
			(a) => rawAnswer(a, [{ type: 6, data: Buffer.from([0, 0, 1, 2, 3]) }]),
			"dns_failure",
			/malformed/,
			{ recordType: "SOA" },
		],
		["sends a header alone", (a) => answer(a, [A]).subarray(0, 12), "dns_failure", /malformed/],
		["is truncated over TCP, too", (a) => answer(a, [], { isTruncated: true }), "dns_failure", /malformed/],
		["closes the connection over TCP", truncatedThen((a) => ends(a)), "dns_failure", /closed the connection/],
		[
			"closes within a reply over TCP",
			truncatedThen((a) => ends(a, Buffer.from([0, 99, 1, 2]))),
			"dns_failure",
			/closed the connection/,
		],
		["has another id over TCP", truncatedThen((a) => answer(a, [A], { id: a.id ^ 1 })), "dns_failure", /malformed/],
		["states no length over TCP", truncatedThen((a) => sends(a, Buffer.from([0, 0]))), "dns_failure", /malformed/],
	])("it %s", async (_what, reply, reason, message, over = {}) => {
		const { judgement } = await look(reply, over);
		expect(judgement).toMatchObject({ verdict: "down", reason, message: expect.stringMatching(message) });
		expect(judgement.phase).toBe(reason === "dns_records" ? null : "dns");
	});

	test.each<[string, Reply]>([
		["is silent", () => null],
		["replies under another id", (a) => answer(a, [A], { id: a.id ^ 1 })],
		["replies to another name", (a) => answer(a, [A], { question: { name: "other.example", type: "A" } })],
		["replies to another type", (a) => answer(a, [A], { question: { name: NAME, type: "TXT" } })],
		["sends the question back", (a) => sends(a, Buffer.concat([answer(a, []).subarray(0, 2), Buffer.alloc(20)]))],
		["sends garbage", (a) => sends(a, Buffer.alloc(600, 0x2a))],
		["sends nothing but an empty datagram", () => Buffer.alloc(0)],
		["is silent over TCP", truncatedThen(() => null)],
		["sends half of a reply over TCP", truncatedThen((a) => sends(a, Buffer.from([0, 99, 1])))],
	])("it %s until the time runs out", async (_what, reply) => {
		const { judgement } = await look(reply, {}, { timeoutMs: 600 });
		expect(judgement).toMatchObject({ verdict: "down", reason: "timeout", phase: "dns" });
	});

	test("it does not know extensions, and is asked without", async () => {
		let isFirst = true;
		const { observation, asked } = await look((each) => {
			const rcode = isFirst ? 1 : 0;
			isFirst = false;
			return answer(each, rcode === 0 ? [A] : [], { rcode });
		});
		expect(observation).toMatchObject({ kind: "answered", records: ["192.0.2.1"] });
		expect(asked).toHaveLength(2);
	});

	test("it sends a forged reply before the true one, which is taken", async () => {
		const { observation } = await look((each) => {
			each.send(answer(each, [{ ...A, data: "203.0.113.66" }], { id: each.id ^ 1 }));
			return answer(each, [A]);
		});
		expect(observation).toMatchObject({ records: ["192.0.2.1"] });
	});

	test("a port on which nobody listens is refused", async () => {
		const resolver = `127.0.0.1:${await unusedPort()}`;
		const { judgement } = await observe(settings({ resolver }), { timeoutMs: 3_000 });
		expect(judgement).toMatchObject({ verdict: "down", reason: "refused", phase: "dns" });
	});

	test("an address that may not be connected to is forbidden", async () => {
		const metadata = await observe(settings({ resolver: "169.254.169.254" }));
		expect(metadata.judgement).toMatchObject({ verdict: "down", reason: "target_forbidden" });
		const seen = await look(good, {}, { allowPrivateTargets: false });
		expect(seen.judgement).toMatchObject({ verdict: "down", reason: "target_forbidden" });
		expect(seen.asked).toEqual([]);
	});
});

describe.concurrent("without a resolver of its own", () => {
	/** Asks `reply` as the prober's own name server. */
	async function lookByOwn(reply: Reply, options: ObserveOptions = {}) {
		await using server = await startRecordServer(reply);
		return await observe(settings(), { timeoutMs: 2_500, resolvers: [server.address], ...options });
	}
	/** What a name server that works replies to every name but the monitor's. */
	const others =
		(reply: Reply): Reply =>
		(asked) =>
			asked.name === NAME ? reply(asked) : answer(asked, [], { rcode: 3 });

	test("the prober's own is asked", async () => {
		const { observation } = await lookByOwn(good);
		expect(observation).toMatchObject({ kind: "answered", records: ["192.0.2.1"], address: "127.0.0.1" });
	});

	test("private targets need no leave for it", async () => {
		const { judgement } = await lookByOwn(good, { allowPrivateTargets: false });
		expect(judgement.verdict).toBe("up");
	});

	test.each<[string, Reply, string]>([
		["fails for this name alone", others((a) => answer(a, [], { rcode: 2 })), "dns_failure"],
		["refuses this name alone", others((a) => answer(a, [], { rcode: 5 })), "dns_failure"],
		["is malformed for this name alone", others((a) => rawAnswer(a, [], 1)), "dns_failure"],
		["is silent about this name alone", others(() => null), "timeout"],
		["knows of no such name", others((a) => answer(a, [], { rcode: 3 })), "dns_records"],
	])("the target is down when it %s", async (_what, reply, reason) => {
		const { judgement } = await lookByOwn(reply);
		expect(judgement).toMatchObject({ verdict: "down", reason });
	});

	test.each<[string, Reply]>([
		["fails for everyone", (a) => answer(a, [], { rcode: 2 })],
		["is silent for everyone", () => null],
		["sends garbage to everyone", (a) => rawAnswer(a, [], 1)],
	])("the check is missed when it %s", async (_what, reply) => {
		const { judgement } = await lookByOwn(reply);
		expect(judgement).toMatchObject({ verdict: "missed", reason: "resolver" });
	});

	test("the check is missed when nobody listens there", async () => {
		const { judgement } = await observe(settings(), { resolvers: [`127.0.0.1:${await unusedPort()}`] });
		expect(judgement).toMatchObject({ verdict: "missed", reason: "resolver" });
	});
});
