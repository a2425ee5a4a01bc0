/** Counts the checks of minutes for the figures of a team: single checks, and the shares of hours that have none. */

import { sql } from "kysely";
import { HOUR_MS } from "../../domain/durations.ts";
import { sharesOfMinutes } from "../../domain/figures/imported-figures.ts";
import { hourOf, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import { successfulOf } from "../../domain/figures/uptime.ts";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import type { Tx } from "../database/tx.ts";
import { countByMinute, type MinuteCount } from "../results/count-checks.ts";
import { timesBetween } from "../results/read-checks.ts";

/** Of every team, or of one; of deleted monitors what is not subtracted yet. A minute may be in it twice. */
export async function countMinutes(
	tx: Tx,
	fromMinute: number,
	toMinute: number,
	teamId: number | null,
): Promise<MinuteCount[]> {
	const counts = await countByMinute(tx, fromMinute, toMinute, teamId);
	counts.push(...(await importedCounts(tx, fromMinute, toMinute, teamId)));
	return counts;
}

interface HourOfMonitor {
	readonly id: number;
	readonly teamId: number;
	readonly type: MonitorType;
	readonly hour: number;
	readonly up: number;
	readonly degraded: number;
	readonly down: number;
}

/** Figures without checks are from before their monitor was created: ../commit/record-imported.ts. */
export async function importedCounts(
	tx: Tx,
	fromMinute: number,
	toMinute: number,
	teamId: number | null,
): Promise<MinuteCount[]> {
	const fromHour = hourOf(fromMinute);
	const isWanted = sql`m.team_id ${teamId === null ? sql`in (select id from teams)` : sql`= ${teamId}`}
		and m.created_at >= ${(fromHour + 1) * HOUR_MS}`;
	// Apart, for each has an index: of present minutes there is nothing, and that is to cost nothing.
	const { rows } = await sql<HourOfMonitor>`
		select m.id, m.team_id as "teamId", m.type, h.hour, h.up, h.degraded, h.down from (
			select m.id, m.team_id, m.type, m.created_at, m.counted_from from monitors as m where m.deleted_at is null and ${isWanted}
			union all
			select m.id, m.team_id, m.type, m.created_at, m.counted_from from monitors as m where m.deleted_at is not null and ${isWanted}
		) as m cross join hourly_roll_ups as h
		where h.monitor_id = m.id and h.hour >= ${fromHour} and h.hour <= ${hourOf(toMinute - 1)}
			and h.hour < m.created_at / ${sql.lit(HOUR_MS)} and h.hour * ${sql.lit(MINUTES_AN_HOUR)} >= m.counted_from`.execute(
		tx.db,
	);
	const counts: MinuteCount[] = [];
	for (const [monitorId, hours] of Map.groupBy(rows, ({ id }) => id)) {
		const all = hours.map(({ hour }) => hour);
		const [from, to] = [Math.min(...all) * MINUTES_AN_HOUR, (Math.max(...all) + 1) * MINUTES_AN_HOUR];
		const withChecks = new Set([...(await timesBetween(tx, monitorId, from, to)).minutes].map(hourOf));
		for (const row of hours.filter(({ hour }) => !withChecks.has(hour))) {
			for (const [place, share] of sharesOfMinutes(row, successfulOf(row.type, row)).entries()) {
				const minute = row.hour * MINUTES_AN_HOUR + place;
				if (minute < fromMinute || minute >= toMinute || share.total === 0) continue;
				counts.push({ teamId: row.teamId, minute, ...share });
			}
		}
	}
	return counts;
}

/** The oldest one that has figures; null when there is none. */
export async function oldestHour({ db }: Tx): Promise<number | null> {
	const { rows } = await sql<{ hour: number | null }>`select min(hour) as hour from hourly_roll_ups`.execute(db);
	return rows[0]?.hour ?? null;
}
