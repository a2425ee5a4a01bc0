/** Sessions in memory behind one cookie, for the example. Use your framework's. */

import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";

/** Visitors get a session before they sign in, so the number of sessions is bounded: the oldest are removed first. */
const MOST_KEPT = 100_000;

export interface Session {
	readonly id: string;
	/** Who is signed in. */
	readonly accountId?: string;
	/** The account that has passed the first factor, and not yet the second. */
	readonly secondFactorOwedBy?: string;
}

export class Sessions {
	readonly #sessions = new Map<string, Session>();
	readonly #isSecure: boolean;

	constructor(origin: string) {
		this.#isSecure = origin.startsWith("https:");
	}

	/** The session of the request's cookie; a new one without an account when there is none. */
	current(context: Context): Session {
		return this.#sessions.get(getCookie(context, "session") ?? "") ?? this.replace(context, {});
	}

	/** Opens a session under a new id, so that a session id planted by an attacker is worth nothing. */
	replace(context: Context, contents: Omit<Session, "id">): Session {
		this.#sessions.delete(getCookie(context, "session") ?? "");
		const session = { ...contents, id: randomBytes(32).toString("base64url") };
		this.#sessions.set(session.id, session);
		for (const oldest of this.#sessions.keys()) {
			if (this.#sessions.size <= MOST_KEPT) break;
			this.#sessions.delete(oldest);
		}
		setCookie(context, "session", session.id, { httpOnly: true, sameSite: "Lax", secure: this.#isSecure, path: "/" });
		return session;
	}
}
