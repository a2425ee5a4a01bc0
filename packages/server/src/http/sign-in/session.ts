/** /session: who is signed in, and the answer to a sign-in of any kind. */

import { z } from "@hono/zod-openapi";
import type { Person } from "../../domain/access/principal.ts";
import { scopesOf } from "../../domain/access/roles.ts";
import { SCOPES } from "../../domain/access/scopes.ts";
import { owns, WAYS_IN } from "../../domain/access/user.ts";
import { isoOf } from "../../domain/time-text.ts";
import { isFresh } from "../../services/passwords/set.ts";
import { endSession as end } from "../../services/sessions/end.ts";
import { membershipsOf } from "../../storage/access/members.ts";
import { passwordHash } from "../../storage/access/passwords.ts";
import { type OpenedSession, SESSION_MAX_MS } from "../../storage/access/sessions.ts";
import { withDuty } from "../access/authentication.ts";
import { clearCookie, setCookie } from "../access/cookies.ts";
import { json, noContent, ok } from "../kernel/answers.ts";
import { accountChangeEndpoint } from "../kernel/change-endpoint.ts";
import { accountEndpoint, type Call } from "../kernel/endpoint.ts";
import { isoDateTime, publicId } from "../kernel/schemas.ts";
import { answers } from "../kernel/success.ts";
import { role, userId } from "../people/members.ts";
import { signInWays, waysIn } from "./ways-in.ts";

export const sessionId = publicId("ses", "ses_01jgezt6z8e7kb3mq4f2ys0nd5");

const emailProven = z.boolean().openapi({
	description:
		"Whether somebody has proven that the address is theirs. Until then the account is in one team at most: the one " +
		"whose invitation made it.",
});

export const userForm = z
	.object({
		id: userId,
		name: z.string().openapi({ example: "Ada Lovelace" }),
		email: z.string().openapi({ example: "ada@example.com" }),
		emailProven,
		createdAt: isoDateTime,
	})
	.openapi("User");

const sessionView = z
	.object({
		user: userForm,
		session: z.object({
			id: sessionId,
			createdAt: isoDateTime,
			expiresAt: isoDateTime,
			way: z.enum(WAYS_IN).nullable().openapi({
				description:
					"How it began; null: an earlier version opened it. One that began with a password changes no passkey.",
			}),
		}),
		teams: z.array(
			z.object({
				slug: z.string().openapi({ example: "acme" }),
				name: z.string().openapi({ example: "Acme" }),
				role,
				scopes: z.array(z.enum(SCOPES)).openapi({
					description: "Those of the role, and `outages:write` while the person is on call by a schedule of the team.",
				}),
			}),
		),
		signIn: signInWays,
		service: z.object({
			linkOrigin: z
				.string()
				.nullable()
				.openapi({
					description:
						"Origin of the links in notices and mails, which PUBLIC_URL sets; null: none that a reader elsewhere could " +
						"use is known, and they have no links.",
					example: "https://lapwing.example",
				}),
			sendsMail: z.boolean().openapi({ description: "Whether there is a mail server: alerts by email need it." }),
		}),
		password: z.object({
			isSet: z.boolean().openapi({ description: "Whether you can sign in with a password." }),
			canBeSet: z.boolean().openapi({
				description:
					"Whether you can set one now: this session began in the last 15 minutes, by a one-time link or with a passkey.",
			}),
		}),
	})
	.openapi("Session");

export const signsIn = { ...answers("Signed in.", sessionView), headers: { "Set-Cookie": "The session." } };

type SessionViewCall = Pick<Call, "services" | "client" | "now">;

async function viewOf(
	{ services, client, now }: SessionViewCall,
	person: Person,
): Promise<z.infer<typeof sessionView>> {
	const { actor, email, createdAt, session } = person;
	const emailProven = owns(person);
	const memberships = await membershipsOf(services.database, actor.id);
	const signIn = waysIn(services, client);
	const isSet = (await passwordHash(services.database, actor.id)) !== null;
	return {
		user: { id: actor.publicId, name: actor.name, email, emailProven, createdAt: isoOf(createdAt) },
		session: {
			id: session.publicId,
			createdAt: isoOf(session.createdAt),
			expiresAt: isoOf(session.expiresAt),
			way: session.way,
		},
		teams: await Promise.all(
			memberships.map(async ({ team, role }) => {
				const { scopes } = await withDuty(services, { actor, team, scopes: scopesOf(role) }, now);
				return { slug: team.slug, name: team.name, role, scopes: [...scopes] };
			}),
		),
		signIn,
		service: { linkOrigin: services.linkOrigin, sendsMail: services.hasMailServer !== false },
		password: { isSet, canBeSet: signIn.password && isFresh(session, now) },
	};
}

// --- Opening a session -----------------------------------------------------------------------------------------------

type SignInCall = SessionViewCall & Pick<Call, "answerHeaders" | "requestId" | "now">;

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
	success: answers("The person, their teams, and their roles and scopes in each.", sessionView),
	async handle(call) {
		return ok(call, await viewOf(call, call.principal));
	},
});

export const endSession = accountChangeEndpoint({
	operationId: "endSession",
	summary: "Sign out",
	tag,
	success: { status: 204, description: "Signed out.", headers: { "Set-Cookie": "Removes the cookie." } },
	service: end,
	input: ({ principal }) => ({ id: principal.session.publicId }),
	answer(call) {
		const answer = noContent(call);
		answer.headers.set("set-cookie", clearCookie(call.client, "lapwing_session"));
		return answer;
	},
});
