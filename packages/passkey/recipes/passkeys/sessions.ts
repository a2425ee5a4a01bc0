/**
 * Stands in for the sessions and accounts that a host has. In memory: each recipe signs up and remembers whose it is.
 */

import { randomUUID } from "node:crypto";
import type { Account } from "./passkey-service.ts";

export interface Session {
	readonly id: string;
	readonly account: Account | undefined;
}

export const SESSION_COOKIE = "session";
/** Over https also `secure`. */
export const COOKIE_OPTIONS = { httpOnly: true, sameSite: "lax", path: "/" } as const;

export class Sessions {
	readonly #sessions = new Map<string, Session>();
	readonly #accounts = new Map<string, Account>();

	/** A new account, for the routes that stand in for a sign-up. */
	signUp(name: string): Account {
		const account = { id: randomUUID(), name };
		this.#accounts.set(account.id, account);
		return account;
	}

	/** The session that the cookie names; a new one when there is none. */
	read(cookie: string | undefined): Session {
		return this.#sessions.get(cookie ?? "") ?? this.open();
	}

	/** A session with a new id: who had the old id before the sign-in must not have the new one. */
	open(accountId?: string): Session {
		const session = { id: randomUUID(), account: this.#accounts.get(accountId ?? "") };
		this.#sessions.set(session.id, session);
		return session;
	}
}
