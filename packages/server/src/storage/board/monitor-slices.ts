/** Monitors as the parameter of a statement, some at a time. */

import type { RawBuilder } from "kysely";
import type { Session } from "../database/session.ts";

/** A table with the column `monitor_id`, for use after FROM. */
export function idRows(session: Session, ids: readonly number[]): RawBuilder<unknown> {
	return session.dialect.rows(
		{ monitor_id: "integer" },
		ids.map((monitor_id) => ({ monitor_id })),
	);
}

export function* slices(ids: readonly number[], size: number): Generator<readonly number[]> {
	for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size);
}
