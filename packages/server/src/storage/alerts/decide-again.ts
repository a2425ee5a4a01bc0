/**
 * Has notices that wait for others decided again, after a commit that changed what they wait for. Not within it: who
 * delivers locks notices as well. What a crash or an error between the two leaves is decided when its wait ends, at
 * most 90 s later: a notice waits for checks until `waits_until` (../causes/dependencies.ts), and otherwise
 * HOLD_RECHECK_MS.
 */

import { sql } from "kysely";
import { HOLD_REASONS } from "../../domain/alerts/alert.ts";
import type { WaitingNotices } from "../causes/record-outages.ts";
import { codeOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import { FOR_CAUSE } from "./notice-codes.ts";

const OF_CAUSES = sql.join(
	(["dependency_check", "dependency", "cause"] as const).map((reason) => sql.lit(codeOf(HOLD_REASONS, reason))),
);

/** @param waiting of `causes` the first notice of each alert, for whoever decides about it sees whether all are up */
export async function decideAgain(database: Tx, waiting: WaitingNotices, now: number): Promise<void> {
	const { monitors, causes } = waiting;
	if (monitors.length === 0 && causes.length === 0) return;
	if (database.dialect.writersAtOnce === 1) return makeDue(database, waiting, now);
	await database.transaction(async (tx) => {
		await lockDeciders(tx, waiting, now);
		await makeDue(tx, waiting, now);
	});
}

/**
 * Whoever decides about notices of an alert holds it until that is committed, and may have read what was true before
 * this commit: what such a one holds is made due when it has ended. In the order of their keys, so that there is no
 * deadlock. Not for notices that nobody decides now: reminders, steps and repeats wait for their time. Those of this
 * very commit, by their instant, are decided after it.
 */
async function lockDeciders(tx: Tx, { monitors, causes }: WaitingNotices, now: number): Promise<void> {
	await sql`
		select id from alerts where id in (
			select n.alert_id from notices as n
			where n.message_id is null and n.created_at <> ${now}
				and (n.due_at <= ${now} or n.held = 0 or n.held_for in (${OF_CAUSES})) and (
				n.monitor_id in (select id from ${idRows(tx.dialect, monitors)} as r)
				or n.cause_id in (select id from ${idRows(tx.dialect, causes)} as r)
			)
		) order by id${tx.dialect.forUpdate}`.execute(tx.db);
}

async function makeDue(tx: Tx, { monitors, causes }: WaitingNotices, now: number): Promise<void> {
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
