/** One service for all endpoints: SvelteKit loads this module once. */

import { type Cookies, json } from "@sveltejs/kit";
import { makeService } from "../../../passkeys/make-service.ts";
import { COOKIE_OPTIONS, SESSION_COOKIE, type Session, Sessions } from "../../../passkeys/sessions.ts";

const { PASSKEY_ORIGIN: origin = "http://localhost:5173" } = process.env;

export const sessions = new Sessions();
export const passkeys = makeService(origin);

export function currentSession(cookies: Cookies): Session {
	return keep(cookies, sessions.read(cookies.get(SESSION_COOKIE)));
}

/** Sends the session's cookie with the answer. */
export function keep(cookies: Cookies, session: Session): Session {
	cookies.set(SESSION_COOKIE, session.id, { ...COOKIE_OPTIONS, secure: origin.startsWith("https:") });
	return session;
}

export async function bodyOf(request: Request): Promise<unknown> {
	return request.json().catch(() => null);
}

export const rejected = () => json({ error: "rejected" }, { status: 400 });
export const signedOut = () => json({ error: "signed_out" }, { status: 401 });
