/** The challenges of open ceremonies, in a database that all processes of a host share. */

import type { DatabaseSync } from "node:sqlite";

/** As long as the prompt stays open (the `timeout` of `RelyingParty`). */
const LIFETIME_MS = 300_000;

/** Anyone may begin a ceremony, so the number kept has a bound: the oldest go first, about 20 MB at most. */
const MOST_KEPT = 100_000;

export class SqlChallenges {
	readonly #database: DatabaseSync;
	readonly #mostKept: number;

	constructor(database: DatabaseSync, mostKept: number = MOST_KEPT) {
		this.#database = database;
		this.#mostKept = mostKept;
		database.exec(`
			CREATE TABLE IF NOT EXISTS passkey_challenges (
				ceremony TEXT PRIMARY KEY,
				challenge TEXT NOT NULL,
				expires_at INTEGER NOT NULL
			);
			CREATE INDEX IF NOT EXISTS passkey_challenges_by_expiry ON passkey_challenges (expires_at);
		`);
	}

	/** Keeps `challenge` for the ceremony that `key` names, instead of any challenge kept for it before. */
	put(key: string, challenge: string, now: number = Date.now()): void {
		// SQLite numbers rows as they come (rowid); elsewhere an identity column does, with an index.
		this.#database
			.prepare(
				`DELETE FROM passkey_challenges WHERE expires_at <= ?
				OR rowid <= (SELECT max(rowid) FROM passkey_challenges) - ?`,
			)
			.run(now, this.#mostKept - 1);
		this.#database
			.prepare("INSERT OR REPLACE INTO passkey_challenges (ceremony, challenge, expires_at) VALUES (?, ?, ?)")
			.run(key, challenge, now + LIFETIME_MS);
	}

	/** Reads and removes in one statement: of two requests with the same key, one gets the challenge. */
	take(key: string, now: number = Date.now()): string | undefined {
		const row = this.#database
			.prepare("DELETE FROM passkey_challenges WHERE ceremony = ? RETURNING challenge, expires_at")
			.get(key);
		if (!row) return undefined;
		const { challenge, expires_at: expiresAt } = row;
		return Number(expiresAt) > now ? String(challenge) : undefined;
	}
}
