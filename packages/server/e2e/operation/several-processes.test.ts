/** What belongs to an installation, not to one of its processes: two services on one PostgreSQL. */

import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { newDatabaseUrl } from "../../src/storage/testing/engines.ts";
import { Lapwing, until } from "../testing/lapwing.ts";

/** Longer than counts need to reach the other process (docs/operate/several.md#limits). */
const SHARED_WITHIN_MS = 500;
/** What a process may let through before it hears of the others. */
const TOLERANCE = 2;

async function pair(url: string) {
	const env = { LAPWING_SECRET: "a secret that both of them share, 32+", RATE_LIMIT_PER_MINUTE: "60" };
	const one = await Lapwing.start({ databaseUrl: url, env });
	return { one, two: await Lapwing.start({ databaseUrl: url, env, key: one.key }) };
}

/** Asks both in turns, with pauses as people make them; how many were answered otherwise than 429. */
async function askInTurns(ask: (index: number) => Promise<number>, times: number): Promise<number> {
	let passed = 0;
	for (let index = 0; index < times; index += 1) {
		if ((await ask(index)) !== 429) passed += 1;
		if (index % 10 === 9) await pause(SHARED_WITHIN_MS);
	}
	return passed;
}

test("limits hold over both, and each sees at once what the other one changed", { timeout: 120_000 }, async () => {
	await using target = await startHttpTarget((_request, response) => response.end("ok"));
	const database = await newDatabaseUrl("postgresql");
	try {
		const { one, two } = await pair(database.url);
		await using _one = one;
		await using _two = two;
		const services = [one, two];
		const of = (index: number) => services[index % 2] as Lapwing;

		// A stream at one of them shows a change that was made through the other.
		const reading = new AbortController();
		const stream = await fetch(`${two.url}/api/v1/live`, {
			headers: { authorization: `Bearer ${two.key}` },
			signal: reading.signal,
		});
		expect(stream.status).toBe(200);
		let seen = "";
		const read = (async () => {
			for await (const piece of stream.body ?? []) seen += Buffer.from(piece).toString();
		})().catch(() => {});
		const id = await one.watch(`${target.url}/`);
		await until(() => (seen.includes(id) ? true : undefined), { withinMs: 10_000, what: "the stream to tell of it" });
		reading.abort();
		await read;

		const job = await one.ask("POST", "/api/v1/monitors", {
			type: "cron",
			name: "job",
			schedule: "0 2 * * *",
		});
		expect(job.status, JSON.stringify(job.body)).toBe(201);
		const ping = new URL(job.body.data.pingUrl).pathname;
		const reports = await askInTurns(async (index) => (await fetch(`${of(index).url}${ping}`)).status, 80);
		expect(reports).toBeGreaterThanOrEqual(60);
		expect(reports).toBeLessThanOrEqual(60 + TOLERANCE);

		const signIns = await askInTurns(async (index) => {
			const body = { email: "nobody@example.com", password: "a wrong password" };
			return (await of(index).ask("POST", "/api/v1/sign-in/password", body, "none")).status;
		}, 16);
		expect(signIns).toBeGreaterThanOrEqual(10);
		expect(signIns).toBeLessThanOrEqual(10 + TOLERANCE);

		const requests = await askInTurns(async (index) => {
			return (await of(index).ask("GET", "/api/v1/monitors")).status;
		}, 70);
		// Those above count, too.
		expect(requests).toBeLessThanOrEqual(60 + TOLERANCE);
		expect(requests).toBeGreaterThan(50);
	} finally {
		await database.drop();
	}
});
