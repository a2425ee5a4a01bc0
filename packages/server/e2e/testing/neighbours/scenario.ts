/**
 * A service with one hostile neighbour of each kind (slow TLS, garbled DNS, heavy patterns, silent receivers, floods of
 * hanging targets, and those of ./typed-neighbours.ts) beside targets that hang, refuse or are healthy, in another
 * team. Measures when each outage was recorded, which healthy target was not up, and how long the API took meanwhile.
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { SCOPES } from "../../../src/domain/access/scopes.ts";
import { createKey } from "../../../src/storage/access/api-keys.ts";
import { bootstrap } from "../../../src/storage/access/bootstrap.ts";
import { createTeam } from "../../../src/storage/access/teams.ts";
import { migrate } from "../../../src/storage/database/migrate.ts";
import { openDatabase } from "../../../src/storage/database/open-database.ts";
import type { Database, Tx } from "../../../src/storage/database/tx.ts";
import { createContentChecks } from "../../../src/storage/monitors/content-checks.ts";
import { outcomeParts } from "../../../src/storage/results/outcome-code.ts";
import { aMonitor } from "../../../src/storage/testing/fixtures.ts";
import { Lapwing } from "../lapwing.ts";
import type { Ports } from "./targets-process.ts";
import { addTypedMonitors, pathWithPing, type TypedNeighbours } from "./typed-neighbours.ts";

interface ScenarioOptions {
	/** How long the service is watched once it runs. */
	readonly seconds: number;
	/** From now until the first checks are due. */
	readonly startWithinSeconds: number;
	/** All first checks are due within this time. */
	readonly spreadSeconds: number;
	readonly timeoutSeconds: number;
	readonly hanging: number;
	readonly refused: number;
	readonly healthy: number;
	readonly hostile: {
		readonly slowTls: number;
		readonly garbledDns: number;
		readonly heavyPatterns: number;
		readonly silentReceivers: number;
		readonly floodOfHanging: number;
		readonly floodTimeoutSeconds: number;
	};
	readonly typed: TypedNeighbours;
	/** Further environment of the service. */
	readonly env?: Readonly<Record<string, string>>;
}

interface ScenarioResult {
	/** By how much the service was ready too late for the first checks; their times say little then. */
	readonly lateMs: number;
	/**
	 * Seconds from the moment a target was first due until it was recorded as down, ascending. Infinite where it was not.
	 */
	readonly hangingDownAfter: readonly number[];
	readonly refusedDownAfter: readonly number[];
	/** Checks of healthy targets by verdict. */
	readonly healthy: Readonly<Record<"up" | "degraded" | "down" | "missed", number>>;
	/** Healthy monitors that were never checked. */
	readonly healthyUnchecked: number;
	/** Seconds between two checks of one healthy target, the longest; 0 when none was checked twice. */
	readonly longestGap: number;
	/** Seconds from the record of the first outage to its notice at a receiver that answers; null when none came. */
	readonly noticeAfter: number | null;
	/** Milliseconds of requests to the API and to /healthz, ascending. */
	readonly apiTimes: readonly number[];
	/** How checks of hostile monitors of other types than http ended, as "name: reason". */
	readonly typedReasons: ReadonlySet<string>;
	readonly missedByCause: readonly { readonly cause: string; readonly checks: number }[];
	/** Why checks of healthy targets failed, each message without its numbers. */
	readonly healthyDownByMessage: readonly { readonly message: string; readonly checks: number }[];
	/** Lines that the service logged as warnings or errors, each kind once. */
	readonly warnings: readonly string[];
}

const VICTIMS_KEY = "the-key-of-the-victims-team";
const HOSTILE_KEY = "the-key-of-the-hostile-team";
/** Light to write, thousands of states, all alive at every letter of the page. */
const HEAVY = "([a-z ]{1,100}){1,10}[0-9]";
const ASK_EVERY_MS = 50;

export async function runScenario(options: ScenarioOptions): Promise<ScenarioResult> {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-neighbours-"));
	const targets = fork(new URL("./targets-process.ts", import.meta.url), { execArgv: process.execArgv });
	try {
		const [ports] = (await once(targets, "message")) as [Ports];
		const databaseUrl = `sqlite:${join(directory, "lapwing.db")}`;
		// Time to fill the database and to start, so that the first checks are not late already.
		const firstDueAt = Date.now() + options.startWithinSeconds * 1000;
		await fill(databaseUrl, ports, options, firstDueAt);
		await using service = await Lapwing.start({
			databaseUrl,
			directory,
			key: VICTIMS_KEY,
			env: {
				PROBE_RESOLVERS: ports.resolver,
				LOG_LEVEL: "warn",
				PATH: await pathWithPing(directory),
				...options.env,
			},
		});
		const lateMs = Math.max(0, Date.now() - firstDueAt);
		const apiTimes = await watch(service, ports, options, firstDueAt);
		await service.stop();
		return {
			...readResult(join(directory, "lapwing.db"), options),
			lateMs,
			apiTimes,
			warnings: warningsOf(service.log),
		};
	} finally {
		targets.disconnect();
		await rm(directory, { recursive: true, force: true });
	}
}

