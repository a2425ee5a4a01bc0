/** Writes results, in the transaction of ../commit/record-checks.ts. */

import type { JudgedOutcome } from "../../domain/checks/record.ts";
import type { Tx } from "../database/tx.ts";
import { checkId, idOfOutcome, toFailureRow, toResultRow, toStoredRow } from "./check-row.ts";
import { insertSteps } from "./check-steps.ts";
import { insertLocations } from "./locations/check-locations.ts";
import { checksThatAreThere, keepReplaced } from "./replaced-checks.ts";
import { unsealHoursOf } from "./sealed/unseal.ts";
import { insertFailures, insertResults, type Precedence } from "./write-rows.ts";

/** How checks that share their minute with others are recorded. */
interface Insertion {
	readonly precedence: Precedence;
	/** Of the checks, those whose minute may hold one already. Default: all are thought to be the first of theirs. */
	readonly perhapsLater?: readonly JudgedOutcome[];
	/** Others of the same minutes, which one of the checks replaces before they were recorded. */
	readonly replaced?: readonly JudgedOutcome[];
}

/**
 * Records checks, idempotently on monitor and minute: a check of newer settings replaces one of older settings, one
 * that was made replaces one that was missed, a later one replaces an earlier one where the precedence says so, and
 * nothing else changes what is there. Returns the ids of those that are now the record of their minute. No two of
 * `checks` may have the same id.
 *
 * An hour that was sealed is unsealed first, and sealed again later.
 */
export async function insertChecks(
	tx: Tx,
	checks: readonly JudgedOutcome[],
	{ precedence, perhapsLater = [], replaced = [] }: Insertion,
): Promise<{ monitorId: number; minute: number }[]> {
	if (checks.length === 0) return [];
	const rows = checks.map(toResultRow);
	await unsealHoursOf(tx, rows);
	const there = await checksThatAreThere(tx, perhapsLater.map(toResultRow));
	const inserted = await insertResults(tx, rows, precedence);
	const accepted = inserted.map((row) => ({ monitorId: row.monitor_id, minute: row.minute }));
	const ids = new Set(accepted.map(checkId));
	const recorded = checks.filter(({ outcome }) => ids.has(idOfOutcome(outcome)));
	const gone = [...there, ...replaced.map(toStoredRow)];
	await keepReplaced(
		tx,
		gone.filter((row) => ids.has(checkId({ monitorId: row.monitor_id, minute: row.minute }))),
	);
	const failing = recorded.filter(({ judgement }) => judgement.message !== null);
	await insertFailures(tx, failing.map(toFailureRow));
	await insertSteps(tx, recorded);
	await insertLocations(tx, recorded);
	return accepted;
}
