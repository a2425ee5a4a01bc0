/** /account/sessions: the browsers in which the person is signed in. */

import { z } from "@hono/zod-openapi";
import type { Person } from "../../domain/access/principal.ts";
import type { AccountSession } from "../../domain/access/user.ts";
import {
	endOtherSessions as endOthers,
	endSession,
	findSession,
	pageOfSessions,
} from "../../storage/access/sessions.ts";
import type { AgeKey } from "../../storage/database/newest-first.ts";
import { noContent } from "../kernel/answers.ts";
import { accountEndpoint, type Resource } from "../kernel/endpoint.ts";
import { accountListEndpoint, byAge } from "../kernel/list-endpoint.ts";
import { notFound } from "../kernel/refusal.ts";
import { isoDateTime, isoOf } from "../kernel/schemas.ts";
import { sessionId } from "../sign-in/session.ts";

const theSession: Resource<AccountSession> = {
	params: z.object({ id: sessionId }),
	find: (services, userId, { id = "" }) => findSession(services.database, userId, id),
};

const accountSession = z
	.object({
		id: sessionId,
		current: z.boolean().openapi({ description: "Whether it is the session of this request." }),
		userAgent: z.string().nullable(),
		address: z.string().nullable().openapi({ description: "From which it was opened.", example: "192.0.2.7" }),
		createdAt: isoDateTime,
		lastSeenAt: isoDateTime,
	})
	.openapi("AccountSession");

function form(row: AccountSession, { session }: Person): z.infer<typeof accountSession> {
	return {
		id: row.publicId,
		current: row.id === session.id,
		userAgent: row.userAgent,
		address: row.address,
		createdAt: isoOf(row.createdAt),
		lastSeenAt: isoOf(row.lastSeenAt),
	};
}

const tag = "Account";

export const listSessions = accountListEndpoint<AccountSession, AgeKey, typeof accountSession>({
	operationId: "listSessions",
	summary: "List your sessions, newest first",
	tag,
	collection: "sessions",
	item: accountSession,
	list: ({ services: { database }, principal: { actor }, now }) =>
		byAge(["sessions"], (seek) => pageOfSessions(database, actor.id, seek, now)),
	form: (row, { principal }) => form(row, principal),
});

export const endOneSession = accountEndpoint({
	operationId: "endOneSession",
	summary: "End a session",
	description: "It is refused from its next request on, on every node.",
	tag,
	resource: theSession,
	audit: { action: "end", object: "session", shown: ({ found, principal }) => form(found, principal) },
	success: { status: 204, description: "Ended." },
	async handle(call) {
		return (await endSession(call.services.database, call.found.id)) ? noContent(call) : notFound();
	},
});

export const endOtherSessions = accountEndpoint({
	operationId: "endOtherSessions",
	summary: "End every session but this one",
	tag,
	audit: { action: "end", object: "other sessions" },
	success: { status: 204, description: "Ended." },
	async handle(call) {
		const { actor, session } = call.principal;
		await endOthers(call.services.database, actor.id, session.id);
		return noContent(call);
	},
});
