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

	/** Records what the last assertion said. */
	update(id: string, changes: Pick<StoredPasskey, "counter" | "backedUp">): void {
		const passkey = this.#passkeys.get(id);
		if (passkey) this.#passkeys.set(id, { ...passkey, ...changes });
	}
}
