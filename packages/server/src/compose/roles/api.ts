/** The role that answers: the API, its documents, health and metrics. It needs no engine. */

import { deliverTest } from "../../engine/deliver-notices.ts";
import { createApp, OPERATION_ROUTES, ROUTES } from "../../http/app.ts";
import { startHttpServer } from "../../http/kernel/server.ts";
import type { Health } from "../../http/public/health.ts";
import type { Parts } from "../parts.ts";

export interface ApiRole {
	readonly port: number;
	/** Takes no more requests and lets those under way end. */
	stop(): Promise<void>;
}

/** @param serves `operations`: health and metrics alone, for a process without the API */
export async function startApi(
	parts: Parts,
	health: () => Promise<Health>,
	serves: "everything" | "operations",
	opened: AsyncDisposableStack,
): Promise<ApiRole> {
	const { config, log, metrics, database, notifier, secret, stopping, now } = parts;
	const app = createApp(
		{
			database: database.requests,
			log,
			metrics,
			now,
			secret,
			publicUrl: config.publicUrl,
			rateLimitPerMinute: config.rateLimitPerMinute,
			stopping,
			health,
			deliverTest: (channel, message) => deliverTest({ notifier, signal: stopping }, channel, message),
		},
		serves === "everything" ? ROUTES : OPERATION_ROUTES,
	);
	const server = opened.adopt(await startHttpServer(app, { host: config.host, port: config.port, log }), (each) =>
		each.close(),
	);
	return { port: server.port, stop: () => server.close() };
}
