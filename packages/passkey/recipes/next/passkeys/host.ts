/**
 * One service for all route handlers. Next.js bundles each route by itself, so what must be one in the process hangs on
 * `globalThis`; with stores in a database and real sessions nothing needs to.
 */

import { DatabaseSync } from "node:sqlite";
import { RelyingParty } from "@lapwing/passkey/server";
import { cookies } from "next/headers";
import { PasskeyService } from "../../passkeys/passkey-service.ts";
import { COOKIE_OPTIONS, SESSION_COOKIE, type Session, Sessions } from "../../passkeys/sessions.ts";
import { SQLITE_SCHEMA, SqlitePasskeys, sqliteChallenges } from "../../stores/sqlite.ts";

interface Host {
	readonly passkeys: PasskeyService;
	readonly sessions: Sessions;
}

const shared = globalThis as { passkeyHost?: Host };

export function host(): Host {
	shared.passkeyHost ??= makeHost();
	return shared.passkeyHost;
}

function makeHost(): Host {
	const { PASSKEY_ORIGIN: origin = "http://localhost:3000" } = process.env;
	const database = new DatabaseSync(":memory:");
	database.exec(SQLITE_SCHEMA);
	const passkeys = new PasskeyService({
		relyingParty: new RelyingParty({ id: "localhost", name: "Next.js recipe", origin }),
		challenges: sqliteChallenges(database),
		passkeys: new SqlitePasskeys(database),
		warn: (event, reason) => process.stderr.write(`${JSON.stringify({ level: "warn", event, reason })}\n`),
	});
	return { passkeys, sessions: new Sessions() };
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
