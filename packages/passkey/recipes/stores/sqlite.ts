/** Challenges and passkeys in SQLite, by `node:sqlite`. With better-sqlite3 the same statements run as they are. */

import type { DatabaseSync } from "node:sqlite";
import {
	type AccountPasskey,
	CHALLENGE_LIFETIME_MS,
	type ChallengeStore,
	type PasskeyStore,
} from "../passkeys/stores.ts";

export const SQLITE_SCHEMA = `
	CREATE TABLE IF NOT EXISTS passkey_challenges (
		ceremony TEXT PRIMARY KEY,
		challenge TEXT NOT NULL,
		expires_at INTEGER NOT NULL
	);
	CREATE INDEX IF NOT EXISTS passkey_challenges_by_expiry ON passkey_challenges (expires_at);
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

/** Anyone may begin a ceremony, so the number kept has a bound: the oldest go first, about 20 MB at most. */
const MOST_KEPT = 100_000;

export class SqliteChallenges implements ChallengeStore {
	readonly #database: DatabaseSync;
	readonly #now: () => number;

	constructor(database: DatabaseSync, now: () => number = Date.now) {
		this.#database = database;
		this.#now = now;
	}

	async put(key: string, challenge: string): Promise<void> {
		this.#database
			.prepare(
				`DELETE FROM passkey_challenges WHERE expires_at <= ?
				OR rowid <= (SELECT max(rowid) FROM passkey_challenges) - ?`,
			)
			.run(this.#now(), MOST_KEPT - 1);
		this.#database
			.prepare("INSERT OR REPLACE INTO passkey_challenges (ceremony, challenge, expires_at) VALUES (?, ?, ?)")
			.run(key, challenge, this.#now() + CHALLENGE_LIFETIME_MS);
	}

	async take(key: string): Promise<string | undefined> {
		const row = this.#database
			.prepare("DELETE FROM passkey_challenges WHERE ceremony = ? RETURNING challenge, expires_at")
			.get(key);
		return row && Number(row["expires_at"]) > this.#now() ? String(row["challenge"]) : undefined;
	}
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

function passkeyOf(row: Record<string, unknown>): AccountPasskey {
	return {
		id: String(row["id"]),
		accountId: String(row["account_id"]),
		publicKey: String(row["public_key"]),
		counter: Number(row["counter"]),
		transports: JSON.parse(String(row["transports"])),
		backedUp: row["backed_up"] === 1,
	};
}
