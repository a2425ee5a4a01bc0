/**
 * Checks whose place in their minute a later one has taken, one row a minute: read to explain the check that is there,
 * and pruned with it. A minute has more than one check only when somebody asks for one, or changes the monitor.
 */

import { sql } from "kysely";
import { type AttemptRecord, attemptOf } from "../../domain/checks/check-details.ts";
import { storableText } from "../database/dialect.ts";
import type { CheckResultTable } from "../database/tables/checks.ts";
import type { Tx } from "../database/tx.ts";
import { checkId, fromResultRow, type ResultRow } from "./check-row.ts";
import { hasVerdict } from "./outcome-code.ts";
import { ROW_COLUMNS } from "./stored-checks.ts";

/** The newest ones that are kept of a minute: a few KB. */
const KEPT_OF_A_MINUTE = 10;

type Key = Pick<CheckResultTable, "minute" | "monitor_id">;

/** Of `keys`, the checks that are there. Their hours are not sealed. */
export async function checksThatAreThere(tx: Tx, keys: readonly Key[]): Promise<ResultRow[]> {
	if (keys.length === 0) return [];
	const wanted = tx.dialect.rows(
		{ minute: "integer", monitor_id: "integer" },
		keys.map(({ minute, monitor_id }) => ({ minute, monitor_id })),
	);
	const { rows } = await sql<ResultRow>`
		select ${ROW_COLUMNS} from ${wanted} as w
		${tx.dialect.results.leftJoinCheck(sql`w.monitor_id`, sql`w.minute`)}
		left join check_failures as f on not ${hasVerdict("c.outcome", "up")}
			and f.minute = c.minute and f.monitor_id = c.monitor_id
		where c.minute is not null`.execute(tx.db);
	return rows;
}

/** Keeps `replaced`, oldest first in each minute, beside those that were replaced before. */
export async function keepReplaced(tx: Tx, replaced: readonly ResultRow[]): Promise<void> {
	for (const ofMinute of Map.groupBy(replaced, idOf).values()) {
		const [{ minute, monitor_id }] = ofMinute as [ResultRow];
		const before = await replacedChecksOf(tx, monitor_id, minute);
		const attempts = [...before, ...ofMinute.map((row) => attemptOf(fromResultRow(row)))];
		const checks = storableText(JSON.stringify(attempts.slice(-KEPT_OF_A_MINUTE))) as string;
		await tx.db
			.insertInto("replaced_checks")
			.values({ minute, monitor_id, checks })
			.onConflict((conflict) => conflict.columns(["minute", "monitor_id"]).doUpdateSet({ checks }))
			.execute();
	}
}

/** Oldest first; none where the minute had one check. */
export async function replacedChecksOf(tx: Tx, monitorId: number, minute: number): Promise<AttemptRecord[]> {
	const row = await tx.db
		.selectFrom("replaced_checks")
		.select("checks")
		.where("monitor_id", "=", monitorId)
		.where("minute", "=", minute)
		.executeTakeFirst();
	return row === undefined ? [] : (JSON.parse(row.checks) as AttemptRecord[]);
}

function idOf(row: ResultRow): string {
	return checkId({ monitorId: row.monitor_id, minute: row.minute });
}
