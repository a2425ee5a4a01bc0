/**
 * Challenges and passkeys in SQLite, by `node:sqlite`. With better-sqlite3 the same statements run as they are. For a
 * schema of your own: otherwise take `openStores(sqlite(database))` of `@lapwing/passkey/sql`.
 */

import type { DatabaseSync } from "node:sqlite";
import {
	type ChallengeStore,
	type ChallengeStoreOptions,
	SQLITE_CHALLENGES,
	SqlChallenges,
} from "@lapwing/passkey/challenges";
import type { AccountPasskey, PasskeyStore } from "../passkeys/stores.ts";

export const SQLITE_SCHEMA = `
	${SQLITE_CHALLENGES}
	CREATE TABLE IF NOT EXISTS passkeys (
		id TEXT PRIMARY KEY,
		account_id TEXT NOT NULL,
		public_key TEXT NOT NULL,
		counter INTEGER NOT NULL,
		transports TEXT NOT NULL,
		backed_up INTEGER NOT NULL
	);
	CREATE INDEX IF NOT EXISTS passkeys_by_account ON passkeys (account_id);
`;

export function sqliteChallenges(database: DatabaseSync, options?: ChallengeStoreOptions): ChallengeStore {
	return new SqlChallenges((text, values) => database.prepare(text).run(...values).changes, options);
}

export class SqlitePasskeys implements PasskeyStore {
	readonly #database: DatabaseSync;

	constructor(database: DatabaseSync) {
		this.#database = database;
	}

	async find(id: string): Promise<AccountPasskey | undefined> {
		const row = this.#database.prepare("SELECT * FROM passkeys WHERE id = ?").get(id);
		return row && passkeyOf(row);
	}

	async listFor(accountId: string): Promise<AccountPasskey[]> {
		return this.#database.prepare("SELECT * FROM passkeys WHERE account_id = ?").all(accountId).map(passkeyOf);
	}

	async add({ id, accountId, publicKey, counter, transports, backedUp }: AccountPasskey): Promise<boolean> {
		const { changes } = this.#database
			.prepare(
				`INSERT INTO passkeys (id, account_id, public_key, counter, transports, backed_up)
				VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			)
			.run(id, accountId, publicKey, counter, JSON.stringify(transports), Number(backedUp));
		return changes === 1;
	}

	async recordSignIn(id: string, { counter, backedUp }: { counter: number; backedUp: boolean }): Promise<boolean> {
		const { changes } = this.#database
			.prepare(
				`UPDATE passkeys SET counter = ?1, backed_up = ?2
				WHERE id = ?3 AND (counter < ?1 OR (counter = 0 AND ?1 = 0))`,
			)
			.run(counter, Number(backedUp), id);
		return changes === 1;
	}

	async remove(accountId: string, id: string): Promise<boolean> {
		return (
			this.#database.prepare("DELETE FROM passkeys WHERE account_id = ? AND id = ?").run(accountId, id).changes === 1
		);
	}
}

export function passkeyOf(row: Readonly<Record<string, unknown>>): AccountPasskey {
	return {
		id: String(row["id"]),
		accountId: String(row["account_id"]),
		publicKey: String(row["public_key"]),
		counter: Number(row["counter"]),
		transports: JSON.parse(String(row["transports"])),
		backedUp: row["backed_up"] === 1,
	};
}
