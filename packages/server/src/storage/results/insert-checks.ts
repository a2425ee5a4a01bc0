/** Writes results, in the transaction of ../commit/record-checks.ts. */

import type { JudgedOutcome } from "../../domain/checks/record.ts";
import type { Session } from "../database/session.ts";
import { checkId, idOfOutcome, toFailureRow, toResultRow } from "./check-row.ts";
import { insertSteps } from "./check-steps.ts";
import { hourIdOf, unsealHoursOf } from "./sealed/unseal.ts";
import { insertFailures, insertResults } from "./write-rows.ts";

/**
 * Records checks, idempotently on monitor and minute: a check of newer settings replaces one of older settings, one
 * that was made replaces one that was missed, and nothing else changes what is there. Returns the ids of those that are
 * now the record of their minute. No two of `checks` may have the same id.
 *
 * An hour that was sealed is unsealed first, and sealed again later. A check of an hour whose block is broken is not
 * recorded: the hour cannot be read, and recording must go on.
 */
export async function insertChecks(
	session: Session,
	checks: readonly JudgedOutcome[],
): Promise<{ monitorId: number; minute: number }[]> {
	const rows = checks.map(toResultRow);
	const broken = await unsealHoursOf(session, rows);
	const results = broken.size === 0 ? rows : rows.filter((row) => !broken.has(hourIdOf(row)));
	const inserted = await insertResults(session, results);
	const accepted = inserted.map((row) => ({ monitorId: row.monitor_id, minute: row.minute }));
	const ids = new Set(accepted.map(checkId));
	const recorded = checks.filter(({ outcome }) => ids.has(idOfOutcome(outcome)));
	const failing = recorded.filter(({ judgement }) => judgement.message !== null);
	await insertFailures(session, failing.map(toFailureRow));
	await insertSteps(session, recorded);
	return accepted;
}
