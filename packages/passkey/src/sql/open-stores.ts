import type { ChallengeStoreOptions } from "../challenges/store.ts";
import type { SqlDatabase } from "./databases.ts";
import { PASSKEYS } from "./passkeys-table.ts";
import { MYSQL_CHALLENGES, POSTGRESQL_CHALLENGES, SQLITE_CHALLENGES, SqlChallenges } from "./sql-challenges.ts";
import { SqlPasskeys } from "./sql-passkeys.ts";

const CHALLENGES: Readonly<Record<SqlDatabase["engine"], string>> = {
	sqlite: SQLITE_CHALLENGES,
	postgresql: POSTGRESQL_CHALLENGES,
	mysql: MYSQL_CHALLENGES,
};

/** What a host stores. */
export interface SqlStores {
	readonly challenges: SqlChallenges;
	readonly passkeys: SqlPasskeys;
}

/**
 * Makes the tables where they are missing, and returns the stores of challenges and passkeys on them. Where several
 * processes may start at once, or a role without the right to make tables runs them, make the tables in a migration and
 * call the stores' constructors instead.
 *
 * @example
 * ```ts
 * import { openStores, postgresql } from "@lapwing/passkey/sql";
 * import pg from "pg";
 *
 * export const { challenges, passkeys } = await openStores(postgresql(new pg.Pool()));
 * ```
 */
export async function openStores(database: SqlDatabase, options: ChallengeStoreOptions = {}): Promise<SqlStores> {
	const { engine } = database;
	for (const statement of `${CHALLENGES[engine]};\n${PASSKEYS[engine]}`.split(";\n")) {
		if (statement.trim() !== "") await database.run(statement, []);
	}
	const placeholders = engine === "postgresql" ? "$1" : "?";
	const run: SqlDatabase["run"] = (statement, parameters) => database.run(statement, parameters);
	return {
		challenges: new SqlChallenges(run, { ...options, placeholders }),
		passkeys: new SqlPasskeys(database, options.now),
	};
}
