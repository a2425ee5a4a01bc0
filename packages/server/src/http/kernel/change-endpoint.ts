/**
 * An endpoint that changes something: its service (../../services) makes the change and records its audit event, in a
 * transaction of its own. The endpoint says what goes in and how the changed object is answered.
 */

import type { z } from "@hono/zod-openapi";
import { isFailure } from "@lapwing/result";
import type { AccountActor, TeamActor, Visitor } from "../../domain/access/actor.ts";
import type { Person } from "../../domain/access/principal.ts";
import { type Change, type Deps, inTransaction } from "../../services/change.ts";
import { readCookie } from "../access/cookies.ts";
import type { Services } from "../services.ts";
import { noContent } from "./answers.ts";
import { type Call, createEndpoint, type Endpoint, type EndpointSpec } from "./endpoint.ts";
import { Refusal, refusalOf } from "./refusal.ts";

/** What services are handed; each names the part that it needs. */
type HandedIn = Deps & Omit<Services, "now" | "database">;

interface ChangeSpec<In, Who, Input, Made> {
	readonly service: Change<Who, Input, Made, HandedIn>;
	/** Called before the transaction. What waits for anything but the database belongs here, and may refuse. */
	input(call: In): Input | Refusal | Promise<Input | Refusal>;
	/** Called after the commit. Default: 204, without content. */
	answer?(call: In, made: Made): Response | Promise<Response>;
}

/** The actor of a request. */
export function actorOf({ principal, client }: Pick<Call, "principal" | "client">): TeamActor {
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

/** Runs the service of a request in a transaction, and answers what it made or refused. */
function handling<In extends Pick<Call, "services" | "now" | "answerHeaders">, Who, Input, Made>(
	{ service, input, answer }: Required<ChangeSpec<In, Who, Input, Made>>,
	actor: (call: In) => Who,
): (call: In) => Promise<Response | Refusal> {
	return async (call) => {
		const { services, now } = call;
		const wanted = await input(call);
		if (wanted instanceof Refusal) return wanted;
		const result = await inTransaction(services.database, (tx, afterCommit) =>
			service(tx, actor(call), wanted, { ...services, now, afterCommit }),
		);
		return isFailure(result) ? refusalOf(result.error) : answer(call, result.data);
	};
}

/** For a principal of a team. */
export function changeEndpoint<
	Input,
	Made,
	Found = null,
	Query extends z.ZodObject = z.ZodObject,
	Body extends z.ZodType = z.ZodObject,
>({
	input,
	answer = noContent,
	...spec
}: Omit<EndpointSpec<Found, Query, Body>, "handle"> &
	ChangeSpec<Call<Found, z.output<Query>, z.output<Body>>, TeamActor, Input, Made>): Endpoint {
	const { service } = spec;
	return createEndpoint({ ...spec, handle: handling({ service, input, answer }, actorOf) });
}

/** For a signed-in person's account. */
export function accountChangeEndpoint<
	Input,
	Made,
	Found = null,
	Query extends z.ZodObject = z.ZodObject,
	Body extends z.ZodType = z.ZodObject,
>({
	input,
	answer = noContent,
	...spec
}: Omit<EndpointSpec<Found, Query, Body, Person>, "handle"> &
	ChangeSpec<Call<Found, z.output<Query>, z.output<Body>, Person>, AccountActor, Input, Made>): Endpoint<Person> {
	const { service } = spec;
	return createEndpoint({ ...spec, handle: handling({ service, input, answer }, personOf) });
}
