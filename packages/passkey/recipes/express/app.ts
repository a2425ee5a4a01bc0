/** Passkeys in Express (5.x, whose routes may be asynchronous). */

import express, { type ErrorRequestHandler, type Express, type Request, type Response } from "express";
import type { PasskeyService } from "../passkeys/passkey-service.ts";
import { COOKIE_OPTIONS, SESSION_COOKIE, type Session, type Sessions } from "../passkeys/sessions.ts";

export function createApp(passkeys: PasskeyService, sessions: Sessions): Express {
	const app = express();
	// The default limit of 100 kB is enough. `strict: false`: a body of null is for the service to refuse.
	app.use(express.json({ strict: false }));

	const keep = (response: Response, session: Session) => {
		response.cookie(SESSION_COOKIE, session.id, COOKIE_OPTIONS);
		return session;
	};
	const sessionOf = (request: Request, response: Response) => keep(response, sessions.read(cookieOf(request)));

	app.post("/sign-up", (_request, response) => {
		const { account } = keep(response, sessions.open(sessions.signUp("ada").id));
		response.json({ name: account?.name });
	});

	app.post("/passkey/challenge", async (request, response) => {
		response.json(await passkeys.beginSignIn(sessionOf(request, response).id));
	});

	app.post("/passkey/verify", async (request, response) => {
		const accountId = await passkeys.finishSignIn(sessionOf(request, response).id, request.body);
		if (!accountId) return rejected(response);
		keep(response, sessions.open(accountId));
		response.json({ redirect: "/" });
	});

	app.post("/passkey/register/challenge", async (request, response) => {
		const { id, account } = sessionOf(request, response);
		if (!account) return signedOut(response);
		response.json(await passkeys.beginRegistration(id, account));
	});

	app.post("/passkey/register/verify", async (request, response) => {
		const { id, account } = sessionOf(request, response);
		if (!account) return signedOut(response);
		if (!(await passkeys.finishRegistration(id, account, request.body))) return rejected(response);
		response.json({ redirect: "/" });
	});

	app.get("/account", (request, response) => {
		const { account } = sessionOf(request, response);
		if (!account) return signedOut(response);
		response.json({ name: account.name });
	});

	// A body that is no JSON: answered like every other refusal.
	const onError: ErrorRequestHandler = (error, _request, response, next) => {
		if (error.status === undefined || error.status >= 500) return next(error);
		rejected(response);
	};
	app.use(onError);
	return app;
}

function rejected(response: Response): void {
	response.status(400).json({ error: "rejected" });
}

function signedOut(response: Response): void {
	response.status(401).json({ error: "signed_out" });
}

/** Express reads no cookies by itself; `cookie-parser` does the same with more options. */
function cookieOf({ headers }: Request): string | undefined {
	return new RegExp(`(?:^|; )${SESSION_COOKIE}=([^;]*)`).exec(headers.cookie ?? "")?.[1];
}
