/** Challenges and passkeys in PostgreSQL, by the `query` that `pg`'s pools and clients have. */

import {
	type AccountPasskey,
	CHALLENGE_LIFETIME_MS,
	type ChallengeStore,
	type PasskeyStore,
} from "../passkeys/stores.ts";

/** As much of `pg` as is used. */
export interface Queryable {
	query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
}

export const POSTGRES_SCHEMA = `
	CREATE TABLE IF NOT EXISTS passkey_challenges (
		ceremony text PRIMARY KEY,
		challenge text NOT NULL,
		expires_at timestamptz NOT NULL
	);
	CREATE INDEX IF NOT EXISTS passkey_challenges_by_expiry ON passkey_challenges (expires_at);
	CREATE TABLE IF NOT EXISTS passkeys (
		id text PRIMARY KEY,
		account_id text NOT NULL,
		public_key text NOT NULL,
		counter bigint NOT NULL,
		transports text[] NOT NULL,
		backed_up boolean NOT NULL
	);
	CREATE INDEX IF NOT EXISTS passkeys_by_account ON passkeys (account_id);
`;

export class PostgresChallenges implements ChallengeStore {
	readonly #database: Queryable;
	readonly #now: () => number;

	constructor(database: Queryable, now: () => number = Date.now) {
		this.#database = database;
		this.#now = now;
	}

	async put(key: string, challenge: string): Promise<void> {
		// What has expired leaves with the next ceremony, a bounded number at a time. How many may begin in five minutes
		// is for the limit on requests in front to say.
		await this.#database.query(
			`DELETE FROM passkey_challenges WHERE ceremony IN (
				SELECT ceremony FROM passkey_challenges WHERE expires_at <= $1 LIMIT 100 FOR UPDATE SKIP LOCKED
			)`,
			[new Date(this.#now())],
		);
		await this.#database.query(
			`INSERT INTO passkey_challenges (ceremony, challenge, expires_at) VALUES ($1, $2, $3)
			ON CONFLICT (ceremony) DO UPDATE SET challenge = excluded.challenge, expires_at = excluded.expires_at`,
			[key, challenge, new Date(this.#now() + CHALLENGE_LIFETIME_MS)],
		);
	}

	async take(key: string): Promise<string | undefined> {
		const { rows } = await this.#database.query(
			"DELETE FROM passkey_challenges WHERE ceremony = $1 RETURNING challenge, expires_at > $2 AS is_valid",
			[key, new Date(this.#now())],
		);
		const [row] = rows;
		return row?.["is_valid"] === true ? String(row["challenge"]) : undefined;
	}
}

export class PostgresPasskeys implements PasskeyStore {
	readonly #database: Queryable;

	constructor(database: Queryable) {
		this.#database = database;
	}

	async find(id: string): Promise<AccountPasskey | undefined> {
		const { rows } = await this.#database.query("SELECT * FROM passkeys WHERE id = $1", [id]);
		const [row] = rows;
		return row && passkeyOf(row);
	}

	async listFor(accountId: string): Promise<AccountPasskey[]> {
		const { rows } = await this.#database.query("SELECT * FROM passkeys WHERE account_id = $1", [accountId]);
		return rows.map(passkeyOf);
	}

	async add({ id, accountId, publicKey, counter, transports, backedUp }: AccountPasskey): Promise<boolean> {
		const { rowCount } = await this.#database.query(
			`INSERT INTO passkeys (id, account_id, public_key, counter, transports, backed_up)
			VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
			[id, accountId, publicKey, counter, transports, backedUp],
		);
		return rowCount === 1;
	}

	async recordSignIn(id: string, { counter, backedUp }: { counter: number; backedUp: boolean }): Promise<boolean> {
		const { rowCount } = await this.#database.query(
			`UPDATE passkeys SET counter = $1, backed_up = $2
			WHERE id = $3 AND (counter < $1 OR (counter = 0 AND $1 = 0))`,
			[counter, backedUp, id],
		);
		return rowCount === 1;
	}

	async remove(accountId: string, id: string): Promise<boolean> {
		const { rowCount } = await this.#database.query("DELETE FROM passkeys WHERE account_id = $1 AND id = $2", [
			accountId,
			id,
		]);
		return rowCount === 1;
	}
}

function passkeyOf(row: Record<string, unknown>): AccountPasskey {
	return {
		id: String(row["id"]),
		accountId: String(row["account_id"]),
		publicKey: String(row["public_key"]),
		// `pg` hands a bigint out as text, which verifyAuthentication refuses on purpose.
		counter: Number(row["counter"]),
		transports: row["transports"] as string[],
		backedUp: row["backed_up"] === true,
	};
}
