/** Reads one check with its stored details. */

import { sql } from "kysely";
import { type AttemptRecord, type CheckDetails, expectationOf } from "../../domain/checks/check-details.ts";
import type { CheckRecord } from "../../domain/checks/record.ts";
import type { StepTimes } from "../../domain/checks/step-times.ts";
import type { Tx } from "../database/tx.ts";
import { checkedMonitors } from "../schedule/check-orders.ts";
import { stepsOf } from "./check-steps.ts";
import { checksBetween } from "./read-checks.ts";
import { replacedChecksOf } from "./replaced-checks.ts";

/** Changes of status that are read for one minute: more than a job can cause in it by itself. */
const CHANGES_OF_A_MINUTE = 5;

export interface ExplainedCheck {
	readonly check: CheckRecord;
	/** Kept for checks that changed the status; null for others. */
	readonly details: CheckDetails | null;
	/** Null for a check without details that was made with settings from before the last edit. */
	readonly expectation: CheckDetails["expectation"] | null;
	/** Of a flow; null for others, and for checks that were missed. */
	readonly steps: readonly StepTimes[] | null;
	/** Checks of the same minute whose place this one has taken, oldest first. */
	readonly replaced: readonly AttemptRecord[];
}

/** The monitor's check of `minute`; null when there is none. */
export async function explainedCheck(tx: Tx, monitorId: number, minute: number): Promise<ExplainedCheck | null> {
	const [check] = await checksBetween(tx, monitorId, minute, minute + 1);
	if (!check) return null;
	const { rows } = await sql<{ details: string }>`
		select details from transitions where monitor_id = ${monitorId} and minute = ${minute}
		order by id desc limit ${CHANGES_OF_A_MINUTE}`.execute(tx.db);
	const known = rows.map(({ details }) => JSON.parse(details) as CheckDetails);
	// A check of newer settings may have taken the place of the one that changed the status, and a job that was late may
	// have recovered since.
	const details = known.find(({ startedAt }) => startedAt === check.startedAt) ?? null;
	return {
		check,
		details,
		expectation: details?.expectation ?? (await presentExpectation(tx, check)),
		steps: check.verdict === "missed" ? null : await stepsOf(tx, monitorId, minute),
		replaced: await replacedChecksOf(tx, monitorId, minute),
	};
}

/** Of the monitor's present settings; null when they are newer than the check. */
async function presentExpectation(tx: Tx, check: CheckRecord): Promise<CheckDetails["expectation"] | null> {
	const { monitorId, revision } = check;
	// An expectation has no secrets, so nothing is opened.
	const settings = (await checkedMonitors(tx, [monitorId], null)).get(monitorId);
	// Last: an edit between the two statements is noticed.
	const { rows } = await sql<{ revision: number }>`
		select revision from monitor_states where monitor_id = ${monitorId}`.execute(tx.db);
	return settings && rows[0]?.revision === revision ? expectationOf(settings) : null;
}
