/** The latest check of each of some monitors: the newest one that was made, and the newest one that was missed. */

import { sql } from "kysely";
import type { CheckRecord } from "../../domain/checks/record.ts";
import type { Session } from "../database/session.ts";
import { fromResultRow, type ResultRow } from "./check-row.ts";

export interface LatestChecks {
	/** Null when there is none, or none is kept any more. */
	readonly made: CheckRecord | null;
	readonly missed: CheckRecord | null;
}

const NONE: LatestChecks = { made: null, missed: null };

/** By the monitors' keys; a monitor without checks has none there. Two look-ups in a key for each monitor. */
export async function latestChecks(
	session: Session,
	monitorIds: readonly number[],
): Promise<ReadonlyMap<number, LatestChecks>> {
	const latest = new Map<number, LatestChecks>();
	if (monitorIds.length === 0) return latest;
	const wanted = session.dialect.rows(
		{ monitor_id: "integer" },
		monitorIds.map((monitor_id) => ({ monitor_id })),
	);
	const ofMonitors = sql`from ${wanted} as r join monitor_states as s on s.monitor_id = r.monitor_id`;
	const { rows } = await sql<ResultRow>`
		select c.*, f.phase, f.message, f.content_check_id
		from (
			select s.monitor_id, s.last_minute as minute ${ofMonitors}
			union all select s.monitor_id, s.last_missed_minute as minute ${ofMonitors}
		) as w
		join check_results as c on ${session.dialect.results.isCheck(sql`w.monitor_id`, sql`w.minute`)}
		left join check_failures as f on f.minute = c.minute and f.monitor_id = c.monitor_id`.execute(session.db);
	for (const row of rows) {
		const check = fromResultRow(row);
		const known = latest.get(check.monitorId) ?? NONE;
		latest.set(check.monitorId, check.verdict === "missed" ? { ...known, missed: check } : { ...known, made: check });
	}
	return latest;
}
