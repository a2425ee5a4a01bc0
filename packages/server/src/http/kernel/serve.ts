/**
 * What happens to every request, whatever its route: it gets an id, passes the steps in the order 401, 403, 404, 400
 * (docs/rules/http.md#order-of-refusals), and leaves a line in the log and a count in the metrics. An unexpected
 * exception ends here as a 500 that reveals nothing about the inside.
 */

import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { type Actor, actorKey, type Person } from "../../domain/access/principal.ts";
import type { Scope } from "../../domain/access/scopes.ts";
import { authenticate, authenticatePerson, authorize } from "../access/authentication.ts";
import { clientOf } from "../access/client.ts";
import { rateLimitHeaders } from "../access/rate-limit.ts";
import { refuseCrossOrigin } from "../access/same-origin.ts";
import type { Services } from "../services.ts";
import type { Call, Endpoint } from "./endpoint.ts";
import { readJson } from "./read-json.ts";
import { Refusal, refusalResponse } from "./refusal.ts";

/** A request for a route that needs no key. */
export interface OpenCall extends Omit<Call, "principal" | "found" | "query" | "body"> {
	readonly params: Readonly<Record<string, string>>;
	readonly method: string;
}

/** What the OpenAPI document says of an endpoint that needs no key; null for one that it leaves out. */
export type OpenEndpointSpec = AnswerSpec & {
	readonly document:
		| (Pick<Endpoint["spec"], "operationId" | "summary" | "description" | "tag" | "success"> & {
				/** Further statuses with the same content, and what they mean. */
				readonly alsoAnswers?: Readonly<Record<number, string>>;
		  })
		| null;
};

/** What of an endpoint bears on every answer of its. */
type AnswerSpec = Pick<Endpoint["spec"], "errorStyle" | "cacheControl">;

/** Answers are of a team and of the moment, unless an endpoint says otherwise. */
const NOT_CACHED = "no-store";

/** An endpoint that anyone may reach. */
export interface OpenEndpoint {
	/** How it answers, and how it stands in the OpenAPI document. */
	readonly spec: OpenEndpointSpec;
	handle(call: OpenCall): Promise<Response | Refusal>;
}

export type HttpContext = Context<{ Bindings: Partial<HttpBindings> }>;
export type Handler = (context: HttpContext) => Promise<Response>;

/** Seconds after which a client may send a request again that the database could not take. */
const RETRY_AFTER_SECONDS = 5;

/** Longest part of a path that is logged: strangers choose it. */
const MAX_LOGGED_PATH = 200;

/** Others are one in the metrics, for strangers choose them. */
const COUNTED_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** A request on its way: what of it goes to the log in the end. */
interface RequestContext extends OpenCall {
	answerHeaders: Readonly<Record<string, string>>;
	/** Who sends it, once known. */
	actor?: Actor;
}

export function serveOpen(services: Services, route: string, endpoint: OpenEndpoint): Handler {
	return (context) =>
		answered(services, { context, route, spec: endpoint.spec }, (request) => endpoint.handle(request));
}

/** A route of a team: for keys with the scope, and for members whose role has it. */
export function serveEndpoint(services: Services, route: string, scope: Scope, endpoint: Endpoint): Handler {
	const { spec } = endpoint;
	return (context) =>
		answered(services, { context, route, spec }, async (request) => {
			const principal = await authenticate(services, request, { teamInQuery: spec.teamInQuery ?? false });
			if (principal instanceof Refusal) return principal;
			const refused = limited(services, request, principal.actor) ?? authorize(principal, scope);
			if (refused) return refused;
			const needsType = principal.actor.kind !== "key";
			const readBody = (maxBytes?: number) => readJson(context.req.raw, { needsType }, maxBytes);
			return endpoint.answer({ ...request, principal, readJson: readBody });
		});
}

/** A route of the person who is signed in, whatever the team. */
export function serveAccount(services: Services, route: string, endpoint: Endpoint<Person>): Handler {
	return (context) =>
		answered(services, { context, route, spec: endpoint.spec }, async (request) => {
			const person = await authenticatePerson(services, request);
			if (person instanceof Refusal) return person;
			const refused = limited(services, request, person.actor);
			if (refused) return refused;
			const readBody = (maxBytes?: number) => readJson(context.req.raw, { needsType: true }, maxBytes);
			return endpoint.answer({ ...request, principal: person, readJson: readBody });
		});
}

/** A route by which a visitor signs in. */
export function serveVisitor(services: Services, route: string, endpoint: Endpoint<null>): Handler {
	return (context) =>
		answered(services, { context, route, spec: endpoint.spec }, async (request) => {
			const refused = refuseCrossOrigin(request, services.publicUrl);
			if (refused) return refused;
			const readBody = (maxBytes?: number) => readJson(context.req.raw, { needsType: true }, maxBytes);
			return endpoint.answer({ ...request, principal: null, readJson: readBody });
		});
}

/** Notes who sends a request, and counts it where there is a limit. */
function limited({ requests }: Services, request: RequestContext, actor: Actor): Refusal | null {
	request.actor = actor;
	if (requests === null) return null;
	const allowance = requests.count(actorKey(actor), request.now);
	request.answerHeaders = { ...request.answerHeaders, ...rateLimitHeaders(allowance) };
	if (allowance.allowed) return null;
	const who = actor.kind === "key" ? "This key" : "You";
	return new Refusal("TOO_MANY_REQUESTS", `${who} may make ${allowance.limit} requests a minute.`, {
		headers: { "retry-after": String(allowance.resetSeconds) },
	});
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
	const peer = context.env?.incoming?.socket.remoteAddress;
	const request: RequestContext = {
		services,
		requestId,
		method,
		now: services.now(),
		url,
		params: context.req.param(),
		header,
		client: clientOf({ peer, host: url.host, header }, services),
		afterCommit: (work) => work(),
		answerHeaders: {
			"x-request-id": requestId,
			"cache-control": spec.cacheControl ?? NOT_CACHED,
			"x-content-type-options": "nosniff",
		},
		abort(error) {
			log.error({ err: error, requestId, route }, "an answer broke off");
			// Not ended in order: to HTTP/1.0, which nginx speaks to those behind it, that would be the end of the answer.
			context.env?.incoming?.socket.resetAndDestroy();
		},
	};
	let outcome: Response | Refusal;
	try {
		outcome = await answer(request);
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
	const path = url.pathname.slice(0, MAX_LOGGED_PATH);
	log.info({ requestId, method, route, path, status: response.status, elapsedMs, actor: actor?.publicId }, "request");
	return response;
}