async function fill(databaseUrl: string, ports: Ports, options: ScenarioOptions, firstDueAt: number): Promise<void> {
	const database = openDatabase(databaseUrl);
	try {
		await migrate(database);
		await fillDatabase(database, ports, options, firstDueAt);
	} finally {
		await database.close();
	}
}

async function fillDatabase(
	database: Database,
	ports: Ports,
	options: ScenarioOptions,
	firstDueAt: number,
): Promise<void> {
	await bootstrap(database, VICTIMS_KEY, Date.now());
	const team = await createTeam(database, { name: "Hostile", slug: "hostile" }, Date.now());
	if (!team) throw new Error("The database was not empty");
	await createKey(database, { teamId: team.id, name: "Key", scopes: SCOPES, plaintext: HOSTILE_KEY }, Date.now());
	const add = (teamId: number, count: number, name: string, url: (index: number) => string, timeoutSeconds: number) =>
		addMonitors(database, {
			teamId,
			count,
			name,
			url,
			timeoutSeconds,
			firstDueAt,
			spreadMs: options.spreadSeconds * 1000,
		});
	const { hostile, timeoutSeconds } = options;
	const local = (port: number) => (index: number) => `http://127.0.0.1:${port}/${index}`;
	await add(1, options.hanging, "hanging", local(ports.hanging), timeoutSeconds);
	await add(1, options.refused, "refused", local(ports.refused), timeoutSeconds);
	const healthyUrl = (index: number) =>
		index % 2 === 0 ? local(ports.healthy)(index) : `http://target-${index}.good.example:${ports.healthy}/`;
	await add(1, options.healthy, "healthy", healthyUrl, timeoutSeconds);
	await add(team.id, hostile.slowTls, "slow tls", (index) => `https://127.0.0.1:${ports.slowTls}/${index}`, 30);
	const garbled = (index: number) => `http://target-${index}.malformed.example:${ports.healthy}/`;
	await add(team.id, hostile.garbledDns, "garbled dns", garbled, timeoutSeconds);
	await add(team.id, hostile.floodOfHanging, "flood", local(ports.hanging), hostile.floodTimeoutSeconds);
	const heavy = await add(team.id, hostile.heavyPatterns, "heavy pattern", local(ports.page), timeoutSeconds);
	for (const id of heavy) {
		const check = { type: "regex", value: HEAVY, caseSensitive: true } as const;
		await createContentChecks(database, [{ monitorId: id, check }], Date.now());
	}
}

async function addMonitors(
	database: Tx,
	wanted: {
		teamId: number;
		count: number;
		name: string;
		url: (index: number) => string;
		timeoutSeconds: number;
		firstDueAt: number;
		spreadMs: number;
	},
): Promise<number[]> {
	const { teamId, count, name, url, timeoutSeconds, firstDueAt, spreadMs } = wanted;
	return database.transaction(async (tx) => {
		const ids: number[] = [];
		for (let index = 0; index < count; index += 1) {
			const createdAt = firstDueAt + Math.floor((index / count) * spreadMs);
			ids.push(await aMonitor(tx, teamId, { name, url: url(index), timeoutSeconds, createdAt }));
		}
		return ids;
	});
}

/** Has notices sent to silent receivers and test notices to the slow TLS server, and asks the API all the while. */
async function watch(service: Lapwing, ports: Ports, options: ScenarioOptions, firstDueAt: number): Promise<number[]> {
	const { silentReceivers } = options.hostile;
	const slack = (url: string) => ({ name: "Alert", channel: { type: "slack", url }, cooldownMinutes: 0 });
	// For one monitor each: every alert for every monitor would measure the outbox with millions of notices instead.
	const wanted = { name: "hostile", url: `http://127.0.0.1:${ports.refused}/` };
	const monitor = await service.ask("POST", "/api/v1/monitors", wanted, HOSTILE_KEY);
	const ofOne = { ...slack(`http://127.0.0.1:${ports.hanging}/`), monitorIds: [monitor.body.data.id] };
	for (let index = 0; index < silentReceivers; index += 1) {
		await service.ask("POST", "/api/v1/alerts", ofOne, HOSTILE_KEY);
	}
	await service.ask("POST", "/api/v1/alerts", slack(`http://127.0.0.1:${ports.healthy}/`));
	const slowReceiver = { ...slack(`https://127.0.0.1:${ports.slowTls}/`), monitorIds: ofOne.monitorIds };
	const slow = await service.ask("POST", "/api/v1/alerts", slowReceiver, HOSTILE_KEY);
	const slowTest = `/api/v1/alerts/${slow.body.data.id}/test`;

	await addTypedMonitors(
		service,
		ports,
		options.typed,
		{ healthy: VICTIMS_KEY, hostile: HOSTILE_KEY },
		options.timeoutSeconds,
	);
	await pause(Math.max(0, firstDueAt - Date.now()));
	const until = performance.now() + options.seconds * 1000;
	const tests = pause(options.seconds * 250).then(() =>
		Promise.all(Array.from({ length: 30 }, () => service.ask("POST", slowTest, undefined, HOSTILE_KEY))),
	);
	const times: number[] = [];
	for (let turn = 0; performance.now() < until; turn += 1) {
		const startedAt = performance.now();
		const path = turn % 2 === 0 ? "/healthz" : "/api/v1/monitors?perPage=20";
		const { status } = await service.ask("GET", path);
		if (status !== 200) throw new Error(`${path} answered ${status}`);
		times.push(performance.now() - startedAt);
		await pause(ASK_EVERY_MS);
	}
	await tests;
	return times.sort((a, b) => a - b);
}

