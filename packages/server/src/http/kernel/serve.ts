/**
 * Serves every request: gives it an id, runs the steps in the order 401, 403, 404, 400
 * (docs/rules/http.md#order-of-refusals), writes a line to the log and counts it in the metrics. An unexpected
 * exception becomes a 500 without internal details.
 */

import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { actorKey, type Person, type Requesting } from "../../domain/access/principal.ts";
import type { Scope } from "../../domain/access/scopes.ts";
import { pastDamage, SET_ASIDE } from "../../storage/results/sealed/damaged-blocks.ts";
import { authenticate, authenticatePerson, authorize, withDuty } from "../access/authentication.ts";
import { clientOf } from "../access/client.ts";
import { beyondLimit, rateLimitHeaders } from "../access/rate-limit.ts";
import { refuseCrossOrigin } from "../access/same-origin.ts";
import { readStart } from "../input/read-body.ts";
import { readJson } from "../input/read-json.ts";
import type { Services } from "../services.ts";
import type { Call, Endpoint, RawCall } from "./endpoint.ts";
import { Refusal, refusalResponse } from "./refusal.ts";

/** A request for a route that needs no key. */
export interface OpenCall extends Omit<Call, "principal" | "found" | "query" | "body"> {
	readonly params: Readonly<Record<string, string>>;
	readonly method: string;
}

/** The description of a public endpoint in the OpenAPI document. */
type OpenEndpointSpec = AnswerSpec & {
	readonly document:
		| (Pick<
				Endpoint["spec"],
				"operationId" | "summary" | "description" | "tag" | "success" | "query" | "refusesWith"
		  > & {
				/** What stands in the path. */
				readonly params?: z.ZodObject;
				/** Further statuses with the same content, and what they mean. */
				readonly alsoAnswers?: Readonly<Record<number, string>>;
		  })
		| null;
};

/** The part of an endpoint's definition that applies to all of its answers. */
type AnswerSpec = Pick<Endpoint["spec"], "errorStyle" | "cacheControl">;

/** The default: answers belong to a team and change. */
const NOT_CACHED = "no-store";

/** A public endpoint. */
export interface OpenEndpoint {
	/** The style of its errors, and its description in the OpenAPI document; null leaves it out. */
	readonly spec: OpenEndpointSpec;
	handle(call: OpenCall): Promise<Response | Refusal>;
}

export type HttpContext = Context<{ Bindings: Partial<HttpBindings> }>;
export type Handler = (context: HttpContext) => Promise<Response>;

/** Seconds after which a client may repeat a request that failed because the database was busy. */
const RETRY_AFTER_SECONDS = 5;

/** The longest part of a path that is logged, because any client can send a long one. */
const MAX_LOGGED_PATH = 200;

/** Other methods share one label in the metrics, because any client can invent methods. */
const COUNTED_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

interface RequestContext extends OpenCall, Pick<RawCall, "readJson"> {
	answerHeaders: Readonly<Record<string, string>>;
	/** Who sends it, after authentication. */
	actor?: Requesting;
}

export function serveOpen(services: Services, route: string, endpoint: OpenEndpoint): Handler {
	return (context) =>
		answered(services, { context, route, spec: endpoint.spec }, (request) => endpoint.handle(request));
}

/** A route of a team, for keys and members with the scope. */
export function serveEndpoint(services: Services, route: string, scope: Scope, endpoint: Endpoint): Handler {
	const { spec } = endpoint;
	return (context) =>
		answered(services, { context, route, spec }, async (request) => {
			const asker = await authenticate(services, request, { teamInQuery: spec.teamInQuery ?? false });
			if (asker instanceof Refusal) return asker;
			const { databaseVersion } = asker;
			const principal =
				scope === "outages:write" ? await withDuty(services, asker.principal, request.now) : asker.principal;
			const refused = limited(services, request, principal.actor) ?? authorize(principal, scope);
			if (refused) return refused;
			return endpoint.answer({ ...request, principal, databaseVersion });
		});
}

/** A route of a signed-in person, independent of a team. */
export function serveAccount(services: Services, route: string, endpoint: Endpoint<Person>): Handler {
	return (context) =>
		answered(services, { context, route, spec: endpoint.spec }, async (request) => {
			const person = await authenticatePerson(services, request);
			if (person instanceof Refusal) return person;
			const refused = limited(services, request, person.actor);
			if (refused) return refused;
			return endpoint.answer({ ...request, principal: person });
		});
}

/** A route of signing in. */
export function serveVisitor(services: Services, route: string, endpoint: Endpoint<null>): Handler {
	return (context) =>
		answered(services, { context, route, spec: endpoint.spec }, async (request) => {
			const refused = refuseCrossOrigin(request, services.publicUrl);
			if (refused) return refused;
			return endpoint.answer({ ...request, principal: null });
		});
}

