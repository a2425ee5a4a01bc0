/** What /metrics shows of each monitor: its state, and the times of its last check. */

import { sql } from "kysely";
import { PHASES, type Phase } from "../../domain/checks/observation.ts";
import { type MonitorType, STATUSES, type Status } from "../../domain/monitors/monitor.ts";
import { labelOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";
import { fromResultRow } from "../results/check-row.ts";
import { blockUnlessRow, oneOf, type StoredRow } from "../results/stored-checks.ts";

/** Instants are epoch milliseconds. */
export interface MeasuredMonitor {
	/** `mon_…` */
	readonly publicId: string;
	readonly name: string;
	readonly type: MonitorType;
	readonly tags: readonly string[];
	readonly teamSlug: string;
	readonly isEnabled: boolean;
	readonly status: Status;
	readonly lastCheckedAt: number | null;
	/** Checks that were missed in a row. */
	readonly missedStreak: number;
	readonly sslExpiresAt: number | null;
	/** Of the last check, milliseconds; null without a complete response. */
	readonly responseTimeMs: number | null;
	readonly phases: Readonly<Record<Phase, number | null>>;
}

interface Row extends StoredRow {
	readonly state_id: number;
	readonly last_minute: number | null;
	readonly public_id: string;
	readonly name: string;
	readonly type: MonitorType;
	readonly tags: string;
	readonly slug: string;
	readonly enabled_at: number | null;
	readonly status: number;
	readonly last_checked_at: number | null;
	readonly missed_streak: number;
	readonly ssl_expires_at: number | null;
}

const NO_TIMES = Object.fromEntries(PHASES.map((phase) => [phase, null])) as Record<Phase, null>;

/** The oldest monitors of all teams, at most `limit`. One look-up in a key for each monitor. */
export async function measuredMonitors(tx: Tx, limit: number): Promise<MeasuredMonitor[]> {
	const { rows } = await sql<Row>`
		select m.public_id, m.name, m.type, m.tags, t.slug, m.enabled_at,
			s.status, s.last_checked_at, s.missed_streak, s.ssl_expires_at,
			s.monitor_id as state_id, s.last_minute,
			c.*, null as phase, null as message, null as content_check_id, null as locations,
			${blockUnlessRow(sql`s.monitor_id`, sql`s.last_minute`)} as block
		from monitors as m
		join teams as t on t.id = m.team_id
		join monitor_states as s on s.monitor_id = m.id
		${tx.dialect.results.leftJoinCheck(sql`s.monitor_id`, sql`s.last_minute`)}
		where m.deleted_at is null
		order by m.id limit ${limit}`.execute(tx.db);
	return rows.map((row) => {
		const found = oneOf(row, row.state_id, row.last_minute);
		const check = found === undefined ? null : fromResultRow(found);
		return {
			publicId: row.public_id,
			name: row.name,
			type: row.type,
			tags: JSON.parse(row.tags) as string[],
			teamSlug: row.slug,
			isEnabled: row.enabled_at !== null,
			status: labelOf(STATUSES, row.status),
			lastCheckedAt: row.last_checked_at,
			missedStreak: row.missed_streak,
			sslExpiresAt: row.ssl_expires_at,
			responseTimeMs: check?.responseTimeMs ?? null,
			phases: check?.phases ?? NO_TIMES,
		};
	});
}
