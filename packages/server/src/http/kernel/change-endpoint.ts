/**
 * An endpoint that changes something: its service (../../services) makes the change and records its audit event, in a
 * transaction of its own. The endpoint says what goes in and how the changed object is answered.
 */

import type { z } from "@hono/zod-openapi";
import { isFailure, type Result } from "@lapwing/result";
import type { AccountActor, TeamActor, Visitor } from "../../domain/access/actor.ts";
import type { Person } from "../../domain/access/principal.ts";
import type { Problem } from "../../domain/problem.ts";
import { type Change, type Deps, inTransaction } from "../../services/change.ts";
import { readCookie } from "../access/cookies.ts";
import type { Services } from "../services.ts";
import { type Call, createEndpoint, type Endpoint, type EndpointSpec } from "./endpoint.ts";
import { type Refusal, refusalOf } from "./refusal.ts";

/** What services are handed; each names the part that it needs. */
type HandedIn = Deps & Omit<Services, "now" | "database">;

interface ChangeSpec<In, Who, Input, Made> {
	readonly service: Change<Who, Input, Made, HandedIn>;
	input(call: In): Input;
	/** Called after the commit. */
	answer(call: In, made: Made): Response | Promise<Response>;
}

/** The actor of a request. */
function actorOf({ principal, client }: Pick<Call, "principal" | "client">): TeamActor {
	const { actor, team, scopes } = principal;
	const { kind, publicId: id, name } = actor;
	return { who: { kind, id, name }, address: client.address, team, scopes };
}

/** The actor of a request for an account. */
export function personOf({
	principal,
	client,
}: Pick<Call<unknown, unknown, unknown, Person>, "principal" | "client">): AccountActor {
	const { kind, id: userId, publicId: id, name } = principal.actor;
	return { who: { kind, id, name }, address: client.address, userId };
}

/** Whoever sends a request of a sign-in. */
export function visitorAsking({ client, header }: Pick<Call, "client" | "header">): Visitor {
	const cookie = readCookie(client, header("cookie"), "lapwing_session");
	return { address: client.address, userAgent: header("user-agent") ?? null, cookie };
}

/** Runs a service in a transaction. */
function changed<Who, Input, Made>(
	{ services, now }: Pick<Call, "services" | "now">,
	service: Change<Who, Input, Made, HandedIn>,
	actor: Who,
	input: Input,
): Promise<Result<Made, Problem>> {
	return inTransaction(services.database, (tx, afterCommit) =>
		service(tx, actor, input, { ...services, now, afterCommit }),
	);
}

/** For a principal of a team. */
export function changeEndpoint<
	Input,
	Made,
	Found = null,
	Query extends z.ZodObject = z.ZodObject,
	Body extends z.ZodType = z.ZodObject,
>({
	service,
	input,
	answer,
	...spec
}: Omit<EndpointSpec<Found, Query, Body>, "handle"> &
	ChangeSpec<Call<Found, z.output<Query>, z.output<Body>>, TeamActor, Input, Made>): Endpoint {
	return createEndpoint({
		...spec,
		service,
		async handle(call) {
			const result = await changed(call, service, actorOf(call), input(call));
			return isFailure(result) ? refusalOf(result.error) : answer(call, result.data);
		},
	});
}

/** For a signed-in person's account. */
export function accountChangeEndpoint<
	Input,
	Made,
	Found = null,
	Query extends z.ZodObject = z.ZodObject,
	Body extends z.ZodType = z.ZodObject,
>({
	service,
	input,
	answer,
	refuses,
	...spec
}: Omit<EndpointSpec<Found, Query, Body, Person>, "handle"> &
	ChangeSpec<Call<Found, z.output<Query>, z.output<Body>, Person>, AccountActor, Input, Made> & {
		/** Why this session may not; null when it may. */
		readonly refuses?: (call: Call<Found, z.output<Query>, z.output<Body>, Person>) => Refusal | null;
	}): Endpoint<Person> {
	return createEndpoint({
		...spec,
		service,
		async handle(call) {
			const refused = refuses?.(call) ?? null;
			if (refused) return refused;
			const result = await changed(call, service, personOf(call), input(call));
			return isFailure(result) ? refusalOf(result.error) : answer(call, result.data);
		},
	});
}
