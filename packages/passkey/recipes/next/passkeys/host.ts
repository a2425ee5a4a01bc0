/**
 * One service for all route handlers. Next.js bundles each route by itself, so what must be one in the process hangs on
 * `globalThis`; with stores in a database and real sessions nothing needs to.
 */

import { cookies } from "next/headers";
import { makeService } from "../../passkeys/make-service.ts";
import type { PasskeyService } from "../../passkeys/passkey-service.ts";
import { COOKIE_OPTIONS, SESSION_COOKIE, type Session, Sessions } from "../../passkeys/sessions.ts";

interface Host {
	readonly passkeys: PasskeyService;
	readonly sessions: Sessions;
}

const shared = globalThis as { passkeyHost?: Host };

export function host(): Host {
	const { PASSKEY_ORIGIN: origin = "http://localhost:3000" } = process.env;
	shared.passkeyHost ??= { passkeys: makeService(origin), sessions: new Sessions() };
	return shared.passkeyHost;
}

export async function currentSession(): Promise<Session> {
	return keep(host().sessions.read((await cookies()).get(SESSION_COOKIE)?.value));
}

/** Sends the session's cookie with the answer. */
export async function keep(session: Session): Promise<Session> {
	(await cookies()).set(SESSION_COOKIE, session.id, COOKIE_OPTIONS);
	return session;
}

export async function bodyOf(request: Request): Promise<unknown> {
	return request.json().catch(() => null);
}

export const rejected = () => Response.json({ error: "rejected" }, { status: 400 });
export const signedOut = () => Response.json({ error: "signed_out" }, { status: 401 });
