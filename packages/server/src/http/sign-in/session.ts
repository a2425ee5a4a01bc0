/** /session: who is signed in. Also opens a session after a sign-in of any kind. */

import { z } from "@hono/zod-openapi";
import type { Person } from "../../domain/access/principal.ts";
import { scopesOf } from "../../domain/access/roles.ts";
import { SCOPES } from "../../domain/access/scopes.ts";
import type { User } from "../../domain/access/user.ts";
import { recordAuditEvent } from "../../storage/access/audit-events.ts";
import { membershipsOf } from "../../storage/access/members.ts";
import {
	endSession as end,
	endSessionOfCookie,
	isKnownAddress,
	type OpenedSession,
	openSession,
	SESSION_MAX_MS,
} from "../../storage/access/sessions.ts";
import type { Session } from "../../storage/database/session.ts";
import { clearCookie, readCookie, setCookie } from "../access/cookies.ts";
import { json, noContent, ok } from "../kernel/answers.ts";
import { accountEndpoint, type Call } from "../kernel/endpoint.ts";
import { isoDateTime, isoOf, publicId, single } from "../kernel/schemas.ts";
import { role, userId } from "../people/members.ts";
import { signInWays, waysIn } from "./ways-in.ts";

export const sessionId = publicId("ses", "ses_01jgezt6z8e7kb3mq4f2ys0nd5");

export const userForm = z
	.object({
		id: userId,
		name: z.string().openapi({ example: "Ada Lovelace" }),
		email: z.string().openapi({ example: "ada@example.com" }),
		createdAt: isoDateTime,
	})
	.openapi("User");

const sessionView = z
	.object({
		user: userForm,
		session: z.object({ id: sessionId, createdAt: isoDateTime, expiresAt: isoDateTime }),
		teams: z.array(
			z.object({
				slug: z.string().openapi({ example: "acme" }),
				name: z.string().openapi({ example: "Acme" }),
				role,
				scopes: z.array(z.enum(SCOPES)),
			}),
		),
		signIn: signInWays,
	})
	.openapi("Session");

export const answersSession = { "application/json": { schema: single(sessionView) } };

type SessionViewCall = Pick<Call, "services" | "client">;

async function viewOf({ services, client }: SessionViewCall, person: Person): Promise<z.infer<typeof sessionView>> {
	const { actor, email, createdAt, session } = person;
	const memberships = await membershipsOf(services.database, actor.id);
	return {
		user: { id: actor.publicId, name: actor.name, email, createdAt: isoOf(createdAt) },
		session: { id: session.publicId, createdAt: isoOf(session.createdAt), expiresAt: isoOf(session.expiresAt) },
		teams: memberships.map(({ team, role }) => ({
			slug: team.slug,
			name: team.name,
			role,
			scopes: [...scopesOf(role)],
		})),
		signIn: waysIn(services, client),
	};
}

// --- Opening a session -----------------------------------------------------------------------------------------------

type SignInCall = SessionViewCall & Pick<Call, "now" | "header" | "answerHeaders">;

/**
 * Opens a session for a user, in the transaction of the sign-in, and ends the session that the browser had before. A
 * session from a new client address is recorded as an event of the account.
 */
export async function open(call: SignInCall, database: Session, user: User): Promise<OpenedSession> {
	const { client, now, header } = call;
	const former = readCookie(client, header("cookie"), "lapwing_session");
	if (former !== null) await endSessionOfCookie(database, former);
	const userAgent = header("user-agent") ?? null;
	const isKnown = await isKnownAddress(database, user.id, client.address);
	const opened = await openSession(database, user, { userAgent, address: client.address }, now);
	if (!isKnown) {
		const { actor, session } = opened.person;
		await recordAuditEvent(
			database,
			{ userId: user.id },
			{
				actor: { kind: "user", id: actor.publicId, name: actor.name },
				action: "create",
				objectType: "session",
				objectId: session.publicId,
				objectName: userAgent,
				address: client.address,
				changes: [],
			},
			now,
		);
	}
	return opened;
}

/** The cookie of a new session. */
export function sessionCookie({ client }: Pick<Call, "client">, { cookie }: OpenedSession): string {
	return setCookie(client, "lapwing_session", { value: cookie, maxAgeSeconds: SESSION_MAX_MS / 1000 });
}

/** The answer to a sign-in: the session, and its cookie. */
export async function signedIn(call: SignInCall, opened: OpenedSession): Promise<Response> {
	const data = await viewOf(call, opened.person);
	return json(call, 200, { data }, { "set-cookie": sessionCookie(call, opened) });
}

// --- Endpoints -------------------------------------------------------------------------------------------------------

const tag = "Sign-in";

export const getSession = accountEndpoint({
	operationId: "getSession",
	summary: "Who is signed in",
	tag,
	success: {
		status: 200,
		description: "The person, their teams, and their roles and scopes in each.",
		content: answersSession,
	},
	async handle(call) {
		return ok(call, await viewOf(call, call.principal));
	},
});

export const endSession = accountEndpoint({
	operationId: "endSession",
	summary: "Sign out",
	tag,
	audit: { action: "end", object: "session" },
	success: { status: 204, description: "Signed out.", headers: { "Set-Cookie": "Removes the cookie." } },
	async handle(call) {
		await end(call.services.database, call.principal.session.id);
		const answer = noContent(call);
		answer.headers.set("set-cookie", clearCookie(call.client, "lapwing_session"));
		return answer;
	},
});
