/** Writes rows of checks and of the details of failures: new ones, and those that take the place of others. */

import { type RawBuilder, sql } from "kysely";
import type { CheckFailureTable, CheckResultTable } from "../database/tables/checks.ts";
import type { Tx } from "../database/tx.ts";
import { hasVerdict } from "./outcome-code.ts";
import { CHECK_KEY, FAILURE_COLUMNS, RESULT_COLUMNS, RESULT_NAMES } from "./stored-checks.ts";

const REPLACED_COLUMNS = sql.raw(
	RESULT_NAMES.filter((name) => name !== "minute" && name !== "monitor_id")
		.map((name) => `${name} = excluded.${name}`)
		.join(", "),
);

/**
 * Which row of a minute stays: that of newer settings, and one that was made before one that was missed. Of two others
 * the one that was begun later (`latest`), or the one that is there (`first`).
 */
export type Precedence = "latest" | "first";

/** Writes rows; one that is there is replaced by a better one only. Returns the keys of those that were written. */
export async function insertResults(
	tx: Tx,
	results: readonly CheckResultTable[],
	precedence: Precedence,
): Promise<readonly Pick<CheckResultTable, "minute" | "monitor_id">[]> {
	const { dialect, db } = tx;
	const written = await dialect.insertRows(
		db,
		{
			table: "check_results",
			key: CHECK_KEY,
			columns: { ...RESULT_COLUMNS, ...dialect.results.key },
			rows: results.map(dialect.results.withKey),
		},
		replacing(tx, precedence),
	);
	return written.map((place) => results[place] as CheckResultTable);
}

function replacing({ dialect }: Tx, precedence: Precedence): RawBuilder<unknown> {
	const isWorse = hasVerdict("check_results.outcome", "missed");
	const isOlder = sql`(${isWorse} or excluded.started_ms > check_results.started_ms)`;
	return sql`on conflict (${sql.raw(Object.keys(dialect.results.key).join(", "))}) do update set ${REPLACED_COLUMNS}
		where excluded.revision > check_results.revision or (
			excluded.revision = check_results.revision
			and not ${hasVerdict("excluded.outcome", "missed")} and ${precedence === "latest" ? isOlder : isWorse}
		)`;
}

/**
 * The details of a check that a better one replaced stay, and are not read: readers join them where the verdict is not
 * up.
 */
export async function insertFailures(tx: Tx, failures: readonly CheckFailureTable[]): Promise<void> {
	if (failures.length === 0) return;
	await tx.dialect.insertRows(
		tx.db,
		{ table: "check_failures", key: CHECK_KEY, columns: FAILURE_COLUMNS, rows: failures },
		sql`on conflict (minute, monitor_id) do update set
			phase = excluded.phase, message = excluded.message, content_check_id = excluded.content_check_id`,
	);
}
