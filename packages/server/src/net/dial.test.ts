import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { type Reply, startDnsServer } from "../probe/targets/dns-server.ts";
import { startFullTarget } from "../probe/targets/full-target.ts";
import { answerOk, startHttpTarget } from "../probe/targets/http-target.ts";
import { unusedPort } from "../probe/targets/listening.ts";
import { startRawTarget } from "../probe/targets/raw-target.ts";
import { startProber } from "../probe/testing/prober.ts";
import { type DialerOptions, PolicedDialer } from "./dial.ts";

function startDialer(options: Partial<DialerOptions> = {}) {
	const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: ["127.0.0.1:9"], ...options });
	return Object.assign(dialer, { [Symbol.dispose]: () => dialer.close() });
}

describe("dial", () => {
	test("connects, and leaves the socket to the caller", async () => {
		await using target = await startRawTarget((socket) => socket.end("220 hello\r\n"));
		using dialer = startDialer();
		const dialled = await dialer.dial({ host: "127.0.0.1", port: target.port, timeoutMs: 5_000 });
		expect(dialled).toMatchObject({ kind: "connected", address: "127.0.0.1", certificate: null });
		if (dialled.kind !== "connected") return;
		const [greeting] = await once(dialled.socket, "data");
		expect(String(greeting)).toBe("220 hello\r\n");
		dialled.socket.destroy();
	});

	test("returns the reason of a failure", async () => {
		using dialer = startDialer();
		const dialled = await dialer.dial({ host: "127.0.0.1", port: await unusedPort(), timeoutMs: 5_000 });
		expect(dialled).toStrictEqual({
			kind: "failed",
			fault: "refused",
			phase: "connect",
			message: "127.0.0.1 refused the connection.",
			address: "127.0.0.1",
			certificate: null,
		});
	});

	test("ends at its deadline", async () => {
		await using target = await startFullTarget();
		using dialer = startDialer();
		const dialled = await dialer.dial({ host: "127.0.0.1", port: target.port, timeoutMs: 300 });
		expect(dialled).toMatchObject({ kind: "failed", fault: "timeout", phase: "connect", address: "127.0.0.1" });
	});

	test("ends when its signal is aborted", async () => {
		await using target = await startFullTarget();
		using dialer = startDialer();
		const stop = new AbortController();
		const dialling = dialer.dial({ host: "127.0.0.1", port: target.port, timeoutMs: 30_000, signal: stop.signal });
		stop.abort();
		expect(await dialling).toStrictEqual({ kind: "aborted" });
		expect(await dialer.dial({ host: "127.0.0.1", port: 9, timeoutMs: 30_000, signal: stop.signal })).toStrictEqual({
			kind: "aborted",
		});
	});
});

describe("of several addresses", () => {
	/** A server on 127.0.0.1 and a name that has other addresses beside. */
	async function startNamed(addresses: readonly string[]) {
		const target = await startHttpTarget(answerOk, { name: "www.example" });
		const dns = await startDnsServer({ "www.example": { addresses, ttlSeconds: 60 } });
		const prober = startProber({ resolvers: [dns.address] });
		const dispose = async () => {
			await prober[Symbol.asyncDispose]();
			await dns.close();
			await target.close();
		};
		return {
			url: target.url,
			port: target.port,
			observe: prober.observe,
			connections: () => target.connections,
			[Symbol.asyncDispose]: dispose,
		};
	}

	test("the next is tried when one refuses", async () => {
		await using named = await startNamed(["127.0.0.2", "127.0.0.1"]);
		expect(await named.observe({ url: named.url })).toMatchObject({ kind: "answered", address: "127.0.0.1" });
	});

	test("the next is tried in parallel after a quarter of a second without an answer", async () => {
		await using named = await startNamed(["127.0.0.2", "127.0.0.1"]);
		await using _full = await startFullTarget({ host: "127.0.0.2", port: named.port });
		const seen = await named.observe({ url: named.url });
		expect(seen).toMatchObject({ kind: "answered", address: "127.0.0.1" });
		expect(seen.kind === "answered" && seen.phases.connect).toBeGreaterThanOrEqual(240);
		expect(named.connections()).toBe(1);
	});

	test("the last is tried too when all before it refuse, however many", async () => {
		const refusing = Array.from({ length: 11 }, (_, i) => `127.0.0.${i + 2}`);
		await using named = await startNamed([...refusing, "127.0.0.1"]);
		expect(await named.observe({ url: named.url })).toMatchObject({ kind: "answered", address: "127.0.0.1" });
	});

	test("forbidden ones are left out", async () => {
		await using named = await startNamed(["169.254.169.254", "127.0.0.1"]);
		expect(await named.observe({ url: named.url })).toMatchObject({ kind: "answered", address: "127.0.0.1" });
	});

	test("the first failure is reported when all fail", async () => {
		const port = await unusedPort();
		await using named = await startNamed(["127.0.0.2", "127.0.0.3"]);
		expect(await named.observe({ url: `http://www.example:${port}/` })).toMatchObject({
			fault: "refused",
			address: "127.0.0.2",
		});
	});
});

