/** The HTTP API: every route on one screen. */

import { Hono } from "hono";
import type { Scope } from "../domain/scopes.ts";
import type { Endpoint } from "./endpoint.ts";
import { healthz, metrics } from "./operations.ts";
import { Refusal } from "./refusal.ts";
import { type Handler, type HttpContext, type OpenEndpoint, serveEndpoint, serveOpen } from "./serve.ts";
import { type AppDependencies, type Services, servicesOf } from "./services.ts";

export type { AppDependencies } from "./services.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
/** An endpoint and the scope it needs, or one that anyone may reach. */
export type Route =
	| readonly [method: Method, path: string, scope: Scope, endpoint: Endpoint]
	| readonly [method: Method, path: string, scope: "open", endpoint: OpenEndpoint];

/** Of two routes that fit, the first one answers: fixed words stand before ids. */
export const ROUTES: readonly Route[] = [
	["GET", "/healthz", "open", healthz],
	["GET", "/metrics", "open", metrics],
];

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "DELETE"];

export type App = ReturnType<typeof createApp>;

/** @param routes Other routes than ours, for tests of what all routes share. */
export function createApp(dependencies: AppDependencies, routes = ROUTES) {
	const services = servicesOf(dependencies);
	const app = new Hono<{ Bindings: HttpContext["env"] }>();
	for (const route of routes) app.on(route[0], route[1], handlerOf(services, route));
	app.notFound(
		serveOpen(services, "unmatched", {
			async handle({ url }) {
				const allowed = METHODS.filter((method) => app.router.match(method, url.pathname)[0].length > 0);
				if (allowed.length === 0) return new Refusal("NOT_FOUND", "There is no such route.");
				const allow = allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
				return new Refusal("METHOD_NOT_ALLOWED", `This resource knows ${allow}.`, { headers: { allow } });
			},
		}),
	);
	return app;
}

function handlerOf(services: Services, [, path, ...rest]: Route): Handler {
	return rest[0] === "open" ? serveOpen(services, path, rest[1]) : serveEndpoint(services, path, rest[0], rest[1]);
}
