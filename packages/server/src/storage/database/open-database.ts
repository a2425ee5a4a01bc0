/** Opens the database that a URL names. */

import { openPostgresql } from "./postgresql.ts";
import { openSqlite } from "./sqlite/sqlite.ts";
import type { Database } from "./tx.ts";

/**
 * @param url `sqlite:PATH`, `sqlite::memory:`, or `postgres://…`; anything else throws a TypeError.
 * @param waits whether this process may stand still while another one holds a SQLite file; default: true
 * @param poolSize connections to PostgreSQL at most
 */
export function openDatabase(url: string, waits = true, poolSize?: number): Database {
	if (url.startsWith("sqlite:")) return openSqlite(url.slice("sqlite:".length), waits);
	if (/^postgres(ql)?:\/\//.test(url)) return openPostgresql(url, { poolSize });
	throw new TypeError("A database URL begins with sqlite: or postgres://");
}
