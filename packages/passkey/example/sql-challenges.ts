/** The challenges of ceremonies that have begun, in a database that all of a host's processes share. */

import type { DatabaseSync } from "node:sqlite";

/** As long as the prompt stays open (the `timeout` of `RelyingParty`). */
const LIFETIME_MS = 300_000;

export class SqlChallenges {
	readonly #database: DatabaseSync;

	constructor(database: DatabaseSync) {
		this.#database = database;
		database.exec(`
			CREATE TABLE IF NOT EXISTS passkey_challenges (
				key TEXT PRIMARY KEY,
				challenge TEXT NOT NULL,
				expires_at INTEGER NOT NULL
			);
			CREATE INDEX IF NOT EXISTS passkey_challenges_by_expiry ON passkey_challenges (expires_at);
		`);
	}

	/** Keeps `challenge` for the ceremony that `key` names, instead of any challenge kept for it before. */
	put(key: string, challenge: string, now: number = Date.now()): void {
		this.#database.prepare("DELETE FROM passkey_challenges WHERE expires_at <= ?").run(now);
		this.#database
			.prepare(
				`INSERT INTO passkey_challenges (key, challenge, expires_at) VALUES (?, ?, ?)
				ON CONFLICT (key) DO UPDATE SET challenge = excluded.challenge, expires_at = excluded.expires_at`,
			)
			.run(key, challenge, now + LIFETIME_MS);
	}

	/** Reads and removes in one statement: of two requests with the same key, one gets the challenge. */
	take(key: string, now: number = Date.now()): string | undefined {
		const row = this.#database
			.prepare("DELETE FROM passkey_challenges WHERE key = ? RETURNING challenge, expires_at")
			.get(key);
		if (!row) return undefined;
		const { challenge, expires_at: expiresAt } = row;
		return Number(expiresAt) > now ? String(challenge) : undefined;
	}
}
