/** Counts checks by minute, for the figures of a team. */

import { type RawBuilder, sql } from "kysely";
import type { Verdict } from "../../domain/checks/judgement.ts";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import type { Session } from "../database/session.ts";
import { hasVerdict } from "./outcome-code.ts";

/** Judged checks of one minute, by team and type of monitor; missed ones are in none of the counts. */
export interface MinuteCount {
	readonly teamId: number;
	readonly minute: number;
	readonly type: MonitorType;
	readonly up: number;
	readonly degraded: number;
	readonly down: number;
}

function countOf(verdict: Verdict): RawBuilder<unknown> {
	return sql`sum(case when ${hasVerdict("c.outcome", verdict)} then 1 else 0 end)`;
}

const COUNTS = sql`m.team_id as "teamId", c.minute, m.type,
	${countOf("up")} as up, ${countOf("degraded")} as degraded, ${countOf("down")} as down`;

/** Counts the checks of every monitor, or of one team's; those of deleted monitors too, until they are pruned. */
export async function countByMinute(
	session: Session,
	fromMinute: number,
	toMinute: number,
	teamId: number | null,
): Promise<MinuteCount[]> {
	const ofTeam = teamId === null ? sql`` : sql` and m.team_id = ${teamId}`;
	// CROSS JOIN makes SQLite read only the part of the key that holds these minutes.
	const { rows } = await sql<MinuteCount>`
		select ${COUNTS}
		from (
			select minute, monitor_id, outcome from check_results where minute >= ${fromMinute} and minute < ${toMinute}
		) as c cross join monitors as m where m.id = c.monitor_id${ofTeam}
		group by c.minute, m.team_id, m.type order by c.minute, m.team_id, m.type`.execute(session.db);
	return rows;
}

/**
 * Counts the checks of some hours (since the epoch) of some monitors, from `fromMinute` on; those of deleted monitors
 * too, until they are pruned.
 */
export async function countInHours(
	session: Session,
	hours: readonly { readonly monitorId: number; readonly hour: number }[],
	fromMinute: number,
): Promise<MinuteCount[]> {
	if (hours.length === 0) return [];
	const wanted = session.dialect.rows(
		{ monitor_id: "integer", hour: "integer" },
		hours.map(({ monitorId, hour }) => ({ monitor_id: monitorId, hour })),
	);
	const { rows } = await sql<MinuteCount>`
		select ${COUNTS}
		from ${wanted} as w ${session.dialect.results.ofHours} join monitors as m on m.id = w.monitor_id
		where c.minute >= ${fromMinute} group by c.minute, m.team_id, m.type`.execute(session.db);
	return rows;
}

/** The oldest minute that holds a check of any monitor; null when there is none. */
export async function oldestMinute(session: Session): Promise<number | null> {
	const { rows } = await sql<{ oldest: number | null }>`select min(minute) as oldest from check_results`.execute(
		session.db,
	);
	return rows[0]?.oldest ?? null;
}
