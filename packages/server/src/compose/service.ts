/** Starts the roles of this process, and stops them in an order in which nothing is lost. */

import type { Logger } from "pino";
import { type Config, ConfigError } from "../config/config.ts";
import { bootstrap, welcomeSecret } from "../storage/access/bootstrap.ts";
import { healthOf } from "./health.ts";
import { whenReturned } from "./moves.ts";
import { natsAttempts, natsConfig } from "./nats.ts";
import { originOf, welcomeOrigin } from "./origins.ts";
import { openParts, type Parts } from "./parts.ts";
import type { Role } from "./role.ts";
import { type ApiRole, startApi } from "./roles/api.ts";
import { type EngineRole, startEngine } from "./roles/engine.ts";
import { openOrStand } from "./standby.ts";

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
	/**
	 * Resolves when the database takes changes again after it was moved away: this service serves reads alone, and a new
	 * one would do all.
	 */
	readonly returned: Promise<void>;
	/** Claims no more, lets running checks end or become due again, commits, and closes. Within 10 s. */
	stop(): Promise<void>;
}

export interface ServiceOptions {
	/** Default: all. */
	readonly role?: Role;
	/** Another secret than the database's is taken, and what the old one encrypted is deleted. Default: false. */
	readonly acceptNewSecret?: boolean;
	/** Called when the database can't be opened and the last status pages are served meanwhile, with their origin. */
	readonly onStanding?: (url: string) => void;
}

export async function startService(
	config: Config,
	log: Logger,
	{ role = "all", acceptNewSecret = false, onStanding = () => {} }: ServiceOptions = {},
): Promise<Service> {
	if (role === "control" && natsConfig(config) === null) {
		throw new ConfigError(["--role control needs NATS_URL and NATS_CREDENTIALS: `lapwing nats init` makes them."]);
	}
	await using opened = new AsyncDisposableStack();
	const stopping = new AbortController();
	const shared = { config, log, stopping: stopping.signal };
	const open = async (waits: boolean) => {
		await using stack = new AsyncDisposableStack();
		const parts = await openParts({ ...shared, acceptNewSecret, makesChecks: role !== "api", waits }, stack);
		if (opened.disposed) throw new Error("The start was given up");
		opened.use(stack.move());
		return parts;
	};
	const { value: parts, server: standing } =
		role === "engine"
			? { value: await open(true), server: null }
			: await openOrStand(
					{ ...shared, onStanding: ({ port }) => onStanding(originOf(config.host, port)) },
					open,
					opened,
				);
	let engine: EngineRole | null = null;
	let api: ApiRole;
	let first: FirstStart;
	try {
		// A client that knows the key may call at once.
		const chosen = config.apiKey === null ? null : await firstStart(parts);
		const attempts = role === "api" && parts.movedTo === null ? await natsAttempts(parts, opened) : null;
		// The API starts first, so that a port in use does not interrupt checks.
		api = await startApi(
			parts,
			{
				serves: role === "engine" ? "operations" : "everything",
				checksHere: role === "all" || role === "control",
				standing,
				elsewhere: () => engine?.attempts ?? attempts,
				health: () => healthOf(parts, engine),
			},
			opened,
		);
		if (role !== "api" && parts.movedTo === null) engine = await startEngine(parts, opened);
		// A start that fails, for example at a port in use, must not make a key that nobody sees.
		first = chosen ?? (await firstStart(parts));
	} catch (error) {
		// What was opened so far ends only when the service stops.
		stopping.abort();
		await engine?.stop();
		throw error;
	}
	const all = opened.move();
	const { promise: returned, resolve: noteReturn } = Promise.withResolvers<void>();
	const watching = whenReturned(parts.database, { ...parts, stop: async () => engine?.stop() }).then(
		noteReturn,
		(error) => {
			if (!stopping.signal.aborted) log.error({ err: error }, "The engine did not stop after the move");
		},
	);

	async function stop(): Promise<void> {
		stopping.abort();
		parts.database.stopWaiting();
		const apiStopped = api.stop();
		await engine?.stop();
		await apiStopped;
		await watching;
		await all.disposeAsync();
	}
	let stopped: Promise<void> | undefined;
	return {
		url: originOf(config.host, api.port),
		firstKey: first.key === null ? null : config.apiKey === null ? { generated: first.key } : "chosen",
		welcomeLink:
			first.welcome === null || role === "engine"
				? null
				: new URL(`/welcome#${first.welcome}`, welcomeOrigin(config, api.port)).href,
		returned,
		stop() {
			stopped ??= stop();
			return stopped;
		},
	};
}

interface FirstStart {
	/** Of an empty database, in plain text; null when there was a team already. */
	readonly key: string | null;
	/** The secret of a link that makes the first owner; null when the team has one. */
	readonly welcome: string | null;
}

async function firstStart({ database, config, movedTo, now }: Parts): Promise<FirstStart> {
	if (movedTo !== null) return { key: null, welcome: null };
	const key = await bootstrap(database, config.apiKey, now());
	return { key, welcome: await welcomeSecret(database, now()) };
}