describe("a target is forbidden", () => {
	test.each([
		"http://169.254.169.254/latest/meta-data/",
		"http://2852039166/",
		"http://0xa9fea9fe/",
		"http://[::ffff:169.254.169.254]/",
		"http://[fe80::1]/",
		"http://[fd00:ec2::254]/",
		"http://0.0.0.0/",
		"http://[::]/",
		"http://224.0.0.1/",
		"http://255.255.255.255/",
	])("by its address: %s", async (url) => {
		await using prober = startProber();
		expect(await prober.observe({ url })).toMatchObject({
			kind: "failed",
			fault: "target_forbidden",
			phase: "connect",
		});
	});

	test("by the address of its name", async () => {
		await using dns = await startDnsServer({ "metadata.example": { addresses: ["169.254.169.254", "fe80::1"] } });
		await using prober = startProber({ resolvers: [dns.address] });
		expect(await prober.observe({ url: "http://metadata.example/" })).toMatchObject({
			fault: "target_forbidden",
			phase: "dns",
		});
	});

	test("when private addresses are denied, also by way of localhost and of a redirect", async () => {
		await using target = await startHttpTarget(answerOk);
		await using prober = startProber({ allowPrivateTargets: false });
		for (const host of ["127.0.0.1", "localhost", "2130706433", "[::1]", "10.0.0.1", "[::ffff:7f00:1]"]) {
			const seen = await prober.observe({ url: `http://${host}:${target.port}/` });
			expect(seen).toMatchObject({ kind: "failed", fault: "target_forbidden" });
		}
		expect(target.connections).toBe(0);
	});
});

test("a name that rebinds between two answers never leads to an untested address", async () => {
	const answers: Reply[] = [{ addresses: ["127.0.0.1"] }, { addresses: ["169.254.169.254"] }];
	await using dns = await startDnsServer({
		"rebind.example": (type) => (type === "AAAA" ? "nodata" : (answers.shift() ?? { addresses: ["169.254.169.254"] })),
	});
	await using target = await startHttpTarget(answerOk, { name: "rebind.example" });
	let ahead = 0;
	const clock = { now: () => Date.now() + ahead, monotonic: () => performance.now() + ahead };
	await using prober = startProber({ resolvers: [dns.address], clock });
	expect(await prober.observe({ url: target.url })).toMatchObject({ kind: "answered", address: "127.0.0.1" });
	ahead += 60_000;
	expect(await prober.observe({ url: target.url })).toMatchObject({
		fault: "target_forbidden",
		address: "169.254.169.254",
	});
});

test("the request keeps the host name, whatever address is connected", async () => {
	await using dns = await startDnsServer({ "www.example": { addresses: ["127.0.0.1"] } });
	await using target = await startHttpTarget((request, response) => response.end(request.headers.host), {
		name: "www.example",
	});
	await using prober = startProber({ resolvers: [dns.address] });
	const contentChecks = [
		{ id: "chk", type: "contains", value: `www.example:${target.port}`, caseSensitive: true } as const,
	];
	expect(await prober.observe({ url: target.url, contentChecks })).toMatchObject({ failedContentCheckId: null });
});
