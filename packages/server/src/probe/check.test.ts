import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { CONFIRM_AFTER_MS } from "../domain/checks/confirmation.ts";
import { SYSTEM_CLOCK } from "../net/clock.ts";
import { startDnsServer } from "./targets/dns-server.ts";
import { answerOk, startHttpTarget } from "./targets/http-target.ts";
import { startRawTarget } from "./targets/raw-target.ts";
import { order, startProber } from "./testing/prober.ts";

// Most of their time is the pause before a second attempt.
describe.concurrent("a check", () => {
	test("that succeeds has one attempt", async () => {
		await using target = await startHttpTarget(answerOk);
		await using prober = startProber();
		const before = Date.now();
		const outcome = await prober.check({ url: target.url });
		expect(outcome).toMatchObject({
			order: order({ url: target.url }),
			observation: { kind: "answered", status: 200 },
			attempts: 1,
		});
		if (outcome === null) return;
		expect(outcome.firstAttemptAt).toBe(outcome.startedAt);
		expect(outcome.startedAt).toBeGreaterThanOrEqual(before);
		expect(outcome.completedAt).toBeGreaterThanOrEqual(outcome.startedAt);
	});

	test("that fails is confirmed by a second attempt two seconds later", async () => {
		await using target = await startRawTarget((socket) => socket.end());
		await using prober = startProber();
		const outcome = await prober.check({ url: target.url, nextDueAt: Date.now() + 60_000 });
		expect(outcome).toMatchObject({ observation: { kind: "failed", fault: "reset" }, attempts: 2 });
		expect(target.connections).toBe(2);
		if (outcome === null) return;
		expect(outcome.startedAt - outcome.firstAttemptAt).toBeGreaterThanOrEqual(CONFIRM_AFTER_MS - 20);
	});

	test("that fails once has the outcome of the second attempt", async () => {
		let requests = 0;
		await using target = await startHttpTarget((_, response) => response.writeHead(++requests === 1 ? 503 : 200).end());
		await using prober = startProber();
		const outcome = await prober.check({ url: target.url, nextDueAt: Date.now() + 60_000 });
		expect(outcome).toMatchObject({
			observation: { kind: "answered", status: 200 },
			attempts: 2,
			firstAttempt: { observation: { kind: "answered", status: 503 }, startedAt: outcome?.firstAttemptAt },
		});
	});

	test("that hangs is down within its timeout and three seconds, after a second attempt", async () => {
		await using target = await startRawTarget(() => {});
		await using prober = startProber();
		const startedAt = performance.now();
		const outcome = await prober.check({ url: target.url, timeoutMs: 5_000, nextDueAt: Date.now() + 60_000 });
		// Beyond the 2.5 that the second attempt has, for a busy machine. With a whole timeout it would be 12 or more.
		expect(performance.now() - startedAt).toBeLessThan(11_500);
		expect(target.connections).toBe(2);
		// Its message has the timeout of the monitor, not the rest of it that the second attempt had.
		const message = expect.stringContaining("within 5 s");
		expect(outcome).toMatchObject({ observation: { fault: "timeout", message }, attempts: 2 });
		expect(outcome?.startedAt).toBe(outcome?.firstAttemptAt);
		expect(outcome?.firstAttempt).toBeUndefined();
	});

	test("that hangs once is up when the second attempt is answered", async () => {
		let requests = 0;
		await using target = await startHttpTarget((_, response) => void (++requests > 1 && response.end()));
		await using prober = startProber();
		const outcome = await prober.check({ url: target.url, timeoutMs: 1_000, nextDueAt: Date.now() + 60_000 });
		expect(outcome).toMatchObject({
			observation: { kind: "answered", status: 200 },
			attempts: 2,
			firstAttempt: { observation: { fault: "timeout" } },
		});
	});

	test("that fails is not confirmed when there is no time before the next one", async () => {
		await using target = await startRawTarget((socket) => socket.end());
		await using prober = startProber();
		const nextDueAt = CONFIRM_AFTER_MS + 9_000;
		expect(await prober.check({ url: target.url, timeoutMs: 10_000, nextDueAt })).toMatchObject({ attempts: 1 });
		expect(target.connections).toBe(1);
	});

	test("that begins late, which is our fault, is confirmed though the next one is due before that", async () => {
		let requests = 0;
		await using target = await startHttpTarget((_, response) => response.writeHead(++requests === 1 ? 503 : 200).end());
		await using prober = startProber();
		const late = { ...order({ url: target.url, nextDueAt: Date.now() + 1_000 }), scheduledAt: Date.now() - 59_000 };
		const outcome = await prober.prober.run(late, new AbortController().signal);
		expect(outcome).toMatchObject({ observation: { kind: "answered", status: 200 }, attempts: 2 });
	});

	test("resolves a name again after its address failed", async () => {
		await using target = await startHttpTarget(answerOk, { name: "moving.example" });
		let asked = 0;
		await using dns = await startDnsServer({
			"moving.example": (type) =>
				type === "AAAA" ? "nodata" : { addresses: [++asked === 1 ? "127.0.0.2" : "127.0.0.1"], ttlSeconds: 600 },
		});
		await using prober = startProber({ resolvers: [dns.address] });
		const outcome = await prober.check({ url: target.url, nextDueAt: Date.now() + 60_000 });
		expect(outcome).toMatchObject({ observation: { kind: "answered" }, attempts: 2 });
	});
});

