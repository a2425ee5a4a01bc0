/** When a service that was killed has made up for what was due. */

import { sql } from "kysely";
import { NOTICE_KINDS } from "../../../src/domain/alerts/alert-policy.ts";
import { codeOf } from "../../../src/storage/database/codes.ts";
import type { Database } from "../../../src/storage/database/tx.ts";
import { until } from "../lapwing.ts";

const EDGE = sql.lit(codeOf(NOTICE_KINDS, "edge"));
const STEP = sql.lit(codeOf(NOTICE_KINDS, "step"));

interface Unsettled {
	readonly slots: number;
	readonly claimed: number;
	readonly changes: number;
	readonly notices: number;
}

/** As two minutes without a service end them. */
export async function endLeases({ db }: Database): Promise<void> {
	await sql`update monitor_states set due_at = slot_at where claimed = 1`.execute(db);
	await sql`update alerts set leased_until = 0`.execute(db);
}

/**
 * Waits until every slot and every change up to `through` is recorded, and notified or held, and every step is taken
 * that was due by then.
 */
export async function untilSettled({ db }: Database, through: number, withinMs: number): Promise<void> {
	let left: Unsettled | undefined;
	await until(
		async () => {
			const { rows } = await sql<Unsettled>`select
				(select count(*) from monitor_states where slot_at <= ${through}) as slots,
				(select count(*) from monitor_states where slot_at <= ${through} and claimed = 1) as claimed,
				(select count(*) from deferred_changes where created_at <= ${through}) as changes,
				(select count(*) from notices as n where ${isUnsettled(through)}) as notices`.execute(db);
			left = rows[0];
			return left !== undefined && left.slots + left.changes + left.notices === 0 ? true : undefined;
		},
		{ withinMs, what: "what was due at the last kill to be recorded and notified" },
	).catch(async (error) => {
		const { rows } = await sql`
			select n.* from notices as n where ${isUnsettled(through)} order by n.id limit 5`.execute(db);
		throw new Error(`${error.message}; left: ${JSON.stringify(left)}, the first notices ${JSON.stringify(rows)}`);
	});
}

/**
 * SQL: what is not held, nor behind what is: notices of an alert and a monitor are decided in their order. Nothing
 * waits for a step or a reminder that is not due.
 */
function isUnsettled(through: number) {
	return sql`n.created_at <= ${through} and (n.held = 0 or (n.kind = ${STEP} and n.due_at <= ${through}))
		and not exists (
			select 1 from notices as b
			where b.alert_id = n.alert_id and b.monitor_id = n.monitor_id and b.id < n.id and b.held = 1
				and b.kind = ${EDGE}
		)`;
}
