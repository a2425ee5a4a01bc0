/**
 * The OpenAPI 3.1 document, generated from the table of routes and the schemas that validate requests. The errors of an
 * operation follow from the parts of its endpoint (./endpoint.ts).
 */

import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import type { Person } from "../../domain/access/principal.ts";
import type { Scope } from "../../domain/access/scopes.ts";
import { VERSION } from "../../version.ts";
import type { Endpoint } from "../kernel/endpoint.ts";
import { REFUSALS, type RefusalCode } from "../kernel/refusal.ts";
import { errorSchema, problemSchema } from "../kernel/schemas.ts";
import type { OpenEndpoint } from "../kernel/serve.ts";
import { INTRODUCTION } from "./introduction.ts";
import { refusalExamples } from "./refusal-examples.ts";
import { shareComponents } from "./shared-components.ts";
import { describeTags } from "./tags.ts";
import { registerWebhooks, WEBHOOKS_TAG } from "./webhooks.ts";

export interface DocumentedRoute {
	readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** With `:id`, in the router's syntax. */
	readonly path: string;
	readonly scope: Scope;
	readonly endpoint: Endpoint;
}

/** A route of a signed-in person, or of signing in. */
export interface PersonalRoute {
	readonly method: DocumentedRoute["method"];
	readonly path: string;
	readonly scope: "account" | "visitor";
	readonly endpoint: Endpoint<Person> | Endpoint<null>;
}

/** A public route. */
export interface PublicRoute {
	readonly method: DocumentedRoute["method"];
	readonly path: string;
	readonly document: NonNullable<OpenEndpoint["spec"]["document"]>;
}

export type OpenApiDocument = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

const REQUEST_ID = "The id of this request in the log.";
const SECURITY = "apiKey";
const SESSION = "session";

export function openApiDocument(
	routes: readonly (DocumentedRoute | PersonalRoute)[],
	publicRoutes: readonly PublicRoute[] = [],
): OpenApiDocument {
	// Only its registry is used. Requests are served by ./serve.ts, because this library refuses in another order.
	const describer = new OpenAPIHono();
	describer.openAPIRegistry.registerComponent("securitySchemes", SECURITY, {
		type: "http",
		scheme: "bearer",
		description: "An API key. Its scopes decide what it may do; they match exactly.",
	});
	describer.openAPIRegistry.registerComponent("securitySchemes", SESSION, {
		type: "apiKey",
		in: "cookie",
		name: "lapwing_session",
		description:
			"The session of a person; over https the cookie is `__Host-lapwing_session`. On routes that also accept an " +
			"API key, the header `Lapwing-Team` names the team by its slug: without it 400, for a team that the person " +
			"is not in 404. The role in " +
			"that team decides the scopes. Requests that change something must be sent by a page of this service.",
	});
	for (const route of routes) describer.openAPIRegistry.registerPath(describe(route));
	for (const route of publicRoutes) describer.openAPIRegistry.registerPath(describePublic(route));
	registerWebhooks(describer.openAPIRegistry);
	const document = describer.getOpenAPI31Document({
		openapi: "3.1.0",
		info: {
			title: "Lapwing",
			version: VERSION,
			description: INTRODUCTION,
			contact: { name: "Whoever runs this Lapwing" },
			license: { name: "MIT", url: "https://opensource.org/license/mit" },
		},
		tags: describeTags([
			...routes.map(({ endpoint }) => endpoint.spec.tag),
			...publicRoutes.map(({ document }) => document.tag),
			WEBHOOKS_TAG,
		]),
	});
	dropPartialDiscriminators(document);
	wordDefaults(document);
	shareComponents(document as unknown as Parameters<typeof shareComponents>[0]);
	return document;
}

/**
 * A discriminator has to be required in every schema that it tells apart (OpenAPI 3.1 §4.8.25); where a body may leave
 * it out, its schema is not in the mapping, and client generators use the name of the schema instead.
 */
function dropPartialDiscriminators({ components }: OpenApiDocument): void {
	for (const schema of Object.values(components?.schemas ?? {})) {
		if (!("discriminator" in schema)) continue;
		const told = Object.keys(schema.discriminator?.mapping ?? {}).length;
		if (told === (schema.oneOf?.length ?? 0)) continue;
		delete schema.discriminator;
		// Nothing keeps them apart for a reader of schemas, so linters do not take them for exclusive.
		if (schema.oneOf) schema.anyOf = schema.oneOf;
		delete schema.oneOf;
	}
}

