/** Keys as the parameter of a statement. */

import type { RawBuilder } from "kysely";
import type { Dialect } from "./dialect.ts";

/** A table with the column `column`, for use after FROM. */
export function idRows(
	dialect: Dialect,
	ids: readonly number[],
	column: "id" | "monitor_id" = "id",
): RawBuilder<unknown> {
	return dialect.rows(
		{ [column]: "integer" },
		ids.map((id) => ({ [column]: id })),
	);
}

/** Keys some at a time, for statements that are bounded. */
export function* slices(ids: readonly number[], size: number): Generator<readonly number[]> {
	for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size);
}
