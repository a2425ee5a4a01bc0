/**
 * Challenges in a database that all processes of a host share. A challenge is put by two statements and taken by one,
 * which removes it: the number of removed rows says whether it was there, so no engine needs RETURNING.
 */

import {
	type ChallengeStore,
	type ChallengeStoreOptions,
	LIFETIME_MS,
	MAX_CHALLENGE_LENGTH,
	MOST_KEPT,
	MOST_PENDING,
	nameOf,
	type PendingCeremony,
} from "../challenges/store.ts";
import { numbered } from "./placeholders.ts";

/**
 * Runs one statement by itself, outside of any transaction, and answers how many rows it changed: `changes` of SQLite,
 * `rowCount` of `pg`, `affectedRows` of `mysql2`.
 */
export type RunStatement = (
	statement: string,
	parameters: (string | number)[],
) => number | bigint | null | Promise<number | bigint | null>;

export interface SqlChallengesOptions extends ChallengeStoreOptions {
	/** How the engine writes parameters: `?` (SQLite, MySQL, the default) or `$1` (PostgreSQL). */
	placeholders?: "?" | "$1" | undefined;
	/** How many challenges at most. Default: 100,000. */
	mostKept?: number | undefined;
}

const columns = `ceremony CHAR(64) NOT NULL,
	challenge CHAR(64) NOT NULL UNIQUE,
	expires_at BIGINT NOT NULL`;
const indexes = `;
CREATE INDEX IF NOT EXISTS passkey_challenges_by_ceremony ON passkey_challenges (ceremony);
CREATE INDEX IF NOT EXISTS passkey_challenges_by_expiry ON passkey_challenges (expires_at);
`;

/** The table and its indexes in SQLite, for a migration or the start of the program. */
export const SQLITE_CHALLENGES = `CREATE TABLE IF NOT EXISTS passkey_challenges (
	number INTEGER PRIMARY KEY,
	${columns}
)${indexes}`;

/** The table and its indexes in PostgreSQL, for a migration. */
export const POSTGRESQL_CHALLENGES = `CREATE TABLE IF NOT EXISTS passkey_challenges (
	number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	${columns}
)${indexes}`;

/** The table and its indexes in MySQL and MariaDB, for a migration. */
export const MYSQL_CHALLENGES = `CREATE TABLE IF NOT EXISTS passkey_challenges (
	number BIGINT AUTO_INCREMENT PRIMARY KEY,
	${columns},
	INDEX passkey_challenges_by_ceremony (ceremony),
	INDEX passkey_challenges_by_expiry (expires_at)
)`;

const PUT = "INSERT INTO passkey_challenges (ceremony, challenge, expires_at) VALUES (?, ?, ?)";

/** What is expired, what is too many in all, and what is too many of the ceremony. MySQL wants each select twice. */
const PRUNE = `DELETE FROM passkey_challenges WHERE expires_at <= ?
OR number <= (SELECT oldest FROM (SELECT max(number) - ? AS oldest FROM passkey_challenges) AS newest)
OR (ceremony = ? AND number NOT IN (SELECT number FROM (
	SELECT number FROM passkey_challenges WHERE ceremony = ? ORDER BY number DESC LIMIT ${MOST_PENDING}
) AS latest))`;

const TAKE = "DELETE FROM passkey_challenges WHERE challenge = ? AND expires_at > ?";

/**
 * @example
 * ```ts
 * import { DatabaseSync } from "node:sqlite";
 * import { SQLITE_CHALLENGES, SqlChallenges } from "@lapwing/passkey/challenges";
 *
 * const database = new DatabaseSync("passkeys.db");
 * database.exec(SQLITE_CHALLENGES);
 * export const challenges = new SqlChallenges((text, values) => database.prepare(text).run(...values).changes);
 * ```
 */
export class SqlChallenges implements ChallengeStore {
	readonly #run: (statement: string, parameters: (string | number)[]) => Promise<number>;
	readonly #lifetimeMs: number;
	readonly #mostKept: number;
	readonly #now: () => number;

	constructor(run: RunStatement, options: SqlChallengesOptions = {}) {
		const { placeholders = "?", lifetimeMs = LIFETIME_MS, mostKept = MOST_KEPT, now = Date.now } = options;
		const written = placeholders === "?" ? (statement: string) => statement : numbered;
		this.#run = async (statement, parameters) => Number(await run(written(statement), parameters));
		this.#lifetimeMs = lifetimeMs;
		this.#mostKept = mostKept;
		this.#now = now;
	}

	async put(ceremony: PendingCeremony, challenge: string): Promise<void> {
		const now = this.#now();
		const key = await nameOf(ceremony.kind, ceremony.session);
		await this.#run(PUT, [key, await challengeKey(ceremony, challenge), now + this.#lifetimeMs]);
		// Afterwards, so that of several at a time each counts the others.
		await this.#run(PRUNE, [now, this.#mostKept, key, key]);
	}

	async take(ceremony: PendingCeremony, challenge: string): Promise<boolean> {
		if (challenge.length > MAX_CHALLENGE_LENGTH) return false;
		return (await this.#run(TAKE, [await challengeKey(ceremony, challenge), this.#now()])) === 1;
	}
}

function challengeKey({ session, kind }: PendingCeremony, challenge: string): Promise<string> {
	return nameOf(kind, session, challenge);
}
