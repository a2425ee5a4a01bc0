/** Passkeys in Fastify (5.x) with `@fastify/cookie`. */

import cookie from "@fastify/cookie";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { PasskeyService } from "../passkeys/passkey-service.ts";
import { COOKIE_OPTIONS, SESSION_COOKIE, type Session, type Sessions } from "../passkeys/sessions.ts";

/** Far above any response of an authenticator. */
const LARGEST_BODY_BYTES = 64 * 1024;

export async function createApp(passkeys: PasskeyService, sessions: Sessions): Promise<FastifyInstance> {
	const app = fastify({ bodyLimit: LARGEST_BODY_BYTES });
	await app.register(cookie);

	const keep = (reply: FastifyReply, session: Session) => {
		reply.setCookie(SESSION_COOKIE, session.id, COOKIE_OPTIONS);
		return session;
	};
	const sessionOf = (request: FastifyRequest, reply: FastifyReply) =>
		keep(reply, sessions.read(request.cookies[SESSION_COOKIE]));

	app.post("/sign-up", (_request, reply) => {
		const { account } = keep(reply, sessions.open(sessions.signUp("ada").id));
		return reply.send({ name: account?.name });
	});

	app.post("/passkey/challenge", async (request, reply) => passkeys.beginSignIn(sessionOf(request, reply).id));

	app.post("/passkey/verify", async (request, reply) => {
		const accountId = await passkeys.finishSignIn(sessionOf(request, reply).id, request.body);
		if (!accountId) return rejected(reply);
		keep(reply, sessions.open(accountId));
		return { redirect: "/" };
	});

	app.post("/passkey/register/challenge", async (request, reply) => {
		const { id, account } = sessionOf(request, reply);
		return account ? passkeys.beginRegistration(id, account) : signedOut(reply);
	});

	app.post("/passkey/register/verify", async (request, reply) => {
		const { id, account } = sessionOf(request, reply);
		if (!account) return signedOut(reply);
		const isDone = await passkeys.finishRegistration(id, account, request.body);
		return isDone ? { redirect: "/" } : rejected(reply);
	});

	app.get("/account", async (request, reply) => {
		const { account } = sessionOf(request, reply);
		return account ? { name: account.name } : signedOut(reply);
	});

	// A body that is no JSON or too long: answered like every other refusal.
	app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
		if (error.statusCode === undefined || error.statusCode >= 500) throw error;
		return rejected(reply);
	});
	return app;
}

function rejected(reply: FastifyReply): FastifyReply {
	return reply.code(400).send({ error: "rejected" });
}

function signedOut(reply: FastifyReply): FastifyReply {
	return reply.code(401).send({ error: "signed_out" });
}
