/**
 * The only place where the parts meet: opens the database, starts probers, background jobs and the API, and ends them in the
 * order in which nothing is lost.
 */

import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { createInProcessDispatcher } from "../dispatch/threads/dispatcher.ts";
import { deliverTest } from "../engine/deliver-notices.ts";
import { loop } from "../engine/loop.ts";
import { createRecorder } from "../engine/record-observations.ts";
import { timetable } from "../engine/timetable.ts";
import { createApp } from "../http/app.ts";
import { startHttpServer } from "../http/kernel/server.ts";
import type { Health } from "../http/public/health.ts";
import { createMetrics } from "../metrics.ts";
import { createDialer } from "../net/dial.ts";
import { createNotifier } from "../notify/notifier.ts";
import { smtpServer } from "../notify/smtp.ts";
import { loadSecret } from "../secret.ts";
import { bootstrap } from "../storage/access/bootstrap.ts";
import { releaseAllAlerts } from "../storage/alerts/notice-leases.ts";
import { lockInstance } from "../storage/database/instance-lock.ts";
import { migrate } from "../storage/database/migrate.ts";
import { openDatabase } from "../storage/database/open-database.ts";
import { secretBox } from "../storage/database/sealed-secrets.ts";
import type { Database } from "../storage/database/session.ts";
import { oldestDue, releaseAllClaims, releaseClaims } from "../storage/schedule/monitor-states.ts";
import { VERSION } from "../version.ts";

const USER_AGENT = `Lapwing/${VERSION}`;
/** A stop ends within 10 s: running checks get most of it, the last commit the rest. */
const DRAIN_CHECKS_MS = 5_000;
const FINISH_COMMITS_MS = 3_000;
/** A scheduler that has not looked for this long stands still. */
const SCHEDULER_STALLS_AFTER_MS = 15_000;
/** A database that has not answered within this time counts as away. */
const PING_TIMEOUT_MS = 2_000;

export interface Service {
	/** Where the API listens: `http://127.0.0.1:7070`. */
	readonly url: string;
	/** The key made for an empty database, for the only time; null when there was a team already. */
	readonly firstKey: string | null;
	/** Claims no more, lets running checks end or become due again, commits, and closes. Within 10 s. */
	stop(): Promise<void>;
}

/**
 * Opens the database of `config`, with its schema up to date. An error names the database, and why as its cause.
 * @param onMigrated told the names of the migrations that ran, which may be none
 */
export async function openMigratedDatabase(
	{ databaseUrl }: Pick<Config, "databaseUrl">,
	onMigrated: (ran: readonly string[]) => void = () => {},
): Promise<Database> {
	let database: Database | undefined;
	try {
		database = openDatabase(databaseUrl);
		onMigrated(await migrate(database));
		return database;
	} catch (cause) {
		await database?.close();
		throw new Error(`The database ${withoutPassword(databaseUrl)} can't be used`, { cause });
	}
}

function withoutPassword(databaseUrl: string): string {
	if (databaseUrl.startsWith("sqlite:")) return databaseUrl;
	const url = new URL(databaseUrl);
	url.password = "";
	url.search = "";
	return url.href;
}

