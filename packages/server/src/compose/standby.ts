/**
 * Status pages that stand while the database can't be opened at a start: the whole app over a database that is not
 * open, on the port and with the limits of the service. Public pages come from their copies on disk, with their age;
 * health is failing; everything that needs the database is answered with 503. The database is tried again and again,
 * and then the service goes on with the same socket, so that no reader is refused in between.
 *
 * Only where there is a copy to show: a first start with a wrong DATABASE_URL ends with its error, as ever.
 */

import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { TrustedProxies } from "../http/access/client.ts";
import { createApp } from "../http/app.ts";
import { ReportReceiver } from "../http/job-reports/receiver.ts";
import type { Health } from "../http/public/health.ts";
import { answersAtOnce } from "../http/public/status/serve/at-once.ts";
import { EventLoopLag } from "../http/public/status/serve/event-loop-lag.ts";
import { pageSource } from "../http/public/status/serve/page-source.ts";
import { PublicPages } from "../http/public/status/serve/public-pages.ts";
import { type HttpServer, startHttpServer } from "../http/server/http-server.ts";
import { createMetrics } from "../metrics.ts";
import { NewerSchema, OutdatedSchema } from "../storage/database/migrate.ts";
import { DatabaseBusy, DatabaseUnreachable } from "../storage/database/tx.ts";
import { unopenedDatabase } from "../storage/database/unopened-database.ts";
import { CannotListen, listenProblem } from "./machine/listen-problem.ts";
import { lastCopies } from "./status-pages/public-pages.ts";
import { UnusableDatabase } from "./unusable-database.ts";

/** A start that takes no longer is not worth another answer. */
const STAND_AFTER_MS = 500;
/** How soon a database that could not be opened is tried again. */
const TRY_AGAIN_MS = 1_000;

const HEALTH: Health = {
	status: "failing",
	problem: "The database can't be opened; the last status pages are shown. The log has the reason.",
	database: false,
	schedulerTickedAt: null,
	lagMs: null,
	missedChecks: null,
};

interface Standing {
	readonly config: Config;
	readonly log: Logger;
	readonly stopping: AbortSignal;
	/** Called once the last pages are served. */
	onStanding(server: { readonly port: number }): void;
}

/** What was opened, and the server that stood meanwhile; null when there was none. */
interface Opened<Value> {
	readonly value: Value;
	readonly server: HttpServer | null;
}

/**
 * Opens what needs the database; tries again while the last status pages can be shown meanwhile. Throws what `open`
 * throws when there are none, or when trying again mends nothing.
 * @param open to be tried; `waits`: it may stand still for a file that another process holds
 * @param opened closes the server in the end
 */
export async function openOrStand<Value>(
	{ config, log, stopping, onStanding }: Standing,
	open: (waits: boolean) => Promise<Value>,
	opened: AsyncDisposableStack,
): Promise<Opened<Value>> {
	const copies = lastCopies(config);
	if ((await copies.all()).length === 0) return { value: await open(true), server: null };
	let server: HttpServer | null = null;
	let reason = "";
	const stand = async () => {
		server ??= opened.adopt(await serveLastPages({ config, log, stopping }), (each) => each.close());
		onStanding(server);
	};
	for (;;) {
		const opening = open(false);
		try {
			if (server === null && (await isLate(opening))) await stand();
			return { value: await opening, server };
		} catch (error) {
			// When it was the server that could not be started.
			opening.catch(() => {});
			if (!canPass(error) || stopping.aborted) throw error;
			if (String(error) !== reason) log.error({ err: error }, "The database can't be opened; it is tried again");
			reason = String(error);
			if (server === null) await stand();
		}
		await pause(TRY_AGAIN_MS, null, { signal: stopping });
	}
}

/** Whether another attempt may find the database as it should be. */
function canPass(error: unknown): boolean {
	if (error instanceof DatabaseUnreachable || error instanceof DatabaseBusy) return true;
	if (!(error instanceof UnusableDatabase)) return false;
	return !(error.cause instanceof NewerSchema || error.cause instanceof OutdatedSchema);
}

async function isLate(work: Promise<unknown>): Promise<boolean> {
	const timer = new AbortController();
	const late = pause(STAND_AFTER_MS, true, { signal: timer.signal }).catch(() => false);
	try {
		return await Promise.race([work.then(() => false), late]);
	} finally {
		timer.abort();
	}
}

async function serveLastPages({ config, log, stopping }: Omit<Standing, "onStanding">): Promise<HttpServer> {
	const { publicUrl, host, port, trustedProxies } = config;
	const database = unopenedDatabase();
	const [metrics, lag, now] = [createMetrics(), new EventLoopLag(), Date.now];
	const source = pageSource({ database, publicUrl, now });
	const pages = new PublicPages({ source, copies: lastCopies(config), isShared: false, log, now });
	await pages.start();
	const app = createApp({
		database,
		publicPages: pages,
		lag,
		log,
		metrics,
		now,
		// What it signs or encrypts is of no use to anyone: nothing is stored.
		secret: randomBytes(32),
		publicUrl,
		rateLimitPerMinute: config.rateLimitPerMinute,
		stopping,
		health: async () => HEALTH,
		trustedProxies,
		jobReports: new ReportReceiver({ database, metrics, log, now }),
	});
	const proxies = new TrustedProxies(trustedProxies);
	const readers = answersAtOnce({ pages, lag, metrics, proxies, publicUrl });
	return startHttpServer(app, { host, port, log, proxies, readers }).catch((cause) => {
		const problem = listenProblem(cause, config);
		throw problem === null ? cause : new CannotListen(problem);
	});
}
