import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type DnsServer, startDnsServer } from "../../probe/targets/dns-server.ts";
import { SYSTEM_CLOCK } from "../clock.ts";
import { Deadline } from "../deadline.ts";
import { parseHosts } from "./hosts-file.ts";
import { NameResolver } from "./resolve.ts";

const folder = mkdtempSync(join(tmpdir(), "lapwing-hosts-"));
const noHosts = join(folder, "none");
afterAll(() => rmSync(folder, { recursive: true }));

/** A clock that a test moves. */
function movableClock() {
	let offset = 0;
	return {
		now: () => SYSTEM_CLOCK.now() + offset,
		monotonic: () => SYSTEM_CLOCK.monotonic() + offset,
		advance: (ms: number) => {
			offset += ms;
		},
	};
}

function resolverOf(server: DnsServer, options: Partial<ConstructorParameters<typeof NameResolver>[0]> = {}) {
	return new NameResolver({ resolvers: [server.address], hostsFile: noHosts, ...options });
}

async function resolve(resolver: NameResolver, host: string, timeoutMs = 10_000) {
	const deadline = new Deadline(timeoutMs);
	try {
		return await resolver.resolve(host, deadline);
	} finally {
		deadline.end();
	}
}

const RECORDS = { addresses: ["192.0.2.1"] } as const;

describe("addresses", () => {
	test("of both families alternate, IPv6 first", async () => {
		await using server = await startDnsServer({
			"www.example": { addresses: ["192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2", "192.0.2.3"] },
		});
		const found = await resolve(resolverOf(server), "WWW.example.");
		expect(found).toMatchObject({ kind: "resolved" });
		expect(found.kind === "resolved" && found.addresses).toHaveLength(5);
		expect(found.kind === "resolved" && found.addresses.map((each) => each.includes(":"))).toStrictEqual([
			true,
			false,
			true,
			false,
			false,
		]);
	});

	test("of one family are enough, even if the other question fails or is never answered", async () => {
		await using server = await startDnsServer({
			"fails.example": (type) => (type === "A" ? RECORDS : "servfail"),
			"silent.example": (type) => (type === "A" ? RECORDS : "silence"),
			"six.example": (type) => (type === "A" ? "servfail" : { addresses: ["2001:db8::1"] }),
		});
		const resolver = resolverOf(server);
		expect(await resolve(resolver, "fails.example")).toStrictEqual({ kind: "resolved", addresses: ["192.0.2.1"] });
		expect(await resolve(resolver, "silent.example", 1_000)).toStrictEqual({
			kind: "resolved",
			addresses: ["192.0.2.1"],
		});
		expect(await resolve(resolver, "six.example")).toStrictEqual({ kind: "resolved", addresses: ["2001:db8::1"] });
	});

	test("are used without a lookup", async () => {
		await using server = await startDnsServer({});
		expect(await resolve(resolverOf(server), "::1")).toStrictEqual({ kind: "resolved", addresses: ["::1"] });
		expect(server.questions).toStrictEqual([]);
	});

	test("of localhost are loopback regardless of name servers", async () => {
		await using server = await startDnsServer({ "*": RECORDS });
		for (const name of ["localhost", "a.localhost"]) {
			expect(await resolve(resolverOf(server), name)).toStrictEqual({
				kind: "resolved",
				addresses: ["127.0.0.1", "::1"],
			});
		}
	});

	test("are kept for their time to live, between a second and half a minute", async () => {
		await using server = await startDnsServer({
			"short.example": { addresses: ["192.0.2.1"], ttlSeconds: 0 },
			"usual.example": { addresses: ["192.0.2.1"], ttlSeconds: 10 },
			"long.example": { addresses: ["192.0.2.1"], ttlSeconds: 86_400 },
		});
		const clock = movableClock();
		const resolver = resolverOf(server, { clock });
		const asksAfter = async (name: string, ms: number) => {
			await resolve(resolver, name);
			const before = server.questions.length;
			clock.advance(ms);
			await resolve(resolver, name);
			return server.questions.length > before;
		};
		expect(await asksAfter("short.example", 0)).toBe(false);
		expect(await asksAfter("short.example", 1_100)).toBe(true);
		expect(await asksAfter("usual.example", 9_000)).toBe(false);
		expect(await asksAfter("usual.example", 10_100)).toBe(true);
		expect(await asksAfter("long.example", 29_000)).toBe(false);
		expect(await asksAfter("long.example", 30_100)).toBe(true);
	});

	test("that failed are looked up again", async () => {
		await using server = await startDnsServer({ "www.example": { addresses: ["192.0.2.1"], ttlSeconds: 60 } });
		const resolver = resolverOf(server);
		await resolve(resolver, "www.example");
		server.zone = { "www.example": { addresses: ["192.0.2.2"], ttlSeconds: 60 } };
		resolver.prune("www.example");
		expect(await resolve(resolver, "www.example")).toStrictEqual({ kind: "resolved", addresses: ["192.0.2.2"] });
	});

	test("are looked up once for many concurrent checks", async () => {
		await using server = await startDnsServer({ "www.example": RECORDS });
		const resolver = resolverOf(server);
		await Promise.all(Array.from({ length: 50 }, () => resolve(resolver, "www.example")));
		expect([...server.questions].sort()).toStrictEqual(["www.example A", "www.example AAAA"]);
	});
});

