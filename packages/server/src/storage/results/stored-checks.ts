/**
 * Checks as they are stored: those of recent hours as rows of `check_results`, those of sealed hours as blocks, of an
 * hour or of a day (./sealed/sealed-blocks.ts). A check is in one of them.
 *
 * A reader asks for both in one statement, so that it sees one state of the database: between two statements an hour
 * may be sealed, and its checks would be read twice or not at all.
 */

import { type RawBuilder, sql } from "kysely";
import { hourOf, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import type { ColumnType } from "../database/dialect.ts";
import type { CheckFailureTable, CheckResultTable } from "../database/tables/checks.ts";
import { typesOf } from "../database/tables/column-types.ts";
import type { Tx } from "../database/tx.ts";
import type { ResultRow } from "./check-row.ts";
import { LOCATIONS_COLUMN } from "./locations/check-locations.ts";
import { hasVerdict } from "./outcome-code.ts";
import { sealedHoursOf } from "./sealed/day-block.ts";
import { decodeHour } from "./sealed/hour-block.ts";
import { isMissed } from "./sealed/missed-block.ts";
import { sealedOfMinute, sealedOfMonitor } from "./sealed/sealed-blocks.ts";

/** By which a check is found. */
export const CHECK_KEY = { minute: "integer", monitor_id: "integer" } as const;
export const RESULT_COLUMNS = typesOf(
	"check_results",
	["minute", "monitor_id", "revision", "outcome", "response_status", "elapsed_ms", "started_ms"],
	["attempts", "location", "dns_ms", "connect_ms", "tls_ms", "first_byte_ms"],
) satisfies Record<keyof CheckResultTable, ColumnType>;
export const RESULT_NAMES = Object.keys(RESULT_COLUMNS) as (keyof CheckResultTable)[];
export const FAILURE_COLUMNS = typesOf("check_failures", [
	"minute",
	"monitor_id",
	"phase",
	"message",
	"content_check_id",
]) satisfies Record<keyof CheckFailureTable, ColumnType>;

/** A check, or the sealed ones of an hour or a day: `block` is null for a check; else `minute` is the first one. */
export interface StoredRow extends ResultRow {
	readonly block: Uint8Array | null;
}

const DETAIL_NAMES = ["phase", "message", "content_check_id"] as const;
/** The columns of a {@link ResultRow}, of `c` and `f`. */
export const ROW_COLUMNS = sql`${sql.raw(
	[...RESULT_NAMES.map((name) => `c.${name}`), ...DETAIL_NAMES.map((name) => `f.${name}`)].join(", "),
)}, ${LOCATIONS_COLUMN} as locations`;
/** The columns of a {@link StoredRow}, of the hour `b`. */
const BLOCK_COLUMNS = sql`b.hour * ${sql.lit(MINUTES_AN_HOUR)} as minute, b.monitor_id, ${sql.raw(
	[...RESULT_NAMES.slice(2), ...DETAIL_NAMES].map((name) => `null as ${name}`).join(", "),
)}, null as locations, b.block`;

/**
 * Selects one monitor's checks of the minutes [from, to) as {@link StoredRow}s, in no order; for {@link expand}.
 * @param recent narrows the checks that are rows, which are `c`: an order and a limit
 */
export function storedChecks(
	tx: Tx,
	monitorId: number,
	from: number,
	to: number,
	recent: RawBuilder<unknown> = sql``,
): RawBuilder<StoredRow> {
	const { results } = tx.dialect;
	return sql<StoredRow>`
		select r.*, null as block from (
			select ${ROW_COLUMNS} from ${results.ofMonitor(monitorId, from, to)}
			left join check_failures as f on not ${hasVerdict("c.outcome", "up")}
				and f.minute = c.minute and f.monitor_id = c.monitor_id ${recent}
		) as r
		union all
		select ${BLOCK_COLUMNS} from ${sealedOfMonitor(tx, monitorId, ...hoursOf(from, to))}`;
}

/** The hours that hold the minutes [from, to), the second one excluded. */
export function hoursOf(from: number, to: number): [from: number, to: number] {
	return [hourOf(from), hourOf(to - 1) + 1];
}

/** The checks of the minutes [from, to), oldest first. Throws BrokenBlock. */
export function expandInOrder(stored: readonly StoredRow[], from: number, to: number): ResultRow[] {
	return expand(stored, from, to).sort((a, b) => a.minute - b.minute);
}

/** The checks of the minutes [from, to), in no order. Throws BrokenBlock. */
function expand(stored: readonly StoredRow[], from: number, to: number): ResultRow[] {
	const rows: ResultRow[] = [];
	const gaps: ResultRow[] = [];
	for (const row of stored) {
		if (row.block === null) {
			rows.push(row);
			continue;
		}
		const into = isMissed(row.block) ? gaps : rows;
		const [monitorId, block] = [row.monitor_id, row.block];
		for (const sealed of sealedHoursOf({ monitorId, hour: hourOf(row.minute), block }, ...hoursOf(from, to))) {
			for (const check of decodeHour({ monitorId, hour: sealed.hour }, sealed.block)) {
				if (check.minute >= from && check.minute < to) into.push(check);
			}
		}
	}
	if (gaps.length === 0) return rows;
	// A check hides the gap's, and of two gaps only a clock that was set back makes one minute theirs.
	const byMinute = new Map([...gaps, ...rows].map((row) => [row.minute, row]));
	return [...byMinute.values()];
}

/**
 * SQL: the block with the hour of a minute whose check is not `check_results as c`; null when it is, and when that hour
 * is not sealed. For {@link oneOf}.
 */
export function blockUnlessRow(monitorId: RawBuilder<unknown>, minute: RawBuilder<unknown>): RawBuilder<unknown> {
	return sql`case when c.minute is null then ${sealedOfMinute(monitorId, minute)} end`;
}

/** The check of one minute: `row`, or the one in its block; undefined when there is none. Throws BrokenBlock. */
export function oneOf(
	row: { readonly outcome: number | null; readonly block: Uint8Array | null },
	monitorId: number,
	minute: number | null,
): ResultRow | undefined {
	if (row.outcome !== null) return row as unknown as ResultRow;
	if (row.block === null || minute === null) return undefined;
	const key = { monitorId, hour: hourOf(minute) };
	const [sealed] = sealedHoursOf({ ...key, block: row.block }, key.hour, key.hour + 1);
	return sealed && decodeHour(key, sealed.block).find((check) => check.minute === minute);
}
