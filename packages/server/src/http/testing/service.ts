/** The API over a new database, with a clock that the test sets and a log that it can read. */

import { randomUUID } from "node:crypto";
import pino, { type Logger } from "pino";
import { SCOPES, type Scope } from "../../domain/access/scopes.ts";
import type { Team } from "../../domain/access/team.ts";
import { argon2Passwords } from "../../identity/argon2-passwords.ts";
import { createMetrics } from "../../metrics.ts";
import { createKey } from "../../storage/access/api-keys.ts";
import { createTeam, teamBySlug } from "../../storage/access/teams.ts";
import type { Database } from "../../storage/database/tx.ts";
import { type EngineName, freshDatabase } from "../../storage/testing/engines.ts";
import { upObservation } from "../../storage/testing/fixtures.ts";
import { type App, createApp, type Route } from "../app.ts";
import { ReportReceiver } from "../job-reports/receiver.ts";
import type { AppDependencies } from "../services.ts";

export interface Answer {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	/** The parsed body; null when it is empty or no JSON. */
	// biome-ignore lint/suspicious/noExplicitAny: tests read bodies as a client without types does.
	readonly json: any;
}

export interface Asking {
	/** Default: a key of the team `acme` with every scope. Null sends none. */
	readonly key?: string | null;
	readonly headers?: Readonly<Record<string, string>>;
	/** Sent as JSON. */
	readonly body?: unknown;
	/** Sent as it is. */
	readonly rawBody?: string | Uint8Array<ArrayBuffer>;
}

export interface Service extends AsyncDisposable {
	readonly app: App;
	readonly database: Database;
	readonly clock: { now: number };
	readonly publicUrl: string | null;
	readonly team: Team;
	/** The key that is sent unless another is given: of `team`, with every scope. */
	readonly key: string;
	readonly log: Logger;
	/** Every line of the log, as JSON. */
	readonly logLines: string[];
	newTeam(slug: string): Promise<{ team: Team; key: string }>;
	keyWith(scopes: readonly Scope[]): Promise<string>;
	ask(method: string, path: string, asking?: Asking): Promise<Answer>;
	/** Asks over a connection from `address`. */
	askFrom(address: string): Service["ask"];
	/** Asks the same API, started anew for this request over the same database. */
	readonly askAnew: Service["ask"];
	/** Creates a monitor and returns it in single form. */
	newMonitor(settings?: object, key?: string): Promise<{ id: string } & Record<string, unknown>>;
}

export const NOON = Date.UTC(2025, 5, 15, 12);

/** @param on a database that is migrated and the caller's to delete, or the engine of a fresh one */
export async function startService(
	on: EngineName | (Database & AsyncDisposable),
	overrides: Partial<AppDependencies> = {},
	routes?: readonly Route[],
): Promise<Service> {
	const database = typeof on === "string" ? await freshDatabase(on) : on;
	const clock = { now: NOON };
	const logLines: string[] = [];
	const log = pino({ level: "trace" }, { write: (line: string) => void logLines.push(line) });
	const metrics = createMetrics();
	const dependencies: AppDependencies = {
		database,
		log,
		metrics,
		now: () => clock.now,
		secret: new Uint8Array(32).fill(7),
		publicUrl: null,
		passwords: argon2Passwords(),
		pagePasswords: argon2Passwords(),
		rateLimitPerMinute: null,
		stopping: new AbortController().signal,
		health: async () => ({ status: "ok", database: true, schedulerTickedAt: clock.now, lagMs: 0, missedChecks: null }),
		tryCheck: async () => ({ observation: upObservation, startedAt: clock.now, completedAt: clock.now }),
		jobReports: new ReportReceiver({ database, metrics, log, now: () => clock.now }),
		// That of a machine on which other tests run says nothing.
		lag: { ms: 0 },
		deliverTest: async () => ({ status: "sent", errorMessage: null }),
		challengeWebhook: async () => null,
		issueToken: async () => {
			const natsUser = `U${randomUUID()}`;
			return { token: `lwp_${natsUser}`, natsUser, publicKey: "key" };
		},
		...overrides,
	};
	const app = createApp(dependencies, routes);
	const newTeam = async (slug: string) => {
		// A database of the caller's may have it already.
		const team = (await teamBySlug(database, slug)) ?? (await createTeam(database, { name: slug, slug }, clock.now));
		if (!team) throw new Error(`The team ${slug} exists`);
		const { plaintext } = await createKey(database, { teamId: team.id, name: "all", scopes: SCOPES }, clock.now);
		return { team, key: plaintext };
	};
	const { team, key: ownKey } = await newTeam("acme");
	const askOver = async (
		{ app, env }: { readonly app: App; readonly env: object },
		[method, path, { key = ownKey, headers = {}, body, rawBody } = {}]: Parameters<Service["ask"]>,
	): Promise<Answer> => {
		const request = {
			method,
			headers: {
				...(key === null ? {} : { authorization: `Bearer ${key}` }),
				...(body === undefined && rawBody === undefined ? {} : { "content-type": "application/json" }),
				...headers,
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			...(rawBody === undefined ? {} : { body: rawBody }),
		};
		const response = await app.request(path, request, env);
		// A stream of events has no end.
		const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
		if (isStream) await response.body?.cancel();
		const text = isStream ? "" : await response.text();
		return { status: response.status, headers: response.headers, text, json: isStream ? text : parsed(text) };
	};
	/** Over a connection of this machine, to the port that `http://localhost` means. */
	const reached = (socket: object = {}) => {
		return { incoming: { socket: { remoteAddress: "127.0.0.1", localPort: 80, ...socket } } };
	};
	const ask: Service["ask"] = (...asked) => askOver({ app, env: reached() }, asked);
	return {
		app,
		database,
		clock,
		publicUrl: dependencies.publicUrl,
		team,
		key: ownKey,
		log,
		logLines,
		newTeam,
		ask,
		askFrom:
			(remoteAddress) =>
			(...asked) =>
				askOver({ app, env: reached({ remoteAddress }) }, asked),
		askAnew: (...asked) => askOver({ app: createApp(dependencies, routes), env: reached() }, asked),
		async keyWith(scopes) {
			return (await createKey(database, { teamId: team.id, name: scopes.join(" "), scopes }, clock.now)).plaintext;
		},
		async newMonitor(settings = {}, key = ownKey) {
			const body = { name: "Website", url: "https://example.com/", ...settings };
			const { status, json, text } = await ask("POST", "/api/v1/monitors", { key, body });
			if (status !== 201) throw new Error(`No monitor: ${text}`);
			return json.data;
		},
		[Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
	};
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
