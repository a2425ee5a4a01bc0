/**
 * What each location saw of a check that several made (./location-rows.ts): one text beside the check until its hour is
 * sealed, then columns of their own in its block (../sealed/hour-block.ts).
 */

import { type RawBuilder, sql } from "kysely";
import { minuteOf } from "../../../domain/checks/check.ts";
import type { JudgedOutcome } from "../../../domain/checks/record.ts";
import type { CheckResultTable } from "../../database/tables/checks.ts";
import type { Tx } from "../../database/tx.ts";
import { type ResultRow, toLocationRows } from "../check-row.ts";
import { packLocations, SEVERAL } from "./location-rows.ts";

const KEY = { minute: "integer", monitor_id: "integer" } as const;

/** SQL: the locations of `check_results as c`; null for a check of one, which costs no look-up. */
export const LOCATIONS_COLUMN: RawBuilder<string | null> = sql`case when c.location = ${sql.lit(SEVERAL)} then (
	select l.locations from check_locations as l where l.minute = c.minute and l.monitor_id = c.monitor_id
) end`;

/** Writes the locations of those checks that have some. */
export function insertLocations(tx: Tx, checks: readonly JudgedOutcome[]): Promise<void> {
	const several = checks.filter(({ outcome }) => outcome.locations !== undefined);
	return writeLocations(
		tx,
		several.map(({ outcome }) => ({
			minute: minuteOf(outcome.order.scheduledAt),
			monitor_id: outcome.order.monitorId,
			locations: toLocationRows(outcome),
		})),
	);
}

/** Writes the locations of those rows that have some. */
export async function writeLocations(
	tx: Tx,
	checks: readonly Pick<ResultRow, "minute" | "monitor_id" | "locations">[],
): Promise<void> {
	const rows = checks.flatMap(({ minute, monitor_id, locations }) =>
		locations ? [{ minute, monitor_id, locations: packLocations(locations) }] : [],
	);
	if (rows.length === 0) return;
	await tx.dialect.insertRows(
		tx.db,
		{ table: "check_locations", key: KEY, columns: { ...KEY, locations: "text" }, rows },
		sql`on conflict (minute, monitor_id) do update set locations = excluded.locations`,
	);
}

/** Deletes the locations of those of these checks that have some. */
export async function deleteLocations(
	{ db, dialect }: Pick<Tx, "db" | "dialect">,
	checks: readonly Pick<CheckResultTable, "minute" | "monitor_id" | "location">[],
): Promise<void> {
	const rows = checks.filter(({ location }) => location === SEVERAL);
	if (rows.length > 0) await dialect.deleteRows(db, { table: "check_locations", key: KEY, rows });
}
