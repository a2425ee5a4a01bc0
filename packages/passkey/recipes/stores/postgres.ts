/**
 * Challenges and passkeys in PostgreSQL, by the `query` that `pg`'s pools and clients have. For a schema of your own:
 * otherwise take `openStores(postgresql(pool))` of `@lapwing/passkey/sql`.
 */

import {
	type ChallengeStore,
	type ChallengeStoreOptions,
	POSTGRESQL_CHALLENGES,
	SqlChallenges,
} from "@lapwing/passkey/challenges";
import type { AccountPasskey, PasskeyStore } from "../passkeys/stores.ts";

/** As much of `pg` as is used. */
export interface Queryable {
	query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
}

export const POSTGRES_SCHEMA = `
	${POSTGRESQL_CHALLENGES}
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

export function postgresChallenges(database: Queryable, options: ChallengeStoreOptions = {}): ChallengeStore {
	const run = async (text: string, values: unknown[]) => (await database.query(text, values)).rowCount;
	return new SqlChallenges(run, { ...options, placeholders: "$1" });
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