export async function startService(config: Config, log: Logger): Promise<Service> {
	const now = Date.now;
	const secret = loadSecret(config);
	await using opened = new AsyncDisposableStack();
	const onMigrated = (ran: readonly string[]) => {
		if (ran.length > 0) log.info({ migrations: ran }, "Brought the database's schema up to date");
	};
	// Before the schema is touched: a newer Lapwing must not migrate under one that runs.
	opened.use(lockInstance(config.databaseUrl));
	const database = opened.adopt(await openMigratedDatabase(config, onMigrated), (each) => each.close());
	const firstKey = await bootstrap(database, config.apiKey, now());
	// The only service of a SQLite file: whoever held a lease is gone.
	if (database.dialect.isSingleProcess) {
		await releaseAllClaims(database, now());
		await releaseAllAlerts(database, now());
	}

	const metrics = createMetrics();
	const recorder = createRecorder({ database, metrics, log, now });
	const dispatcher = createInProcessDispatcher({
		threads: config.probeThreads,
		concurrency: config.probeConcurrency,
		prober: {
			allowPrivateTargets: config.allowPrivateTargets,
			resolvers: config.resolvers,
			userAgent: USER_AGENT,
		},
		receiver: recorder,
		onThreadLost: (error, checksLost) =>
			log.error({ err: error, checksLost }, "A probe thread was lost and is replaced"),
		onProberFault: (error, monitorId) => log.error({ err: error, monitorId }, "A prober failed; the check is missed"),
		now,
	});
	opened.defer(() => dispatcher.close());

	const dialer = opened.adopt(
		createDialer({ allowPrivateTargets: config.allowPrivateTargets, resolvers: config.resolvers }),
		(each) => each.close(),
	);
	const notifier = createNotifier({
		dialer,
		userAgent: USER_AGENT,
		publicUrl: linkOrigin(config),
		smtp: config.smtpUrl === null ? null : smtpServer(config.smtpUrl, config.smtpFrom),
		now,
		onFault: (error) => log.error({ err: error }, "A notice could not be built"),
	});

	let schedulerTickedAt: number | null = null;
	const stopping = new AbortController();
	const jobs = timetable({
		database,
		dispatcher,
		recorder,
		metrics,
		log,
		now,
		signal: stopping.signal,
		retention: config.retention,
		notifier,
		secretBox: secretBox(secret),
		onScheduled: () => {
			schedulerTickedAt = now();
		},
	});
	async function health(): Promise<Health> {
		const answer = await within(PING_TIMEOUT_MS, oldestDue(database));
		const isAnswering = answer !== null;
		const due = answer?.value ?? null;
		const ticking = schedulerTickedAt !== null && now() - schedulerTickedAt < SCHEDULER_STALLS_AFTER_MS;
		return {
			status: isAnswering && ticking ? "ok" : "failing",
			database: isAnswering,
			schedulerTickedAt,
			lagMs: due === null ? null : Math.max(0, now() - due),
		};
	}
	const app = createApp({
		database,
		log,
		metrics,
		now,
		secret,
		publicUrl: config.publicUrl,
		rateLimitPerMinute: config.rateLimitPerMinute,
		health,
		deliverTest: (channel, message) => deliverTest({ notifier, signal: stopping.signal }, channel, message),
	});
	const server = opened.adopt(await startHttpServer(app, { host: config.host, port: config.port, log }), (each) =>
		each.close(),
	);
	const loops = jobs.map((job) => loop(job, { log, metrics }, stopping.signal));
	const committing = new AbortController();
	const commits = recorder.run(committing.signal);
	const parts = opened.move();

	let stopped: Promise<void> | undefined;
	async function stop(): Promise<void> {
		stopping.abort();
		const serverClosed = server.close();
		await Promise.all(loops);
		const aborted = await dispatcher.drain(DRAIN_CHECKS_MS);
		committing.abort();
		await commits;
		const lost = await recorder.finish(AbortSignal.timeout(FINISH_COMMITS_MS));
		if (lost > 0)
			log.error({ outcomes: lost }, "The database did not take the last outcomes; these checks are made again");
		await releaseClaims(database, aborted, now()).catch((error) =>
			log.error({ err: error }, "Aborted checks wait for their leases to end"),
		);
		await serverClosed;
		await parts.disposeAsync();
	}
	return {
		url: originOf(config.host, server.port),
		firstKey,
		stop() {
			stopped ??= stop();
			return stopped;
		},
	};
}

/** Where links in notices lead; null when we are told of no address that their reader could use. */
export function linkOrigin({ publicUrl, host, port }: Pick<Config, "publicUrl" | "host" | "port">): string | null {
	if (publicUrl !== null) return publicUrl;
	return port === 0 || host === "0.0.0.0" || host === "::" ? null : originOf(host, port);
}

function originOf(host: string, port: number): string {
	return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** What `work` gave; null when it failed or took longer. */
async function within<Value>(ms: number, work: Promise<Value>): Promise<{ value: Value } | null> {
	const { promise: late, resolve } = Promise.withResolvers<null>();
	const timer = setTimeout(() => resolve(null), ms);
	try {
		return await Promise.race([
			work.then(
				(value) => ({ value }),
				() => null,
			),
			late,
		]);
	} finally {
		clearTimeout(timer);
	}
}
