/** Starts the roles of this process, and stops them in an order in which nothing is lost. */

import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { healthOf } from "./health.ts";
import { originOf, welcomeOrigin } from "./origins.ts";
import { openParts } from "./parts.ts";
import type { Role } from "./role.ts";
import { type ApiRole, startApi } from "./roles/api.ts";
import { type EngineRole, startEngine } from "./roles/engine.ts";

export interface Service {
	/** Where the API listens: `http://127.0.0.1:7070`. Without the API, health and metrics. */
	readonly url: string;
	/**
	 * The key created for an empty database, shown only once. `chosen`: the operator set it, and it is not shown. Null
	 * when there was a team already.
	 */
	readonly firstKey: { readonly generated: string } | "chosen" | null;
	/** A link that makes the first owner, while the team has none; null in a process without the API. */
	readonly welcomeLink: string | null;
	/** Claims no more, lets running checks end or become due again, commits, and closes. Within 10 s. */
	stop(): Promise<void>;
}

export interface ServiceOptions {
	/** Default: all. */
	readonly role?: Role;
	/** Another secret than the database's is taken, and what the old one sealed is deleted. Default: false. */
	readonly acceptNewSecret?: boolean;
}

export async function startService(
	config: Config,
	log: Logger,
	{ role = "all", acceptNewSecret = false }: ServiceOptions = {},
): Promise<Service> {
	await using opened = new AsyncDisposableStack();
	const stopping = new AbortController();
	const parts = await openParts({ config, log, stopping: stopping.signal, acceptNewSecret }, opened);
	let engine: EngineRole | null = null;
	let api: ApiRole;
	try {
		// The API starts first, so that a port in use does not interrupt checks.
		api = await startApi(
			parts,
			{
				serves: role === "engine" ? "operations" : "everything",
				checksHere: role === "all",
				health: () => healthOf(parts, engine),
			},
			opened,
		);
		if (role !== "api") engine = startEngine(parts, opened);
	} catch (error) {
		// What was opened so far ends only when the service stops.
		stopping.abort();
		throw error;
	}
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
