/** Writes results, in the transaction of ../commit/record-checks.ts. */

import { type RawBuilder, sql } from "kysely";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import type { Session } from "../database/session.ts";
import type { CheckResultTable } from "../database/tables/checks.ts";
import { checkId, idOfOutcome, toFailureRow, toResultRow } from "./check-row.ts";
import { insertSteps } from "./check-steps.ts";
import { hasVerdict } from "./outcome-code.ts";

const RESULT_COLUMNS = {
	minute: "integer",
	monitor_id: "integer",
	revision: "integer",
	outcome: "integer",
	response_status: "integer",
	elapsed_ms: "integer",
	started_ms: "integer",
	attempts: "integer",
	location: "integer",
	dns_ms: "integer",
	connect_ms: "integer",
	tls_ms: "integer",
	first_byte_ms: "integer",
} as const;
const RESULT_NAMES = Object.keys(RESULT_COLUMNS) as (keyof typeof RESULT_COLUMNS)[];
const ALL_COLUMNS = sql.raw(RESULT_NAMES.join(", "));
const REPLACED_COLUMNS = sql.raw(
	RESULT_NAMES.filter((name) => name !== "minute" && name !== "monitor_id")
		.map((name) => `${name} = excluded.${name}`)
		.join(", "),
);

/**
 * Records checks, idempotently on monitor and minute: a check of newer settings replaces one of older settings, one
 * that was made replaces one that was missed, and nothing else changes what is there. Returns the ids of those that are
 * now the record of their minute. No two of `checks` may have the same id.
 */
export async function insertChecks(
	session: Session,
	checks: readonly JudgedOutcome[],
): Promise<{ monitorId: number; minute: number }[]> {
	const results = checks.map(toResultRow);
	const inserted = await insertResults(session, results);
	const accepted = inserted.map((row) => ({ monitorId: row.monitor_id, minute: row.minute }));
	const ids = new Set(accepted.map(checkId));
	const recorded = checks.filter(({ outcome }) => ids.has(idOfOutcome(outcome)));
	await insertFailures(
		session,
		recorded.filter(({ judgement }) => judgement.message !== null),
	);
	await insertSteps(session, recorded);
	return accepted;
}

async function insertResults(
	session: Session,
	results: readonly CheckResultTable[],
): Promise<readonly Pick<CheckResultTable, "minute" | "monitor_id">[]> {
	const { dialect, db } = session;
	if (dialect.writeEach !== null) {
		const values = results.map((row) => RESULT_NAMES.map((name) => row[name]));
		const places = await dialect.writeEach(db, insertOne(session), values);
		return places.map((place) => results[place] as CheckResultTable);
	}
	const rows = dialect.rows(
		RESULT_COLUMNS,
		results.map((row) => ({ ...row })),
	);
	const { rows: inserted } = await sql<{ monitor_id: number; minute: number }>`
		insert into check_results (${ALL_COLUMNS})
		select ${ALL_COLUMNS} from ${rows} as r where true order by minute, monitor_id
		${replacing(session)} returning monitor_id, minute`.execute(db);
	return inserted;
}

/** Inserts one row, given in the order of RESULT_NAMES. */
function insertOne({ dialect, db }: Session): string {
	insertOneText ??= sql`
		insert into check_results (${ALL_COLUMNS}, place)
		values (${sql.raw(RESULT_NAMES.map((_, index) => `?${index + 1}`).join(", "))}, ${dialect.results.placeOf?.(
			sql`cast(${sql.raw(`?${RESULT_NAMES.indexOf("monitor_id") + 1}`)} as integer)`,
		)})
		${replacing({ dialect })}`.compile(db).sql;
	return insertOneText;
}

/** The same for every database: only SQLite inserts row by row. */
let insertOneText: string | undefined;

function replacing({ dialect }: Pick<Session, "dialect">): RawBuilder<unknown> {
	return sql`on conflict (${sql.raw(dialect.results.key.join(", "))}) do update set ${REPLACED_COLUMNS}
		where excluded.revision > check_results.revision or (
			excluded.revision = check_results.revision
			and ${hasVerdict("check_results.outcome", "missed")} and not ${hasVerdict("excluded.outcome", "missed")}
		)`;
}

/**
 * The details of a check that a better one replaced stay, and are not read: readers join them where the verdict is not
 * up.
 */
async function insertFailures(session: Session, checks: readonly JudgedOutcome[]): Promise<void> {
	if (checks.length === 0) return;
	const rows = session.dialect.rows(
		{ minute: "integer", monitor_id: "integer", phase: "integer", message: "text", content_check_id: "text" },
		checks.map((check) => ({ ...toFailureRow(check) })),
	);
	await sql`
		insert into check_failures (minute, monitor_id, phase, message, content_check_id)
		select minute, monitor_id, phase, message, content_check_id from ${rows} as r where true
		on conflict (minute, monitor_id) do update set
			phase = excluded.phase, message = excluded.message, content_check_id = excluded.content_check_id`.execute(
		session.db,
	);
}
