/** Writes rows of checks and of the details of failures: new ones, and those that take the place of others. */

import { type RawBuilder, sql } from "kysely";
import type { CheckFailureTable, CheckResultTable } from "../database/tables/checks.ts";
import type { Tx } from "../database/tx.ts";
import { hasVerdict } from "./outcome-code.ts";
import { FAILURE_COLUMNS, RESULT_COLUMNS, RESULT_NAMES } from "./stored-checks.ts";

const ALL_COLUMNS = sql.raw(RESULT_NAMES.join(", "));
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
	if (dialect.writeEach !== null) {
		const values = results.map((row) => RESULT_NAMES.map((name) => row[name]));
		const places = await dialect.writeEach(db, insertOne(tx, precedence), values);
		return places.map((place) => results[place] as CheckResultTable);
	}
	const rows = dialect.rows(
		RESULT_COLUMNS,
		results.map((row) => ({ ...row })),
	);
	const { rows: inserted } = await sql<{ monitor_id: number; minute: number }>`
		insert into check_results (${ALL_COLUMNS})
		select ${ALL_COLUMNS} from ${rows} as r where true order by minute, monitor_id
		${replacing(tx, precedence)} returning monitor_id, minute`.execute(db);
	return inserted;
}

/** Inserts one row, given in the order of RESULT_NAMES. */
function insertOne({ dialect, db }: Tx, precedence: Precedence): string {
	insertOneTexts[precedence] ??= sql`
		insert into check_results (${ALL_COLUMNS}, place)
		values (${sql.raw(RESULT_NAMES.map((_, index) => `?${index + 1}`).join(", "))}, ${dialect.results.placeOf?.(
			sql`cast(${sql.raw(`?${RESULT_NAMES.indexOf("monitor_id") + 1}`)} as integer)`,
		)})
		${replacing({ dialect }, precedence)}`.compile(db).sql;
	return insertOneTexts[precedence];
}

/** The same for every database: only SQLite inserts row by row. */
const insertOneTexts: Partial<Record<Precedence, string>> = {};

function replacing({ dialect }: Pick<Tx, "dialect">, precedence: Precedence): RawBuilder<unknown> {
	const isWorse = hasVerdict("check_results.outcome", "missed");
	const isOlder = sql`(${isWorse} or excluded.started_ms > check_results.started_ms)`;
	return sql`on conflict (${sql.raw(dialect.results.key.join(", "))}) do update set ${REPLACED_COLUMNS}
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
	const rows = tx.dialect.rows(
		FAILURE_COLUMNS,
		failures.map((row) => ({ ...row })),
	);
	await sql`
		insert into check_failures (minute, monitor_id, phase, message, content_check_id)
		select minute, monitor_id, phase, message, content_check_id from ${rows} as r where true
		on conflict (minute, monitor_id) do update set
			phase = excluded.phase, message = excluded.message, content_check_id = excluded.content_check_id`.execute(tx.db);
}
