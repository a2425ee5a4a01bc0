/**
 * Two services on one PostgreSQL, of which one dies, stands still, or has a wrong clock. The tests wait for leases and
 * for the next minute, side by side.
 */

import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { openDatabase } from "../../src/storage/database/open-database.ts";
import { newDatabaseUrl } from "../../src/storage/testing/engines.ts";
import { startPostgres } from "../../src/storage/testing/postgres.ts";
import { Lapwing, until } from "../testing/lapwing.ts";

const SECRET = "a secret that both of them share, 32+";
const LIBFAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

/** Targets that hold each request until `answer` is called; from then on they answer at once. */
async function holdingTargets() {
	let answers: ((response: ServerResponse) => void) | null = null;
	const open = new Map<ServerResponse, string>();
	/** Paths in the order of their requests, and those whose connection broke before the answer. */
	const asked: string[] = [];
	const broken: string[] = [];
	const target = await startHttpTarget(({ url = "" }, response) => {
		asked.push(url);
		if (answers !== null) return answers(response);
		open.set(response, url);
		response.on("close", () => {
			if (open.delete(response)) broken.push(url);
		});
	});
	return Object.assign(target, {
		asked,
		broken,
		answer(status: number) {
			answers = (response) => void response.writeHead(status).end();
			for (const response of [...open.keys()]) {
				open.delete(response);
				answers(response);
			}
		},
	});
}

/** A receiver of webhooks: for each event of a monitor, the ids under which it came. */
async function receiver() {
	const idsOf = new Map<string, Set<string>>();
	const target = await startHttpTarget(async (request, response) => {
		let text = "";
		for await (const piece of request) text += piece;
		for (const { id, eventType, monitor } of JSON.parse(text).data.events) {
			const event = `${monitor.name} ${eventType}`;
			idsOf.set(event, (idsOf.get(event) ?? new Set()).add(`${request.headers["webhook-id"]} ${id}`));
		}
		response.writeHead(204).end();
	});
	return Object.assign(target, { idsOf });
}

async function pair(url: string, envOfSecond: Readonly<Record<string, string>> = {}) {
	const env = { LAPWING_SECRET: SECRET, MACHINE_NAME: "one" };
	const one = await Lapwing.start({ databaseUrl: url, env });
	const env2 = { LAPWING_SECRET: SECRET, MACHINE_NAME: "two", ...envOfSecond };
	return { one, two: await Lapwing.start({ databaseUrl: url, env: env2, key: one.key }) };
}

/** The machine of the process that serves an alert. */
async function delivererOf(url: string): Promise<string | undefined> {
	const database = openDatabase(url);
	try {
		const { rows } = await sql<{ machine: string }>`
			select c.machine from alerts as a join controls as c on c.id = a.held_by`.execute(database.db);
		return rows[0]?.machine;
	} finally {
		await database.close();
	}
}

const COUNT = 24;

/** Monitors whose first check hangs, about half of them in each process. */
async function hangingChecks(
	{ one, two }: { one: Lapwing; two: Lapwing },
	target: { url: string; asked: string[] },
	count = COUNT,
) {
	const settings = { intervalSeconds: 300, timeoutSeconds: 60 };
	for (let index = 0; index < count; index += 1) {
		await (index % 2 ? one : two).watch(`${target.url}/${index}`, { ...settings, name: `/${index}` });
	}
	await until(() => (target.asked.length === count ? true : undefined), { what: "every monitor to be checked" });
}

async function minutesOf(service: Lapwing): Promise<string[]> {
	const { monitors } = (await service.ask("GET", "/api/v1/monitors?perPage=100")).body.data;
	const ids = await Promise.all(
		monitors.map(async ({ id, name }: { id: string; name: string }) => {
			return (await service.results(id)).map((result) => `${name} ${result.id} ${result.status ?? result.verdict}`);
		}),
	);
	return ids.flat();
}

