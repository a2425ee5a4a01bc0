/** What changed lately of a team, for the stream of live changes: its monitors, and who has its outages. */

import { sql } from "kysely";
import { STATUSES, type Status } from "../../domain/monitors/monitor.ts";
import { labelOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";
import { isAnswered, verdictIndex } from "../results/outcome-code.ts";
import { blockUnlessRow, oneOf } from "../results/stored-checks.ts";

/** A check may be committed this long after the instant in its row, so reads of changes overlap by this time. */
export const CHANGES_OVERLAP_MS = 10_000;

/** A monitor whose state or last check changed. */
export interface ChangedMonitor {
	readonly id: number;
	readonly publicId: string;
	readonly status: Status;
	readonly statusSince: number | null;
	readonly isEnabled: boolean;
	readonly isDeleted: boolean;
	readonly createdAt: number;
	readonly updatedAt: number;
	/** Newest minute with a verdict; null before the first. */
	readonly lastMinute: number | null;
	/** Of this minute, an index into VERDICTS. Null where its check is not kept any more. */
	readonly verdict: number | null;
	readonly responseTimeMs: number | null;
	/** Since when a location sees it down while others refute it, epoch milliseconds; null: none does. */
	readonly regionalSince: number | null;
}

/** The monitors of a team that were checked, edited or deleted at `since` (epoch milliseconds) or later. */
export async function changedSince(tx: Tx, teamId: number, since: number): Promise<ChangedMonitor[]> {
	const { rows } = await sql<{
		id: number;
		public_id: string;
		status: number;
		status_since: number | null;
		enabled_at: number | null;
		deleted_at: number | null;
		created_at: number;
		updated_at: number;
		last_minute: number | null;
		outcome: number | null;
		elapsed_ms: number | null;
		block: Uint8Array | null;
		regional_since: number | null;
	}>`
		select m.id, m.public_id, s.status, s.status_since, m.enabled_at, m.deleted_at, m.created_at, m.updated_at,
			s.last_minute, c.outcome, c.elapsed_ms, ${blockUnlessRow(sql`s.monitor_id`, sql`s.last_minute`)} as block,
			(select min(f.since) from regional_failures as f where f.monitor_id = m.id) as regional_since
		from monitor_states as s
		join monitors as m on m.id = s.monitor_id
		${tx.dialect.results.leftJoinCheck(sql`s.monitor_id`, sql`s.last_minute`)}
		where s.team_id = ${teamId} and (s.last_checked_at >= ${since} or m.updated_at >= ${since} or m.deleted_at >= ${since})`.execute(
		tx.db,
	);
	return rows.map((row) => {
		const check = oneOf(row, row.id, row.last_minute);
		return {
			id: row.id,
			publicId: row.public_id,
			status: labelOf(STATUSES, row.status),
			statusSince: row.status_since,
			isEnabled: row.enabled_at !== null,
			isDeleted: row.deleted_at !== null,
			createdAt: row.created_at,
			updatedAt: row.updated_at,
			lastMinute: row.last_minute,
			regionalSince: row.regional_since,
			verdict: check === undefined ? null : verdictIndex(check.outcome),
			responseTimeMs: check !== undefined && isAnswered(check.outcome) ? check.elapsed_ms : null,
		};
	});
}

/** The outages of a team that last, and who has them, in one text. */
export interface OpenOutagesState {
	/** Another one once an outage began or ended, or was acknowledged or snoozed. */
	readonly edition: string;
	/** When one was acknowledged or snoozed last; 0: none was. */
	readonly handledAt: number;
}

export async function openOutagesState(tx: Tx, teamId: number): Promise<OpenOutagesState> {
	const { rows } = await sql<Record<"outages" | "begun" | "acknowledged" | "snoozed" | "handled_at", number | null>>`
		select count(*) as outages, sum(o.started_at) as begun, sum(h.acknowledged_at) as acknowledged,
			sum(h.snoozed_at) as snoozed, max(case when coalesce(h.snoozed_at, 0) > coalesce(h.acknowledged_at, 0)
				then h.snoozed_at else h.acknowledged_at end) as handled_at
		from outages as o left join handled_causes as h on h.cause_id = o.cause_id
		where o.team_id = ${teamId} and o.ended_at is null`.execute(tx.db);
	const { outages = 0, begun, acknowledged, snoozed, handled_at } = rows[0] ?? {};
	return { edition: [outages, begun, acknowledged, snoozed].join(" "), handledAt: Number(handled_at ?? 0) };
}
