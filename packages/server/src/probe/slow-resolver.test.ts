import { expect, test } from "vitest";
import { startDnsServer } from "./targets/dns-server.ts";
import { answerOk, startHttpTarget } from "./targets/http-target.ts";
import { startProber } from "./testing/prober.ts";

const SLOW = { addresses: ["127.0.0.1"], delayMs: 2_200 };
/** Far below: where a process stood still, its timers count from before that, and are early. */
const SLOW_FROM_MS = 1_500;

test.concurrent("a response that is slow because our name servers are slow is missed", async () => {
	await using target = await startHttpTarget(answerOk, { name: "www.slow.test" });
	await using names = await startDnsServer({ "*": SLOW });
	await using prober = startProber({ resolvers: [names.address] });
	const seen = await prober.observe({ url: target.url, degradedAfterMs: SLOW_FROM_MS });
	expect(seen).toMatchObject({ kind: "missed", cause: "resolver" });
});

test.concurrent("a response that is slow because the name's own servers are slow is slow", async () => {
	await using target = await startHttpTarget(answerOk, { name: "www.slow.test" });
	await using names = await startDnsServer({ "www.slow.test": SLOW });
	await using prober = startProber({ resolvers: [names.address] });
	const seen = await prober.observe({ url: target.url, degradedAfterMs: SLOW_FROM_MS });
	expect(seen).toMatchObject({ kind: "answered", status: 200 });
});

test.concurrent("a response that would be slow without the lookup is slow, and one below the limit counts as it is", async () => {
	await using target = await startHttpTarget((_, response) => void setTimeout(() => response.end(), 1_500), {
		name: "www.slow.test",
	});
	await using names = await startDnsServer({ "*": { ...SLOW, delayMs: 1_300 } });
	await using prober = startProber({ resolvers: [names.address] });
	expect(await prober.observe({ url: target.url, degradedAfterMs: 1_000 })).toMatchObject({ kind: "answered" });
	expect(await prober.observe({ url: target.url, degradedAfterMs: 20_000 })).toMatchObject({ kind: "answered" });
});
