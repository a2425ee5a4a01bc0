/** Passkeys in Hono (4.x): on Node, Deno, Bun and Workers alike. */

import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie, setCookie } from "hono/cookie";
import type { PasskeyService } from "../passkeys/passkey-service.ts";
import { COOKIE_OPTIONS, SESSION_COOKIE, type Session, type Sessions } from "../passkeys/sessions.ts";

/** Far above any response of an authenticator. */
const LARGEST_BODY_BYTES = 64 * 1024;

export function createApp(passkeys: PasskeyService, sessions: Sessions): Hono {
	const app = new Hono();
	app.use(bodyLimit({ maxSize: LARGEST_BODY_BYTES, onError: rejected }));

	const keep = (context: Context, session: Session) => {
		setCookie(context, SESSION_COOKIE, session.id, { ...COOKIE_OPTIONS, sameSite: "Lax" });
		return session;
	};
	const sessionOf = (context: Context) => keep(context, sessions.read(getCookie(context, SESSION_COOKIE)));
	const bodyOf = (context: Context): Promise<unknown> => context.req.json().catch(() => null);

	app.post("/sign-up", (context) => {
		const { name } = keep(context, sessions.open(sessions.signUp("ada").id)).account ?? {};
		return context.json({ name });
	});

	app.post("/passkey/challenge", async (context) => context.json(await passkeys.beginSignIn(sessionOf(context).id)));

	app.post("/passkey/verify", async (context) => {
		const accountId = await passkeys.finishSignIn(sessionOf(context).id, await bodyOf(context));
		if (!accountId) return rejected(context);
		keep(context, sessions.open(accountId));
		return context.json({ redirect: "/" });
	});

	app.post("/passkey/register/challenge", async (context) => {
		const { id, account } = sessionOf(context);
		if (!account) return context.json({ error: "signed_out" }, 401);
		return context.json(await passkeys.beginRegistration(id, account));
	});

	app.post("/passkey/register/verify", async (context) => {
		const { id, account } = sessionOf(context);
		if (!account) return context.json({ error: "signed_out" }, 401);
		const isDone = await passkeys.finishRegistration(id, account, await bodyOf(context));
		return isDone ? context.json({ redirect: "/" }) : rejected(context);
	});

	app.get("/account", (context) => {
		const { account } = sessionOf(context);
		return account ? context.json({ name: account.name }) : context.json({ error: "signed_out" }, 401);
	});
	return app;
}

function rejected(context: Context): Response {
	return context.json({ error: "rejected" }, 400);
}