test.concurrent("what a killed service was checking, the other one checks within 15 s", {
	timeout: 120_000,
}, async () => {
	await using target = await holdingTargets();
	const database = await newDatabaseUrl("postgresql");
	try {
		const { one, two } = await pair(database.url);
		await using _one = one;
		await using _two = two;
		await hangingChecks({ one, two }, target);
		await two.kill();
		const killedAt = performance.now();
		await until(() => (target.broken.length > 0 ? true : undefined), { what: "its connections to break" });
		const again = () => target.asked.slice(COUNT).sort();
		const isAll = () => (again().length >= target.broken.length ? true : undefined);
		await until(isAll, { what: "the other one to check them" });
		expect(performance.now() - killedAt).toBeLessThan(15_000);
		expect(again()).toEqual(target.broken.toSorted());
		target.answer(200);
		await until(async () => ((await minutesOf(one)).length === COUNT ? true : undefined), { what: "all results" });
		expect(target.asked).toHaveLength(COUNT + target.broken.length);
	} finally {
		await database.drop();
	}
});

test.concurrent("after the database was away, the service that is back first repeats nothing that the other one is checking", {
	timeout: 180_000,
}, async () => {
	const count = 8;
	await using target = await holdingTargets();
	let server = await startPostgres({ keep: true });
	const { directory, port } = server;
	try {
		const { one, two } = await pair(`${server.url}/postgres`);
		await using _one = one;
		await using _two = two;
		await hangingChecks({ one, two }, target, count);
		await server.stop();
		await pause(14_000);
		server = await startPostgres({ keep: true, directory, port });
		// Until whoever would have taken over has done so, and claimed.
		await pause(16_000);
		expect(target.asked).toHaveLength(count);
		target.answer(200);
		await until(async () => ((await minutesOf(one)).length === count ? true : undefined), { what: "all results" });
		expect(target.asked).toHaveLength(count);
	} finally {
		await server.stop();
		await rm(directory, { recursive: true, force: true });
	}
});

test.concurrent("the notice that a killed service was delivering, the other one delivers within 30 s under its id", {
	timeout: 120_000,
}, async () => {
	await using target = await startHttpTarget((_request, response) => response.writeHead(500).end());
	const received: string[] = [];
	await using hook = await startHttpTarget(async (request, response) => {
		received.push(String(request.headers["webhook-id"]));
		// The first one is never answered.
		if (received.length > 1) response.writeHead(204).end();
	});
	const database = await newDatabaseUrl("postgresql");
	try {
		const { one, two } = await pair(database.url);
		await using _one = one;
		await using _two = two;
		const channel = { type: "webhook", url: hook.url };
		expect((await one.ask("POST", "/api/v1/alerts", { name: "hook", channel })).status).toBe(201);
		await one.watch(target.url, { intervalSeconds: 300 });
		await until(() => (received.length === 1 ? true : undefined), { withinMs: 40_000, what: "the first delivery" });
		const [killed, left] = (await delivererOf(database.url)) === "one" ? [one, two] : [two, one];
		await killed.kill();
		const killedAt = performance.now();
		await until(() => (received.length > 1 ? true : undefined), { withinMs: 40_000, what: "the second one" });
		const tookMs = performance.now() - killedAt;
		expect(tookMs).toBeLessThan(30_000);
		expect(new Set(received).size).toBe(1);
		await until(async () => ((await left.metric("lapwing_notices_pending")) === 0 ? true : undefined), {
			what: "the delivery to be recorded",
		});
		expect(received).toHaveLength(2);
	} finally {
		await database.drop();
	}
});