/**
 * Puts the defaults of members into words. As the keyword `default` they make generators of types, openapi-typescript
 * among them, demand every such member in a request (a response always has it).
 */
function wordDefaults({ components }: OpenApiDocument): void {
	const visit = (schema: unknown): void => {
		if (typeof schema !== "object" || schema === null) return;
		const { default: fallback, description, ...others } = schema as Record<string, unknown>;
		// A member may be called "default" itself: beside these words it is the keyword.
		if (fallback !== undefined && ["type", "anyOf", "oneOf", "allOf", "$ref"].some((word) => word in others)) {
			delete (schema as Record<string, unknown>)["default"];
			const words = `Default: \`${JSON.stringify(fallback)}\`.`;
			Object.assign(schema, { description: description === undefined ? words : `${description} ${words}` });
		}
		// All of them: a member may be called "description" too.
		for (const part of Object.values(schema)) visit(part);
	};
	visit(components?.schemas);
}

/** A body or an answer that is no text (OpenAPI 3.1 §4.8.14.2: raw bytes). */
const BYTES = z.string().openapi({ format: "binary" });

function describe({ method, path, scope, endpoint: { spec } }: DocumentedRoute | PersonalRoute) {
	const { success, body, query, resource } = spec;
	const access = ACCESS[scope === "account" || scope === "visitor" ? scope : "team"];
	return createRoute({
		method: method.toLowerCase() as Lowercase<typeof method>,
		path: path.replaceAll(/:(\w+)/g, "{$1}"),
		operationId: spec.operationId,
		summary: spec.summary,
		description: [spec.description, access.note(scope)].filter(Boolean).join(" "),
		tags: [spec.tag],
		security: access.security(),
		...(scope !== "account" && scope !== "visitor" && { "x-required-scope": scope }),
		request: {
			...(resource && { params: resource.params }),
			...(query && { query }),
			...(spec.bodyTypes && {
				body: {
					required: true,
					content: Object.fromEntries(spec.bodyTypes.map((type) => [type, { schema: BYTES }])),
				},
			}),
			...(body && {
				body: {
					required: true,
					content: {
						"application/json": {
							schema: body,
							...examplesOf(spec),
						},
					},
				},
			}),
		},
		responses: {
			[success.status]: {
				description: success.description,
				headers: headersOf(success.headers ?? {}),
				...(success.content && { content: success.content as Record<string, { schema: z.ZodType }> }),
			},
			...Object.fromEntries(
				Object.entries(spec.alsoAnswers ?? {}).map(([status, description]) => [
					status,
					{ description, headers: headersOf(success.headers ?? {}) },
				]),
			),
			...refusalsOf(endpointRefusals(spec, { method, ...access }), spec),
			// Linters ask for a success or a default, and a redirect is neither.
			...(success.status === 302 && { default: { description: "Any other error." } }),
		},
	});
}

/** A media type has one example or several with names (OpenAPI 3.1 §4.8.14). */
function examplesOf({ bodyExample, bodyExamples }: Pick<Endpoint["spec"], "bodyExample" | "bodyExamples">) {
	if (bodyExamples !== undefined) {
		const named = Object.entries(bodyExamples).map(([name, value]) => [name, { value }]);
		return { examples: Object.fromEntries(named) };
	}
	return bodyExample === undefined ? {} : { example: bodyExample };
}

/** What depends on the kind of access. */
const ACCESS = {
	team: {
		note: (scope: string) => `Needs the scope \`${scope}\`.`,
		// Without the scope: linters and generators know scopes of OAuth alone, though 3.1 allows them here. It is in
		// `x-required-scope`.
		security: () => [{ [SECURITY]: [] }, { [SESSION]: [] }],
		// Of a session: the team has to be named, and the person has to be in it.
		refuses: ["UNAUTHORIZED", "FORBIDDEN", "BAD_REQUEST", "NOT_FOUND"],
	},
	account: {
		note: () => "Needs a session.",
		security: () => [{ [SESSION]: [] }],
		refuses: ["UNAUTHORIZED"],
	},
	visitor: { note: () => "Needs no key and no session.", security: () => [], refuses: [] },
} as const satisfies Record<string, Access>;

interface Access {
	note(scope: string): string;
	security(): Record<string, string[]>[];
	readonly refuses: readonly RefusalCode[];
}