describe("an aborted check has no outcome", () => {
	test("while it connects", async () => {
		const stop = new AbortController();
		await using target = await startRawTarget((socket) => socket.once("data", () => stop.abort()));
		await using prober = startProber();
		expect(await prober.check({ url: target.url }, stop.signal)).toBeNull();
	});

	test("while it waits for its second attempt", async () => {
		const stop = new AbortController();
		await using target = await startRawTarget((socket) => {
			socket.resume().end();
			socket.on("close", () => stop.abort());
		});
		await using prober = startProber();
		expect(await prober.check({ url: target.url, nextDueAt: Date.now() + 60_000 }, stop.signal)).toBeNull();
		expect(target.connections).toBe(1);
	});

	test("before it begins", async () => {
		await using target = await startHttpTarget(answerOk);
		await using prober = startProber();
		expect(await prober.check({ url: target.url }, AbortSignal.abort())).toBeNull();
		expect(target.connections).toBe(0);
	});

	test("when the prober closes", async () => {
		const prober = startProber();
		await using target = await startRawTarget((socket) => socket.once("data", () => void prober.prober.close()));
		expect(await prober.check({ url: target.url })).toBeNull();
	});
});

describe("a check is missed", () => {
	test("when our resolver fails, although the target works", async () => {
		await using target = await startHttpTarget(answerOk, { name: "www.example" });
		const dns = await startDnsServer({ "www.example": { addresses: ["127.0.0.1"] } });
		await dns.close();
		await using prober = startProber({ resolvers: [dns.address] });
		const outcome = await prober.check({ url: target.url, timeoutMs: 2_000, nextDueAt: Date.now() + 60_000 });
		expect(outcome).toMatchObject({ observation: { kind: "missed", cause: "resolver" }, attempts: 1 });
	});

	test("when the process stalled and the target only seems slow", async () => {
		await using target = await startHttpTarget((_, response) => {
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200);
			response.end();
		});
		await using prober = startProber();
		const options = { url: target.url, timeoutMs: 10_000, tries: 1 };
		expect(await prober.observe({ ...options, degradedAfterMs: 1_000 })).toMatchObject({ cause: "stalled" });
		expect(await prober.observe({ ...options, degradedAfterMs: 5_000 })).toMatchObject({
			kind: "answered",
			status: 200,
		});
	});

	test("when the machine was suspended, which the monotonic clock does not count", async () => {
		let slept = 0;
		const clock = { ...SYSTEM_CLOCK, sinceBoot: () => performance.now() + slept };
		await using target = await startRawTarget((socket) =>
			socket.once("data", () => {
				slept = 3_600_000;
				socket.resetAndDestroy();
			}),
		);
		await using prober = startProber({ clock });
		const seen = await prober.observe({ url: target.url, tries: 1 });
		expect(seen).toMatchObject({ kind: "missed", cause: "stalled" });
	});

	test("when no file descriptor is left, and only then", async () => {
		await using target = await startHttpTarget(answerOk);
		const script = join(import.meta.dirname, "testing/without-descriptors.ts");
		const node = `exec "${process.execPath}" --conditions=@lapwing/source "${script}" "${target.url}"`;
		const { stdout } = await promisify(execFile)("sh", ["-c", `ulimit -n 100 && ${node}`]);
		expect(JSON.parse(stdout)).toMatchObject({
			before: { kind: "answered" },
			without: { kind: "missed", cause: "no_capacity", message: expect.stringContaining("ulimit -n") },
			byName: { kind: "missed", cause: "no_capacity", message: expect.stringContaining("ulimit -n") },
			after: { kind: "answered" },
		});
	});

	test("when our own code throws, with the cause reported", async () => {
		const reported: unknown[] = [];
		await using prober = startProber({ onInternalError: (cause) => reported.push(cause) });
		const seen = await prober.observe({ url: "not a url" });
		expect(seen).toMatchObject({ kind: "missed", cause: "internal" });
		expect(JSON.stringify(seen)).not.toContain("not a url");
		expect(reported).toHaveLength(1);
		expect(reported[0]).toBeInstanceOf(TypeError);
	});
});

