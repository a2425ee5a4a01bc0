/**
 * Answers requests that no route takes: with a page of the dashboard, with 405 where the path exists, else with 404
 * and the routes that exist nearby.
 */

import { nearest } from "./input/unknown-members.ts";
import { Refusal } from "./kernel/refusal.ts";
import type { OpenEndpoint } from "./kernel/serve.ts";

/** A route of the table in ./app.ts, as far as it matters here. */
type Known = readonly [method: string, path: string, ...rest: unknown[]];

/** A longer path is compared with no route: the comparison costs the product of both lengths. */
const LONGEST_ROUTE = 100;
/** The ids of a path, as routes name them. */
const ID = /^[a-z]{2,4}_[0-9a-zA-Z]+$/;
/** `api`, `v1` and the resource: what routes must share to be named. */
const FEWEST_SHARED = 3;

/** What other programs have a route for, and this one something else. */
const ELSEWHERE: readonly (readonly [path: RegExp, sentence: string])[] = [
	[
		/^\/api\/v1\/monitors\/[^/]+\/(pause|stop|disable)$/,
		'To pause a monitor, send PUT /api/v1/monitors/:id with {"enabled":false}.',
	],
	[
		/^\/api\/v1\/monitors\/[^/]+\/(resume|start|enable|unpause)$/,
		'To resume a monitor, send PUT /api/v1/monitors/:id with {"enabled":true}.',
	],
	[
		/^\/api\/v1\/monitors\/[^/]+\/(run|checks|trigger|test)$/,
		"To check a monitor now, send POST /api/v1/monitors/:id/check.",
	],
	[
		/^\/api\/v1\/alerts\/[^/]+\/(pause|stop|disable|mute)$/,
		'To switch an alert off, send PUT /api/v1/alerts/:id with {"enabled":false}.',
	],
	[
		/^\/api\/v1\/alerts\/[^/]+\/(resume|start|enable|unmute)$/,
		'To switch an alert on, send PUT /api/v1/alerts/:id with {"enabled":true}.',
	],
];

/** @param methodsAt the methods that routes take at a path */
export function unmatched(routes: readonly Known[], methodsAt: (path: string) => readonly string[]): OpenEndpoint {
	return {
		spec: { document: null },
		async handle({ services, url, header, client, answerHeaders, method }) {
			const path = url.pathname;
			if (services.dashboard !== null && (method === "GET" || method === "HEAD")) {
				const page = await services.dashboard.answer({ path, client, header }, answerHeaders);
				if (page !== null) return page;
			}
			const allowed = methodsAt(path);
			if (allowed.length === 0) {
				const sentences = ["There is no such route.", whatExists(routes, path)];
				return new Refusal("NOT_FOUND", sentences.filter((sentence) => sentence !== "").join(" "));
			}
			const allow = allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
			const advice = method === "PATCH" && allowed.includes("PUT") ? " PUT changes the members that it names." : "";
			return new Refusal("METHOD_NOT_ALLOWED", `This resource knows ${allow}.${advice}`, { headers: { allow } });
		},
	};
}

/** What a path was probably meant for, in a sentence; empty when nothing is near. */
function whatExists(routes: readonly Known[], path: string): string {
	if (path.length > LONGEST_ROUTE) return "";
	const parts = partsOf(path);
	const elsewhere = ELSEWHERE.find(([pattern]) => pattern.test(`/${parts.join("/")}`));
	if (elsewhere !== undefined) return elsewhere[1];
	const named = `/${parts.map((part) => (ID.test(part) ? ":id" : part)).join("/")}`;
	const meant = nearest(named, [...new Set(routes.map(([, route]) => route))]);
	if (meant !== null) return `Did you mean ${meant}?`;
	const near = nearby(routes, parts);
	return near.length === 0 ? "" : `There are ${listed(near)}.`;
}

/** The routes that share the longest beginning with a path, at least its resource. */
function nearby(routes: readonly Known[], parts: readonly string[]): readonly Known[] {
	for (let shared = parts.length - 1; shared >= FEWEST_SHARED; shared--) {
		const found = routes.filter(([, route]) => {
			const wanted = partsOf(route).slice(0, shared);
			return wanted.length === shared && wanted.every((word, at) => word.startsWith(":") || word === parts[at]);
		});
		if (found.length > 0) return found;
	}
	return [];
}

/** Each path once, with its methods before it. */
function listed(routes: readonly Known[]): string {
	const methods = Map.groupBy(routes, ([, path]) => path);
	return [...methods].map(([path, taken]) => `${taken.map(([method]) => method).join(", ")} ${path}`).join("; ");
}

function partsOf(path: string): string[] {
	return path.split("/").filter((part) => part !== "");
}