function describePublic({ method, path, document }: PublicRoute) {
	const {
		operationId,
		summary,
		description,
		tag,
		success,
		alsoAnswers = {},
		params,
		query,
		refusesWith = [],
	} = document;
	const { content, headers: own = {} } = success as {
		content?: Record<string, { schema: z.ZodType }>;
		headers?: Record<string, string>;
	};
	const answers = Object.entries({ [success.status]: success.description, ...alsoAnswers });
	const headers = { "X-Request-Id": { description: REQUEST_ID, schema: { type: "string" as const } } };
	return createRoute({
		method: method.toLowerCase() as Lowercase<typeof method>,
		path: path.replaceAll(/:(\w+)/g, "{$1}"),
		operationId,
		summary,
		description: [description, "Needs no key."].filter(Boolean).join(" "),
		tags: [tag],
		security: [],
		request: { ...(params && { params }), ...(query && { query }) },
		responses: {
			...(Object.fromEntries(
				answers.map(([status, text]) => [
					status,
					{
						description: text,
						headers: status === String(success.status) ? { ...headersOf(own), ...headers } : headers,
						...(content && { content }),
					},
				]),
			) as Record<number, { description: string }>),
			// What no route gets to see: the HTTP server refuses it.
			...refusalsOf([...new Set<RefusalCode>(["BAD_REQUEST", ...refusesWith])], {}),
		},
	});
}

/** Every code that an endpoint can refuse with, in the order of the steps. */
export function endpointRefusals(
	spec: Endpoint["spec"],
	{ method = "GET", refuses = ACCESS.team.refuses }: { method?: string; refuses?: readonly RefusalCode[] } = {},
): RefusalCode[] {
	const codes = new Set<RefusalCode>(refuses);
	if (method !== "GET") codes.add("CROSS_ORIGIN");
	if (spec.resource) codes.add("NOT_FOUND");
	if (spec.bodyTypes) codes.add("VALIDATION_ERROR");
	if (spec.body) codes.add("VALIDATION_ERROR").add("UNSUPPORTED_MEDIA_TYPE");
	// A query parameter that is not known.
	codes.add(spec.queryCodes?.["perPage"] ?? "VALIDATION_ERROR");
	for (const name of Object.keys(spec.query?.shape ?? {})) codes.add(spec.queryCodes?.[name] ?? "VALIDATION_ERROR");
	for (const code of spec.refusesWith ?? []) codes.add(code);
	return [...codes, "TOO_MANY_REQUESTS", "DATABASE_BUSY", "INTERNAL_ERROR"];
}

const EXTRA_HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
	401: { "WWW-Authenticate": "RFC 6750." },
	403: { "WWW-Authenticate": "Names the scope that is missing (RFC 6750)." },
	429: { "Retry-After": "Seconds until the next try." },
	503: { "Retry-After": "Seconds until the next try." },
};

/** Present on every answer to a valid key if RATE_LIMIT_PER_MINUTE is set. */
const RATE_LIMIT_HEADERS = {
	"RateLimit-Policy": "The rate limit of this key, if one is set (draft-ietf-httpapi-ratelimit-headers-10).",
	RateLimit: "The remaining requests of this minute, if a limit is set.",
};

function refusalsOf(
	codes: readonly RefusalCode[],
	{ errorStyle: style = "code", body, query }: Pick<Endpoint["spec"], "errorStyle" | "body" | "query">,
) {
	const asked = { hasBody: body !== undefined, isList: query?.shape["cursor"] !== undefined };
	const responses: Record<number, object> = {};
	for (const status of new Set(codes.map((code) => REFUSALS[code].status))) {
		const ofStatus = codes.filter((code) => REFUSALS[code].status === status);
		const examples = refusalExamples(ofStatus, style, asked);
		const contentType = style === "code" ? "application/json" : "application/problem+json";
		responses[status] = {
			description: ofStatus.map((code) => `\`${labelOf(code, style)}\`: ${REFUSALS[code].title}.`).join(" "),
			headers: headersOf(EXTRA_HEADERS[status] ?? {}),
			content: { [contentType]: { schema: style === "code" ? errorSchema : problemSchema, examples } },
		};
	}
	return responses as Record<number, { description: string }>;
}

function labelOf(code: RefusalCode, style: "code" | "problem"): string {
	return style === "code" ? code : REFUSALS[code].type;
}

function headersOf(own: Readonly<Record<string, string>>) {
	const all = { "X-Request-Id": REQUEST_ID, ...own, ...RATE_LIMIT_HEADERS };
	return Object.fromEntries(
		Object.entries(all).map(([name, description]) => [name, { description, schema: { type: "string" as const } }]),
	);
}
