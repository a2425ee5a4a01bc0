/** /account/sessions: the browsers in which the person is signed in. */

import { z } from "@hono/zod-openapi";
import type { Person } from "../../domain/access/principal.ts";
import type { AccountSession } from "../../domain/access/user.ts";
import { isoOf } from "../../domain/time-text.ts";
import { endOtherSessions as endOthers, endSession } from "../../services/sessions/end.ts";
import { findSession, pageOfSessions } from "../../storage/access/sessions.ts";
import type { AgeKey } from "../../storage/database/newest-first.ts";
import { accountChangeEndpoint } from "../kernel/change-endpoint.ts";
import { byId } from "../kernel/endpoint.ts";
import { accountListEndpoint, byAge } from "../kernel/list-endpoint.ts";
import { isoDateTime } from "../kernel/schemas.ts";
import { sessionId } from "../sign-in/session.ts";

const theSession = byId(sessionId, findSession);

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

export const endOneSession = accountChangeEndpoint({
	operationId: "endOneSession",
	summary: "End a session",
	description: "It is refused from its next request on, on every node.",
	tag,
	resource: theSession,
	success: { status: 204, description: "Ended." },
	service: endSession,
	input: ({ found }) => ({ id: found.publicId }),
});

export const endOtherSessions = accountChangeEndpoint({
	operationId: "endOtherSessions",
	summary: "End every session but this one",
	tag,
	success: { status: 204, description: "Ended." },
	service: endOthers,
	input: ({ principal }) => ({ keptId: principal.session.id }),
});
