/** Challenges and passkeys in SQLite by `@libsql/client`: a file on Node 20, Bun and Deno, or a server of libSQL. */

import { type ChallengeStore, type ChallengeStoreOptions, SqlChallenges } from "@lapwing/passkey/challenges";
import type { Client } from "@libsql/client";
import type { AccountPasskey, PasskeyStore } from "../passkeys/stores.ts";
import { passkeyOf } from "./sqlite.ts";

/** The tables are those of `SQLITE_SCHEMA`, for `executeMultiple`. */
export function libsqlChallenges(database: Client, options?: ChallengeStoreOptions): ChallengeStore {
	return new SqlChallenges(async (sql, args) => (await database.execute({ sql, args })).rowsAffected, options);
}

export class LibsqlPasskeys implements PasskeyStore {
	readonly #database: Client;

	constructor(database: Client) {
		this.#database = database;
	}

	async find(id: string): Promise<AccountPasskey | undefined> {
		const { rows } = await this.#database.execute("SELECT * FROM passkeys WHERE id = ?", [id]);
		return rows.map(passkeyOf)[0];
	}

	async listFor(accountId: string): Promise<AccountPasskey[]> {
		const { rows } = await this.#database.execute("SELECT * FROM passkeys WHERE account_id = ?", [accountId]);
		return rows.map(passkeyOf);
	}

	async add({ id, accountId, publicKey, counter, transports, backedUp }: AccountPasskey): Promise<boolean> {
		const { rowsAffected } = await this.#database.execute(
			`INSERT INTO passkeys (id, account_id, public_key, counter, transports, backed_up)
			VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			[id, accountId, publicKey, counter, JSON.stringify(transports), Number(backedUp)],
		);
		return rowsAffected === 1;
	}

	async recordSignIn(id: string, { counter, backedUp }: { counter: number; backedUp: boolean }): Promise<boolean> {
		const { rowsAffected } = await this.#database.execute(
			`UPDATE passkeys SET counter = ?1, backed_up = ?2
			WHERE id = ?3 AND (counter < ?1 OR (counter = 0 AND ?1 = 0))`,
			[counter, Number(backedUp), id],
		);
		return rowsAffected === 1;
	}

	async remove(accountId: string, id: string): Promise<boolean> {
		const { rowsAffected } = await this.#database.execute("DELETE FROM passkeys WHERE account_id = ? AND id = ?", [
			accountId,
			id,
		]);
		return rowsAffected === 1;
	}
}
