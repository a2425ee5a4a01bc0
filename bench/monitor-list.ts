/**
 * CPU of a request for 50 monitors, for the same in full view, and for 50 results of a monitor, beside a bare Hono that
 * answers the same 50 monitors in the same process; in turns, while the database is unchanged and while checks are
 * recorded. The service is a process of its own, so that its CPU is its own, and the client costs little.
 *
 *     node --conditions=@lapwing/source bench/monitor-list.ts [--monitors 1000] [--seconds 2] [--rounds 3]
 *         [--connections 16] [--engine postgresql] [--profile] [--parts]
 *
 * On SQLite in memory, or on a PostgreSQL of its own. "A core" is the service's: its process with all its threads.
 * What PostgreSQL itself spends is printed beside it. --parts prints instead what each part of a request costs in CPU,
 * called apart and many times.
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "@hono/zod-openapi";
import {
	DummyDriver,
	Kysely,
	PostgresAdapter,
	PostgresQueryCompiler,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
} from "kysely";
import { withLatest } from "../packages/server/src/http/api/monitors/latest-results.ts";
import { fullForm, listForm } from "../packages/server/src/http/api/monitors/monitor-forms.ts";
import { listQuery } from "../packages/server/src/http/api/monitors/monitors.ts";
import { Cursors } from "../packages/server/src/http/kernel/cursors.ts";
import { pagingQuery } from "../packages/server/src/http/kernel/schemas.ts";
import { createMetrics } from "../packages/server/src/metrics.ts";
import { KeyLookups } from "../packages/server/src/storage/access/key-lookups.ts";
import type { Schema } from "../packages/server/src/storage/database/schema.ts";
import type { Tx } from "../packages/server/src/storage/database/tx.ts";
import { countMonitors, pageOfMonitors } from "../packages/server/src/storage/monitors/list-monitors.ts";
import { pageOfChecks } from "../packages/server/src/storage/results/read-checks.ts";
import { startPostgres } from "../packages/server/src/storage/testing/postgres.ts";
import { listedMonitors } from "./listed-monitors.ts";
import { askFor } from "./processes/loopback-client.ts";
import { childrenCpuUs } from "./processes/process-cost.ts";

const { values: options } = parseArgs({
	options: {
		monitors: { type: "string", default: "1000" },
		seconds: { type: "string", default: "2" },
		rounds: { type: "string", default: "3" },
		connections: { type: "string", default: "16" },
		engine: { type: "string", default: "sqlite" },
		profile: { type: "boolean", default: false },
		parts: { type: "boolean", default: false },
	},
});

const PART_ROUNDS = 5;
const PART_ROUND_MS = 300;

const postgres = options.engine === "postgresql" ? await startPostgres() : null;
const databaseUrl = postgres === null ? "sqlite::memory:" : `${postgres.url}/postgres`;
const serverPid =
	postgres && Number(readFileSync(join(postgres.directory, "data/postmaster.pid"), "utf8").split("\n")[0]);
/** CPU of PostgreSQL itself, all its processes, microseconds; 0 on SQLite. */
const serverCpuUs = () => (serverPid === null ? 0 : childrenCpuUs(serverPid));
if (options.parts) await measureParts();
else await measure();
await postgres?.stop();

async function measureParts(): Promise<void> {
	const { database, key, monitors, log } = await listedMonitors(databaseUrl, Number(options.monitors));
	const [metrics, now] = [createMetrics(), Date.now()];
	const lookups = new KeyLookups(database);
	const url = new URL("http://127.0.0.1:7070/api/v1/monitors");
	const subject = { teamId: 1, filter: {}, sort: "created" } as const;
	const pageOf = (tx: Tx) => pageOfMonitors(tx, subject, { direction: "forward", from: null, limit: 51 }, now);
	const readPage = () => pageOf(database);
	const unsent = { ...database, db: unsentStatements() };
	const unsentLookups = new KeyLookups({ ...unsent, dialect: { ...database.dialect, hasRoundTrips: false } });
	const page = (await readPage()).slice(0, 50);
	const inFull = await withLatest(database, page);
	const showing = { services: { publicUrl: null } as never, url };
	const forms = page.map((monitor) => listForm(showing, monitor));
	const query = z.object({ ...pagingQuery.shape, ...listQuery.shape });
	const cursors = new Cursors(new Uint8Array(32));
	const name = ["monitors", "created", "{}", 1] as const;
	const labels = { method: "GET", route: "/api/v1/monitors" };
	const line = { requestId: "0", ...labels, status: 200, elapsedMs: 1, actor: "key_1" };
	const parts: [string, () => unknown][] = [
		["key looked up, alone in its turn", () => lookups.find(key, now)],
		["of which its SQL built", () => unsentLookups.find(key, now)],
		["keys of 16 looked up in one turn", () => Promise.all(Array.from({ length: 16 }, () => lookups.find(key, now)))],
		["query validated", () => query.safeParse({})],
		["page of 51 read", readPage],
		["of which its SQL built", () => pageOf(unsent)],
		["monitors counted", () => countMonitors(database, 1, {})],
		["50 forms", () => page.map((monitor) => listForm(showing, monitor))],
		["50 forms as JSON", () => JSON.stringify(forms)],
		["latest checks of 50 read", () => withLatest(database, page)],
		["50 full forms", () => inFull.map((monitor) => fullForm(showing, monitor))],
		["page of 51 results read", () => pageOfChecks(database, monitors[0]?.id ?? 0, { limit: 51 })],
		["cursor signed", () => cursors.write(name, { direction: "forward", from: [now, 950] })],
		["line of the log", () => log.info(line, "request")],
		[
			"metrics",
			() => {
				metrics.httpRequests.inc({ ...labels, status: 200 });
				metrics.httpDuration.observe(labels, 0.001);
			},
		],
	];
	for (const [part, work] of parts) {
		const { own, server } = await cpuOf(work);
		process.stdout.write(`${part.padEnd(36)}${own} µs${postgres ? `; PostgreSQL itself ${server} µs` : ""}\n`);
	}
	await database.close();
}

