/** Opens the database that a URL names. */

import { openPostgresql } from "./postgresql.ts";
import { openSqlite } from "./sqlite.ts";
import type { Database } from "./tx.ts";

/** @param url `sqlite:PATH`, `sqlite::memory:`, or `postgres://…`; anything else throws a TypeError. */
export function openDatabase(url: string): Database {
	if (url.startsWith("sqlite:")) return openSqlite(url.slice("sqlite:".length));
	if (/^postgres(ql)?:\/\//.test(url)) return openPostgresql(url);
	throw new TypeError("A database URL begins with sqlite: or postgres://");
}
