/**
 * Counts the checks of minutes for the figures of a team: single checks, and the shares of hours of which only figures
 * are known. Those are hours from before their monitor was created that were imported without checks
 * (../commit/record-imported.ts), and hours whose checks cannot be read (../results/sealed/damaged-blocks.ts).
 */

import { type RawBuilder, sql } from "kysely";
import { HOUR_MS } from "../../domain/durations.ts";
import { sharesOfMinutes } from "../../domain/figures/imported-figures.ts";
import { hourOf, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import { successfulOf } from "../../domain/figures/uptime.ts";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import { countByMinute, countInHours, hoursWithChecks, type MinuteCount } from "../results/count-checks.ts";

export interface MinuteRun {
	readonly teamId: number | null;
	readonly from: number;
	readonly to: number;
}

/** Of deleted monitors what is not subtracted yet. A minute may be in it twice, and less than nothing once. */
export async function countMinutes(tx: Tx, runs: readonly MinuteRun[]): Promise<MinuteCount[]> {
	const counts: MinuteCount[][] = [];
	for (const { from, to, teamId } of runs) counts.push(await countByMinute(tx, from, to, teamId));
	return [...counts.flat(), ...(await countFigures(tx, runs))];
}

/** What figures of hours are to be added to the counts of checks in these minutes. */
export async function countFigures(tx: Tx, runs: readonly MinuteRun[]): Promise<MinuteCount[]> {
	const runsOf = new Map<number, MinuteRun[]>();
	for (const run of runs.filter(({ from, to }) => from < to)) {
		for (let hour = hourOf(run.from); hour <= hourOf(run.to - 1); hour += 1) {
			const known = runsOf.get(hour);
			if (known === undefined) runsOf.set(hour, [run]);
			else known.push(run);
		}
	}
	const teams = new Set(runs.map(({ teamId }) => teamId));
	const scope = teams.has(null)
		? sql`m.team_id in (select id from teams)`
		: sql`m.team_id in (${sql.join([...teams])})`;
	const shares = await sharesOf(tx, await figureHours(tx, [...runsOf.keys()], scope));
	return shares.filter(({ teamId: team, minute }) =>
		runsOf
			.get(hourOf(minute))
			?.some(({ teamId, from, to }) => (teamId ?? team) === team && minute >= from && minute < to),
	);
}

/** As {@link countInHours}, with the shares of hours of which only figures are known. */
export async function countHours(
	tx: Tx,
	hours: readonly { readonly monitorId: number; readonly hour: number }[],
	fromMinute: number,
): Promise<MinuteCount[]> {
	if (hours.length === 0) return [];
	const wanted = new Set(hours.map(keyOf));
	const ids = [...new Set(hours.map(({ monitorId }) => monitorId))];
	const found = await figureHours(
		tx,
		[...new Set(hours.map(({ hour }) => hour))],
		sql`m.id in (select id from ${idRows(tx.dialect, ids)} as r)`,
	);
	const shares = await sharesOf(
		tx,
		found.filter((hour) => wanted.has(keyOf(hour))),
	);
	return [...(await countInHours(tx, hours, fromMinute)), ...shares.filter(({ minute }) => minute >= fromMinute)];
}

interface FigureHour {
	readonly monitorId: number;
	readonly teamId: number;
	readonly type: MonitorType;
	readonly hour: number;
	readonly up: number;
	readonly degraded: number;
	readonly down: number;
	/** 1: its checks cannot be read, and it keeps its figures even where later checks are beside them. */
	readonly isDamaged: number;
}

/**
 * Hours that count by their figures, and not by the checks that they may have.
 * @param hours each once, since the epoch
 * @param scope SQL: which `monitors as m`
 */
export async function figureHours(
	tx: Tx,
	hours: readonly number[],
	scope: RawBuilder<unknown>,
): Promise<readonly FigureHour[]> {
	if (hours.length === 0) return [];
	const wanted = tx.dialect.rows(
		{ hour: "integer" },
		hours.map((hour) => ({ hour })),
	);
	const columns = sql`m.id as "monitorId", m.team_id as "teamId", m.type, h.hour, h.up, h.degraded, h.down`;
	const isYounger = sql`${scope} and m.created_at >= ${(Math.min(...hours) + 1) * HOUR_MS}`;
	const isCounted = sql`h.hour * ${sql.lit(MINUTES_AN_HOUR)} >= m.counted_from`;
	// Apart, for each has an index: of present minutes there is nothing, and that is to cost nothing.
	const { rows } = await sql<FigureHour>`
		select ${columns}, 0 as "isDamaged" from (
			select m.id, m.team_id, m.type, m.created_at, m.counted_from from monitors as m where m.deleted_at is null and ${isYounger}
			union all
			select m.id, m.team_id, m.type, m.created_at, m.counted_from from monitors as m where m.deleted_at is not null and ${isYounger}
		) as m cross join ${wanted} as w cross join hourly_roll_ups as h
		where h.monitor_id = m.id and h.hour = w.hour and h.hour < m.created_at / ${sql.lit(HOUR_MS)} and ${isCounted}
		union all
		select ${columns}, 1 from damaged_blocks as d cross join monitors as m cross join ${wanted} as w
		cross join hourly_roll_ups as h
		where m.id = d.monitor_id and ${scope} and w.hour >= d.hour and w.hour < d.hour + d.hours
			and h.monitor_id = m.id and h.hour = w.hour and ${isCounted}`.execute(tx.db);
	// Damaged ones are last, and may be of imported checks.
	const found = [...new Map(rows.map((row) => [keyOf(row), row])).values()];
	const withChecks = await hoursWithChecks(
		tx,
		found.filter(({ isDamaged }) => !isDamaged),
	);
	return found.filter((row) => row.isDamaged || !withChecks.has(keyOf(row)));
}

const keyOf = ({ monitorId, hour }: { readonly monitorId: number; readonly hour: number }) => `${monitorId}:${hour}`;

/** By minute, less the checks that are counted one by one. */
async function sharesOf(tx: Tx, hours: readonly FigureHour[]): Promise<MinuteCount[]> {
	const sums = new Map<string, { teamId: number; minute: number; total: number; successful: number }>();
	const add = (teamId: number, minute: number, total: number, successful: number) => {
		const id = `${teamId}:${minute}`;
		const sum = sums.get(id) ?? { teamId, minute, total: 0, successful: 0 };
		sum.total += total;
		sum.successful += successful;
		sums.set(id, sum);
	};
	for (const row of hours) {
		for (const { minute, total, successful } of sharesOfHour(row)) add(row.teamId, minute, total, successful);
	}
	const damaged = hours.filter(({ isDamaged }) => isDamaged);
	for (const { teamId, minute, total, successful } of await countInHours(tx, damaged, 0)) {
		add(teamId, minute, -total, -successful);
	}
	return [...sums.values()];
}

export function sharesOfHour(row: Pick<FigureHour, "type" | "hour" | "up" | "degraded" | "down">) {
	return sharesOfMinutes(row, successfulOf(row.type, row)).flatMap((share, place) =>
		share.total === 0 ? [] : [{ ...share, minute: row.hour * MINUTES_AN_HOUR + place }],
	);
}

/** The oldest one that has figures; null when there is none. */
export async function oldestHour({ db }: Tx): Promise<number | null> {
	const { rows } = await sql<{ hour: number | null }>`select min(hour) as hour from hourly_roll_ups`.execute(db);
	return rows[0]?.hour ?? null;
}