/** Builds the SQL of statements as the engine's own, and sends none: each answers no row. */
function unsentStatements(): Kysely<Schema> {
	const [Adapter, QueryCompiler] = postgres
		? [PostgresAdapter, PostgresQueryCompiler]
		: [SqliteAdapter, SqliteQueryCompiler];
	return new Kysely<Schema>({
		dialect: {
			createAdapter: () => new Adapter(),
			createDriver: () => new DummyDriver(),
			createIntrospector: (db) => new SqliteIntrospector(db),
			createQueryCompiler: () => new QueryCompiler(),
		},
	});
}

/**
 * Microseconds of CPU of this thread, and of PostgreSQL, each the least of some rounds: other processes lengthen the
 * others.
 */
async function cpuOf(work: () => unknown): Promise<{ own: number; server: number }> {
	let [own, server] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
	for (let round = 0; round < PART_ROUNDS; round += 1) {
		const before = process.threadCpuUsage();
		const serverBefore = serverCpuUs();
		// The system counts in ticks of some milliseconds.
		const until = performance.now() + PART_ROUND_MS;
		let calls = 0;
		for (; performance.now() < until; calls += 1) await work();
		const { user, system } = process.threadCpuUsage(before);
		own = Math.min(own, (user + system) / calls);
		server = Math.min(server, (serverCpuUs() - serverBefore) / calls);
	}
	const rounded = (us: number) => Math.round(us * 10) / 10;
	return { own: rounded(own), server: rounded(server) };
}

async function measure(): Promise<void> {
	const service = fork(
		join(import.meta.dirname, "processes/list-service.ts"),
		[`--monitors=${options.monitors}`, `--database=${databaseUrl}`],
		{ execArgv: ["--conditions=@lapwing/source", ...(options.profile ? ["--cpu-prof", "--cpu-prof-dir=/tmp"] : [])] },
	);
	const answer = <T>() => new Promise<T>((resolve) => service.once("message", (message) => resolve(message as T)));
	const { port, barePort, key, id } = await answer<{ port: number; barePort: number; key: string; id: string }>();
	const asked = {
		"a bare Hono, 50 monitors": { port: barePort, path: "/monitors" },
		"50 monitors": { port, path: "/api/v1/monitors" },
		"50 monitors in full view": { port, path: "/api/v1/monitors?view=full" },
		"50 results": { port, path: `/api/v1/monitors/${id}/results` },
	};
	const cpuUs = async () => {
		const used = answer<NodeJS.CpuUsage>();
		service.send("cpu");
		const { user, system } = await used;
		return user + system;
	};
	/** CPU of a request, all threads, what else the process does included. */
	const costOf = async (each: { port: number; path: string }, seconds: number) => {
		const before = await cpuUs();
		const serverBefore = serverCpuUs();
		const answers = await askFor({ ...each, key }, Number(options.connections), seconds * 1000);
		const cpu = ((await cpuUs()) - before) / answers;
		return { cpu, server: (serverCpuUs() - serverBefore) / answers, perSecond: answers / seconds };
	};
	for (const each of Object.values(asked)) await costOf(each, 1);
	for (const beside of ["while the database is unchanged", "while 400 checks a second are recorded"]) {
		process.stdout.write(`${beside}, ${options.monitors} monitors:\n`);
		const costs = new Map<string, Awaited<ReturnType<typeof costOf>>[]>();
		for (let round = 0; round < Number(options.rounds); round += 1) {
			for (const [what, each] of Object.entries(asked)) {
				costs.set(what, [...(costs.get(what) ?? []), await costOf(each, Number(options.seconds))]);
			}
		}
		for (const [what, rounds] of costs) {
			const cpu = median(rounds.map(({ cpu }) => cpu));
			const server = median(rounds.map(({ server }) => server));
			const perSecond = median(rounds.map(({ perSecond }) => perSecond));
			process.stdout.write(
				`  ${what.padEnd(28)}${cpu.toFixed(0).padStart(5)} µs of CPU each: ${Math.round(1e6 / cpu)} a second on a core ` +
					`(measured beside the client: ${Math.round(perSecond)}${postgres ? `; PostgreSQL itself ${server.toFixed(0)} µs` : ""})\n`,
			);
		}
		service.send("record");
	}
	service.send("stop");
	await once(service, "exit");
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
