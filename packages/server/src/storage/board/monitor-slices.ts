/** Monitors as the parameter of a statement, some at a time. */

import type { RawBuilder } from "kysely";
import type { Tx } from "../database/tx.ts";

/** A table with the column `monitor_id`, for use after FROM. */
export function idRows(tx: Tx, ids: readonly number[]): RawBuilder<unknown> {
	return tx.dialect.rows(
		{ monitor_id: "integer" },
		ids.map((monitor_id) => ({ monitor_id })),
	);
}

export function* slices(ids: readonly number[], size: number): Generator<readonly number[]> {
	for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size);
}
