/**
 * What an endpoint is: one value that holds its schemas, its texts for the OpenAPI document, and its handler. ../app.ts
 * gives it a method, a path and a scope; ./serve.ts runs it in the order 401, 403, 404, 400
 * (docs/rules/http.md#order-of-refusals); ../document/openapi.ts describes it.
 */

import { z } from "@hono/zod-openapi";
import type { Person, Principal } from "../../domain/access/principal.ts";
import type { Client } from "../access/client.ts";
import type { BodyStart } from "../input/read-body.ts";
import { type QueryCode, validBody, validQuery } from "../input/valid.ts";
import type { Services } from "../services.ts";
import { type ErrorStyle, notFound, Refusal, type RefusalCode } from "./refusal.ts";
import type { Success } from "./success.ts";

/**
 * Who sends a request: a principal that acts for a team, a signed-in person (independent of a team), or null for a
 * visitor.
 */
export type Requester = Principal | Person | null;

/** A request after authentication and validation. */
export interface Call<Found = unknown, Query = unknown, Body = unknown, Who extends Requester = Principal> {
	readonly services: Services;
	readonly requestId: string;
	/** Epoch milliseconds, the same instant for the whole request. */
	readonly now: number;
	readonly url: URL;
	/** Who sends the request, and for which team. */
	readonly principal: Who;
	/** Of the database, read after the request arrived and before anything else is; null outside of a team's routes. */
	readonly databaseVersion: string | null;
	/** The client's address, scheme and host. */
	readonly client: Client;
	/** The resource that the path's ids identify. */
	readonly found: Found;
	readonly query: Query;
	readonly body: Body;
	/** The beginning of the body, and the bytes of all of it. */
	readBody(maxBytes: number): Promise<BodyStart | Refusal>;
	header(name: string): string | undefined;
	/** Headers that every answer to this request carries. */
	readonly answerHeaders: Readonly<Record<string, string>>;
	/**
	 * For an answer that fails after a part of it was sent: logs the error and resets the connection, so that the client
	 * does not take the part for the whole.
	 */
	abort(error: unknown): void;
}

/**
 * A resource that the ids in a path identify. Unknown and malformed ids and those of another team all give null, which
 * is 404.
 */
export interface Resource<Found> {
	/** Ids that do not match it give 404. */
	readonly params: z.ZodObject;
	/** @param ownerId key of the team, or of the person on the routes of an account */
	find(services: Services, ownerId: number, params: Readonly<Record<string, string>>): Promise<Found | null>;
}

/** The resource whose public id is `:id` in the path. */
export function byId<Found>(
	id: z.ZodType,
	find: (database: Services["database"], ownerId: number, publicId: string) => Promise<Found | null>,
): Resource<Found> {
	return {
		params: z.object({ id }),
		find: (services, ownerId, { id: publicId = "" }) => find(services.database, ownerId, publicId),
	};
}

export interface EndpointSpec<
	Found,
	Query extends z.ZodObject,
	Body extends z.ZodType,
	Who extends Requester = Principal,
> {
	/** Unique; names the operation in generated clients. */
	readonly operationId: string;
	readonly summary: string;
	readonly description?: string;
	readonly tag: string;
	/** Default: code. */
	readonly errorStyle?: ErrorStyle;
	readonly resource?: Resource<Found>;
	readonly query?: Query;
	/**
	 * The code for a query parameter that its schema refuses, by name; that of `perPage` is also for unknown ones.
	 * Default: VALIDATION_ERROR.
	 */
	readonly queryCodes?: Readonly<Record<string, QueryCode>>;
	/**
	 * The codes that the handler itself refuses with, for the document. Those of authentication and validation are added.
	 */
	readonly refusesWith?: readonly RefusalCode[];
	readonly body?: Body;
	/** For a schema that depends on the resource. `body` is then the union of the possible schemas, for the document. */
	bodyOf?(found: Found): z.ZodType<z.output<Body>>;
	/** Media types of a body that is not JSON. The handler reads it (`readBody`). */
	readonly bodyTypes?: readonly string[];
	/** Largest body. Default: MAX_BODY_BYTES (../input/read-json.ts). */
	readonly maxBodyBytes?: number;
	readonly bodyExample?: unknown;
	/** Further examples by name, for a body that has several forms. */
	readonly bodyExamples?: Readonly<Record<string, unknown>>;
	/** Cache-Control of the answer. Default: no-store, because answers belong to a team and change. */
	readonly cacheControl?: string;
	/** For the document. */
	readonly success: Success;
	/** Further statuses without content, and what they mean. */
	readonly alsoAnswers?: Readonly<Record<number, string>>;
	/** The service that makes the change, of a ./change-endpoint.ts. */
	readonly service?: object;
	/**
	 * Refuses a call before the transaction of its change, which on SQLite holds up all other writes: what waits for
	 * anything but the database belongs here. Null: nothing is refused.
	 */
	refuse?(call: Call<Found, z.output<Query>, z.output<Body>, Who>): Promise<Refusal | null>;
	/**
	 * What was answered to the same URL of the same team and is still true; null when nothing is kept. Asked before the
	 * resource is looked up and the query is validated: both passed then.
	 */
	kept?(call: RawCall<Who>): Response | null;
	/** Whether `?team=` may name the team instead of the header: for EventSource, which can't send headers. */
	readonly teamInQuery?: true;
	handle(call: Call<Found, z.output<Query>, z.output<Body>, Who>): Promise<Response | Refusal>;
}

