/**
 * Writes the changes of status that recorded checks caused, in the transaction that records them. ../results/outages.ts
 * reads them.
 */

import { sql } from "kysely";
import type { CheckOutcome } from "../../domain/checks/check.ts";
import { detailsOf } from "../../domain/checks/check-details.ts";
import { PHASES } from "../../domain/checks/observation.ts";
import { beginsOutage, endsOutage } from "../../domain/checks/outage.ts";
import type { RecordedCheck } from "../../domain/checks/transition.ts";
import { STATUSES } from "../../domain/monitors/monitor.ts";
import { codeOf, codeOrNull, reasonCode } from "../database/codes.ts";
import type { TransitionTable } from "../database/tables/checks.ts";
import { typesOf } from "../database/tables/column-types.ts";
import type { Tx } from "../database/tx.ts";

const COLUMNS = {
	...typesOf(
		"transitions",
		["monitor_id", "team_id", "from_status", "to_status", "minute", "occurred_at"],
		["reason", "phase", "message", "details", "ended_checks", "created_at"],
	),
	place: "integer",
} as const;
const NAMES = sql.raw(
	Object.keys(COLUMNS)
		.filter((name) => name !== "place")
		.join(", "),
);

/**
 * @param checks what was recorded, each with the outcome that it was recorded from
 * @param now epoch milliseconds
 */
export async function insertTransitions(
	tx: Tx,
	checks: readonly { readonly recorded: RecordedCheck; readonly outcome: CheckOutcome }[],
	now: number,
): Promise<void> {
	const changes = checks.flatMap(({ recorded, outcome }, place) => {
		const row = toRow(recorded, outcome, now);
		return row === null ? [] : [{ ...row, place }];
	});
	if (changes.length === 0) return;
	const rows = tx.dialect.rows(COLUMNS, changes);
	// A monitor may have several checks in a batch: the ids of its transitions are their order.
	await sql`insert into transitions (${NAMES}) select ${NAMES} from ${rows} as r order by place`.execute(tx.db);
}

function toRow(recorded: RecordedCheck, outcome: CheckOutcome, now: number): Omit<TransitionTable, "id"> | null {
	const { monitorId, teamId, before, after, check, transition } = recorded;
	if (transition === null) return null;
	const { reason, phase, message } = check.judgement;
	return {
		monitor_id: monitorId,
		team_id: teamId,
		from_status: codeOf(STATUSES, transition.from),
		to_status: codeOf(STATUSES, transition.to),
		minute: check.minute,
		occurred_at: beginsOutage(transition) ? (after.failingSince ?? check.startedAt) : check.completedAt,
		reason: reason === null ? null : reasonCode(reason),
		phase: codeOrNull(PHASES, phase),
		message,
		details: JSON.stringify(detailsOf(outcome)),
		ended_checks: endsOutage(transition) ? before.failingStreak : null,
		created_at: now,
	};
}