describe("the hosts file", () => {
	test("takes precedence over name servers and is read again when it changes", async () => {
		await using server = await startDnsServer({ "*": RECORDS });
		const hostsFile = join(folder, "hosts");
		writeFileSync(hostsFile, "192.0.2.7 nas.example nas # the one in the cellar\n");
		const clock = movableClock();
		const resolver = resolverOf(server, { hostsFile, clock });
		expect(await resolve(resolver, "NAS")).toStrictEqual({ kind: "resolved", addresses: ["192.0.2.7"] });
		writeFileSync(hostsFile, "192.0.2.80 nas.example nas\n");
		clock.advance(1_100);
		expect(await resolve(resolver, "nas.example")).toStrictEqual({ kind: "resolved", addresses: ["192.0.2.80"] });
		expect(server.questions).toStrictEqual([]);
	});

	test("is read as hosts(5) says", () => {
		const text =
			"# comment\n127.0.0.1\tlocalhost\n::1 localhost ip6-localhost\nnonsense a\n192.0.2.1 A.Example. a # b\n\n";
		expect(Object.fromEntries(parseHosts(text))).toStrictEqual({
			localhost: ["127.0.0.1", "::1"],
			"ip6-localhost": ["::1"],
			"a.example": ["192.0.2.1"],
			a: ["192.0.2.1"],
		});
	});
});

describe("a name is not found", () => {
	test.each(["nxdomain", "nodata"] as const)("on %s", async (reply) => {
		await using server = await startDnsServer({ "gone.example": reply });
		expect(await resolve(resolverOf(server), "gone.example")).toMatchObject({ fault: "dns_not_found", phase: "dns" });
	});

	test.each(["a..b", `${"x".repeat(64)}.example`])("when it can't be a name: %s", async (name) => {
		await using server = await startDnsServer({ "*": RECORDS });
		expect(await resolve(resolverOf(server), name)).toMatchObject({ fault: "dns_not_found" });
	});
});

describe("a name that gets no usable answer", () => {
	test.each(["servfail", "refused", "formerr", "malformed"] as const)(
		"%s: is down when our resolver works for other names",
		async (reply) => {
			await using server = await startDnsServer({ "broken.example": reply });
			expect(await resolve(resolverOf(server), "broken.example")).toMatchObject({
				kind: "failed",
				fault: "dns_failure",
				phase: "dns",
			});
		},
	);

	test.each(["servfail", "refused", "formerr"] as const)(
		"%s: is missed when our resolver works for none",
		async (reply) => {
			await using server = await startDnsServer({ "*": reply });
			expect(await resolve(resolverOf(server), "broken.example")).toMatchObject({ kind: "missed", cause: "resolver" });
		},
	);

	test("silence: is down when our resolver answers for other names", async () => {
		await using server = await startDnsServer({ "silent.example": "silence" });
		expect(await resolve(resolverOf(server), "silent.example", 1_000)).toMatchObject({
			kind: "failed",
			fault: "timeout",
			phase: "dns",
		});
	});

	test("silence: is missed when our resolver answers for no name", async () => {
		await using server = await startDnsServer({ "*": "silence" });
		expect(await resolve(resolverOf(server), "silent.example", 1_000)).toMatchObject({
			kind: "missed",
			cause: "resolver",
		});
	});

	test("is missed when our resolver is unreachable", async () => {
		const server = await startDnsServer({});
		const resolver = resolverOf(server);
		await server.close();
		expect(await resolve(resolver, "www.example", 2_000)).toMatchObject({ kind: "missed", cause: "resolver" });
	});

	test("does not count as an address of the other family", async () => {
		await using server = await startDnsServer({ "half.example": (type) => (type === "A" ? "nodata" : "servfail") });
		expect(await resolve(resolverOf(server), "half.example")).toMatchObject({ fault: "dns_failure" });
	});
});

test("a slow name is found if the deadline allows it", async () => {
	await using server = await startDnsServer({ "slow.example": { addresses: ["192.0.2.1"], delayMs: 4_000 } });
	expect(await resolve(resolverOf(server), "slow.example", 6_000)).toMatchObject({ kind: "resolved" });
});

