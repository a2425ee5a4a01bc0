/**
 * What a flow of three steps costs the prober, in CPU time of this process, beside three http checks of the same
 * requests: fresh connections, the target in another process, medians of rounds that take turns. The flow also saves a
 * value by JSONPath and inserts it twice.
 *
 *     node --conditions=@lapwing/source bench/flow.ts
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FlowStep } from "../packages/server/src/domain/monitors/flow/flow-steps.ts";
import type { TypeSettings } from "../packages/server/src/domain/monitors/types.ts";
import { SocketProber } from "../packages/server/src/probe/check.ts";

const ROUNDS = 7;
const RUNS = 1_000;
const CONCURRENCY = 16;
const STEPS = 3;

if (process.argv[2] === "target") {
	const server = createServer((_, response) => response.end('{"token":"t-1"}')).listen(0, "127.0.0.1");
	await once(server, "listening");
	process.send?.((server.address() as AddressInfo).port);
} else await measure();

async function measure(): Promise<void> {
	const target = fork(import.meta.filename, ["target"]);
	const [port] = (await once(target, "message")) as [number];
	const url = `http://127.0.0.1:${port}/`;
	const prober = new SocketProber({ allowPrivateTargets: true, resolvers: null, userAgent: "Lapwing/bench" });
	const contenders = {
		"three http checks": async () => {
			for (let step = 0; step < STEPS; step += 1) {
				await run({ type: "http", url, method: "GET", expectedStatus: 200 });
			}
		},
		"a flow of three steps": () => run({ type: "flow", steps: stepsTo(url), variables: [] }),
	};
	const micros: Record<string, number[]> = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
	for (let round = 0; round <= ROUNDS; round += 1) {
		for (const [name, contender] of Object.entries(contenders)) {
			const before = process.cpuUsage();
			let left = RUNS;
			const worker = async () => {
				while (left-- > 0) await contender();
			};
			await Promise.all(Array.from({ length: CONCURRENCY }, worker));
			const { user, system } = process.cpuUsage(before);
			// The first round warms up.
			if (round > 0) micros[name]?.push((user + system) / RUNS);
		}
	}
	for (const [name, all] of Object.entries(micros)) {
		const median = all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
		process.stdout.write(`${name}: ${median.toFixed(0)} µs\n`);
	}
	await prober.close();
	target.kill();

	async function run(settings: TypeSettings): Promise<void> {
		const outcome = await prober.run(
			{
				monitorId: 1,
				teamId: 1,
				scheduledAt: 0,
				revision: 1,
				settings,
				degradedAfterMs: 30_000,
				contentChecks: [],
				timeoutMs: 10_000,
				nextDueAt: 0,
				wasSlow: false,
				locationId: null,
			},
			new AbortController().signal,
		);
		if (outcome?.observation.kind !== "answered") throw new Error(JSON.stringify(outcome));
	}
}

function stepsTo(url: string): FlowStep[] {
	const plain = {
		method: "GET" as const,
		headers: [],
		body: null,
		auth: null,
		expect: ["2xx"],
		contentChecks: [],
		save: [],
	};
	return [
		{ ...plain, name: "one", url, save: [{ name: "token", from: "json", value: "$.token" }] },
		{ ...plain, name: "two", url: `${url}{{token}}` },
		{ ...plain, name: "three", url: `${url}?t={{token}}` },
	];
}
