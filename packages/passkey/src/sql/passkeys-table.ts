/**
 * The table of passkeys. Truth values are 0 and 1 and times are milliseconds since 1970, so that the same statements
 * run on every engine.
 */

import type { SqlDatabase } from "./databases.ts";

/** @param id holds 1,023 bytes in base64url, and keeps upper and lower case apart. */
const table = (id: string, userId: string) => `CREATE TABLE IF NOT EXISTS passkeys (
	id ${id} NOT NULL PRIMARY KEY,
	user_id ${userId} NOT NULL,
	public_key TEXT NOT NULL,
	algorithm INTEGER NOT NULL,
	counter BIGINT NOT NULL,
	transports TEXT NOT NULL,
	aaguid CHAR(36) NOT NULL,
	attestation VARCHAR(32) NOT NULL,
	user_verified SMALLINT NOT NULL,
	syncable SMALLINT NOT NULL,
	backed_up SMALLINT NOT NULL,
	created_at BIGINT NOT NULL,
	last_used_at BIGINT`;

const index = `
);
CREATE INDEX IF NOT EXISTS passkeys_by_user ON passkeys (user_id);
`;

/** The table and its index in SQLite, for a migration or the start of the program. */
export const SQLITE_PASSKEYS: string = table("TEXT", "TEXT") + index;

/** The table and its index in PostgreSQL, for a migration. */
export const POSTGRESQL_PASSKEYS: string = table("TEXT", "TEXT") + index;

/** The table and its index in MySQL and MariaDB, for a migration. */
export const MYSQL_PASSKEYS: string = `${table(
	"VARCHAR(1364) CHARACTER SET ascii COLLATE ascii_bin",
	// Bytes: to each of its collations that MariaDB has too, a text and the same with a space behind it are equal.
	"VARBINARY(64)",
)},
	INDEX passkeys_by_user (user_id)
) CHARACTER SET utf8mb4`;

export const PASSKEYS: Readonly<Record<SqlDatabase["engine"], string>> = {
	sqlite: SQLITE_PASSKEYS,
	postgresql: POSTGRESQL_PASSKEYS,
	mysql: MYSQL_PASSKEYS,
};