test("other names are found while one has malformed replies", async () => {
	await using server = await startDnsServer({
		"*": { addresses: ["192.0.2.1"], delayMs: 100 },
		"bad.example": "malformed",
	});
	const resolver = resolverOf(server);
	const names = Array.from({ length: 20 }, (_, i) => `healthy-${i}.example`);
	const found = await Promise.all([resolve(resolver, "bad.example"), ...names.map((name) => resolve(resolver, name))]);
	expect(found.map(({ kind }) => kind)).toStrictEqual(["failed", ...names.map(() => "resolved")]);
});

test("a question ends when the last check that waits for it gives up", async () => {
	await using server = await startDnsServer({ "silent.example": "silence" });
	const resolver = resolverOf(server);
	await Promise.all([resolve(resolver, "silent.example", 300), resolve(resolver, "silent.example", 600)]);
	const isAsked = (question: string) => question.startsWith("silent");
	const asked = server.questions.filter(isAsked).length;
	// It would be asked again after 1.2 s.
	await resolve(resolver, "other-silent.example", 10);
	server.zone = { "*": "silence" };
	await resolve(resolver, "another.example", 1_500);
	expect(server.questions.filter(isAsked)).toHaveLength(asked);
});

test("a failing resolver is noticed at once, although its last control query succeeded", async () => {
	await using server = await startDnsServer({ "broken.example": "servfail" });
	const resolver = resolverOf(server);
	expect(await resolve(resolver, "broken.example")).toMatchObject({ fault: "dns_failure" });
	server.zone = { "*": "servfail" };
	expect(await resolve(resolver, "broken.example")).toMatchObject({ cause: "resolver" });
	server.zone = { "broken.example": "servfail" };
	expect(await resolve(resolver, "broken.example")).toMatchObject({ fault: "dns_failure" });
});

test("many failing names cause few control queries", async () => {
	await using server = await startDnsServer(
		Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`n${i}.example`, "servfail"] as const)),
	);
	const resolver = resolverOf(server);
	await Promise.all(Array.from({ length: 40 }, (_, i) => resolve(resolver, `n${i}.example`)));
	expect(server.questions.filter((question) => question.includes(".com ")).length).toBeLessThanOrEqual(5);
});

describe("a name that does not exist", () => {
	const zone = {
		"www.one.test": { addresses: ["192.0.2.1"] },
		"www.two.test": { addresses: ["192.0.2.2"] },
		"api.one.test": { addresses: ["192.0.2.3"] },
	} as const;
	const denied = { kind: "missed", cause: "resolver", message: expect.stringContaining("knew before") };
	const notFound = { kind: "failed", fault: "dns_not_found" };

	test("is missed while our resolver denies names of other zones that it knew", async () => {
		const clock = movableClock();
		await using server = await startDnsServer(zone);
		const resolver = resolverOf(server, { clock });
		for (const name of Object.keys(zone)) expect(await resolve(resolver, name)).toMatchObject({ kind: "resolved" });
		server.zone = {};
		clock.advance(60_000);
		for (const name of Object.keys(zone)) expect(await resolve(resolver, name)).toMatchObject(denied);
		expect(await resolve(resolver, "never.seen.test")).toMatchObject(denied);
		const deadline = new Deadline(5_000);
		const records = await resolver.records({ name: "www.one.test", type: "TXT" }, deadline);
		deadline.end();
		expect(records).toMatchObject(denied);
	});

	test("is missed while our resolver denies a name whose records it knew", async () => {
		await using server = await startDnsServer({ "_proof.one.test": { addresses: ["192.0.2.1"] } });
		const resolver = resolverOf(server);
		const deadline = new Deadline(5_000);
		const ask = (name: string) => resolver.records({ name, type: "A" }, deadline);
		expect(await ask("_proof.one.test")).toMatchObject({ answer: { kind: "records" } });
		expect(await ask("_proof.two.test")).toMatchObject({ answer: { kind: "not_found" } });
		server.zone = {};
		expect(await ask("_proof.two.test")).toMatchObject(denied);
		deadline.end();
	});

	test("is down while our resolver still knows a name of another zone", async () => {
		const clock = movableClock();
		await using server = await startDnsServer(zone);
		const resolver = resolverOf(server, { clock });
		for (const name of Object.keys(zone)) await resolve(resolver, name);
		server.zone = { "www.two.test": zone["www.two.test"] };
		clock.advance(60_000);
		expect(await resolve(resolver, "www.one.test")).toMatchObject(notFound);
		expect(await resolve(resolver, "never.seen.test")).toMatchObject(notFound);
	});

	test("is down when no name of another zone was known, for then nothing contradicts the resolver", async () => {
		const clock = movableClock();
		await using server = await startDnsServer(zone);
		const resolver = resolverOf(server, { clock });
		for (const name of ["www.one.test", "api.one.test"]) await resolve(resolver, name);
		server.zone = {};
		clock.advance(60_000);
		expect(await resolve(resolver, "www.one.test")).toMatchObject(notFound);
	});
});
