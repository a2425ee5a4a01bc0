/** The latest check of each of some monitors: the newest one that was made, and the newest one that was missed. */

import { sql } from "kysely";
import type { CheckRecord } from "../../domain/checks/record.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import { fromResultRow } from "./check-row.ts";
import { hasVerdict } from "./outcome-code.ts";
import { blockUnlessRow, oneOf, ROW_COLUMNS, type StoredRow } from "./stored-checks.ts";

export interface LatestChecks {
	/** Null when there is none, or none is kept any more. */
	readonly made: CheckRecord | null;
	readonly missed: CheckRecord | null;
}

const NONE: LatestChecks = { made: null, missed: null };

/** By the monitors' keys; a monitor without checks has none there. Two look-ups in a key for each monitor. */
export async function latestChecks(tx: Tx, monitorIds: readonly number[]): Promise<ReadonlyMap<number, LatestChecks>> {
	const latest = new Map<number, LatestChecks>();
	if (monitorIds.length === 0) return latest;
	const wanted = idRows(tx.dialect, monitorIds, "monitor_id");
	const ofMonitors = sql`from ${wanted} as r join monitor_states as s on s.monitor_id = r.monitor_id`;
	// What is null where there is no row of the check comes from the block of its hour.
	const { rows } = await sql<StoredRow & { wanted_id: number; wanted_minute: number; outcome: number | null }>`
		select w.monitor_id as wanted_id, w.minute as wanted_minute, ${ROW_COLUMNS},
			${blockUnlessRow(sql`w.monitor_id`, sql`w.minute`)} as block
		from (
			select s.monitor_id, s.last_minute as minute ${ofMonitors} where s.last_minute is not null
			union all
			select s.monitor_id, s.last_missed_minute as minute ${ofMonitors} where s.last_missed_minute is not null
		) as w
		${tx.dialect.results.leftJoinCheck(sql`w.monitor_id`, sql`w.minute`)}
		left join check_failures as f on not ${hasVerdict("c.outcome", "up")}
			and f.minute = c.minute and f.monitor_id = c.monitor_id`.execute(tx.db);
	for (const row of rows) {
		const found = oneOf(row, row.wanted_id, row.wanted_minute);
		if (!found) continue;
		const check = fromResultRow(found);
		const known = latest.get(check.monitorId) ?? NONE;
		latest.set(check.monitorId, check.verdict === "missed" ? { ...known, missed: check } : { ...known, made: check });
	}
	return latest;
}
