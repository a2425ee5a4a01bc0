/** Accounts and their passkeys, in memory. A real host has two tables, with `passkeys.id` unique over all accounts. */

import { randomUUID } from "node:crypto";
import type { RegisteredPasskey } from "@lapwing/passkey/server";

export interface Account {
	/** Opaque: it is stored on authenticators, and readable there. */
	readonly id: string;
	readonly name: string;
}

/** The result of the verification, and its account. */
export interface StoredPasskey extends RegisteredPasskey {
	readonly accountId: string;
}

export class Accounts {
	readonly #accounts = new Map<string, Account>();
	readonly #passkeys = new Map<string, StoredPasskey>();

	/** The account with that name; creates it when there is none. */
	named(name: string): Account {
		const existing = [...this.#accounts.values()].find((each) => each.name === name);
		const account = existing ?? { id: randomUUID(), name };
		this.#accounts.set(account.id, account);
		return account;
	}

	account(id: string): Account | undefined {
		return this.#accounts.get(id);
	}

	passkey(id: string): StoredPasskey | undefined {
		return this.#passkeys.get(id);
	}

	passkeysOf(accountId: string): StoredPasskey[] {
		return [...this.#passkeys.values()].filter((each) => each.accountId === accountId);
	}

	/** False when the id is taken: a credential belongs to one account, and is never overwritten. */
	add(passkey: StoredPasskey): boolean {
		if (this.#passkeys.has(passkey.id)) return false;
		this.#passkeys.set(passkey.id, passkey);
		return true;
	}

	/**
	 * Records what an assertion said. False when another sign-in has recorded a counter as high since the passkey was
	 * read: of two with one counter, one is a copy.
	 */
	recordSignIn(id: string, { counter, backedUp }: Pick<StoredPasskey, "counter" | "backedUp">): boolean {
		const passkey = this.#passkeys.get(id);
		const rises = passkey && (counter > passkey.counter || (counter === 0 && passkey.counter === 0));
		if (rises) this.#passkeys.set(id, { ...passkey, counter, backedUp });
		return rises ?? false;
	}
}
