/**
 * The only place where the parts meet: starts the roles that this process has, and ends them in the order in which
 * nothing is lost.
 */

import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { healthOf } from "./health.ts";
import { originOf, welcomeOrigin } from "./origins.ts";
import { openParts } from "./parts.ts";
import { startApi } from "./roles/api.ts";
import { type EngineRole, startEngine } from "./roles/engine.ts";

/**
 * What a process does: everything, or one of the two halves. Both halves may run several times beside one PostgreSQL.
 */
export const ROLES = ["all", "api", "engine"] as const;
export type Role = (typeof ROLES)[number];

export interface Service {
	/** Where the API listens: `http://127.0.0.1:7070`. Without the API, health and metrics. */
	readonly url: string;
	/**
	 * The key made for an empty database, to be shown this once. `chosen`: the operator set it, and it is not to be
	 * shown. Null when there was a team already.
	 */
	readonly firstKey: { readonly generated: string } | "chosen" | null;
	/** A link that makes the first owner, as long as there is no user; null in a process that answers no API. */
	readonly welcomeLink: string | null;
	/** Claims no more, lets running checks end or become due again, commits, and closes. Within 10 s. */
	stop(): Promise<void>;
}

export async function startService(config: Config, log: Logger, role: Role = "all"): Promise<Service> {
	await using opened = new AsyncDisposableStack();
	const stopping = new AbortController();
	const parts = await openParts(config, log, stopping.signal, opened);
	let engine: EngineRole | null = null;
	// The API first: a port that is taken must not cost a check.
	const serves = role === "engine" ? "operations" : "everything";
	const api = await startApi(parts, () => healthOf(parts, engine), serves, opened);
	if (role !== "api") engine = startEngine(parts, opened);
	const all = opened.move();

	async function stop(): Promise<void> {
		stopping.abort();
		parts.database.stopWaiting();
		const apiStopped = api.stop();
		await engine?.stop();
		await apiStopped;
		await all.disposeAsync();
	}
	let stopped: Promise<void> | undefined;
	return {
		url: originOf(config.host, api.port),
		firstKey: parts.firstKey === null ? null : config.apiKey === null ? { generated: parts.firstKey } : "chosen",
		welcomeLink:
			parts.welcomeSecret === null || role === "engine"
				? null
				: new URL(`/welcome#${parts.welcomeSecret}`, welcomeOrigin(config, api.port)).href,
		stop() {
			stopped ??= stop();
			return stopped;
		},
	};
}
