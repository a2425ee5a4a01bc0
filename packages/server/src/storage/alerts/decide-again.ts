/**
 * Has notices that wait for others decided again, after a commit that changed what they wait for. Not within it: who
 * delivers locks notices as well. What a crash between the two leaves is decided within HOLD_RECHECK_MS.
 */

import { sql } from "kysely";
import { HOLD_REASONS } from "../../domain/alerts/alert.ts";
import type { WaitingNotices } from "../causes/record-outages.ts";
import { codeOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";

const OF_CAUSES = sql.join(
	(["dependency_check", "dependency", "cause"] as const).map((reason) => sql.lit(codeOf(HOLD_REASONS, reason))),
);
const FOR_CAUSE = sql.lit(codeOf(HOLD_REASONS, "cause"));

/** @param waiting of `causes` the first notice of each alert, for whoever decides about it sees whether all are up */
export async function decideAgain(tx: Tx, { monitors, causes }: WaitingNotices, now: number): Promise<void> {
	if (monitors.length > 0) {
		await sql`
			update notices set due_at = ${now}
			where monitor_id in (select id from ${idRows(tx.dialect, monitors)} as r)
				and message_id is null and due_at > ${now} and held_for in (${OF_CAUSES})`.execute(tx.db);
	}
	if (causes.length > 0) {
		await sql`
			update notices set due_at = ${now} where due_at > ${now} and id in (
				select min(n.id) from ${idRows(tx.dialect, causes)} as r
				join notices as n on n.cause_id = r.id and n.message_id is null and n.held_for = ${FOR_CAUSE}
				group by n.cause_id, n.alert_id
			)`.execute(tx.db);
	}
}