test.concurrent("a service that stood still repeats nothing when it goes on, and its notices go on without it", {
	timeout: 180_000,
}, async () => {
	await using target = await holdingTargets();
	await using hook = await receiver();
	const database = await newDatabaseUrl("postgresql");
	try {
		const { one, two } = await pair(database.url);
		await using _one = one;
		await using _two = two;
		const channel = { type: "webhook", url: hook.url };
		const alert = { name: "hook", channel, cooldownMinutes: 0, dailyCap: 1000 };
		expect((await one.ask("POST", "/api/v1/alerts", alert)).status).toBe(201);
		await hangingChecks({ one, two }, target);
		process.kill(two.pid, "SIGSTOP");
		await until(() => (target.asked.length > COUNT ? true : undefined), { what: "the other one to check them" });
		target.answer(500);
		const all = Array.from({ length: COUNT }, (_, index) => `/${index} down`).sort();
		// Its alert, too, is served by the other one, whoever had it.
		await until(() => (hook.idsOf.size === COUNT ? true : undefined), { withinMs: 60_000, what: "every notice" });
		process.kill(two.pid, "SIGCONT");
		// It hands in what it was checking when it stood still.
		const inFlight = () => two.metric("lapwing_checks_in_flight");
		await until(async () => ((await inFlight()) === 0 ? true : undefined), { what: "it to have nothing left" });
		const results = await minutesOf(one);
		expect(new Set(results.map((result) => result.split(" ").slice(0, 2).join(" "))).size).toBe(COUNT);
		expect(results).toHaveLength(COUNT);
		expect([...hook.idsOf.keys()].sort()).toEqual(all);
		expect([...hook.idsOf.values()].filter((ids) => ids.size !== 1)).toEqual([]);
	} finally {
		await database.drop();
	}
});

test.skipIf(!existsSync(LIBFAKETIME))(
	"the clock of a machine that is an hour ahead changes nothing (needs libfaketime)",
	{ timeout: 120_000, concurrent: true },
	async () => {
		const asked = new Map<string, number>();
		await using target = await startHttpTarget(({ url = "" }, response) => {
			asked.set(url, (asked.get(url) ?? 0) + 1);
			response.end("ok");
		});
		const database = await newDatabaseUrl("postgresql");
		try {
			const { one, two } = await pair(database.url, { LD_PRELOAD: LIBFAKETIME, FAKETIME: "+3600s" });
			await using _one = one;
			await using _two = two;
			const startedAt = Date.now();
			const ids: string[] = [];
			for (let index = 0; index < COUNT; index += 1) {
				ids.push(await (index % 2 ? one : two).watch(`${target.url}/${index}`, { intervalSeconds: 60 }));
			}
			// Each once at its creation, and once in the minute after it.
			await until(() => ([...asked.values()].filter((times) => times >= 2).length === COUNT ? true : undefined), {
				withinMs: 80_000,
				what: "the second check of each",
			});
			const made = await two.metric('lapwing_checks_total{verdict="up"}');
			expect(made, "it made some").toBeGreaterThan(0);
			const instants: number[] = [];
			for (const id of ids) {
				const results = await one.results(id);
				expect(new Set(results.map((result) => result.id)).size).toBe(results.length);
				for (const { completedAt } of results) instants.push(new Date(completedAt).getTime());
			}
			expect(Math.min(...instants)).toBeGreaterThan(startedAt - 1_000);
			expect(Math.max(...instants)).toBeLessThan(Date.now() + 1_000);
			expect(two.log).toContain("This machine's clock is wrong");
		} finally {
			await database.drop();
		}
	},
);

test.skipIf(!existsSync(LIBFAKETIME)).each(["+600s", "-600s"])(
	"a service whose clock is wrong by %s confirms failing attempts, so that one alone is no outage (needs libfaketime)",
	{ timeout: 120_000, concurrent: true },
	async (FAKETIME) => {
		const asked = new Map<string, number>();
		await using target = await startHttpTarget(({ url = "" }, response) => {
			const times = (asked.get(url) ?? 0) + 1;
			asked.set(url, times);
			response.writeHead(times === 1 ? 503 : 200).end();
		});
		const database = await newDatabaseUrl("postgresql");
		try {
			await using service = await Lapwing.start({
				databaseUrl: database.url,
				env: { LD_PRELOAD: LIBFAKETIME, FAKETIME },
			});
			const id = await service.watch(`${target.url}/blip`, { intervalSeconds: 60 });
			await until(async () => ((await service.results(id)).length > 0 ? true : undefined), { what: "its first check" });
			expect([await service.status(id), [...asked.values()]]).toEqual(["up", [2]]);
		} finally {
			await database.drop();
		}
	},
);
