/** The SQL entry point: tables and stores of passkeys and challenges on SQLite, PostgreSQL and MySQL. */

export { mysql, postgresql, type SqlDatabase, type SqlValue, sqlite } from "./sql/databases.ts";
export { openStores, type SqlStores } from "./sql/open-stores.ts";
export { MYSQL_PASSKEYS, POSTGRESQL_PASSKEYS, SQLITE_PASSKEYS } from "./sql/passkeys-table.ts";
export { PasskeyTakenError, SqlPasskeys, type UserPasskey } from "./sql/sql-passkeys.ts";