/** A call before its resource was looked up and its query and body were validated. */
export interface RawCall<Who extends Requester = Principal>
	extends Omit<Call<unknown, unknown, unknown, Who>, "found" | "query" | "body"> {
	readonly params: Readonly<Record<string, string>>;
	/** Reads the body as JSON; called only by endpoints that take one. */
	readJson(maxBytes?: number): Promise<{ json: unknown } | Refusal>;
}

/** An endpoint as it stands in the table of ../app.ts. */
export interface Endpoint<Who extends Requester = Principal> {
	readonly spec: Readonly<
		Omit<EndpointSpec<unknown, z.ZodObject, z.ZodType>, "handle" | "refuse" | "kept" | "resource" | "bodyOf">
	> & {
		readonly resource?: { readonly params: z.ZodObject };
		readonly service?: object;
	};
	answer(call: RawCall<Who>): Promise<Response | Refusal>;
}

/** For a principal of a team: a key, or a member. */
export function endpoint<Found = null, Query extends z.ZodObject = z.ZodObject, Body extends z.ZodType = z.ZodObject>(
	spec: EndpointSpec<Found, Query, Body>,
): Endpoint {
	return createEndpoint(spec);
}

/** For a signed-in person's account. */
export function accountEndpoint<
	Found = null,
	Query extends z.ZodObject = z.ZodObject,
	Body extends z.ZodType = z.ZodObject,
>(spec: EndpointSpec<Found, Query, Body, Person>): Endpoint<Person> {
	return createEndpoint(spec);
}

/** For visitors: it belongs to signing in. */
export function visitorEndpoint<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodType = z.ZodObject>(
	spec: EndpointSpec<null, Query, Body, null>,
): Endpoint<null> {
	return createEndpoint(spec);
}

/** The key of the team or person that owns the requested resources. */
function ownerOf(requester: Requester): number {
	if (requester === null) return 0;
	return "team" in requester ? requester.team.id : requester.actor.id;
}

export function createEndpoint<Found, Query extends z.ZodObject, Body extends z.ZodType, Who extends Requester>(
	spec: EndpointSpec<Found, Query, Body, Who>,
): Endpoint<Who> {
	return {
		// The document and the tests need only the name of the object.
		spec: spec as unknown as Endpoint["spec"],
		async answer(raw) {
			const kept = spec.kept?.(raw) ?? null;
			if (kept !== null) return kept;
			const inPath = await findIn(spec, raw);
			if (spec.resource && inPath === null) return notFound();
			const found = inPath as Found;
			const query = validQuery(spec.query, raw.url, spec.queryCodes);
			if (query instanceof Refusal) return query;
			const body = await bodyIn(spec, raw, found);
			if (body instanceof Refusal) return body;
			const call = { ...raw, found, query, body: body.value };
			const refused = (await spec.refuse?.(call)) ?? null;
			if (refused !== null) return refused;
			return spec.handle(call);
		},
	};
}

/** The resource that the path identifies; null when there is none. */
async function findIn<Found, Who extends Requester>(
	{ resource }: { readonly resource?: Resource<Found> },
	{ services, params, principal }: RawCall<Who>,
): Promise<Found | null> {
	return resource?.params.safeParse(params).success ? resource.find(services, ownerOf(principal), params) : null;
}

async function bodyIn<Found, Query extends z.ZodObject, Body extends z.ZodType, Who extends Requester>(
	{ body, bodyOf, maxBodyBytes }: EndpointSpec<Found, Query, Body, Who>,
	raw: RawCall<Who>,
	found: Found,
): Promise<{ value: z.output<Body> } | Refusal> {
	if (!body) return { value: {} as z.output<Body> };
	const read = await raw.readJson(maxBodyBytes);
	return read instanceof Refusal ? read : validBody(bodyOf?.(found) ?? body, read.json);
}