/** Sets the actor of a request, and applies the rate limit. */
function limited({ requests }: Services, request: RequestContext, actor: Requesting): Refusal | null {
	request.actor = actor;
	if (requests === null) return null;
	const allowance = requests.count(actorKey(actor), request.now);
	request.answerHeaders = { ...request.answerHeaders, ...rateLimitHeaders(allowance) };
	if (allowance.allowed) return null;
	const who = actor.kind === "key" ? "This key" : "You";
	return beyondLimit(allowance, `${who} may make ${allowance.limit} requests a minute.`);
}

/** The database is locked by another process, full, or restarting: the same request may succeed later. */
function databaseBusy(): Refusal {
	return new Refusal("DATABASE_BUSY", "The database can't take this request now. Try again later.", {
		headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
	});
}

function internalError(): Refusal {
	return new Refusal("INTERNAL_ERROR", "An internal error. The log has the details under this request id.");
}

/** The body of a request; of GET and HEAD too, where a Request has none (Fetch, "new Request", step 37). */
function bodyOf({ req, env }: HttpContext): AsyncIterable<Uint8Array> | null {
	if (req.raw.body) return req.raw.body.values({ preventCancel: true });
	const incoming = env?.incoming;
	const isBodiless = req.method === "GET" || req.method === "HEAD";
	const isAnnounced = req.header("content-length") !== undefined || req.header("transfer-encoding") !== undefined;
	return incoming && isBodiless && isAnnounced ? incoming.iterator({ destroyOnReturn: false }) : null;
}

/** The keys in the addresses of jobs and calendars are secrets. The path is decoded, as routes match it. */
function withoutKey(path: string): string {
	return path.replace(/^(\/+(?:ping|calendars|api\/+push)\/+)[^/]*/i, "$1***");
}

async function answered(
	services: Services,
	{ context, route, spec }: { context: HttpContext; route: string; spec: AnswerSpec },
	answer: (request: RequestContext) => Promise<Response | Refusal>,
): Promise<Response> {
	const { log, metrics } = services;
	const { method } = context.req;
	const startedAt = performance.now();
	const requestId = randomUUID();
	const url = new URL(context.req.url);
	const header = (name: string) => context.req.header(name);
	const { remoteAddress: peer, localPort: port } = context.env?.incoming?.socket ?? {};
	const request: RequestContext = {
		services,
		requestId,
		method,
		now: services.now(),
		url,
		params: context.req.param(),
		databaseVersion: null,
		readBody: (maxBytes) => readStart(bodyOf(context), maxBytes),
		readJson: (maxBytes) => readJson(context.req.raw, { needsType: request.actor?.kind !== "key" }, maxBytes),
		header,
		client: clientOf({ peer, port, host: url.host, header }, services),
		answerHeaders: {
			"x-request-id": requestId,
			"cache-control": spec.cacheControl ?? NOT_CACHED,
			"x-content-type-options": "nosniff",
		},
		abort(error) {
			log.error({ err: error, requestId, route }, "an answer broke off");
			// A reset, not an orderly close: for HTTP/1.0, which nginx speaks to its upstreams, a close ends the answer.
			context.env?.incoming?.socket.resetAndDestroy();
		},
	};
	let outcome: Response | Refusal;
	try {
		// A change is not repeated: it has read its body, and may have done more than its transaction.
		outcome =
			method === "GET" || method === "HEAD"
				? await pastDamage(
						services.database,
						() => answer(request),
						(error, hours) => log.error({ err: error, requestId, route, hours }, SET_ASIDE),
					)
				: await answer(request);
	} catch (error) {
		log.error({ err: error, requestId, route }, "a request failed");
		outcome = services.database.dialect.isTransient(error) ? databaseBusy() : internalError();
	}
	const { answerHeaders: headers, now, actor } = request;
	const response =
		outcome instanceof Refusal
			? refusalResponse(outcome, spec.errorStyle ?? "code", {
					requestId,
					now,
					headers: { ...headers, "cache-control": NOT_CACHED },
				})
			: outcome;
	const elapsedMs = performance.now() - startedAt;
	const labels = { method: COUNTED_METHODS.has(method) ? method : "other", route };
	metrics.httpRequests.inc({ ...labels, status: response.status });
	metrics.httpDuration.observe(labels, elapsedMs / 1000);
	const path = withoutKey(context.req.path).slice(0, MAX_LOGGED_PATH);
	log.info({ requestId, method, route, path, status: response.status, elapsedMs, actor: actor?.publicId }, "request");
	return response;
}
