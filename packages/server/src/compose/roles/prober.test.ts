import { createServer } from "node:net";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pino from "pino";
import { expect, test } from "vitest";
import type { CheckOutcome } from "../../domain/checks/check.ts";
import type { Prober } from "../../probe/check.ts";
import { listen, unusedPort } from "../../probe/targets/listening.ts";
import { anOutcome, downObservation, upObservation } from "../../storage/testing/fixtures.ts";
import { weighedByCanaries } from "./prober.ts";

const log = pino({ level: "silent" });
const host = "127.0.0.1";
const never = new AbortController().signal;
const { order } = anOutcome(1, 1).outcome;

function seeing(run: () => CheckOutcome): Prober {
	return { run: async () => run(), attempt: async () => run(), close: async () => {} };
}

test("checks that are over leave nothing behind in memory", async () => {
	setFlagsFromString("--expose-gc");
	const collectGarbage = runInNewContext("gc") as () => void;
	await using canary = await listen(createServer(), { scheme: "http" });
	const { outcome } = anOutcome(1, 1, upObservation);
	const prober = await weighedByCanaries(
		seeing(() => outcome),
		[{ host, port: canary.port }],
		log,
	);
	const heapAfter = async (checks: number) => {
		for (let check = 0; check < checks; check += 1) await prober.run(order, never);
		await new Promise(setImmediate);
		collectGarbage();
		return getHeapStatistics().used_heap_size;
	};
	const before = await heapAfter(1_000);
	const bytesPerCheck = ((await heapAfter(20_000)) - before) / 20_000;
	expect(bytesPerCheck).toBeLessThan(50);
	await prober.close();
});

test("a failing check that is held when the prober closes is not made, nor is one that fails later", async () => {
	const failing = seeing(() => anOutcome(1, 1, downObservation).outcome);
	const prober = await weighedByCanaries(failing, [{ host, port: await unusedPort() }], log);
	const held = [prober.run(order, never), prober.attempt(order, 1_000, never)];
	await new Promise(setImmediate);
	await prober.close();
	expect(await Promise.all([...held, prober.run(order, never)])).toEqual([null, null, null]);
});