describe("a prober that stalls briefly", () => {
	const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

	test("still sees a silent target time out", async () => {
		await using target = await startRawTarget((socket) => {
			// Twice, and longer in all than the check may take.
			socket.once("data", () => {
				block(700);
				setTimeout(() => block(700), 200);
			});
		});
		await using prober = startProber();
		const startedAt = performance.now();
		expect(await prober.observe({ url: target.url, timeoutMs: 1_000 })).toMatchObject({
			kind: "failed",
			fault: "timeout",
		});
		// One second was given to the target, beside what was lost.
		expect(performance.now() - startedAt).toBeGreaterThan(2_000);
	});

	test("accepts an answer that came during the stall, although the timeout passed", async () => {
		await using target = await startHttpTarget((_, response) => {
			response.end("ok");
			setImmediate(() => block(1_500));
		});
		await using prober = startProber();
		expect(await prober.observe({ url: target.url, timeoutMs: 1_000 })).toMatchObject({
			kind: "answered",
			status: 200,
		});
	});

	test("is not affected by a change of the wall clock by a second", async () => {
		let setBy = 0;
		const clock = { ...SYSTEM_CLOCK, now: () => Date.now() + setBy };
		await using target = await startRawTarget((socket) =>
			socket.once("data", () => (setBy = setBy === 1_000 ? -1_000 : 1_000)),
		);
		await using prober = startProber({ clock });
		for (let i = 0; i < 2; i++) {
			expect(await prober.observe({ url: target.url, timeoutMs: 1_000 })).toMatchObject({ fault: "timeout" });
		}
	});
});

test("thousands of checks leak nothing", async () => {
	await using target = await startHttpTarget(answerOk);
	await using prober = startProber();
	const signal = new AbortController().signal;
	const before = process.getActiveResourcesInfo().filter((each) => each === "Timeout").length;
	for (let i = 0; i < 40; i++) {
		await Promise.all(Array.from({ length: 50 }, () => prober.check({ url: target.url }, signal)));
	}
	const after = process.getActiveResourcesInfo();
	expect(after.filter((each) => each === "Timeout").length).toBeLessThanOrEqual(before);
	expect(target.connections).toBe(2_000);
});