function readResult(file: string, options: ScenarioOptions): Omit<ScenarioResult, "lateMs" | "apiTimes" | "warnings"> {
	const database = new DatabaseSync(file, { readOnly: true });
	const all = <Row>(sql: string, ...values: (string | number)[]) => database.prepare(sql).all(...values) as Row[];
	const downAfter = (name: string, count: number) => {
		const rows = all<{ after: number }>(
			`select (min(t.created_at) - m.created_at) / 1000.0 as after
			from transitions as t join monitors as m on m.id = t.monitor_id
			where m.name = ? and t.to_status = 3 group by m.id`,
			name,
		);
		const seconds = rows.map(({ after }) => after).sort((a, b) => a - b);
		return [...seconds, ...Array<number>(count - seconds.length).fill(Number.POSITIVE_INFINITY)];
	};
	try {
		const ofHealthy = "from check_results as r join monitors as m on m.id = r.monitor_id where m.name = 'healthy'";
		const healthy = { up: 0, degraded: 0, down: 0, missed: 0 };
		for (const { outcome } of all<{ outcome: number }>(`select r.outcome ${ofHealthy}`)) {
			healthy[outcomeParts(outcome).verdict] += 1;
		}
		const [{ unchecked = 0 } = {}] = all<{ unchecked: number }>(
			`select count(*) as unchecked from monitors as m where m.name = 'healthy'
			and not exists (select 1 from check_results as r where r.monitor_id = m.id)`,
		);
		const [{ gap = 0 } = {}] = all<{ gap: number | null }>(
			`select max(gap) as gap from (select r.minute - lag(r.minute) over (partition by r.monitor_id order by r.minute) as gap ${ofHealthy})`,
		);
		const [{ after = null } = {}] = all<{ after: number | null }>(
			`select (min(e.sent_at) - min(e.created_at)) / 1000.0 as after from alert_events as e
			join monitors as m on m.id = e.monitor_id where m.team_id = 1 and e.status = 0`,
		);
		const missedByCause = all<{ cause: string; checks: number }>(
			`select m.name || ': ' || f.message as cause, count(*) as checks from check_results as r
			join check_failures as f on f.minute = r.minute and f.monitor_id = r.monitor_id
			join monitors as m on m.id = r.monitor_id where r.elapsed_ms is null group by 1 order by 2 desc`,
		);
		const typed = all<{ name: string; outcome: number }>(
			`select distinct m.name, r.outcome from check_results as r join monitors as m on m.id = r.monitor_id
			where m.type <> 'http' and m.name <> 'healthy' order by 1`,
		);
		const failures = all<{ message: string; minute: number }>(
			`select f.message, r.minute from check_failures as f
			join (select r.* ${ofHealthy} and r.elapsed_ms is not null) as r
			on f.minute = r.minute and f.monitor_id = r.monitor_id order by r.minute`,
		);
		const healthyDown = Map.groupBy(failures, ({ message }) => message.replaceAll(/\d+/g, "N"));
		return {
			healthyDownByMessage: [...healthyDown].map(([message, { length }]) => ({ message, checks: length })),
			hangingDownAfter: downAfter("hanging", options.hanging),
			refusedDownAfter: downAfter("refused", options.refused),
			healthy,
			healthyUnchecked: unchecked,
			typedReasons: new Set(typed.map(({ name, outcome }) => `${name}: ${outcomeParts(outcome).reason}`)),
			longestGap: (gap ?? 0) * 60,
			noticeAfter: after,
			missedByCause,
		};
	} finally {
		database.close();
	}
}

function warningsOf(log: string): string[] {
	const messages = log
		.split("\n")
		.filter((line) => line.startsWith("{"))
		.map((line) => JSON.parse(line) as { msg: string; cause?: string });
	return [...new Set(messages.map(({ msg, cause }) => (cause === undefined ? msg : `${msg} (${cause})`)))];
}

export function percentile(ascending: readonly number[], share: number): number {
	return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN;
}
