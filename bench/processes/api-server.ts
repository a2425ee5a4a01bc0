/** The API alone, on a free port of loopback, over a database of its caller: no limit of requests, and no engine. */

import type { Logger } from "pino";
import { TrustedProxies } from "../../packages/server/src/http/access/client.ts";
import { createApp } from "../../packages/server/src/http/app.ts";
import { ReportReceiver } from "../../packages/server/src/http/job-reports/receiver.ts";
import { type HttpServer, startHttpServer } from "../../packages/server/src/http/server/http-server.ts";
import { createMetrics } from "../../packages/server/src/metrics.ts";
import type { Database } from "../../packages/server/src/storage/database/tx.ts";

/** @param now epoch milliseconds; default: the clock of the machine */
export function startApi(database: Database, log: Logger, now: () => number = Date.now): Promise<HttpServer> {
	const metrics = createMetrics();
	const app = createApp({
		database,
		log,
		metrics,
		now,
		jobReports: new ReportReceiver({ database, metrics, log, now }),
		secret: new Uint8Array(32),
		publicUrl: null,
		rateLimitPerMinute: null,
		stopping: new AbortController().signal,
		health: async () => ({ status: "ok", database: true, schedulerTickedAt: null, lagMs: null, missedChecks: null }),
	});
	return startHttpServer(app, { host: "127.0.0.1", port: 0, log, proxies: new TrustedProxies([]) });
}
