/** Texts that are looked for in columns. */

import { type RawBuilder, sql } from "kysely";
import type { Dialect } from "./dialect.ts";

/** Text in which LIKE finds no wildcards, with `escape '!'`. */
export function escapedForLike(text: string): string {
	return text.replaceAll(/[!%_]/g, "!$&");
}

/** SQL: whether one of the columns holds a text, whatever the case. A null column holds none. */
export function oneContains(
	dialect: Pick<Dialect, "lowered">,
	columns: readonly RawBuilder<unknown>[],
	text: string,
): RawBuilder<boolean> {
	const pattern = `%${escapedForLike(text.toLowerCase())}%`;
	const parts = columns.map((column) => sql`${dialect.lowered(column)} like ${pattern} escape '!'`);
	return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}
