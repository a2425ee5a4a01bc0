/**
 * What happens to every request, whatever its route: it gets an id, passes the steps in the order 401, 403, 404, 400
 * (docs/rules/http.md#order-of-refusals), and leaves a line in the log and a count in the metrics. An unexpected
 * exception ends here as a 500 that reveals nothing about the inside.
 */

import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Scope } from "../../domain/access/scopes.ts";
import { authenticate, authorize } from "../access/authentication.ts";
import { rateLimitHeaders } from "../access/rate-limit.ts";
import type { Services } from "../services.ts";
import type { Call, Endpoint } from "./endpoint.ts";
import { readJson } from "./read-json.ts";
import { type ErrorStyle, Refusal, refusalResponse } from "./refusal.ts";

/** A request for a route that needs no key. */
export interface OpenCall extends Omit<Call, "caller" | "found" | "query" | "body"> {
	readonly params: Readonly<Record<string, string>>;
}

/** An endpoint that anyone may reach. */
export interface OpenEndpoint {
	readonly errorStyle?: ErrorStyle;
	handle(call: OpenCall): Promise<Response | Refusal>;
}

export type HttpContext = Context<{ Bindings: Partial<HttpBindings> }>;
export type Handler = (context: HttpContext) => Promise<Response>;

/** Longest part of a path that is logged: strangers choose it. */
const MAX_LOGGED_PATH = 200;

/** Others are one in the metrics, for strangers choose them. */
const COUNTED_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "DELETE"]);

/** A request on its way: what of it goes to the log in the end. */
interface RequestContext extends OpenCall {
	answerHeaders: Readonly<Record<string, string>>;
	/** `key_…`, once known. */
	keyId?: string;
}

export function serveOpen(services: Services, route: string, endpoint: OpenEndpoint): Handler {
	return (context) =>
		answered(services, { context, route, style: endpoint.errorStyle ?? "code" }, (request) => endpoint.handle(request));
}

export function serveEndpoint(services: Services, route: string, scope: Scope, endpoint: Endpoint): Handler {
	const style = endpoint.spec.errorStyle ?? "code";
	return (context) =>
		answered(services, { context, route, style }, async (request) => {
			const caller = await authenticate(services, {
				authorization: context.req.header("authorization"),
				clientAddress: context.env?.incoming?.socket.remoteAddress ?? "unknown",
				now: request.now,
			});
			if (caller instanceof Refusal) return caller;
			request.keyId = caller.key.publicId;
			if (services.requests) {
				const allowance = services.requests.count(caller.key.id, request.now);
				request.answerHeaders = { ...request.answerHeaders, ...rateLimitHeaders(allowance) };
				if (!allowance.allowed) {
					return new Refusal("TOO_MANY_REQUESTS", `This key may make ${allowance.limit} requests a minute.`, {
						headers: { "retry-after": String(allowance.resetSeconds) },
					});
				}
			}
			const forbidden = authorize(caller, scope);
			if (forbidden) return forbidden;
			return endpoint.answer({ ...request, caller, readJson: () => readJson(context.req.raw) });
		});
}

async function answered(
	services: Services,
	{ context, route, style }: { context: HttpContext; route: string; style: ErrorStyle },
	answer: (request: RequestContext) => Promise<Response | Refusal>,
): Promise<Response> {
	const { log, metrics } = services;
	const { method } = context.req;
	const startedAt = performance.now();
	const requestId = randomUUID();
	const url = new URL(context.req.url);
	const request: RequestContext = {
		services,
		requestId,
		now: services.now(),
		url,
		params: context.req.param(),
		header: (name) => context.req.header(name),
		answerHeaders: { "x-request-id": requestId, "cache-control": "no-store", "x-content-type-options": "nosniff" },
		breakOff(error) {
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
		outcome = new Refusal("INTERNAL_ERROR", "An internal error. The log knows more under the request id.");
	}
	const { answerHeaders: headers, now, keyId } = request;
	const response = outcome instanceof Refusal ? refusalResponse(outcome, style, { requestId, now, headers }) : outcome;
	const elapsedMs = performance.now() - startedAt;
	const labels = { method: COUNTED_METHODS.has(method) ? method : "other", route };
	metrics.httpRequests.inc({ ...labels, status: response.status });
	metrics.httpDuration.observe(labels, elapsedMs / 1000);
	const path = url.pathname.slice(0, MAX_LOGGED_PATH);
	log.info({ requestId, method, route, path, status: response.status, elapsedMs, keyId }, "request");
	return response;
}
